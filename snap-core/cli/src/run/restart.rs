//! Restart files: all that a run needs to go on as if it had not been stopped.
//!
//! [`MAGIC`], the version (u32), the length of the contents (u64), the contents ([`Saved`] as `postcard` writes it), and the
//! CRC-32 of everything before (u32); integers little-endian.

use std::path::Path;

use portax_structures::{self as structures, Frame, Kind, Species};
use serde::{Deserialize, Serialize};
use snap_core::neighbor::Cell;

use super::input;
use super::origin::Origin;
use super::outputs::Written;
use super::settings::Settings;
use super::state::{ListState, Matter, State};
use crate::error::Error;
use crate::file;

/// The first bytes. Those at the end are changed where a file is taken for text.
const MAGIC: [u8; 16] = *b"snapx restart\r\n\x1a";
/// Number of the form; each change of [`Saved`] needs another.
const VERSION: u32 = 4;
/// Bytes before the contents.
const HEAD: usize = MAGIC.len() + 4 + 8;

/// A run that was stopped.
#[derive(Debug, PartialEq)]
pub struct Restart {
    pub settings: Settings,
    pub matter: Matter,
    pub state: State,
    pub written: Written,
    pub origin: Origin,
}

/// The contents of a file.
#[derive(Serialize, Deserialize)]
struct Saved {
    settings: String,
    origin: Origin,
    written: Written,
    kinds: Vec<SavedKind>,
    of_atom: Vec<u32>,
    /// Copies of these atoms; what comes below has all of them, one after the other
    replicas: u32,
    ids: Option<Vec<i64>>,
    charges: Option<Vec<f64>>,
    /// The cell as the structure had it, where missing vectors are zero
    file_cell: SavedCell,
    step: u64,
    time: f64,
    cell: SavedCell,
    positions: Vec<[f64; 3]>,
    velocities: Vec<[f64; 3]>,
    images: Vec<[i32; 3]>,
    /// Cell and positions
    lists: Option<(SavedCell, Vec<[f64; 3]>)>,
    /// Bits of numbers, among which a random generator may have some that are none
    integrator: Vec<u64>,
    integrator_since: u64,
}

#[derive(Serialize, Deserialize)]
struct SavedKind {
    name: Option<String>,
    number: Option<u32>,
    mass: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct SavedCell {
    vectors: [[f64; 3]; 3],
    origin: [f64; 3],
    periodic: [bool; 3],
}

impl Restart {
    /// Writes the file: beside the old one, which it replaces once it is whole and on the disk.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Usage`] for names of files that are no Unicode.
    pub fn write(self, path: &Path) -> Result<(), Error> {
        file::replace_safely(path, &self.to_bytes(path)?)
    }

    fn to_bytes(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let saved = Saved::new(self)?;
        let contents = postcard::to_stdvec(&saved)
            .map_err(|error| Error::Usage(format!("cannot write `{}`: {error}", path.display())))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((contents.len() as u64).to_le_bytes());
        bytes.extend(contents);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Read`]; [`Error::Usage`] for a file that is no restart file, is of another version, was cut off, or is damaged.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(path).map_err(Error::reading(path))?;
        let refuse = |what| Error::Usage(format!("`{}` {what}", path.display()));
        let saved = contents(&bytes).map_err(refuse)?;
        saved.restart().map_err(refuse)
    }
}

/// What is wrong with a file, or its contents.
fn contents(bytes: &[u8]) -> Result<Saved, String> {
    if !bytes.starts_with(&MAGIC) {
        return Err("is no restart file of snapx; give one that write_restart wrote".to_string());
    }
    let cut = |missing: usize| {
        format!("was cut off: {missing} of its bytes are missing; give an earlier restart file")
    };
    if bytes.len() < HEAD {
        return Err(cut(HEAD - bytes.len()));
    }
    let version = u32::from_le_bytes(four(&bytes[MAGIC.len()..]));
    if version != VERSION {
        return Err(format!(
            "is a restart file of version {version}, and this program reads version {VERSION}; go on with the program that wrote it"
        ));
    }
    let [low, high] = [four(&bytes[HEAD - 8..]), four(&bytes[HEAD - 4..])].map(u32::from_le_bytes);
    let length = u64::from(high) << 32 | u64::from(low);
    let end = usize::try_from(length)
        .ok()
        .and_then(|n| n.checked_add(HEAD + 4));
    let end = end.ok_or("is damaged: its length makes no sense; give an earlier restart file")?;
    if bytes.len() < end {
        return Err(cut(end - bytes.len()));
    }
    let damaged = || "is damaged: its checksum is wrong; give an earlier restart file".to_string();
    if bytes.len() > end
        || crc32fast::hash(&bytes[..end - 4]) != u32::from_le_bytes(four(&bytes[end - 4..]))
    {
        return Err(damaged());
    }
    postcard::from_bytes(&bytes[HEAD..end - 4]).map_err(|_| damaged())
}

fn four(bytes: &[u8]) -> [u8; 4] {
    std::array::from_fn(|k| bytes[k])
}

impl SavedCell {
    fn of(cell: &Cell) -> Self {
        Self {
            vectors: cell.vectors(),
            origin: cell.origin(),
            periodic: cell.periodic(),
        }
    }

    /// The cell, if it is one.
    fn cell(&self) -> Option<Cell> {
        let cell = Cell::new(self.vectors, self.periodic).ok()?;
        Some(cell.with_origin(self.origin))
    }
}

impl Saved {
    fn new(restart: &Restart) -> Result<Self, Error> {
        let Restart {
            settings,
            matter,
            state,
            written,
            origin,
        } = restart;
        let Matter { frame, replicas } = matter;
        // What concerns the start alone, or has to be asked for each time.
        let settings = Settings {
            restart: None,
            overwrite: None,
            ..settings.clone()
        };
        let kinds = frame.species.kinds.iter();
        Ok(Self {
            settings: input::print(&settings)?,
            origin: origin.clone(),
            written: written.clone(),
            kinds: kinds
                .map(|kind| SavedKind {
                    name: kind.name.clone(),
                    number: kind.number,
                    mass: kind.mass,
                })
                .collect(),
            of_atom: frame.species.of_atom.clone(),
            replicas: *replicas as u32,
            ids: frame.ids.clone(),
            charges: frame.charges.clone(),
            file_cell: SavedCell {
                vectors: frame.cell.vectors,
                origin: frame.cell.origin,
                periodic: frame.cell.periodic,
            },
            step: state.step,
            time: state.time,
            cell: SavedCell::of(&state.cell),
            positions: state.positions.clone(),
            velocities: state.velocities.clone(),
            images: state.images.clone(),
            lists: state
                .lists
                .as_ref()
                .map(|lists| (SavedCell::of(&lists.cell), lists.positions.clone())),
            integrator: state.integrator.iter().map(|x| x.to_bits()).collect(),
            integrator_since: state.integrator_since,
        })
    }

    /// What it means. The checksum was right, so that only another program can have written what makes no sense.
    fn restart(self) -> Result<Restart, String> {
        let odd = || "makes no sense; go on with the program that wrote it".to_string();
        let natoms = self.of_atom.len();
        let moving = natoms.checked_mul(self.replicas as usize);
        let moving = moving.filter(|&moving| moving > 0).ok_or_else(odd)?;
        let kinds = self.kinds.len() as u32;
        let is_whole = self.positions.len() == moving
            && self.velocities.len() == moving
            && self.of_atom.iter().all(|&kind| kind < kinds)
            && self.images.len() == moving
            && self.lists.as_ref().is_none_or(|(_, x)| x.len() == moving)
            && self.ids.as_ref().is_none_or(|ids| ids.len() == natoms)
            && self
                .charges
                .as_ref()
                .is_none_or(|charges| charges.len() == natoms);
        if !is_whole {
            return Err(odd());
        }
        let settings = input::parse(&self.settings).map_err(|fault| {
            format!(
                "has settings that this program does not know: {}",
                fault.what
            )
        })?;
        let cell = self.cell.cell().ok_or_else(odd)?;
        let lists = match self.lists {
            Some((cell, positions)) => Some(ListState {
                cell: cell.cell().ok_or_else(odd)?,
                positions,
            }),
            None => None,
        };
        let kinds = self.kinds.into_iter();
        let frame = Frame {
            cell: structures::Cell {
                vectors: self.file_cell.vectors,
                origin: self.file_cell.origin,
                periodic: self.file_cell.periodic,
            },
            species: Species {
                kinds: kinds
                    .map(|kind| Kind {
                        name: kind.name,
                        number: kind.number,
                        mass: kind.mass,
                    })
                    .collect(),
                of_atom: self.of_atom,
            },
            ids: self.ids,
            charges: self.charges,
            ..Frame::default()
        };
        Ok(Restart {
            settings,
            matter: Matter {
                frame,
                replicas: self.replicas as usize,
            },
            state: State {
                step: self.step,
                time: self.time,
                cell,
                positions: self.positions,
                velocities: self.velocities,
                images: self.images,
                lists,
                integrator: self.integrator.into_iter().map(f64::from_bits).collect(),
                integrator_since: self.integrator_since,
            },
            written: self.written,
            origin: self.origin,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restart() -> Restart {
        let species = Species {
            kinds: vec![
                Kind::named("W"),
                Kind {
                    number: Some(2),
                    mass: Some(4.0),
                    ..Kind::default()
                },
            ],
            of_atom: vec![1, 0],
        };
        Restart {
            settings: Settings {
                structure: Some("w.data".into()),
                timestep: Some(0.1),
                ..Settings::default()
            },
            matter: Matter {
                frame: Frame {
                    species,
                    ids: Some(vec![7, -3]),
                    ..Frame::default()
                },
                replicas: 2,
            },
            state: State {
                step: 12,
                time: 1.2,
                cell: Cell::orthogonal([3.0, 4.0, 5.0], [true, true, false])
                    .unwrap()
                    .with_origin([1.0, 0.1, 0.0]),
                positions: [[0.1, 0.2, 0.3], [-0.0, 1e-300, 5.0]].repeat(2),
                velocities: vec![[1.0; 3]; 4],
                images: vec![[0, 1, -1]; 4],
                lists: Some(ListState {
                    cell: Cell::orthogonal([3.5, 4.0, 5.0], [true; 3]).unwrap(),
                    positions: vec![[2.0; 3]; 4],
                }),
                integrator: vec![0.5, f64::from_bits(0x7ff8_1234_5678_9abc)],
                integrator_since: 5,
            },
            written: Written::default(),
            origin: Origin {
                device: "rayon".into(),
                potential: 1,
                forces: 2,
            },
        }
    }

    fn read(bytes: &[u8]) -> Result<Restart, String> {
        contents(bytes)?.restart()
    }

    #[test]
    fn everything_comes_back_to_the_last_bit() {
        let restart = restart();
        let bytes = restart.to_bytes(Path::new("r")).unwrap();
        let mut found = read(&bytes).unwrap();
        let bits = |state: &State| {
            state
                .integrator
                .iter()
                .map(|x| x.to_bits())
                .collect::<Vec<_>>()
        };
        assert_eq!(bits(&found.state), bits(&restart.state));
        // Not a number is not equal to itself.
        found.state.integrator.clone_from(&restart.state.integrator);
        found.state.integrator[1] = 0.0;
        let mut expected = restart;
        expected.state.integrator[1] = 0.0;
        assert_eq!(found, expected);
    }

    #[test]
    fn foreign_cut_and_damaged_files_are_told_apart() {
        let bytes = restart().to_bytes(Path::new("r")).unwrap();
        let error = |bytes: &[u8]| read(bytes).unwrap_err();
        assert!(error(b"").contains("is no restart file"));
        assert!(error(b"ITEM: TIMESTEP\n0\nand more").contains("is no restart file"));
        for length in MAGIC.len()..bytes.len() {
            assert!(error(&bytes[..length]).contains("was cut off"), "{length}");
        }
        let mut newer = bytes.clone();
        newer[MAGIC.len()] = 9;
        assert!(error(&newer).contains("of version 9, and this program reads version 4"));
        for place in HEAD..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(error(&damaged).contains("checksum"), "{place}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(error(&longer).contains("is damaged"));
    }
}
