//! The record of one run: what each step was told, what it said, what became of real values, what the
//! machine showed.
//!
//! Rules: it is written while the machine runs and read by every judge afterwards. Its memory is kept
//! from run to run.

use super::blank_view;
use crate::pool::custody::{Event, Kind};
use crate::pool::law::Observed;
use crate::pool::observation::{PoolView, Said, Tag, Told, Verdict};
use crate::pool::scenario::Step;
use crate::pool::trace::RunPhase;

/// One step, as far as it is not in the lists of the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) told: Told,
    pub(super) cut: Option<usize>,
    /// `None` if the machine did not come to a verdict.
    pub(super) verdict: Option<Verdict>,
    /// How often the input was diagnosed as a rejected fact.
    pub(super) rejections: usize,
    pub(super) phase: RunPhase,
    /// The step of the script.
    pub(super) script: Option<Step>,
    /// Where its parts of the lists end.
    ends: Ends,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    said: usize,
    events: usize,
    ended: usize,
}

/// One step as the judges see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recorded<'a> {
    pub(super) entry: &'a Entry,
    pub(super) observed: Observed<'a>,
    /// What became of real values.
    pub(super) events: &'a [Event],
    /// The recipients that were dropped after their workers had stopped.
    pub(super) ended: &'a [Tag],
}

/// All steps of one run.
#[derive(Debug, Default)]
pub(super) struct Record {
    entries: Vec<Entry>,
    said: Vec<Said>,
    events: Vec<Event>,
    /// Recipients that a step dropped after their workers had stopped.
    ended: Vec<Tag>,
    /// What the machine showed before the first step, and after each; the rest is spare memory.
    views: Vec<PoolView>,
}

impl Record {
    /// Forgets the last run.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.said.clear();
        self.events.clear();
        self.ended.clear();
        if self.views.is_empty() {
            self.views.push(blank_view());
        }
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What the machine showed before the first step.
    pub(super) fn first_view_mut(&mut self) -> &mut PoolView {
        &mut self.views[0]
    }

    /// What the machine showed last.
    pub(super) fn last_view(&self) -> &PoolView {
        &self.views[self.entries.len()]
    }

    /// Where the step under way shows what it leaves.
    pub(super) fn next_view_mut(&mut self) -> &mut PoolView {
        let next = self.entries.len() + 1;
        if next == self.views.len() {
            self.views.push(blank_view());
        }
        &mut self.views[next]
    }

    /// What the step under way says is appended here.
    pub(super) fn said_mut(&mut self) -> &mut Vec<Said> {
        &mut self.said
    }

    /// What the step under way has said.
    pub(super) fn said_last(&self) -> &[Said] {
        &self.said[self.ends(self.entries.len()).said..]
    }

    /// Takes down what became of real values. `has_stopped` says whether the worker of a recipient
    /// has stopped by now.
    pub(super) fn note_events(&mut self, events: &[Event], has_stopped: impl Fn(Tag) -> bool) {
        self.events.extend_from_slice(events);
        self.ended.extend(events.iter().filter_map(|event| match *event {
            Event::Dropped(Kind::Recipient, tag) => has_stopped(tag).then_some(tag),
            Event::Dropped(..) | Event::Copied(_) => None,
        }));
    }

    /// Ends the step under way.
    pub(super) fn close(
        &mut self,
        (told, cut): (Told, Option<usize>),
        verdict: Option<Verdict>,
        rejections: usize,
        (phase, script): (RunPhase, Option<Step>),
    ) {
        let Self { said, events, ended, .. } = self;
        let ends = Ends { said: said.len(), events: events.len(), ended: ended.len() };
        self.entries.push(Entry { told, cut, verdict, rejections, phase, script, ends });
    }

    /// Ends a step that came to no verdict: the machine shows what it showed before.
    pub(super) fn break_off(
        &mut self,
        input: (Told, Option<usize>),
        place: (RunPhase, Option<Step>),
    ) {
        let last = self.last_view().clone();
        *self.next_view_mut() = last;
        self.close(input, None, 0, place);
    }

    /// What the last step said.
    pub(super) fn last_said(&self) -> &[Said] {
        let last = self.entries.len().saturating_sub(1);
        &self.said[self.ends(last).said..self.ends(self.entries.len()).said]
    }

    /// Every step, in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = Recorded<'_>> {
        let mut starts = Ends::default();
        self.entries.iter().zip(self.views.windows(2)).map(move |(entry, views)| {
            let ends = entry.ends;
            let observed = Observed {
                told: &entry.told,
                said: &self.said[starts.said..ends.said],
                verdict: entry.verdict.unwrap_or(Verdict::Continue),
                before: &views[0],
                after: &views[1],
                rejections: entry.rejections,
            };
            let events = &self.events[starts.events..ends.events];
            let ended = &self.ended[starts.ended..ends.ended];
            starts = ends;
            Recorded { entry, observed, events, ended }
        })
    }

    /// Where the parts of a step begin.
    fn ends(&self, step: usize) -> Ends {
        step.checked_sub(1).map_or(Ends::default(), |last| self.entries[last].ends)
    }
}
