//! i-PI's messages: a name of 12 characters, then numbers in the byte order of the machine, in atomic units.

use super::socket::{End, Socket};
use crate::engine::Evaluation;

/// Å.
const BOHR: f64 = 0.529_177_210_903;
/// eV.
const HARTREE: f64 = 27.211_386_245_988;

/// Bytes of a name.
const NAME: usize = 12;
/// Most bytes of the text that INIT brings.
const LONGEST_TEXT: usize = 1 << 20;

/// What a server sends.
pub enum Request {
    Status,
    /// Number of the replica, and a text for the program: neither changes what is computed.
    Init,
    Positions(Positions),
    Forces,
    Exit,
}

/// Where the atoms are, Å.
pub struct Positions {
    /// The vectors a, b, c as rows.
    pub cell: [[f64; 3]; 3],
    pub of_atom: Vec<[f64; 3]>,
}

/// What a client is, which STATUS asks for.
#[derive(Clone, Copy)]
pub enum Status {
    NeedInit,
    Ready,
    HaveData,
}

impl Socket<'_> {
    /// The next message, of a server that has so many atoms.
    pub fn request(&mut self, natoms: usize) -> Result<Request, End> {
        let mut name = [0; NAME];
        self.read(&mut name)?;
        match name.trim_ascii_end() {
            b"STATUS" => Ok(Request::Status),
            b"INIT" => self.init(),
            b"POSDATA" => Ok(Request::Positions(self.positions(natoms)?)),
            b"GETFORCE" => Ok(Request::Forces),
            b"EXIT" => Ok(Request::Exit),
            _ => {
                let name = portax::error::printable(&String::from_utf8_lossy(&name)).to_string();
                let known = "STATUS, INIT, POSDATA, GETFORCE and EXIT";
                Err(self.fault(format!("it sends `{name}`; i-PI's messages are {known}")))
            }
        }
    }

    /// Answers STATUS.
    pub fn status(&mut self, status: Status) -> Result<(), End> {
        self.write(match status {
            Status::NeedInit => b"NEEDINIT    ",
            Status::Ready => b"READY       ",
            Status::HaveData => b"HAVEDATA    ",
        })
    }

    /// Answers GETFORCE.
    pub fn forces(&mut self, found: &Evaluation) -> Result<(), End> {
        self.write(&force_ready(found))
    }

    fn init(&mut self) -> Result<Request, End> {
        self.integer()?;
        let length = self.integer()?;
        match usize::try_from(length) {
            Ok(length @ ..=LONGEST_TEXT) => self.read(&mut vec![0; length])?,
            _ => return Err(self.fault(format!("INIT brings a text of {length} bytes"))),
        }
        Ok(Request::Init)
    }

    fn positions(&mut self, natoms: usize) -> Result<Positions, End> {
        let cell = self.numbers(9)?;
        self.numbers(9)?; // its inverse
        let count = self.integer()?;
        if usize::try_from(count) != Ok(natoms) {
            return Err(self.fault(format!("it has {count} atoms, the structure {natoms}")));
        }
        let bohrs = self.numbers(3 * natoms)?;
        Ok(Positions {
            // The vectors are columns there.
            cell: [0, 1, 2].map(|v| [0, 1, 2].map(|d| cell[3 * d + v] * BOHR)),
            of_atom: bohrs
                .as_chunks()
                .0
                .iter()
                .map(|x| x.map(|c| c * BOHR))
                .collect(),
        })
    }

    fn integer(&mut self) -> Result<i32, End> {
        let mut bytes = [0; 4];
        self.read(&mut bytes)?;
        Ok(i32::from_ne_bytes(bytes))
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f64>, End> {
        let mut bytes = vec![0; 8 * count];
        self.read(&mut bytes)?;
        Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|b| f64::from_ne_bytes(*b))
            .collect())
    }
}

/// Energy, forces and virial, and a text without characters.
fn force_ready(found: &Evaluation) -> Vec<u8> {
    let [xx, yy, zz, xy, xz, yz] = found.virial;
    let virial = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
    let forces = found.forces.as_flattened().iter();
    let forces = forces.map(|f| f / (HARTREE / BOHR));
    let numbers = forces.chain(virial.map(|v| v / HARTREE));

    let mut bytes = b"FORCEREADY  ".to_vec();
    bytes.extend((found.energy / HARTREE).to_ne_bytes());
    bytes.extend((found.forces.len() as i32).to_ne_bytes());
    numbers.for_each(|number| bytes.extend(number.to_ne_bytes()));
    bytes.extend(0_i32.to_ne_bytes());
    bytes
}
