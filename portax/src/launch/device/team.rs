//! Teams on devices: a team is a group of work items, a thread one row of them.

use super::{prepare, prepare::has_sub_groups, prepare_fitting};
use crate::{
    backend::{Device, Grid},
    error::{Error, Result},
    ir::Program,
    launch::{
        League, Prepared,
        bind::Arguments,
        check::{Ranges, check},
    },
    policy::AUTO,
    space::{Instance, Recorded, Space},
};
use std::sync::Arc;

/// Prepares a kernel over teams.
///
/// # Errors
/// What the checks find; teams that the device cannot have.
pub(crate) fn prepare_teams(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    recorded: &Arc<Recorded>,
    arguments: &Arguments,
    league: League,
) -> Result<Prepared> {
    let vector = league.vector_length;
    check_vector_length(space, label, vector)?;
    let prepare = |threads| {
        let ranges =
            Ranges::team(label, league.league_size, threads, vector)?.asked(league.asked());
        let launch = check(space, label, recorded.clone(), arguments.clone(), ranges)?;
        let grid = Grid {
            groups: league.league_size,
            group_size: [vector, threads],
        };
        prepare(instance, launch, grid, &[], league.hints)
    };
    let device = instance.device();
    let most = device.properties().max_group_size.min(TEAM_GROUP);
    match league.team_size {
        _ if is_single_thread(device, recorded, vector) => prepare(1),
        AUTO => prepare_fitting((most / vector).max(1), prepare),
        threads => prepare(threads),
    }
}

/// Work items of a team whose size is left open.
const TEAM_GROUP: usize = 128;

/// Must teams have one thread? Where lanes form a sub-group, they need no barrier to join numbers.
fn is_single_thread(device: &Arc<dyn Device>, recorded: &Recorded, lanes: usize) -> bool {
    let ask =
        |program: &Program, sub_groups| program.single_thread_teams(device.dialect(), sub_groups);
    match has_sub_groups(device, lanes) {
        true => ask(recorded.program(), true),
        false => recorded.single_thread_teams(|program| ask(program, false)),
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
