//! Teams on a host: how threads take them through one launch, or through several without a wait between them.

use crate::launch::prepared::Prepared;
use crate::{backend::Host, error::Result, kernel::exec::native::FaultSink};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

/// What runs teams of these ranks, one after the other, with a worker's scratch.
pub(crate) type Run = Box<dyn Fn(Range<usize>, &mut [u8]) + Send + Sync>;

/// A launch of teams on a host.
pub(crate) struct Teams {
    pub label: String,
    pub host: Arc<dyn Host>,
    pub league: usize,
    /// Scratch of a team
    pub scratch_bytes: usize,
    /// Where `run` reports to
    pub sink: Arc<FaultSink>,
    pub run: Run,
}

/// Runs launches of one league on one host: a thread takes a block of teams through all of them.
pub(crate) fn run(launches: &[Arc<Teams>]) -> Result<()> {
    let Some(first) = launches.first() else {
        return Ok(());
    };
    let (host, league) = (&first.host, first.league);
    let block = block(league, host.concurrency());
    let scratch_bytes = launches.iter().map(|l| l.scratch_bytes).fold(0, usize::max);
    let task = |t: usize, scratch: &mut [u8]| {
        let ranks = t * block..league.min((t + 1) * block);
        launches
            .iter()
            .for_each(|l| (l.run)(ranks.clone(), scratch));
    };
    let done = catch_unwind(AssertUnwindSafe(|| {
        host.run(league.div_ceil(block), scratch_bytes, &task);
    }));
    let faults = launches.iter().filter(|l| l.sink.is_hit());
    let faults = faults.filter_map(|l| Some(l.sink.take()?.into_error(&l.label)));
    // All are taken: what is left would be told at the next run.
    if let Some(error) = faults.reduce(|first, _| first) {
        return Err(error);
    }
    match FaultSink::default().fault_of(done) {
        Ok(done) => done.map_err(|fault| fault.into_error(&labels(launches))),
        Err(panic) => resume_unwind(panic),
    }
}

fn labels(launches: &[Arc<Teams>]) -> String {
    let labels: Vec<&str> = launches.iter().map(|l| &*l.label).collect();
    labels.join(", ")
}

/// Teams of a task: so few that threads who have finished find some to take, and that what one launch of a series leaves is
/// in the caches for the next.
fn block(league: usize, threads: usize) -> usize {
    league.div_ceil(16 * threads).max(1)
}

impl Prepared {
    /// Launches for a series, such as a [`Graph`](crate::Graph), that runs them team by team: where launches that follow
    /// each other have teams of one league size on a host, they become one, in which a thread takes a team, or a few that
    /// follow each other, through all of them before its next; nobody waits between them. Where one of them fails, other
    /// teams may have run the later ones. All others stay as they are, as all do on devices and where profiling tools listen.
    ///
    /// # Safety
    /// In none of these launches does a team access what a team of another rank writes in one of them, but by atomics.
    #[must_use]
    pub unsafe fn team_by_team<'a>(
        launches: impl IntoIterator<Item = &'a Prepared>,
    ) -> Vec<Prepared> {
        let mut series: Vec<Prepared> = Vec::new();
        for launch in launches {
            let both = series.last().and_then(|last| last.followed_by(launch));
            if both.is_some() {
                series.pop();
            }
            series.push(both.unwrap_or_else(|| launch.clone()));
        }
        series
    }

    /// Both as one, if their teams pair up.
    fn followed_by(&self, next: &Prepared) -> Option<Prepared> {
        let (first, then) = (self.teams().first()?, next.teams().first()?);
        if first.league != then.league || !Arc::ptr_eq(&first.host, &then.host) {
            return None;
        }
        let label = format!("{}, {}", self.label(), next.label());
        let uses = self.uses().iter().chain(next.uses()).cloned();
        let launches = self.teams().iter().chain(next.teams()).cloned();
        Some(Prepared::of_teams(label, uses, launches.collect()))
    }
}
