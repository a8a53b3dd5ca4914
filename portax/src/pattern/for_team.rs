//! `parallel_for` over teams.

use crate::launch::Prepared;
use crate::launch::bind::Arguments;
use crate::launch::bind::NativeBinder;
use crate::launch::bind::TraceBinder;
use crate::launch::check::Launch;
use crate::launch::check::Ranges;
use crate::launch::check::validate;
use crate::launch::device;
use crate::launch::host::executor;
use crate::launch::host::on_executor;
use crate::launch::host::series::Teams;
use crate::launch::uses;
use crate::launch::{observe, record::recorded};
use crate::pattern::for_range::ForPolicy;
use crate::space::Body;

use crate::{
    backend::{Device, Grid, Host, HostExecutor},
    error::{Error, Result},
    ir::{Program, Shape},
    kernel::{
        exec::{
            Exec,
            native::{FaultSink, NativeTeam, ScratchArena},
        },
        functor::TeamKernel,
        team::TeamIn,
        trace,
        trace::Trace,
    },
    policy::{AUTO, TeamPolicy},
    space::{Instance, On, Recorded, Space},
    tools::{self, Kind},
};
use std::{ops::Range, sync::Arc};

fn record_team<Tag: 'static, K: TeamKernel<Tag>>(space: &Space, functor: &K) -> Arc<Recorded> {
    recorded::<K, (Tag, TeamPolicy)>(space, functor, Body::For, || {
        trace::begin(K::NAME, Shape::Team, K::PROMISED);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, TeamIn(()));
        trace::finish()
    })
}

impl Space {
    /// As [`prepare`](Self::prepare), of teams for devices alone: the kernel is not compiled for the executors of hosts.
    ///
    /// Errors: also [`Error::Invalid`] on a host.
    pub fn prepare_on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
        &self,
        label: &str,
        policy: TeamPolicy<Tag, ANY_LENGTH>,
        functor: &K,
    ) -> Result<Prepared> {
        let On::Device(instance) = self.on() else {
            return Err(Error::Invalid(format!(
                "launch `{label}` is for devices alone, which {} is not",
                self.name()
            )));
        };
        let prepared = team_on_device(self, instance, label, functor, policy)?;
        Ok(observe::observe(prepared, self, Kind::For, label))
    }
}

impl<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool> ForPolicy<K>
    for TeamPolicy<Tag, ANY_LENGTH>
{
    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let On::Device(instance) = space.on() else {
            return self.prepare(space, label, functor)?.launch();
        };
        let recorded = record_team::<Tag, K>(space, functor);
        let registers = self.hints.registers.map_or(0, |r| r as usize);
        let policy = [
            self.league_size,
            self.team_size,
            self.vector_length,
            registers,
            usize::from(self.hints.early_next),
        ];
        crate::launch::device::repeat::launch(instance, &recorded, label, functor, &policy, || {
            self.prepare(space, label, functor)
        })
    }

    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let host = match space.on() {
            On::Host(host) => host,
            On::Device(instance) => {
                return team_on_device(space, instance, label, functor, self);
            }
        };
        let recorded = record_team::<Tag, K>(space, functor);
        let vector = lanes(space, &self);
        check_tiles(label, recorded.program(), vector)?;
        let ranges = Ranges::team(self.league_size, 1, vector);
        let launch = validate(space, label, recorded, Arguments::of(functor), ranges)?;
        team_on_host::<Tag, K, ANY_LENGTH>(space, host, launch, functor, self, vector)
    }
}

/// Lanes of a thread.
fn lanes<Tag, const ANY_LENGTH: bool>(
    space: &Space,
    policy: &TeamPolicy<Tag, ANY_LENGTH>,
) -> usize {
    match policy.vector_length {
        AUTO => space.natural_width(),
        lanes => lanes,
    }
}

fn team_on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    functor: &K,
    policy: TeamPolicy<Tag, ANY_LENGTH>,
) -> Result<Prepared> {
    let recorded = record_team::<Tag, K>(space, functor);
    let vector = lanes(space, &policy);
    check_tiles(label, recorded.program(), vector)?;
    check_vector_length(space, label, vector)?;
    let prepare = |threads| {
        let ranges = Ranges::team(policy.league_size, threads, vector);
        let (recorded, arguments) = (recorded.clone(), Arguments::of(functor));
        let launch = validate(space, label, recorded, arguments, ranges)?;
        let grid = Grid {
            groups: policy.league_size,
            group_size: [vector, threads],
        };
        device::prepare(instance, launch, grid, policy.hints)
    };
    let device = instance.device();
    let most = device.properties().max_group_size.min(TEAM_GROUP);
    match policy.team_size {
        _ if is_single_thread(device, recorded.program(), vector) => prepare(1),
        AUTO => device::prepare_fitting((most / vector).max(1), prepare),
        threads => prepare(threads),
    }
}

/// Work items of a team whose size is left open.
const TEAM_GROUP: usize = 128;

/// Must teams have one thread? Where lanes form a sub-group, they need no barrier to be joined.
fn is_single_thread(device: &Arc<dyn Device>, program: &Program, lanes: usize) -> bool {
    program.single_thread_teams(device.dialect()) && !device::has_sub_groups(device, lanes)
}

/// A tile in scratch has the lanes of its team's vector.
fn check_tiles(label: &str, program: &Program, vector: usize) -> Result<()> {
    match program.tile_widths.iter().find(|&&width| width != vector) {
        None => Ok(()),
        Some(width) => Err(Error::Invalid(format!(
            "launch `{label}`: its kernel takes a `scratch_tile` of width {width}, but the vector length is {vector}; \
             launch it with `TeamPolicy::vector_length({width})`, or make the tile {vector} wide"
        ))),
    }
}

/// Lanes of a device thread form one sub-group at most: a power of two up to the natural width or 32.
fn check_vector_length(space: &Space, label: &str, vector: usize) -> Result<()> {
    let limit = space.natural_width().max(32);
    match vector {
        n if n > limit => Err(Error::Limit {
            launch: label.to_string(),
            what: "vector length",
            found: n,
            limit,
            space: space.name().to_string(),
        }),
        n if !n.is_power_of_two() => Err(Error::Invalid(format!(
            "launch `{label}`: vector length {n} is not a power of two, which {} needs",
            space.name()
        ))),
        _ => Ok(()),
    }
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

fn team_on_host<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    space: &Space,
    host: &Arc<dyn Host>,
    launch: Launch,
    functor: &K,
    policy: TeamPolicy<Tag, ANY_LENGTH>,
    vector: usize,
) -> Result<Prepared> {
    let (host, sink) = (host.clone(), Arc::new(FaultSink::new()));
    let (views, written) = (launch.arguments.views.clone(), launch.written.clone());
    let program = launch.recorded.program();
    let bytes = program.scratch_bytes(vector);
    let needed = ScratchArena::needed(program.scratch.len(), bytes);
    if bytes > space.scratch_limit() {
        let space_name = space.name().to_string();
        return Err(Error::Limit {
            launch: launch.label,
            what: "team scratch in bytes",
            found: bytes,
            limit: space.scratch_limit(),
            space: space_name,
        });
    }
    let league = policy.league_size;
    let run = on_executor!(team_executor(&*host, vector), K, launch, run_one => {
        let k = functor.bind::<run_one::E>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let packs = vector != run_one::E::LANES;
        let sink = sink.clone();
        let run = move |ranks: Range<usize>, scratch: &mut [u8]| {
            let arena = ScratchArena::new(scratch);
            for rank in ranks {
                arena.reset();
                // SAFETY: arena and sink outlive the team, which stays on this thread; the CPU supports the executor.
                unsafe {
                    let team = NativeTeam::new(rank as i64, league as i64, vector as i64, &arena, &sink);
                    if const { ANY_LENGTH && run_one::E::LANES > 1 } && packs {
                        run_one::team_of_packs::<Tag, K>(&k, team);
                    } else {
                        run_one::team::<Tag, K>(&k, team);
                    }
                }
            }
        };
        Box::new(run) as crate::launch::host::series::Run
    });
    let used = uses(&views, &written, |a| a.host().is_some());
    let label = launch.label;
    let teams = Teams {
        label: label.clone(),
        host,
        league,
        scratch_bytes: needed,
        sink,
        run,
    };
    Ok(Prepared::of_teams(
        label,
        used.into_iter(),
        vec![Arc::new(teams)],
    ))
}
