//! Teams on hosts: one thread runs a team.

use super::{
    Code, Launcher, Native, executor, launch_on, on_one_lane,
    series::{Run, Teams},
};
use crate::{
    backend::{Host, HostExecutor},
    error::Result,
    ir::Promise,
    kernel::{
        exec::native::{FaultSink, NativeTeam, ScratchArena},
        functor::TeamKernel,
        team::TeamIn,
    },
    launch::{
        League, Prepared,
        bind::NativeBinder,
        check::{CheckedLaunch, check_scratch},
        host_uses,
    },
};
use std::{marker::PhantomData, ops::Range, sync::Arc};

/// A team of one pack, which the compiler knows.
struct OnePack<N, K, Tag> {
    team: NativeTeam,
    of: PhantomData<(N, K, Tag)>,
}

impl<N: Native, K: TeamKernel<Tag>, Tag> Code for OnePack<N, K, Tag> {
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = ();
    #[inline(always)]
    fn run(self, functor: &K::In<N>) {
        K::run::<N>(functor, TeamIn(self.team.of_one_pack::<N>()));
    }
}

/// A team of any number of packs.
struct Packs<N, K, Tag> {
    team: NativeTeam,
    of: PhantomData<(N, K, Tag)>,
}

impl<N: Native, K: TeamKernel<Tag>, Tag> Code for Packs<N, K, Tag> {
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = ();
    #[inline(always)]
    fn run(self, functor: &K::In<N>) {
        K::run::<N>(functor, TeamIn(self.team));
    }
}

/// Prepares a kernel over teams of vectors, also longer ones than a pack where `ANY_LENGTH` says so.
///
/// # Errors
/// More scratch than a thread of a host has.
pub(crate) fn prepare<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    league: League,
) -> Result<Prepared> {
    let executor = team_executor(&**host, league.vector_length);
    of_executor(host, launch, league, &|launch, sink| {
        let launcher = Team::<K, Tag, ANY_LENGTH>::new(launch, functor, league, sink);
        launch_on(executor, launch, launcher)
    })
}

/// As [`prepare`], of one lane at a time, whatever the executor of the host.
///
/// # Errors
/// As those of [`prepare`].
pub(crate) fn prepare_by_lane<Tag: 'static, K: TeamKernel<Tag>>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    league: League,
) -> Result<Prepared> {
    of_executor(host, launch, league, &|launch, sink| {
        let launcher = Team::<K, Tag, false>::new(launch, functor, league, sink);
        on_one_lane(launch, launcher)
    })
}

/// Prepares what an executor makes of the launch.
fn of_executor(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    league: League,
    run: &dyn Fn(&CheckedLaunch, &Arc<FaultSink>) -> Run,
) -> Result<Prepared> {
    let program = launch.recorded.program();
    let group = [league.vector_length, 1];
    let bytes = (program.scratch_bytes(group)).saturating_add(program.large_scratch_bytes(group));
    check_scratch(&launch.label, host.name(), bytes)?;
    let sink = Arc::new(launch.sink());
    let teams = Teams {
        label: launch.label.clone(),
        host: host.clone(),
        league: league.league_size,
        scratch_bytes: ScratchArena::needed(program.scratch.len(), bytes),
        run: run(&launch, &sink),
        sink,
    };
    Ok(Prepared::of_teams(host_uses(&launch), teams))
}

/// Lengths that packs do not divide run one lane at a time.
fn team_executor(host: &dyn Host, vector: usize) -> HostExecutor {
    let executor = executor(host);
    if vector.is_multiple_of(executor.lanes()) {
        executor
    } else {
        HostExecutor::Lane
    }
}

struct Team<'a, K, Tag, const ANY_LENGTH: bool> {
    launch: &'a CheckedLaunch,
    functor: &'a K,
    league: League,
    sink: &'a Arc<FaultSink>,
    tag: PhantomData<Tag>,
}

impl<'a, K, Tag, const ANY_LENGTH: bool> Team<'a, K, Tag, ANY_LENGTH> {
    fn new(
        launch: &'a CheckedLaunch,
        functor: &'a K,
        league: League,
        sink: &'a Arc<FaultSink>,
    ) -> Self {
        Team {
            launch,
            functor,
            league,
            sink,
            tag: PhantomData,
        }
    }
}

impl<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool> Launcher
    for Team<'_, K, Tag, ANY_LENGTH>
{
    const PROMISE: Promise = K::PROMISE;
    type Output = Run;

    fn on<N: Native>(self) -> Run {
        let sink = self.sink.clone();
        let bound = self
            .functor
            .bind::<N>(&mut NativeBinder::new(self.launch, &sink));
        let packs = self.league.vector_length != N::LANES;
        let league = self.league.league_size as i64;
        let vector = self.league.vector_length as i64;
        let checks_scratch = self.launch.findings.checks_scratch;
        Box::new(move |ranks: Range<usize>, scratch: &mut [u8]| {
            let arena = ScratchArena::new(scratch, checks_scratch);
            let of = PhantomData;
            for rank in ranks {
                arena.reset();
                // SAFETY: arena and sink outlive the team, which stays on this thread; the CPU supports the executor.
                unsafe {
                    let team = NativeTeam::new(rank as i64, league, vector, &arena, &sink);
                    if const { ANY_LENGTH && N::LANES > 1 } && packs {
                        N::inside(&bound, Packs::<N, K, Tag> { team, of });
                    } else {
                        N::inside(&bound, OnePack::<N, K, Tag> { team, of });
                    }
                }
            }
        })
    }
}
