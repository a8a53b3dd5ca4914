//! The backend of `examples/05-backend` climbs to the rung that it states.

#[path = "../../../examples/05-backend/emulator/mod.rs"]
mod emulator;

use emulator::{Emulator, RUNG};
use portax::registry::{OneDevice, Registry};
use portax_conformance::{Climb, Promise};
use std::{process::ExitCode, sync::LazyLock};

/// Two of the device, since each runs one launch at a time.
static REGISTRIES: [LazyLock<Registry>; 2] = [const { LazyLock::new(registry) }; 2];

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add(OneDevice::new(Emulator::new()));
    registry
}

/// They are for hosts, for GPUs, or for memory that an interpreter does not have.
const SKIPS: &[&str] = &[
    "memory_of_others_is_worked_on_in_place",
    "memory_of_others_on_the_device_is_worked_on_in_place",
    "numbers_of_no_variant_are_the_first_one",
    "freed_memory_is_given_again",
    "views_may_exceed_2_to_the_31_bytes",
    "sums_do_not_depend_on_the_number_of_threads",
    "lists_do_not_depend_on_the_number_of_threads",
    "contributions_on_hosts_are_the_same_each_time",
    "bins_on_hosts_are_the_same_each_time",
];

fn main() -> ExitCode {
    let climb = Climb {
        registry: &REGISTRIES[0],
        spaces: |_| {
            let open = |registry: &'static LazyLock<Registry>| registry.open("emulator");
            let named = |space| ("emulator".to_string(), space);
            let spaces = REGISTRIES.iter().map(open);
            spaces.map(|space| space.map(named)).collect()
        },
        promise: Some(Promise {
            rung: RUNG,
            skips: SKIPS,
        }),
    };
    climb.run()
}
