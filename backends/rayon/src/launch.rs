//! One launch: who runs which task.

use crate::{memory::with_scratch, threads::Threads};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A task: its number and the worker's scratch.
pub type Task<'a> = &'a (dyn Fn(usize, &mut [u8]) + Sync);

/// Tasks that one thread owns; other threads take from it when they have nothing left. A cache line pair of its own.
#[repr(align(128))]
struct Block {
    next: AtomicUsize,
    end: usize,
}

impl Block {
    /// The `thread`-th of `threads` equal parts of `0..tasks`.
    fn new(thread: usize, threads: usize, tasks: usize) -> Block {
        let (size, rest) = (tasks / threads, tasks % threads);
        let start = |t: usize| t * size + t.min(rest);
        Block {
            next: AtomicUsize::new(start(thread)),
            end: start(thread + 1),
        }
    }

    /// The next task of the block that nobody has.
    fn take(&self) -> Option<usize> {
        if self.next.load(Ordering::Relaxed) >= self.end {
            return None;
        }
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.end).then_some(task)
    }
}

/// Runs `task(0)` to `task(tasks - 1)` on `threads`, each once.
pub fn run(threads: &Threads, tasks: usize, scratch_bytes: usize, task: Task) {
    let count = threads.count();
    let workers = count.min(tasks);
    if workers <= 1 {
        return with_scratch(scratch_bytes, |scratch| {
            (0..tasks).for_each(|i| task(i, scratch))
        });
    }
    let blocks: Vec<_> = (0..count)
        .map(|thread| Block::new(thread, count, tasks))
        .collect();
    threads.fork(workers, &|| {
        with_scratch(scratch_bytes, |scratch| {
            work(&blocks, threads.index(), |i| task(i, scratch))
        })
    });
}

/// Runs what is left of block number `own`, then what is left of the others.
fn work(blocks: &[Block], own: usize, mut task: impl FnMut(usize)) {
    let (others, mine) = blocks.split_at(own);
    for block in mine.iter().chain(others) {
        while let Some(i) = block.take() {
            task(i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_partition_the_tasks_evenly() {
        for (threads, tasks) in [(1, 5), (3, 7), (4, 2), (5, 0), (4, 8)] {
            let blocks: Vec<_> = (0..threads)
                .map(|t| Block::new(t, threads, tasks))
                .collect();
            let taken: Vec<_> = blocks
                .iter()
                .flat_map(|b| std::iter::from_fn(|| b.take()))
                .collect();
            assert_eq!(taken, (0..tasks).collect::<Vec<_>>());
            let size = |t: usize| {
                Block::new(t, threads, tasks).end - Block::new(t, threads, tasks).next.into_inner()
            };
            assert!((0..threads).all(|t| size(t) <= tasks.div_ceil(threads)));
        }
    }
}
