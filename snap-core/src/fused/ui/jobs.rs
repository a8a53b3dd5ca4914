//! How the staircase of moments is shared between the threads of a team that keep their share in registers.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use crate::tables::{
    BasisChange, BasisItem, HalfPlane, MAX_TWOJMAX, MomentLayout, moment_columns, radial_count,
};

/// Moments that one thread keeps in registers.
pub const ACCUMULATORS: usize = 76;

/// All n, both parts, of one T and a range of S.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// T >= 0.
    pub t: usize,
    /// Smallest S.
    pub s_begin: usize,
    /// One past the largest S.
    pub s_end: usize,
    /// Place of the first moment among those of the thread.
    first: usize,
}

/// What each of a team's threads computes of M and V.
#[derive(Clone, Debug)]
pub struct MomentJobs {
    twojmax: usize,
    /// The parts of each thread.
    jobs: Vec<Vec<Part>>,
    /// From M to V.
    change: BasisChange,
    /// Its items, by S and T.
    items: Vec<Vec<BasisItem<usize>>>,
}

/// There are the same jobs for the same twojmax.
impl Hash for MomentJobs {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.twojmax.hash(state);
    }
}

static JOBS: [OnceLock<MomentJobs>; MAX_TWOJMAX + 1] = [const { OnceLock::new() }; MAX_TWOJMAX + 1];

impl MomentJobs {
    /// The jobs for `twojmax`.
    ///
    /// # Panics
    /// If it exceeds [`MAX_TWOJMAX`].
    #[must_use]
    pub fn of(twojmax: usize) -> &'static MomentJobs {
        JOBS[twojmax].get_or_init(|| MomentJobs::new(twojmax))
    }

    /// Longest part first, each to the thread with the least.
    fn new(twojmax: usize) -> Self {
        let mut parts: Vec<Part> = (0..=twojmax).flat_map(|t| split(twojmax, t)).collect();
        parts.sort_by_key(|part| Reverse(moments(twojmax, part)));
        let total = moment_count(twojmax);
        let mut jobs: Vec<Vec<Part>> = vec![];
        let mut count = total.div_ceil(ACCUMULATORS).max(1);
        while jobs.is_empty() {
            jobs = pack(twojmax, &parts, count).unwrap_or_default();
            count += 1;
        }
        let change = BasisChange::new(&MomentLayout::new(twojmax));
        Self {
            twojmax,
            jobs,
            items: by_weight(twojmax, &change),
            change,
        }
    }

    /// Twice the largest angular momentum.
    #[must_use]
    pub fn twojmax(&self) -> usize {
        self.twojmax
    }

    /// Number of jobs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Never: S = T = 0 is a job for every twojmax.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The parts of a job.
    #[must_use]
    pub fn parts(&self, job: usize) -> &[Part] {
        &self.jobs[job]
    }

    /// Moments of a job.
    #[must_use]
    pub fn moments(&self, job: usize) -> usize {
        let parts = self.jobs[job].iter();
        parts.map(|part| moments(self.twojmax, part)).sum()
    }

    /// Number of values n of weights (S, T).
    #[must_use]
    pub fn radial(&self, s: usize, t: usize) -> usize {
        radial_count(self.twojmax, s + t)
    }

    /// Place of the moment (S, c; T, d, n) of a part among those of the thread.
    #[must_use]
    pub fn place(&self, part: &Part, [s, c, d, n]: [usize; 4]) -> usize {
        let before: usize = (part.s_begin..s)
            .map(|s| values(self.twojmax, s, part.t))
            .sum();
        let (rows, columns) = (rows(s), rows(part.t));
        part.first + before + (n * rows + c) * columns + d
    }

    /// The item of [`BasisChange`] of (S, T).
    #[must_use]
    pub fn item(&self, s: usize, t: usize) -> BasisItem<usize> {
        self.items[s][t]
    }

    /// A coefficient of [`BasisChange`].
    #[must_use]
    pub fn coefficient(&self, at: usize) -> f64 {
        self.change.t[at]
    }
}

/// Real and imaginary part, or the real part alone.
fn rows(power: usize) -> usize {
    if power == 0 { 1 } else { 2 }
}

/// Number of moments of (S, T).
fn values(twojmax: usize, s: usize, t: usize) -> usize {
    radial_count(twojmax, s + t) * rows(s) * rows(t)
}

fn moments(twojmax: usize, part: &Part) -> usize {
    (part.s_begin..part.s_end)
        .map(|s| values(twojmax, s, part.t))
        .sum()
}

/// Number of all moments, without padding.
fn moment_count(twojmax: usize) -> usize {
    (0..=twojmax)
        .map(|s| rows(s) * moment_columns(twojmax - s))
        .sum()
}

/// T in as few parts as fit the registers, of about equal size.
fn split(twojmax: usize, t: usize) -> Vec<Part> {
    let whole = Part {
        t,
        s_begin: 0,
        s_end: twojmax - t + 1,
        first: 0,
    };
    let total = moments(twojmax, &whole);
    let mut pieces = total.div_ceil(ACCUMULATORS);
    loop {
        let parts = cut(twojmax, &whole, total.div_ceil(pieces));
        if parts
            .iter()
            .all(|part| moments(twojmax, part) <= ACCUMULATORS)
        {
            return parts;
        }
        pieces += 1;
    }
}

/// Cuts a part where a piece has reached `size`.
fn cut(twojmax: usize, whole: &Part, size: usize) -> Vec<Part> {
    let mut parts = vec![Part {
        s_end: whole.s_begin,
        ..whole.clone()
    }];
    for s in whole.s_begin..whole.s_end {
        let last = parts.last_mut().expect("starts with one part");
        if s > last.s_begin && moments(twojmax, last) + values(twojmax, s, whole.t) > size {
            parts.push(Part {
                s_begin: s,
                s_end: s + 1,
                ..whole.clone()
            });
        } else {
            last.s_end = s + 1;
        }
    }
    parts
}

/// The parts in `count` jobs, or none if they do not fit.
fn pack(twojmax: usize, parts: &[Part], count: usize) -> Option<Vec<Vec<Part>>> {
    let mut jobs = vec![(0, vec![]); count];
    for part in parts {
        let (used, job) = jobs.iter_mut().min_by_key(|(used, _)| *used)?;
        job.push(Part {
            first: *used,
            ..part.clone()
        });
        *used += moments(twojmax, part);
        if *used > ACCUMULATORS {
            return None;
        }
    }
    Some(jobs.into_iter().map(|(_, job)| job).collect())
}

/// The items of a basis change by S and T.
fn by_weight(twojmax: usize, change: &BasisChange) -> Vec<Vec<BasisItem<usize>>> {
    let half_plane = HalfPlane::new(twojmax);
    let none = BasisItem::of([0; 8]);
    let mut items = vec![vec![none; twojmax + 1]; twojmax + 1];
    for row in &change.items {
        let item = BasisItem::of(row.map(|x| x as usize));
        let weight = half_plane.weight_at(item.plus);
        items[weight.s as usize][weight.t as usize] = item;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_has_one_place() {
        for twojmax in 0..=MAX_TWOJMAX {
            let jobs = MomentJobs::of(twojmax);
            let mut total = 0;
            for q in 0..jobs.len() {
                let mut seen = [0; ACCUMULATORS];
                for part in jobs.parts(q) {
                    for s in part.s_begin..part.s_end {
                        for n in 0..jobs.radial(s, part.t) {
                            for (c, d) in
                                (0..rows(s)).flat_map(|c| (0..rows(part.t)).map(move |d| (c, d)))
                            {
                                seen[jobs.place(part, [s, c, d, n])] += 1;
                            }
                        }
                    }
                }
                let used = seen.iter().sum::<usize>();
                assert!(
                    seen[..used].iter().all(|&n| n == 1),
                    "2J={twojmax}, job {q}"
                );
                total += used;
            }
            assert_eq!(
                total,
                (0..=twojmax).map(|j| (j + 1) * (j + 1)).sum::<usize>()
            );
        }
    }

    #[test]
    fn jobs_are_as_even_as_the_registers_ask_for() {
        assert_eq!(MomentJobs::of(8).len(), 4);
        assert!(MomentJobs::of(14).len() <= 20);
    }
}
