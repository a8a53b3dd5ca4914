//! A group of work items, and what they do.

use portax::ir::evaluate::{Evaluator, Items, LockStep, Memory, Place, Values};
use portax::ir::{AccessId, Expr, Id, Program, Stmt, access_of};
use portax::ops::AtomicOp;
use portax::{Error, Result};

use super::Kernel;
use super::counts::Kind;
use super::run::Shared;

struct Group<'a, 'b> {
    kernel: &'a Kernel,
    args: &'a [u64],
    shared: &'a mut Shared<'b>,
    scratch: Vec<Vec<u8>>,
    values: Values,
    /// From 1.
    number: u32,
}

/// Runs a group of a launch.
pub fn run(kernel: &Kernel, items: &Items<'_>, rank: usize, shared: &mut Shared<'_>) -> Result<()> {
    let program = &kernel.program;
    let scratch = program.scratch.iter();
    let scratch = scratch.map(|s| vec![0; s.elements(items.group_size) * s.ty.bytes()]);
    let mut group = Group {
        kernel,
        args: items.args,
        shared,
        scratch: scratch.collect(),
        values: Values::of_group(program, items, rank),
        number: rank as u32 + 1,
    };
    let all = (0..group.values.items()).collect();
    LockStep::run(&mut group, &program.body, all)?;
    Ok(())
}

impl LockStep for Group<'_, '_> {
    fn integer(&self, item: usize, id: Id) -> i64 {
        Evaluator::new(&self.kernel.program, &self.values, item).integer(id)
    }

    fn do_for(&mut self, items: &[usize], s: &Stmt) -> Result<()> {
        if let Some(kind) = Kind::of(&self.kernel.program, s) {
            self.shared.counts.note(kind, items.len());
        }
        items.iter().try_for_each(|&item| self.one(s, item))
    }
}

impl Group<'_, '_> {
    /// A checked access is inside its view: stages that work have no others.
    fn one(&mut self, s: &Stmt, item: usize) -> Result<()> {
        let Kernel { program, options } = self.kernel;
        let values = &mut self.values;
        let work = Evaluator::new(program, values, item);
        if let Some(access) = access_of(s).filter(|&access| options.is_guarded(access))
            && let Some(indices) = work.indices_outside(access)
        {
            return Err(fault(program, access, format!("{indices:?} is outside")));
        }
        let Some(place) = work.place(s) else {
            if let Some((id, value)) = work.define(s) {
                values.set(item, id, value);
            }
            return Ok(());
        };
        let memory = match place.memory {
            Memory::Buffer(k) => self.shared.buffers.get_mut(self.args[k] as usize),
            Memory::Scratch(k) => self.scratch.get_mut(k),
        };
        let bytes = memory.and_then(|memory| place.of(memory));
        let outside = || fault(program, place.access, format!("byte {}", place.start));
        let old = work.perform(s, bytes.ok_or_else(outside)?);
        if let Some(id) = s.defines() {
            values.set(item, id, old);
        }
        self.note(s, place);
        Ok(())
    }

    fn note(&mut self, s: &Stmt, place: Place) {
        let (reads, writes) = match s {
            Stmt::Let(_, Expr::Load { .. }) => (true, false),
            Stmt::Atomic { op, .. } => (true, !matches!(op, AtomicOp::Load)),
            _ => (false, true),
        };
        let (counts, bytes) = (&mut self.shared.counts, place.bytes);
        let moved = (usize::from(reads) + usize::from(writes)) * bytes;
        let Memory::Buffer(k) = place.memory else {
            counts.scratch_bytes += moved as f64;
            return;
        };
        counts.load_bytes += if reads { bytes as f64 } else { 0.0 };
        counts.store_bytes += if writes { bytes as f64 } else { 0.0 };
        if let Some(touched) = self.shared.touched.get_mut(&self.args[k]) {
            let start = place.start as usize;
            if reads {
                counts.note_touched(touched.read(self.number, start, bytes));
            }
            if writes {
                counts.note_touched(touched.write(self.number, start, bytes));
            }
        }
    }
}

fn fault(program: &Program, access: AccessId, reason: String) -> Error {
    let access = &program.accesses[access as usize];
    let view = &program.views[access.view].field;
    Error::Device {
        space: "counter".into(),
        operation: format!("`{}` at {}", program.name, access.location),
        reason: format!("{reason} of `{view}`"),
    }
}
