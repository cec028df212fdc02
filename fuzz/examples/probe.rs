//! Scratch: runs seeds of every target.
use actor_laws_fuzz::{
    law::cell::{self, CellSet},
    run::Runner,
    target::TARGETS,
};
use std::time::Instant;
fn main() {
    let seeds: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2000);
    let first: u64 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut runner = Runner::new();
    let mut bytes = Vec::new();
    let mut all = CellSet::new();
    let mut failed = std::collections::BTreeMap::<&'static str, (u64, u64)>::new();
    for target in &TARGETS {
        let (mut folds, mut steps) = (0_u64, 0_u64);
        let mut inputs = Vec::new();
        for seed in first..first + seeds {
            target.generate(seed, &mut bytes);
            inputs.push(bytes.clone());
        }
        let start = Instant::now();
        for (at, bytes) in inputs.iter().enumerate() {
            match runner.run(target, bytes) {
                Ok(summary) => {
                    folds += u64::from(summary.folds);
                    steps += u64::from(summary.steps);
                }
                Err(failure) => {
                    let entry = failed.entry(failure.law).or_insert((0, at as u64));
                    if entry.0 == 0 {
                        println!("{} seed {}: {failure}", target.name, at as u64 + first);
                        if std::env::var_os("TRACE").is_some() {
                            println!("{}", runner.trace(target, bytes));
                        }
                    }
                    entry.0 += 1;
                }
            }
            all.union(runner.cells());
        }
        let ns = start.elapsed().as_nanos() as f64;
        println!(
            "{}: {steps} steps {folds} folds {:.0} ns/fold {:.2} M/s",
            target.name,
            ns / folds as f64,
            folds as f64 * 1000.0 / ns
        );
    }
    println!("{failed:?}");
    let missing: Vec<String> = cell::declared()
        .filter(|c| !all.contains(*c) && cell::unreachable(*c).is_none())
        .map(cell::name)
        .collect();
    println!("cells {} of {}; missing {}", all.len(), cell::CELLS, missing.len());
    if std::env::var_os("CELLS").is_some() {
        for name in missing {
            println!("{name}");
        }
    }
    let odd: Vec<String> =
        all.iter().filter(|c| cell::unreachable(*c).is_some()).map(cell::name).collect();
    println!("reached although unreachable: {odd:?}");
}
