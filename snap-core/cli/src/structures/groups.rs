//! Frames that are computed together.

use portax_structures::Frame;

use super::{Structure, no_frame, open};
use crate::args::StructureArgs;
use crate::error::Error;

/// Calls `take` for groups of frames that follow each other in a file and have the same cell, which repeats in three
/// directions: as many as have up to `atoms` atoms, at least one; gives the number of frames. A frame that no other can join
/// does not wait for the next one.
///
/// # Errors
/// As for [`for_each`](super::for_each), after the frames before were taken; those of `take` name their frame.
pub fn for_each_group(
    args: &StructureArgs,
    atoms: usize,
    mut take: impl FnMut(&[Structure<'_>]) -> Result<(), Error>,
) -> Result<usize, Error> {
    let mut total = 0;
    for file in &args.files {
        let mut source = open(file, args.format)?;
        let mut group = Group::new(atoms);
        let mut number = 0;
        let end = loop {
            let frame = match source.next() {
                Ok(Some(frame)) => frame,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            if !group.has_room_for(&frame) {
                group.hand_over(&mut take)?;
            }
            group.push(Structure {
                file,
                number,
                frame,
            });
            if group.is_full() {
                group.hand_over(&mut take)?;
            }
            number += 1;
        };
        group.hand_over(&mut take)?;
        end?;
        if number == 0 {
            return Err(no_frame(file));
        }
        total += number;
    }
    Ok(total)
}

/// Frames that can be computed together.
struct Group<'a> {
    structures: Vec<Structure<'a>>,
    natoms: usize,
    /// Atoms that it has at most, unless it is one frame
    most: usize,
}

impl<'a> Group<'a> {
    fn new(most: usize) -> Self {
        Self {
            structures: vec![],
            natoms: 0,
            most,
        }
    }

    /// Can a frame be computed with those before?
    fn has_room_for(&self, frame: &Frame) -> bool {
        let first = self.structures.first();
        first.is_none_or(|first| first.frame.cell == frame.cell)
            && self.natoms + frame.natoms() <= self.most
    }

    fn push(&mut self, structure: Structure<'a>) {
        self.natoms += structure.frame.natoms();
        self.structures.push(structure);
    }

    /// Can no other frame join?
    fn is_full(&self) -> bool {
        let repeats = |s: &Structure<'_>| s.frame.cell.periodic == [true; 3];
        self.natoms >= self.most || !self.structures.iter().take(1).all(repeats)
    }

    /// Gives its frames to `take`, if it has some, and is empty then.
    fn hand_over(
        &mut self,
        take: &mut impl FnMut(&[Structure<'_>]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.natoms = 0;
        let structures = std::mem::take(&mut self.structures);
        match structures.is_empty() {
            true => Ok(()),
            false => take(&structures),
        }
    }
}
