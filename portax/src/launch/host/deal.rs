//! Items dealt to workers that may come late or be held up.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The items `0..n`, each given out once: a worker gets those of its own share in order, then what others have left.
pub(super) struct Deal(Vec<Share>);

/// Items of one worker, in a pair of cache lines of their own.
#[repr(align(128))]
struct Share {
    next: AtomicUsize,
    end: usize,
}

impl Deal {
    /// Equal shares for `workers`, the same in every deal: what belongs to an item stays in the caches of one core.
    pub(super) fn new(items: usize, workers: usize) -> Self {
        let start = |worker: usize| worker * items / workers;
        let share = |worker| Share {
            next: AtomicUsize::new(start(worker)),
            end: start(worker + 1),
        };
        Self((0..workers).map(share).collect())
    }

    /// The next item for a worker; none when all are given out.
    pub(super) fn next(&self, worker: usize) -> Option<usize> {
        let (before, from_own) = self.0.split_at(worker);
        from_own.iter().chain(before).find_map(Share::take)
    }
}

impl Share {
    fn take(&self) -> Option<usize> {
        // Reading leaves the cache line with its owner.
        if self.next.load(Ordering::Relaxed) >= self.end {
            return None;
        }
        let item = self.next.fetch_add(1, Ordering::Relaxed);
        (item < self.end).then_some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, thread};

    #[test]
    fn a_worker_gets_its_own_share_first_then_that_of_others() {
        let deal = Deal::new(7, 3);
        assert_eq!([1, 1, 1].map(|w| deal.next(w)), [Some(2), Some(3), Some(4)]);
        assert_eq!(deal.next(0), Some(0));
        assert_eq!(deal.next(1), Some(5), "the next worker's");
        assert_eq!([2, 2, 2].map(|w| deal.next(w)), [Some(6), Some(1), None]);
    }

    #[test]
    fn workers_at_once_get_each_item_once() {
        let deal = Deal::new(1000, 4);
        let take = |worker| std::iter::from_fn(|| deal.next(worker)).collect::<Vec<_>>();
        let taken: Vec<usize> = thread::scope(|scope| {
            let workers = [0, 1, 2, 3].map(|worker| scope.spawn(move || take(worker)));
            workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap())
                .collect()
        });
        assert_eq!(taken.len(), 1000);
        assert_eq!(BTreeSet::from_iter(taken), BTreeSet::from_iter(0..1000));
    }

    #[test]
    fn nothing_and_fewer_items_than_workers_are_dealt() {
        assert_eq!(Deal::new(0, 2).next(1), None);
        let deal = Deal::new(2, 5);
        assert_eq!([4, 4, 4].map(|w| deal.next(w)), [Some(1), Some(0), None]);
    }
}
