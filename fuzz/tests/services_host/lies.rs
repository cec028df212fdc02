//! A host that lies once: the law that is about it names the lie.

use super::bench::Bench;
use actor_laws_fuzz::proxy::observation::{Exit, Report, Submission, Told as ProxyTold};
use actor_laws_fuzz::services::law::catalogue;
use actor_laws_fuzz::services::observation::{Id, Row, Told};
use actor_laws_fuzz::services::scenario::Opcode;
use actor_laws_fuzz::supervisor::observation::{
    Change, ProxyExit, Told as SupervisorTold, Unreported,
};

/// The laws that a lie breaks here.
pub(super) const LAWS: [&str; 6] = [
    "input-carried-as-sent",
    "told-to-a-proxy-that-is",
    "report-carried-as-said",
    "command-ends-once",
    "exit-told-of-a-stopped-proxy",
    "accepted-input-has-one-outcome",
];

/// A value that nobody has.
const FRESH: u32 = 5_000;

/// The settlements of a start: birth, receipt, input, and the life of its worker.
const START_SETTLEMENTS: usize = 8;

fn demand(bench: &mut Bench, told: Told, law: &'static str) {
    assert!(catalogue::find(law).is_some() && LAWS.contains(&law), "`{law}` is in the catalogue");
    let breach = bench.lie(told).expect_err("a lie");
    assert_eq!(breach.law, law, "{}", breach.evidence);
}

/// A started key whose input is sent and neither received nor carried.
fn sent() -> Bench {
    let mut bench = Bench::new(|_| {});
    bench.step(Opcode::Start, [0; 3]);
    bench.settle(1);
    assert_eq!(bench.view.proxy(1).map(|shown| shown.row), Some(Row::Dormant));
    bench
}

/// A started key that is ready, as its proxy is.
fn ready() -> Bench {
    let mut bench = Bench::new(|_| {});
    bench.step(Opcode::Start, [0; 3]);
    bench.settle(START_SETTLEMENTS);
    assert_eq!(bench.view.proxy(1).map(|shown| shown.row), Some(Row::Ready));
    assert!(bench.host.duties().is_empty());
    bench
}

fn operation() -> Id {
    Id { issuer: 1, ordinal: 1 }
}

fn fresh() -> Submission {
    Submission { worker: FRESH, plan: FRESH + 1 }
}

#[test]
fn an_input_that_the_supervisor_has_not_sent() {
    let told = ProxyTold::InstallInitial { ticket: operation(), submission: fresh() };
    demand(&mut sent(), Told::Proxy { proxy: 1, told }, "input-carried-as-sent");
}

#[test]
fn an_input_that_is_carried_and_comes_back_as_well() {
    let mut bench = sent();
    let input = bench.host.proxies().named(1).and_then(|record| record.flight).expect("sent").input;
    let told = ProxyTold::InstallInitial { ticket: operation(), submission: input.submission };
    assert_eq!(bench.lie(Told::Proxy { proxy: 1, told }), Ok(()));
    let (change, operation) = (Change::Start, operation());
    let back =
        SupervisorTold::InputRejected { proxy: 1, change, operation, returned: input, reason: 0 };
    let breach = bench.lie(Told::Supervisor(back)).expect_err("a lie");
    assert_eq!(breach.law, "accepted-input-has-one-outcome", "{}", breach.evidence);
}

#[test]
fn a_proxy_that_never_was() {
    let told = Told::Proxy { proxy: 9, told: ProxyTold::Shutdown };
    demand(&mut sent(), told, "told-to-a-proxy-that-is");
}

#[test]
fn a_report_that_nobody_has_made() {
    let exit = Exit { stop: FRESH, at: 1 };
    let evidence = Id { issuer: (1 << 28) + 1, ordinal: 1 };
    let report = Report::WorkerStopped { evidence, exit };
    let told = Told::Supervisor(SupervisorTold::Report { proxy: 1, report });
    demand(&mut ready(), told, "report-carried-as-said");
}

#[test]
fn a_command_that_is_published_twice() {
    let mut bench = sent();
    bench.step(Opcode::Serve, [0; 3]);
    let kind = |bench: &mut Bench| bench.step(Opcode::SettleKind, [5, 0, 0]);
    let Some(told @ Told::Supervisor(SupervisorTold::Report { .. })) = kind(&mut bench) else {
        panic!("the report is told");
    };
    demand(&mut bench, told, "command-ends-once");
}

#[test]
fn the_exit_of_a_proxy_that_serves() {
    let exit = ProxyExit { stop: FRESH, at: 1 };
    let told = Told::Supervisor(SupervisorTold::ExitAfterBirth { proxy: 1, exit });
    demand(&mut ready(), told, "exit-told-of-a-stopped-proxy");
}

#[test]
fn an_outcome_before_its_time() {
    let rest = Unreported::Untouched { submission: fresh() };
    let told = SupervisorTold::Unreported { proxy: 1, operation: operation(), rest };
    demand(&mut sent(), Told::Supervisor(told), "accepted-input-has-one-outcome");
}
