//! The program: every space of this workspace's backends climbs the ladder.

use portax_backends::testing;
use portax_conformance::Climb;
use std::process::ExitCode;

fn main() -> ExitCode {
    let climb = Climb {
        registry: portax_backends::registry(),
        spaces: |_| testing::spaces(),
        promise: None,
    };
    climb.run()
}
