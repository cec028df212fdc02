//! Laws about outcomes, ends and leftovers.

use super::*;

#[test]
fn an_outcome_with_another_reason_is_named() {
    bent("outcome-tells-what-was-told", |_, said, _, _| {
        for outcome in said.iter_mut().filter_map(outcome) {
            if let StartOutcome::CreationRejected(unborn) = outcome {
                unborn.why.reason += 1;
            }
        }
    });
}

#[test]
fn an_early_exit_that_is_left_out_is_named() {
    bent("outcome-tells-what-was-told", |_, said, _, _| {
        for outcome in said.iter_mut().filter_map(outcome) {
            if let StartOutcome::CreationRejected(unborn) = outcome {
                unborn.early_exit = None;
            }
        }
    });
}

#[test]
fn an_outcome_of_another_worker_is_named() {
    bent("outcome-tells-what-was-told", |_, said, _, _| {
        for outcome in said.iter_mut().filter_map(outcome) {
            if let StartOutcome::Unavailable { evidence, .. } = outcome {
                evidence.ordinal += 1;
            }
        }
    });
}

#[test]
fn ready_in_spite_of_an_exit_is_named() {
    bent("ready-is-alive", |_, said, _, _| {
        for outcome in said.iter_mut().filter_map(outcome) {
            if let StartOutcome::Unavailable { evidence, cause } = *outcome
                && let Cause::ReadyAfterExit { proof, .. } = cause
            {
                *outcome = StartOutcome::Ready { evidence, proof };
            }
        }
    });
}

#[test]
fn an_end_without_its_settlement_is_named() {
    bent("end-is-complete", |_, said, _, _| {
        for outcome in said.iter_mut().filter_map(outcome) {
            if let StartOutcome::Unavailable { cause, .. } = outcome
                && let Some(end) = end_of(cause)
            {
                end.shutdown = None;
            }
        }
    });
}

#[test]
fn a_leftover_end_with_another_time_is_named() {
    bent("end-is-complete", |_, _, verdict, _| {
        if let Verdict::Stopped { leftover: Leftover::Worker(end) } = verdict {
            end.exit.at += 1;
        }
    });
}

#[test]
fn a_drained_predecessor_that_is_called_gone_is_named() {
    bent("predecessor-is-awaited", |_, said, _, _| {
        for said in said {
            if let Said::Report { report: Report::Replacement { outcome, .. } } = said
                && let ReplacementOutcome::Resolved { predecessor, .. } = outcome
            {
                predecessor.drained = None;
            }
        }
    });
}

#[test]
fn a_successor_that_is_published_before_the_settlement_is_named() {
    bent("predecessor-is-awaited", |told, said, _, before| {
        if let Told::ActivationReady { proof, .. } = *told
            && before.row == Row::Activating
            && before.predecessor_settlement_owed
            && said.is_empty()
        {
            let predecessor = Predecessor { evidence: Id { issuer: 1, ordinal: 1 }, drained: None };
            let evidence = Id { issuer: 1, ordinal: 2 };
            let successor = StartOutcome::Ready { evidence, proof };
            let outcome = ReplacementOutcome::Resolved { predecessor, successor };
            let ticket = Id { issuer: 1_000, ordinal: 2 };
            said.push(Said::Report { report: Report::Replacement { ticket, outcome } });
        }
    });
}

#[test]
fn a_stop_while_a_worker_lives_is_named() {
    bent("stop-owes-nothing", |told, _, verdict, before| {
        if *told == Told::Shutdown && before.row == Row::Ready {
            *verdict = Verdict::Stopped { leftover: Leftover::Nothing };
        }
    });
}

#[test]
fn a_leftover_that_is_nothing_is_named() {
    bent("leftover-is-complete", |_, _, verdict, _| {
        if let Verdict::Stopped { leftover: leftover @ Leftover::Change { .. } } = verdict {
            *leftover = Leftover::Nothing;
        }
    });
}

#[test]
fn a_leftover_without_its_predecessor_is_named() {
    bent("change-answered-once", |_, _, verdict, _| {
        if let Verdict::Stopped { leftover: Leftover::Change { predecessor, .. } } = verdict {
            *predecessor = None;
        }
    });
}

#[test]
fn a_leftover_with_a_ready_outcome_that_was_held_is_named() {
    bent("outcome-tells-what-was-told", |_, _, verdict, _| {
        if let Verdict::Stopped { leftover: Leftover::Change { worker, .. } } = verdict
            && let UnreportedWorker::Held { outcome, .. } = *worker
        {
            *worker = UnreportedWorker::Resolved(outcome);
        }
    });
}
