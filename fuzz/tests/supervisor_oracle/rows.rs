//! The rows of both tables of the law: how to get there, and what the tables say of them.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

/// Where service 0 stands. Service 1 holds the one slot where service 0 waits. A start is
/// operation 0, a replacement operation 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
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

pub(crate) fn stand(at: At) -> History {
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

pub(crate) fn replace_at(history: &mut History, at: At) {
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
pub(crate) enum Answer {
    Taken,
    Unavailable,
    Already,
    Closed,
}

/// The answer to the cancel of the phase's operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Recall {
    Returned,
    Pending,
    Committed,
    Cancelled,
    Draining,
    Stale,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) at: At,
    /// What is told from there on.
    pub(crate) then: Vec<Told>,
    /// `A` for each fact that is taken, in the order of [`facts`].
    pub(crate) takes: &'static str,
    pub(crate) replace: Answer,
    pub(crate) stop: Answer,
    pub(crate) recall: Recall,
    pub(crate) shown: Shown,
}

/// A row of the phase itself.
pub(crate) fn row(at: At, then: &[Told], takes: &'static str, shown: Shown) -> Row {
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

pub(crate) const READY: Shown = Shown::Ready { proxy: 1000 };
pub(crate) const WAITING: Shown = Shown::WaitingForActivationAuthorization;
pub(crate) const AWAITING: Shown = Shown::AwaitingProxyOutcome;

/// Columns: birth, no birth, early exit, exit, receipt, bounce, initial, replacement, worker
/// stopped, unavailable, asked, not asked, unreported.
pub(crate) fn plain_rows() -> Vec<Row> {
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

pub(crate) fn stopping_rows() -> Vec<Row> {
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

pub(crate) fn cancelling_rows() -> Vec<Row> {
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

pub(crate) fn retiring_rows() -> Vec<Row> {
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

pub(crate) fn draining_rows() -> Vec<Row> {
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

pub(crate) fn rows() -> Vec<Row> {
    [plain_rows(), stopping_rows(), cancelling_rows(), retiring_rows(), draining_rows()]
        .into_iter()
        .flatten()
        .collect()
}

impl Row {
    pub(crate) fn change(&self) -> (Change, Id, Submission) {
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

    pub(crate) fn purpose(&self) -> Purpose {
        if self.then.contains(&stop(0)) { for_stop(0) } else { Purpose::Ending }
    }

    pub(crate) fn build(&self) -> History {
        let mut history = stand(self.at);
        for told in &self.then {
            history.ok(*told);
        }
        history
    }

    /// The right fact of each column.
    pub(crate) fn facts(&self) -> [Told; 13] {
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
    pub(crate) fn wrong_facts(&self) -> Vec<Told> {
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
