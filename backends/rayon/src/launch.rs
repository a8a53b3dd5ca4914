//! One launch: who runs which task.

use crate::{memory::with_scratch, room::launch_with_room, threads::Threads};
use std::{
    cell::Cell,
    hint::spin_loop,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// Least time for which a thread leaves others' tasks alone: about twice what it costs to move a task's data from cache
/// to cache, since the next launch moves it back.
const RESPECT: Duration = Duration::from_micros(5);
/// Turns of a waiting loop between two reads of what others write: each read takes the cache line from its owner.
const TURNS: usize = 64;

/// A task: its number and the worker's scratch.
pub type Task<'a> = &'a (dyn Fn(usize, &mut [u8]) + Sync);

/// Tasks that one thread owns, in a pair of cache lines of their own. Other threads take them when they have none left
/// and the owner does not come.
#[repr(align(128))]
struct Block {
    next: AtomicUsize,
    end: usize,
    /// Whether its owner has come.
    attended: AtomicBool,
}

impl Block {
    /// The `thread`-th of `threads` equal parts of `0..tasks`.
    fn new(thread: usize, threads: usize, tasks: usize) -> Block {
        let (size, rest) = (tasks / threads, tasks % threads);
        let start = |t: usize| t * size + t.min(rest);
        Block {
            next: AtomicUsize::new(start(thread)),
            end: start(thread + 1),
            attended: AtomicBool::new(false),
        }
    }

    /// Number of tasks that no thread has taken.
    fn left(&self) -> usize {
        self.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// Takes the next task of the block that no thread has taken.
    fn take(&self) -> Option<usize> {
        if self.left() == 0 {
            return None;
        }
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.end).then_some(task)
    }
}

/// Runs `task(0)` to `task(tasks - 1)` on `threads`, each once.
pub fn run(threads: &Threads, tasks: usize, scratch_bytes: usize, task: Task) {
    match threads {
        Threads::Caller | Threads::Own(_) => {
            launch_with_room(|| run_here(threads, tasks, scratch_bytes, task));
        }
        // on stacks of other pools
        Threads::Shared(_) | Threads::Current => run_here(threads, tasks, scratch_bytes, task),
    }
}

fn run_here(threads: &Threads, tasks: usize, scratch_bytes: usize, task: Task) {
    let count = threads.count();
    let workers = count.min(tasks);
    if workers <= 1 {
        return with_scratch(scratch_bytes, |scratch| {
            (0..tasks).for_each(|i| task(i, scratch))
        });
    }
    let mut blocks = BLOCKS.take();
    blocks.clear();
    blocks.extend((0..count).map(|thread| Block::new(thread, count, tasks)));
    threads.fork(workers, &|| {
        with_scratch(scratch_bytes, |scratch| {
            work(&blocks, threads.index(), |i| task(i, scratch))
        })
    });
    BLOCKS.set(blocks);
}

thread_local! {
    /// Memory for the blocks of the next launch.
    static BLOCKS: Cell<Vec<Block>> = const { Cell::new(Vec::new()) };
}

/// Runs block number `own`, then tasks of other blocks whose owners do not come.
fn work(blocks: &[Block], own: usize, mut task: impl FnMut(usize)) {
    let (before, rest) = blocks.split_at(own);
    let Some((mine, after)) = rest.split_first() else {
        return;
    };
    mine.attended.store(true, Ordering::Relaxed);
    let tasks = mine.left();
    let start = (tasks > 1).then(Instant::now);
    while let Some(i) = mine.take() {
        task(i);
    }
    let mut respect = None;
    for block in after.iter().chain(before).filter(|b| b.left() > 0) {
        let until = *respect.get_or_insert_with(|| Instant::now() + respect_after(start, tasks));
        await_owner(block, until);
        while let Some(i) = block.take() {
            task(i);
        }
    }
}

/// How long a thread that has run `tasks` tasks since `start` leaves others' tasks alone: as long as one of its own
/// took, since an owner that is not held up comes within that time.
fn respect_after(start: Option<Instant>, tasks: usize) -> Duration {
    let own = start.map_or(Duration::ZERO, |start| start.elapsed() / tasks as u32);
    own.max(RESPECT)
}

/// Waits until the block is empty or the time is over; returns at once if its owner has not come.
fn await_owner(block: &Block, until: Instant) {
    while block.attended.load(Ordering::Relaxed) && block.left() > 0 && Instant::now() < until {
        (0..TURNS).for_each(|_| spin_loop());
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
