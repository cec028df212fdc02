//! Work in several threads, each taking the next item that is open.

use crate::outcome::Problem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does `work` on every item with so many `jobs`, and hands each result to `take` in this thread, in the
/// order in which they come. The first problem ends the work.
pub(super) fn side_by_side<I: Copy + Sync, T: Send>(
    items: &[I],
    jobs: usize,
    work: &(dyn Fn(I) -> Result<T, Problem> + Sync),
    take: &mut dyn FnMut(T) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(work(*item)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|result| take(result?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        let items: Vec<usize> = (0..100).collect();
        let mut seen = Vec::new();
        let taken = side_by_side(&items, 4, &|item| Ok(item * 2), &mut |result| {
            seen.push(result);
            Ok(())
        });
        taken.expect("nothing fails");
        seen.sort_unstable();
        assert_eq!(seen, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_problem_ends_the_work() {
        let items: Vec<usize> = (0..1000).collect();
        let work = |item| {
            if item == 3 { Err(Problem::environment("three", "do without")) } else { Ok(item) }
        };
        let mut taken = 0;
        let ended = side_by_side(&items, 1, &work, &mut |_| {
            taken += 1;
            Ok(())
        });
        assert_eq!(ended.expect_err("three fails").to_string(), "three\n  what to do: do without");
        assert_eq!(taken, 3);
    }
}
