//! What a server asks, and what it is answered.

use super::message::{Positions, Request, Status};
use super::socket::{End, Socket};
use crate::engine::Evaluation;
use crate::error::Error;
use crate::structures::Session;
use portax_structures::Frame;

/// The atoms of a structure, wherever a server has them.
pub struct Client {
    session: Session,
    frame: Frame,
    /// Of the positions that came last, until they are fetched.
    found: Option<Evaluation>,
    /// How many positions have been computed.
    pub computed: u64,
}

impl Client {
    pub fn new(session: Session, frame: Frame) -> Self {
        Self {
            session,
            frame,
            found: None,
            computed: 0,
        }
    }

    /// Answers a server until there is nothing more to say.
    pub fn serve(&mut self, socket: &mut Socket<'_>) -> End {
        let mut is_initialised = false;
        self.found = None;
        loop {
            if let Err(end) = self.answer(socket, &mut is_initialised) {
                return end;
            }
        }
    }

    fn answer(&mut self, socket: &mut Socket<'_>, is_initialised: &mut bool) -> Result<(), End> {
        match socket.request(self.frame.natoms())? {
            Request::Status => socket.status(match (&self.found, *is_initialised) {
                (Some(_), _) => Status::HaveData,
                (None, true) => Status::Ready,
                (None, false) => Status::NeedInit,
            }),
            Request::Init => {
                *is_initialised = true;
                Ok(())
            }
            Request::Positions(positions) => {
                let found = self.compute(positions);
                let number = self.computed;
                let fault =
                    |error| socket.fault(format!("positions {number}, counted from 0: {error}"));
                self.found = Some(found.map_err(fault)?);
                self.computed += 1;
                Ok(())
            }
            Request::Forces => match self.found.take() {
                Some(found) => socket.forces(&found),
                None => {
                    let what =
                        "it asks for forces (GETFORCE) before it has sent positions (POSDATA)";
                    Err(socket.fault(what.to_string()))
                }
            },
            Request::Exit => Err(End::Exit),
        }
    }

    fn compute(&mut self, positions: Positions) -> Result<Evaluation, Error> {
        self.frame.cell.vectors = positions.cell;
        self.frame.cell.origin = [0.0; 3];
        self.frame.positions = positions.of_atom;
        self.session.engine(&self.frame)?.evaluate()
    }
}
