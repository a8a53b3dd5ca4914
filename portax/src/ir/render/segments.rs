//! Segments of tables: read in place, or copied ahead into a ring of two segments for each team thread.
//!
//! A copy is on its way while the segment before it is in use. Whoever wants another segment than the one on its way waits
//! for it and starts again, so any order is right and ascending order is fast.

use super::{Printer, written};
use crate::ir::render::Dialect;
use crate::ir::{AccessId, Id, Program, Stmt, Ty, visit};
use std::collections::BTreeSet;

/// Bytes of team scratch that a launch with groups of this size needs on a device: those of the program's arrays, and what it
/// copies ahead. `usize::MAX` stands for more than any memory has.
pub(crate) fn device_scratch_bytes(
    program: &Program,
    dialect: &Dialect,
    group: [usize; 2],
) -> usize {
    let arrays = program.scratch_bytes(group);
    arrays.saturating_add(ring_bytes(program, dialect, group))
}

/// Bytes of the rings.
fn ring_bytes(program: &Program, dialect: &Dialect, [_, team]: [usize; 2]) -> usize {
    if dialect.copy_ahead.is_none() {
        return 0;
    }
    let bytes = |rows: usize| {
        let row = team.saturating_mul(2 * Ty::I32x4.bytes());
        rows.saturating_mul(row)
    };
    let rings = rings(program).into_iter().map(bytes);
    rings.fold(0, usize::saturating_add)
}

/// The lengths of segments that are copied, one ring for each.
fn rings(program: &Program) -> BTreeSet<usize> {
    let (written, mut rings) = (written(program), BTreeSet::new());
    visit(&program.body, &mut |s| {
        if let Stmt::Segment { base, rows, .. } = s
            && !written[program.root(*base) as usize]
        {
            rings.insert(*rows);
        }
    });
    rings
}

impl Printer<'_> {
    /// Declares the rings and what is in them, in the dynamic scratch from `offset` on or by themselves.
    pub(super) fn rings(&mut self, mut offset: Option<usize>) {
        let (Some([_, team]), Some(_)) = (self.options.group_size, self.dialect.copy_ahead) else {
            return;
        };
        let d = self.dialect;
        let (local, global) = (d.local, d.global);
        for rows in rings(self.program) {
            let (ring, len) = (format!("px_ring{rows}"), 2 * rows * team);
            let all = match &mut offset {
                Some(offset) => {
                    let at = format!("({local}int4*)(px_scratch + {offset})");
                    *offset += len * Ty::I32x4.bytes();
                    at
                }
                None => {
                    self.line(&format!("{}int4 px_rings{rows}[{len}];", d.scratch));
                    format!("px_rings{rows}")
                }
            };
            self.line(&format!(
                "{local}int4* const {ring} = {all} + {} * {};",
                d.team_rank,
                2 * rows
            ));
            self.line(&format!("{global}const int4* px_next{rows} = 0;"));
            self.line(&format!("px_index px_turn{rows} = 0;"));
        }
    }

    pub(super) fn segment(&mut self, pointer: Id, base: Id, at: Id, rows: usize, access: AccessId) {
        let from = format!(
            "{} + {} * {rows}",
            self.address(Ty::I32x4, base, self.constness(base)),
            self.operand(at)
        );
        let in_place = self.is_written(base) || self.options.is_guarded(access);
        match (self.options.group_size, self.dialect.copy_ahead) {
            (Some([lanes, _]), Some(words)) if !in_place => {
                self.copied_segment(pointer, &from, rows, lanes, words);
            }
            _ => {
                let ty = self.pointer_type(pointer);
                self.line(&format!("{ty} const p{pointer} = {from};"));
            }
        }
    }

    fn copied_segment(
        &mut self,
        pointer: Id,
        from: &str,
        rows: usize,
        lanes: usize,
        [copy, wait]: [&str; 2],
    ) {
        let (ring, turn) = (
            format!("px_ring{rows} + px_turn{rows}"),
            format!("px_turn{rows}"),
        );
        let next = format!("px_next{rows}");
        let fill = |word: &str, from: &str| {
            word.replace("{to}", &ring)
                .replace("{from}", from)
                .replace("{rows}", &rows.to_string())
                .replace("{lanes}", &lanes.to_string())
                .replace("{lane}", self.dialect.lane_rank)
        };
        let (first, ahead, wait) = (fill(copy, from), fill(copy, &next), fill(wait, from));
        self.line(&format!("if ({next} != {from}) {{ {wait} {first} }}"));
        let local = self.dialect.local;
        self.line(&format!("{local}const int4* const p{pointer} = {ring};"));
        self.line(&wait);
        self.line(&format!("{turn} ^= {rows}; {next} = {from} + {rows};"));
        self.line(&ahead);
    }
}
