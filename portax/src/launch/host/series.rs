//! Teams on a host: how threads take them through one launch, or items through several without a wait between them.

use super::deal::Deal;
use crate::{
    backend::Host,
    error::{Error, Result},
    kernel::exec::native::FaultSink,
    launch::prepared::{Prepared, once},
    view::View,
};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    ptr::NonNull,
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

impl Teams {
    /// Runs all teams: a thread takes a block of them at a time, so few that threads who have finished find some to take.
    pub(crate) fn run(&self) -> Result<()> {
        let block = self.league.div_ceil(16 * self.host.concurrency()).max(1);
        let tasks = self.league.div_ceil(block);
        let task = |t: usize, scratch: &mut [u8]| {
            (self.run)(t * block..self.league.min((t + 1) * block), scratch);
        };
        all_of([self], || self.host.run(tasks, self.scratch_bytes, &task))
    }
}

/// Runs what runs these launches; a fault of theirs becomes an error.
fn all_of<'a>(
    launches: impl IntoIterator<Item = &'a Teams> + Clone,
    run: impl FnOnce(),
) -> Result<()> {
    let done = catch_unwind(AssertUnwindSafe(run));
    let hit = launches.clone().into_iter().filter(|l| l.sink.is_hit());
    let faults = hit.filter_map(|l| Some(l.sink.take()?.into_error(&l.label)));
    // All are taken: what is left would be told at the next run.
    if let Some(error) = faults.reduce(|first, _| first) {
        return Err(error);
    }
    match FaultSink::default().fault_of(done) {
        Ok(done) => done.map_err(|fault| fault.into_error(&labels(launches))),
        Err(panic) => resume_unwind(panic),
    }
}

fn labels<'a>(launches: impl IntoIterator<Item = &'a Teams>) -> String {
    let labels: Vec<&str> = launches.into_iter().map(|l| &*l.label).collect();
    labels.join(", ")
}

/// Launches of one host that take items.
struct Series {
    launches: Vec<Arc<Teams>>,
    items: usize,
    /// The item of each team.
    item_of_team: NonNull<i32>,
}

// SAFETY: what `item_of_team` points to outlives the series, which a `Prepared` keeps together with its memory and runs while it
// has borrowed it.
unsafe impl Send for Series {}
// SAFETY: as for `Send`; each element has one worker.
unsafe impl Sync for Series {}

impl Series {
    fn run(&self) -> Result<()> {
        let Some(first) = self.launches.first() else {
            return Ok(());
        };
        // A pool's number of threads is that of the thread that launches.
        let teams = first.host.concurrency().min(first.league).min(self.items);
        let deal = Deal::new(self.items, teams);
        let work = |team: usize, scratch: &mut [u8]| {
            while let Some(item) = deal.next(team) {
                // SAFETY: there are at least as many elements as teams; this worker alone is this team.
                unsafe { self.item_of_team.add(team).write(item as i32) };
                for launch in &self.launches {
                    (launch.run)(team..team + 1, scratch);
                    if launch.sink.is_hit() {
                        return;
                    }
                }
            }
        };
        let scratch_bytes = self.launches.iter().map(|l| l.scratch_bytes);
        let scratch_bytes = scratch_bytes.fold(0, usize::max);
        all_of(self.launches.iter().map(|l| &**l), || {
            first.host.run(teams, scratch_bytes, &work);
        })
    }
}

impl Prepared {
    /// Launches of teams as one launch that takes the items `0..items` through all of them. Each thread acts as one team: it
    /// takes an item, writes the item's number into the team's element of `item_of_team`, runs this team of each launch in
    /// order, and takes the next item; no thread waits for another before the end. So what one launch hands on to the next needs room for
    /// as many teams as there are threads, not for all items. Where a launch fails, the rest of the items is left.
    ///
    /// Gives `None` where launches have to follow each other: on devices, where profiling tools listen, where one of them is no launch of
    /// teams, and where their leagues differ in size. Then take the items through in batches: put the numbers of a batch into `item_of_team`,
    /// run the launches, and go on with the next; teams whose numbers are past the last item return.
    ///
    /// # Errors
    /// `item_of_team` is not in the host's memory, or has fewer elements than the leagues have teams; leagues without teams; more items
    /// than an `i32` counts.
    ///
    /// # Safety
    /// In none of these launches does a team access what one of them writes for another team or another item, but by atomics. Of
    /// `item_of_team` a team reads its own element alone, and no launch writes it.
    pub unsafe fn item_by_item<'a>(
        launches: impl IntoIterator<Item = &'a Prepared>,
        items: usize,
        item_of_team: &View<i32, 1>,
    ) -> Result<Option<Prepared>> {
        let launches: Vec<&Prepared> = launches.into_iter().collect();
        let teams: Option<Vec<_>> = launches.iter().map(|l| l.teams().cloned()).collect();
        let Some(teams) = teams else {
            return Ok(None);
        };
        let Some(first) = teams.first() else {
            return Ok(None);
        };
        let alike = |l: &Arc<Teams>| l.league == first.league && Arc::ptr_eq(&l.host, &first.host);
        if !teams.iter().all(alike) {
            return Ok(None);
        }
        let memory = elements(item_of_team, first.league)?;
        if i32::try_from(items).is_err() {
            return Err(Error::Invalid(format!(
                "{items} items are more than an i32 counts; take them in several series"
            )));
        }
        let of_launches = launches.iter().flat_map(|l| l.uses()).cloned();
        let numbers = (item_of_team.allocation().clone(), true);
        let uses = once(of_launches.chain([numbers]));
        let series = Series {
            items,
            item_of_team: memory,
            launches: teams,
        };
        let label = labels(series.launches.iter().map(|l| &**l));
        Ok(Some(Prepared::on_host(label, uses, move || series.run())))
    }
}

/// The first of `count` elements of the view, which follow each other as in every view of one dimension in its default layout.
fn elements(view: &View<i32, 1>, count: usize) -> Result<NonNull<i32>> {
    let Some(memory) = view.allocation().host() else {
        return Err(Error::Invalid(format!(
            "view `{}` has the items of teams of a host, and is in memory of a device; make it on the host's space",
            view.label()
        )));
    };
    if count == 0 || view.extent(0) < count {
        return Err(Error::Invalid(format!(
            "view `{}` has the items of {count} teams; there must be some, and an element for each of them",
            view.label()
        )));
    }
    Ok(memory.cast())
}
