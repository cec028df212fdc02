//! Both tables of the law, cell by cell: which facts each phase takes, and how it answers commands.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

/// Where service 0 stands. Service 1 holds the one slot where service 0 waits. A start is
/// operation 0, a replacement operation 2.
#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    Creating,
    Waiting,
    Receipt,
    Outcome,
    Ready,
    /// Ready, and an unexpected exit retires.
    Doomed,
    Empty,
    ReplaceWaiting,
    ReplaceReceipt,
    ReplaceOutcome,
}

fn stand(at: At) -> History {
    let mut history = History::operating(&with(|setup| {
        setup.activations = 1;
        if at == At::Doomed {
            setup.unexpected_exit = ExitPolicy::Retire;
        }
    }));
    match at {
        At::Creating => history.start(0),
        At::Waiting => {
            history.start(0);
            history.bear(1);
            history.ok(born(0));
        }
        At::Receipt => history.bear(0),
        At::Outcome => {
            history.bear(0);
            history.ok(accepted(0, Change::Start, o(0)));
        }
        At::Ready | At::Doomed => history.up(0, o(0)),
        At::Empty => {
            history.up(0, o(0));
            history.ok(worker_stopped(0, ev(0), 1));
        }
        At::ReplaceWaiting | At::ReplaceReceipt | At::ReplaceOutcome => {
            replace_at(&mut history, at)
        }
    }
    history
}

fn replace_at(history: &mut History, at: At) {
    history.up(0, o(0));
    history.start(1);
    if at == At::ReplaceWaiting {
        history.ok(born(1));
    }
    history.ok(replace(0, sub(9)));
    if at == At::ReplaceOutcome {
        history.ok(accepted(0, Change::Replacement, o(2)));
    }
}

/// The answer to a replacement or stop.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Taken,
    Unavailable,
    Already,
    Closed,
}

/// The answer to the cancel of the phase's operation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Recall {
    Returned,
    Pending,
    Committed,
    Cancelled,
    Draining,
    Stale,
}

#[derive(Debug)]
struct Row {
    at: At,
    /// What is told from there on.
    then: Vec<Told>,
    /// `A` for each fact that is taken, in the order of [`facts`].
    takes: &'static str,
    replace: Answer,
    stop: Answer,
    recall: Recall,
    shown: Shown,
}

/// A row of the phase itself.
fn row(at: At, then: &[Told], takes: &'static str, shown: Shown) -> Row {
    let then = then.to_vec();
    let (replace, stop, recall) = match (shown, at) {
        (Shown::CreatingProxy | Shown::WaitingForActivationAuthorization, _) => {
            (Answer::Unavailable, Answer::Taken, Recall::Returned)
        }
        (Shown::AwaitingProxyOutcome, _) => (Answer::Unavailable, Answer::Taken, Recall::Pending),
        (Shown::Ready { .. } | Shown::Empty, _) => {
            (Answer::Taken, Answer::Taken, Recall::Committed)
        }
        (Shown::Replacing, At::ReplaceWaiting) => {
            (Answer::Unavailable, Answer::Unavailable, Recall::Returned)
        }
        (Shown::Replacing, _) => (Answer::Unavailable, Answer::Unavailable, Recall::Pending),
        (Shown::Stopping, At::Ready | At::Empty) => {
            (Answer::Unavailable, Answer::Already, Recall::Committed)
        }
        (Shown::Stopping, _) => (Answer::Unavailable, Answer::Already, Recall::Draining),
        (Shown::Cancelling, _) => (Answer::Unavailable, Answer::Unavailable, Recall::Cancelled),
        (Shown::Draining, _) => (Answer::Closed, Answer::Closed, Recall::Draining),
        (Shown::Retiring, _) => (Answer::Unavailable, Answer::Unavailable, Recall::Stale),
    };
    Row { at, then, takes, replace, stop, recall, shown }
}

const READY: Shown = Shown::Ready { proxy: 1000 };
const WAITING: Shown = Shown::WaitingForActivationAuthorization;
const AWAITING: Shown = Shown::AwaitingProxyOutcome;

/// Columns: birth, no birth, early exit, exit, receipt, bounce, initial, replacement, worker
/// stopped, unavailable, asked, not asked, unreported.
fn plain_rows() -> Vec<Row> {
    let down = [worker_stopped(0, ev(0), 1)];
    vec![
        row(At::Creating, &[], "AAA..........", Shown::CreatingProxy),
        row(At::Creating, &[early_exit(0, 1)], "AA...........", Shown::CreatingProxy),
        row(At::Waiting, &[], "...A.....A...", WAITING),
        row(At::Receipt, &[], "...AAA...A...", AWAITING),
        row(At::Outcome, &[], "...A..A..A...", AWAITING),
        row(At::Ready, &[], "...A....AA...", READY),
        row(At::Doomed, &[], "...A....AA...", READY),
        row(At::Empty, &[], "...A.....A...", Shown::Empty),
        row(At::ReplaceWaiting, &[], "...A....AA...", Shown::Replacing),
        row(At::ReplaceWaiting, &down, "...A.....A...", Shown::Replacing),
        row(At::ReplaceReceipt, &[], "...AAA..AA...", Shown::Replacing),
        row(At::ReplaceReceipt, &down, "...AAA...A...", Shown::Replacing),
        row(At::ReplaceOutcome, &[], "...A...AAA...", Shown::Replacing),
        row(At::ReplaceOutcome, &down, "...A...A.A...", Shown::Replacing),
    ]
}

fn stopping_rows() -> Vec<Row> {
    let shown = Shown::Stopping;
    let settled = [stop(0), asked(0, for_stop(0))];
    let gone = [stop(0), exited(0, 1)];
    let late = [stop(0), initial(0, o(0), ready(0))];
    vec![
        row(At::Creating, &[stop(0)], "AAA..........", shown),
        row(At::Creating, &[stop(0), early_exit(0, 1)], "AA...........", shown),
        row(At::Creating, &[early_exit(0, 1), stop(0)], "AA...........", shown),
        row(At::Creating, &[stop(0), born(0)], "...A.....AAA.", shown),
        row(At::Waiting, &[stop(0)], "...A.....AAA.", shown),
        row(At::Receipt, &[stop(0)], "...AAA...AAA.", shown),
        row(At::Receipt, &gone, "....AA...AAA.", shown),
        row(At::Outcome, &[stop(0)], "...A..A..AAA.", shown),
        row(At::Outcome, &gone, "......A..AAAA", shown),
        row(At::Outcome, &late, "...A....AAAA.", shown),
        row(At::Ready, &[stop(0)], "...A....AAAA.", shown),
        row(At::Ready, &settled, "...A....AA...", shown),
        row(At::Ready, &gone, "........AAAA.", shown),
        row(At::Empty, &[stop(0)], "...A.....AAA.", shown),
        row(At::Empty, &settled, "...A.....A...", shown),
    ]
}

fn cancelling_rows() -> Vec<Row> {
    let shown = Shown::Cancelling;
    let down = [worker_stopped(0, ev(0), 1), cancel(0, o(2))];
    let gone = [cancel(0, o(2)), exited(0, 1)];
    vec![
        row(At::Creating, &[cancel(0, o(0))], "AAA..........", shown),
        row(At::Waiting, &[cancel(0, o(0))], "...A.....AAA.", shown),
        row(At::Receipt, &[cancel(0, o(0))], "...AAA...AAA.", shown),
        row(At::Outcome, &[cancel(0, o(0))], "...A..A..AAA.", shown),
        row(At::ReplaceReceipt, &[cancel(0, o(2))], "...AAA..AAAA.", shown),
        row(At::ReplaceReceipt, &down, "...AAA...AAA.", shown),
        row(At::ReplaceOutcome, &[cancel(0, o(2))], "...A...AAAAA.", shown),
        row(At::ReplaceOutcome, &down, "...A...A.AAA.", shown),
        row(At::ReplaceOutcome, &gone, ".......AAAAAA", shown),
    ]
}

fn retiring_rows() -> Vec<Row> {
    let shown = Shown::Retiring;
    let owes = |row: Row| Row { recall: Recall::Draining, ..row };
    let bounce = bounced(input(0, Change::Start, o(0), sub(0)));
    vec![
        row(At::Receipt, &[bounce], "...A.....AAA.", shown),
        row(At::Outcome, &[initial(0, o(0), failures(0)[0])], "...A.....AAA.", shown),
        row(At::Doomed, &[worker_stopped(0, ev(0), 1)], "...A.....AAA.", shown),
        owes(row(At::Receipt, &[exited(0, 1)], "....AA...A...", shown)),
        owes(row(At::Outcome, &[exited(0, 1)], "......A..A..A", shown)),
        owes(row(At::ReplaceReceipt, &[exited(0, 1)], "....AA..AA...", shown)),
        owes(row(At::ReplaceOutcome, &[exited(0, 1)], ".......AAA..A", shown)),
    ]
}

fn draining_rows() -> Vec<Row> {
    let shown = Shown::Draining;
    let closed = [Told::Shutdown];
    vec![
        row(At::Creating, &closed, "AAA..........", shown),
        row(At::Creating, &[early_exit(0, 1), Told::Shutdown], "AA...........", shown),
        row(At::Creating, &[stop(0), Told::Shutdown], "AAA..........", shown),
        row(At::Creating, &[cancel(0, o(0)), Told::Shutdown], "AAA..........", shown),
        row(At::Waiting, &closed, "...A.....AAA.", shown),
        row(At::Receipt, &closed, "...AAA...AAA.", shown),
        row(At::Outcome, &closed, "...A..A..AAA.", shown),
        row(At::Outcome, &[Told::Shutdown, exited(0, 1)], "......A..AAAA", shown),
        row(At::Ready, &closed, "...A....AAAA.", shown),
        row(At::Ready, &[stop(0), Told::Shutdown], "...A....AAAA.", shown),
        row(At::Empty, &closed, "...A.....AAA.", shown),
        row(At::ReplaceWaiting, &closed, "...A....AAAA.", shown),
        row(At::ReplaceReceipt, &closed, "...AAA..AAAA.", shown),
        row(At::ReplaceOutcome, &closed, "...A...AAAAA.", shown),
        row(At::ReplaceOutcome, &[cancel(0, o(2)), Told::Shutdown], "...A...AAAAA.", shown),
    ]
}

fn rows() -> Vec<Row> {
    [plain_rows(), stopping_rows(), cancelling_rows(), retiring_rows(), draining_rows()]
        .into_iter()
        .flatten()
        .collect()
}

impl Row {
    fn change(&self) -> (Change, Id, Submission) {
        match self.at {
            At::ReplaceWaiting | At::ReplaceReceipt | At::ReplaceOutcome => {
                (Change::Replacement, o(2), sub(9))
            }
            At::Creating
            | At::Waiting
            | At::Receipt
            | At::Outcome
            | At::Ready
            | At::Doomed
            | At::Empty => (Change::Start, o(0), sub(0)),
        }
    }

    fn purpose(&self) -> Purpose {
        if self.then.contains(&stop(0)) { for_stop(0) } else { Purpose::Ending }
    }

    fn build(&self) -> History {
        let mut history = stand(self.at);
        for told in &self.then {
            history.ok(*told);
        }
        history
    }

    /// The right fact of each column.
    fn facts(&self) -> [Told; 13] {
        let (change, operation, submission) = self.change();
        [
            born(0),
            not_born(0),
            early_exit(0, 11),
            exited(0, 12),
            accepted(0, change, operation),
            bounced(input(0, change, operation, submission)),
            initial(0, operation, ready(0)),
            replacement(0, operation, replaced(0, drained(ev(0)))),
            worker_stopped(0, ev(0), 13),
            unavailable_command(0),
            asked(0, self.purpose()),
            not_asked(0, self.purpose()),
            rest(0, operation, Unreported::Untouched { submission }),
        ]
    }

    /// Facts that are wrong in one thing; no phase takes them.
    fn wrong_facts(&self) -> Vec<Told> {
        let (change, operation, submission) = self.change();
        let (other, wrong) = match change {
            Change::Start => (Change::Replacement, o(7)),
            Change::Replacement => (Change::Start, o(0)),
        };
        let foreign = Id { issuer: ME + 1, ..operation };
        let right = request(0, self.purpose());
        let another = if right.purpose == Purpose::Ending { for_stop(0) } else { Purpose::Ending };
        let untouched = Unreported::Untouched { submission };
        let mut told = vec![
            Told::BirthCommitted { creation: c(7), proxy: p(7) },
            Told::BirthRejected { creation: Id { issuer: ME + 1, ..c(0) }, rejection: 6000 },
            Told::ExitBeforeBirth { creation: c(7), exit: pexit(11) },
            exited(7, 12),
            initial(7, operation, ready(0)),
            worker_stopped(0, ev2(0), 13),
            worker_stopped(7, ev(0), 13),
            unavailable_command(7),
            rest(7, operation, untouched),
            rest(0, wrong, untouched),
            accepted(7, change, operation),
            accepted(0, other, operation),
            bounced(input(0, other, operation, submission)),
            Told::DeadlineAccepted { deadline: d(0) },
        ];
        for ticket in [wrong, foreign] {
            told.push(accepted(0, change, ticket));
            told.push(bounced(input(0, change, ticket, submission)));
            told.push(initial(0, ticket, ready(0)));
            told.push(replacement(0, ticket, replaced(0, drained(ev(0)))));
        }
        told.push(replacement(0, operation, replaced(0, drained(ev2(0)))));
        for request in [
            Request { generation: g(7), ..right },
            Request { proxy: p(7), ..right },
            Request { purpose: another, ..right },
            Request { purpose: for_stop(7), ..right },
        ] {
            told.push(Told::ShutdownAccepted { request });
            let (returned, reason) = (request, WHY);
            told.push(Told::ShutdownRejected { request, returned, reason });
        }
        told
    }
}

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
