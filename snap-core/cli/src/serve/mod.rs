//! `snapx serve`: energies, forces and virial for an engine that moves the atoms, through i-PI's sockets.
//!
//! [`address`] is where the engine listens, [`socket`] the bytes that go there and back, [`message`] what they mean in i-PI's
//! units, and [`client`] what is answered.

mod address;
mod client;
mod message;
mod socket;

pub use address::Address;

use std::process::ExitCode;

use crate::args::ServeArgs;
use crate::error::Error;
use crate::model::Model;
use crate::run::stop::Stop;
use crate::structures::{Session, first_structure};
use crate::{output, space};
use client::Client;
use socket::{Calls, End};

/// How far beyond the cutoff lists reach, Å.
const SKIN: f64 = 1.0;

/// Computes what the server asks for until it says EXIT, Ctrl-C is pressed, or it stays away for too long.
///
/// # Errors
/// Options, files and structures that make no sense; a server that cannot be found or breaks the protocol; what the device says.
pub fn run(args: &ServeArgs) -> Result<ExitCode, Error> {
    let structure = first_structure(&args.structure, args.format)?;
    let model = Model::of(&args.model)?;
    let space = space::open(&args.device)?;
    let options = args.mapping.options(SKIN);
    let mut session = Session::new(space, model, options);
    let prepared = session.engine(&structure.frame).map(|_| ());
    prepared.map_err(|error| structure.error(error))?;

    let stop = Stop::new().map_err(Error::Output)?;
    let mut client = Client::new(session, structure.frame);
    let calls = Calls {
        address: &args.ipi,
        wait: args.wait,
        stop: &stop,
    };
    loop {
        let end = match calls.connect() {
            Ok(mut socket) => {
                output::note(&format!("serving i-PI at {}", args.ipi));
                client.serve(&mut socket)
            }
            Err(end) => end,
        };
        match end {
            End::Exit => return Ok(ExitCode::SUCCESS),
            End::Stopped(status) => return Ok(status.into()),
            End::Fault(error) => return Err(error),
            End::Gone(why) => output::note(&format!(
                "the server at {} went away ({why}) after {} computations",
                args.ipi, client.computed
            )),
        }
    }
}
