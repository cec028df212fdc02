//! Both tables of the law, cell by cell: which facts each phase takes, and how it answers commands.

use super::history::*;
use super::rows::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

#[test]
fn every_phase_takes_exactly_the_facts_of_its_row() {
    for row in rows() {
        let facts = row.facts();
        assert_eq!(row.takes.len(), facts.len());
        for (fact, cell) in facts.into_iter().zip(row.takes.chars()) {
            let mut history = row.build();
            if cell == '.' {
                history.rejects(fact);
            } else {
                let (said, _) = history.tell(fact);
                assert!(!is_rejected_fact(&said), "{row:?} takes {fact:?}");
            }
        }
    }
}

#[test]
fn no_phase_takes_a_fact_that_is_wrong_in_one_thing() {
    for row in rows() {
        let mut history = row.build();
        for fact in row.wrong_facts() {
            history.rejects(fact);
        }
    }
}

#[test]
fn every_phase_shows_its_name_and_refuses_what_it_must() {
    for row in rows() {
        let mut history = row.build();
        history.shows(0, row.shown);
        let before = history.view();
        let (submission, key) = (sub(5), key(0));
        let closed = row.replace == Answer::Closed;
        let reason = if closed { StartRefusal::ShuttingDown } else { StartRefusal::AlreadyExists };
        let answer = Reply::StartRejected { key, submission, reason };
        history.says(start(0, submission), &[reply(answer)]);
        if row.replace != Answer::Taken {
            let reason =
                if closed { ReplaceRefusal::ShuttingDown } else { ReplaceRefusal::Unavailable };
            let answer = Reply::ReplaceRejected { key, submission, reason };
            history.says(replace(0, submission), &[reply(answer)]);
        }
        let refusal = match row.stop {
            Answer::Taken => None,
            Answer::Unavailable => Some(StopRefusal::Unavailable),
            Answer::Already => Some(StopRefusal::AlreadyStopping),
            Answer::Closed => Some(StopRefusal::ShuttingDown),
        };
        if let Some(reason) = refusal {
            history.says(stop(0), &[reply(Reply::StopRejected { key, reason })]);
        }
        assert_eq!(history.view(), before);
    }
}

#[test]
fn every_phase_takes_the_commands_of_its_row() {
    for row in rows() {
        if row.replace == Answer::Taken {
            let product = [replaces(0, o(1), sub(5)), replace_accepted(0, o(1))];
            row.build().says(replace(0, sub(5)), &product);
        }
        if row.stop == Answer::Taken {
            let returns = interrupted(0, o(0), 0, present(sub(0)));
            let product = match row.at {
                At::Creating => vec![stop_accepted(0), returns],
                At::Waiting => vec![shuts(0, for_stop(0)), stop_accepted(0), returns],
                At::Receipt | At::Outcome | At::Ready | At::Doomed | At::Empty => {
                    vec![shuts(0, for_stop(0)), stop_accepted(0)]
                }
                At::ReplaceWaiting | At::ReplaceReceipt | At::ReplaceOutcome => {
                    unreachable!("a replacement takes no stop")
                }
            };
            let mut history = row.build();
            history.says(stop(0), &product);
            history.shows(0, Shown::Stopping);
        }
    }
}

#[test]
fn every_phase_answers_the_cancel_of_its_operation() {
    for row in rows() {
        let (_, operation, submission) = row.change();
        let (authority, phase) = (own(0, operation), row.shown);
        let answer = match row.recall {
            Recall::Returned => Reply::Returned { authority, submission },
            Recall::Pending => Reply::Pending { authority, phase },
            Recall::Committed => Reply::Committed { authority, phase },
            Recall::Cancelled => Reply::Cancelled { authority },
            Recall::Draining => Reply::Draining { authority },
            Recall::Stale => Reply::Stale { authority },
        };
        let mut history = row.build();
        let before = history.view();
        let drains = row.recall == Recall::Pending
            || row.recall == Recall::Returned && row.at == At::Waiting;
        let mut product = vec![reply(answer)];
        if drains {
            product.insert(0, shuts(0, Purpose::Ending));
        }
        history.says(cancel(0, operation), &product);
        let changes = matches!(row.recall, Recall::Returned | Recall::Pending);
        assert_eq!(history.view() != before, changes, "{row:?}");
    }
}

#[test]
fn every_phase_answers_another_authority_as_stale() {
    for row in rows() {
        let mut history = row.build();
        let before = history.view();
        for authority in [own(0, o(9)), own(5, o(0)), own(0, Id { issuer: ME + 1, ..o(0) })] {
            let told = Told::Cancel { authority, reply: ASKER };
            let answer = if row.replace == Answer::Closed {
                Reply::Draining { authority }
            } else {
                Reply::Stale { authority }
            };
            history.says(told, &[reply(answer)]);
        }
        assert_eq!(history.view(), before);
    }
}

#[test]
fn an_absent_key_is_unknown() {
    let mut history = stand(At::Ready);
    let (key, submission) = (key(3), sub(5));
    history.says(query(3), &[reply(Reply::Unknown { key })]);
    let reason = StopRefusal::Unknown;
    history.says(stop(3), &[reply(Reply::StopRejected { key, reason })]);
    let reason = ReplaceRefusal::Unknown;
    history
        .says(replace(3, submission), &[reply(Reply::ReplaceRejected { key, submission, reason })]);
}

#[test]
fn an_input_picks_its_entry_by_its_source_alone() {
    for row in rows() {
        let history = row.build();
        let entry = history.view().entries[0];
        let picks = |told| history.oracle.addressee(&told);
        for told in [start(0, sub(5)), replace(0, sub(5)), stop(0), query(0), cancel(0, o(9))] {
            assert_eq!(picks(told), Some(entry));
        }
        let is_born = entry.proxy.is_some();
        for (column, fact) in row.facts().into_iter().enumerate() {
            let by_creation = column < 3;
            let expected = (by_creation != is_born).then_some(entry);
            assert_eq!(picks(fact), expected, "{row:?} {fact:?}");
        }
        for told in [Told::Shutdown, Told::Initialize, query(5), exited(7, 1), born(7)] {
            assert_eq!(picks(told), None);
        }
    }
}

/// The global shutdown gives back what lies here and asks each born proxy once that was not asked.
#[test]
fn every_phase_is_shut_down_once() {
    for row in rows() {
        let (change, operation, submission) = row.change();
        let mut asks = Vec::new();
        let mut gives = Vec::new();
        match row.shown {
            Shown::CreatingProxy => gives.push(shut_off(0, operation, change, present(submission))),
            Shown::Stopping | Shown::Cancelling | Shown::Retiring | Shown::Draining => {}
            Shown::WaitingForActivationAuthorization
            | Shown::AwaitingProxyOutcome
            | Shown::Ready { .. }
            | Shown::Empty
            | Shown::Replacing => asks.push(shuts(0, Purpose::Ending)),
        }
        if !asks.is_empty() && matches!(row.at, At::Waiting | At::ReplaceWaiting) {
            gives.push(shut_off(0, operation, change, present(submission)));
        }
        if row.shown != Shown::Draining {
            match row.at {
                At::Waiting | At::ReplaceWaiting => asks.push(shuts(1, Purpose::Ending)),
                At::ReplaceReceipt | At::ReplaceOutcome => {
                    gives.push(shut_off(1, o(1), Change::Start, present(sub(1))));
                }
                At::Creating | At::Receipt | At::Outcome | At::Ready | At::Doomed | At::Empty => {}
            }
        }
        let mut history = row.build();
        history.says(Told::Shutdown, &all(&[&asks, &gives]));
        history.shows(0, Shown::Draining);
        history.says(Told::Shutdown, &[]);
    }
}
