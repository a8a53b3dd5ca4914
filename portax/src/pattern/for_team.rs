//! `parallel_for` over teams.

use super::ForPolicy;
use crate::{
    error::{Error, Result},
    ir::Shape,
    kernel::{functor::TeamKernel, team::TeamIn, trace, trace::Trace},
    launch::{
        League, Prepared,
        bind::TraceBinder,
        check::{CheckedLaunch, Ranges, check, check_tiles},
        device, host, observe,
        record::recorded,
        source::{Kernel, Source},
    },
    policy::TeamPolicy,
    space::{Body, Instance, On, Recorded, Space},
    tools::{self, Kind},
};
use std::sync::Arc;

impl Space {
    /// As [`prepare`](Self::prepare), of teams for devices alone: the kernel is not compiled for the executors of hosts.
    ///
    /// # Errors
    /// Also [`Error::Invalid`] on a host.
    pub fn prepare_on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
        &self,
        label: &str,
        policy: TeamPolicy<Tag, ANY_LENGTH>,
        functor: &K,
    ) -> Result<Prepared> {
        let instance = self.device_alone(label)?;
        let kernel = kernel::<Tag, K>(functor);
        let prepared = on_device(self, instance, label, &kernel, League::of(self, policy))?;
        Ok(observe::observe(prepared, self, Kind::For, label))
    }

    /// As [`prepare`](Self::prepare), of teams that hosts run one lane at a time: the kernel is compiled for no packs. For
    /// kernels that are made for devices and run on hosts to be compared.
    ///
    /// # Errors
    /// As those of [`prepare`](Self::prepare).
    pub fn prepare_by_lane<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
        &self,
        label: &str,
        policy: TeamPolicy<Tag, ANY_LENGTH>,
        functor: &K,
    ) -> Result<Prepared> {
        let host = match self.on() {
            On::Host(host) => host,
            On::Device(_) => return self.prepare_on_device(label, policy, functor),
        };
        let (kernel, league) = (kernel::<Tag, K>(functor), League::of(self, policy));
        let launch = checked(self, label, &kernel, league)?;
        let prepared = host::team::prepare_by_lane(host, launch, functor, league)?;
        Ok(observe::observe(prepared, self, Kind::For, label))
    }

    /// As [`parallel_for`](Self::parallel_for), of teams for devices alone: the kernel is not compiled for the executors of
    /// hosts.
    ///
    /// # Errors
    /// Also [`Error::Invalid`] on a host.
    pub fn parallel_for_on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
        &self,
        label: &str,
        policy: TeamPolicy<Tag, ANY_LENGTH>,
        functor: &K,
    ) -> Result<()> {
        if tools::is_active() {
            return self.prepare_on_device(label, policy, functor)?.launch();
        }
        let instance = self.device_alone(label)?;
        let kernel = kernel::<Tag, K>(functor);
        launch_on_device(self, instance, label, &kernel, League::of(self, policy))
    }

    fn device_alone(&self, label: &str) -> Result<&Arc<Instance>> {
        match self.on() {
            On::Device(instance) => Ok(instance),
            On::Host(_) => Err(Error::Invalid(format!(
                "launch `{label}` is for devices alone, which {} is not",
                self.name()
            ))),
        }
    }
}

impl<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool> ForPolicy<K>
    for TeamPolicy<Tag, ANY_LENGTH>
{
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let (kernel, league) = (kernel::<Tag, K>(functor), League::of(space, self));
        let host = match space.on() {
            On::Host(host) => host,
            On::Device(instance) => return on_device(space, instance, label, &kernel, league),
        };
        let launch = checked(space, label, &kernel, league)?;
        host::team::prepare::<Tag, K, ANY_LENGTH>(host, launch, functor, league)
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        match space.on() {
            On::Host(_) => self.prepare(space, label, functor)?.launch(),
            On::Device(instance) => {
                let kernel = kernel::<Tag, K>(functor);
                launch_on_device(space, instance, label, &kernel, League::of(space, self))
            }
        }
    }
}

/// A kernel over teams.
fn kernel<Tag: 'static, K: TeamKernel<Tag>>(functor: &K) -> impl Source {
    let record = record::<Tag, K>;
    Kernel { functor, record }
}

/// The launch that a host prepares.
fn checked(
    space: &Space,
    label: &str,
    kernel: &dyn Source,
    league: League,
) -> Result<CheckedLaunch> {
    let recorded = kernel.recorded(space)?;
    check_tiles(label, recorded.program(), league.vector_length)?;
    let ranges =
        Ranges::team(label, league.league_size, 1, league.vector_length)?.asked(league.asked());
    check(space, label, recorded, kernel.arguments(), ranges)
}

/// Launches as before where such a launch was made.
fn launch_on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    league: League,
) -> Result<()> {
    let prepare = || on_device(space, instance, label, kernel, league);
    device::launch_again(space, instance, label, kernel, &league.numbers(), &prepare)
}

fn on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    league: League,
) -> Result<Prepared> {
    let recorded = kernel.recorded(space)?;
    check_tiles(label, recorded.program(), league.vector_length)?;
    device::prepare_teams(
        space,
        instance,
        label,
        &recorded,
        &kernel.arguments(),
        league,
    )
}

fn record<Tag: 'static, K: TeamKernel<Tag>>(space: &Space, functor: &K) -> Result<Arc<Recorded>> {
    recorded::<K, (Tag, TeamPolicy)>(space, functor, Body::For, &|| {
        trace::begin(K::NAME, Shape::Team, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, TeamIn(()));
        trace::finish()
    })
}
