//! `snapx`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    snap_cli::main()
}
