//! `parallel_for` over teams.

use super::ForPolicy;
use crate::{
    error::{Error, Result},
    ir::Shape,
    kernel::{functor::TeamKernel, team::TeamIn, trace, trace::Trace},
    launch::{
        Prepared,
        bind::{Arguments, TraceBinder},
        check::{CheckedLaunch, Ranges, check, check_tiles},
        device::{self, Teams},
        host, observe,
        record::recorded,
    },
    policy::{AUTO, TeamPolicy},
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
        let prepared = on_device(self, instance, label, functor, policy)?;
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
        let (launch, vector) = checked(self, label, functor, &policy)?;
        let prepared =
            host::team::prepare_by_lane(host, launch, functor, policy.league_size, vector)?;
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
        launch_on_device(self, instance, label, functor, policy)
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
        let host = match space.on() {
            On::Host(host) => host,
            On::Device(instance) => return on_device(space, instance, label, functor, self),
        };
        let (launch, vector) = checked(space, label, functor, &self)?;
        host::team::prepare::<Tag, K, ANY_LENGTH>(host, launch, functor, self.league_size, vector)
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        match space.on() {
            On::Host(_) => self.prepare(space, label, functor)?.launch(),
            On::Device(instance) => launch_on_device(space, instance, label, functor, self),
        }
    }
}

/// The launch that a host prepares, and the lanes of a thread.
fn checked<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    space: &Space,
    label: &str,
    functor: &K,
    policy: &TeamPolicy<Tag, ANY_LENGTH>,
) -> Result<(CheckedLaunch, usize)> {
    let recorded = record::<Tag, K>(space, functor)?;
    let vector = lanes(space, policy);
    check_tiles(label, recorded.program(), vector)?;
    let ranges = Ranges::team(label, policy.league_size, 1, vector)?;
    let launch = check(space, label, recorded, Arguments::of(functor), ranges)?;
    Ok((launch, vector))
}

/// Launches as before where such a launch was made.
fn launch_on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    functor: &K,
    policy: TeamPolicy<Tag, ANY_LENGTH>,
) -> Result<()> {
    let recorded = record::<Tag, K>(space, functor)?;
    let numbers = [
        policy.league_size,
        policy.team_size,
        policy.vector_length,
        policy.hints.registers.map_or(0, |r| r as usize),
        usize::from(policy.hints.early_next),
    ];
    device::launch_again(instance, &recorded, label, functor, &numbers, &|| {
        on_device(space, instance, label, functor, policy)
    })
}

fn on_device<Tag: 'static, K: TeamKernel<Tag>, const ANY_LENGTH: bool>(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    functor: &K,
    policy: TeamPolicy<Tag, ANY_LENGTH>,
) -> Result<Prepared> {
    let recorded = record::<Tag, K>(space, functor)?;
    let teams = Teams {
        league_size: policy.league_size,
        team_size: policy.team_size,
        vector_length: lanes(space, &policy),
        hints: policy.hints,
    };
    check_tiles(label, recorded.program(), teams.vector_length)?;
    let arguments = Arguments::of(functor);
    device::prepare_teams(space, instance, label, &recorded, &arguments, teams)
}

fn record<Tag: 'static, K: TeamKernel<Tag>>(space: &Space, functor: &K) -> Result<Arc<Recorded>> {
    recorded::<K, (Tag, TeamPolicy)>(space, functor, Body::For, &|| {
        trace::begin(K::NAME, Shape::Team, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, TeamIn(()));
        trace::finish()
    })
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
