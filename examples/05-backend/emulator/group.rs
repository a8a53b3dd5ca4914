//! The interpreter. Work items of a group run in lock step, each statement by all of them before the next, so that
//! barriers have nothing left to do.

use portax::{
    Error, Result,
    backend::{Arg, Grid},
    ir::{
        Expr, Id, Program, Stmt, access_of,
        evaluate::{Bits, Evaluator, Items, Memory, Place},
        render::{NAN, RenderOptions},
    },
    ops::Bin,
};
use std::{collections::BTreeMap, sync::MutexGuard};

/// The buffers of a launch, by handle.
pub type Buffers<'a> = BTreeMap<u64, MutexGuard<'a, Vec<u8>>>;

/// A compiled kernel: what was recorded, and which of its accesses are to be checked.
pub struct Kernel {
    pub program: Program,
    pub options: RenderOptions,
}

struct Group<'a, 'b> {
    kernel: &'a Kernel,
    buffers: &'a mut Buffers<'b>,
    args: &'a [Arg],
    scratch: Vec<Vec<u8>>,
    /// By work item and id
    values: Vec<Vec<Bits>>,
}

/// Runs a launch, group by group.
pub fn run(kernel: &Kernel, mut buffers: Buffers, grid: Grid, args: &[Arg]) -> Result<()> {
    let (program, size) = (&kernel.program, grid.group_size[0] * grid.group_size[1]);
    let items = Items {
        groups: grid.groups,
        group_size: grid.group_size,
        tile: &kernel.options.tile,
        args: &args.iter().map(|arg| arg.bits()).collect::<Vec<_>>(),
    };
    for rank in 0..grid.groups {
        let scratch = program
            .scratch
            .iter()
            .map(|s| s.elements(grid.group_size) * s.ty.bytes());
        let values = (0..size).filter_map(|n| items.start(program, rank, n));
        let mut group = Group {
            kernel,
            buffers: &mut buffers,
            args,
            scratch: scratch.map(|bytes| vec![0; bytes]).collect(),
            values: values.collect(),
        };
        let all: Vec<usize> = (0..group.values.len()).collect();
        group.block(&program.body, all)?;
    }
    Ok(())
}

impl Group<'_, '_> {
    /// Runs a block by some of the work items, and gives those that did not leave the loop around it.
    fn block(&mut self, block: &[Stmt], mut items: Vec<usize>) -> Result<Vec<usize>> {
        for s in block {
            match s {
                Stmt::If { cond, then, other } => {
                    let holds = |item: &usize| self.int(*item, *cond) != 0;
                    let (yes, no) = items.iter().partition(|item| holds(item));
                    self.block(then, yes)?;
                    self.block(other, no)?;
                }
                Stmt::Loop { body } => {
                    let mut on = items.clone();
                    while !on.is_empty() {
                        on = self.block(body, on)?;
                    }
                }
                Stmt::Leave(cond) => items.retain(|&item| self.int(item, *cond) == 0),
                Stmt::For {
                    index,
                    begin,
                    end,
                    step,
                    body,
                } => {
                    let mut on = items.clone();
                    self.all(&Stmt::Declare(*index, *begin), &on)?;
                    let next = Stmt::Let(*index, Expr::Binary(Bin::Add, *index, *step));
                    while !on.is_empty() {
                        on.retain(|&item| self.int(item, *index) < self.int(item, *end));
                        on = self.block(body, on)?;
                        self.all(&next, &on)?;
                    }
                }
                _ => self.all(s, &items)?,
            }
        }
        Ok(items)
    }

    fn all(&mut self, s: &Stmt, items: &[usize]) -> Result<()> {
        items.iter().try_for_each(|&item| self.one(s, item))
    }

    fn int(&self, item: usize, id: Id) -> i64 {
        Evaluator::new(&self.kernel.program, &self.values[item]).integer(id)
    }

    /// A checked access outside its view reads 0, writes nothing, and is reported, as is NaN under watch.
    fn one(&mut self, s: &Stmt, item: usize) -> Result<()> {
        let Kernel { program, options } = self.kernel;
        let values = &mut self.values[item];
        let work = Evaluator::new(program, values);
        let checked = access_of(s).filter(|&access| options.is_guarded(access));
        let outside_at = checked.and_then(|access| Some((access, work.indices_outside(access)?)));
        let Some(place) = work.place(s) else {
            match (outside_at, work.define(s)) {
                (Some((access, indices)), _) => {
                    report(self.buffers, self.args, access.into(), &indices)
                }
                (None, Some((id, value))) => values[id as usize] = value,
                (None, None) => {}
            }
            return Ok(());
        };
        if let Some(access) = checked.filter(|_| options.watches_nan && work.writes_nan(s)) {
            let what = NAN + i64::from(access);
            report(self.buffers, self.args, what, &work.indices(access));
        }
        let mut word = [0; 16];
        match outside_at {
            Some((access, indices)) => report(self.buffers, self.args, access.into(), &indices),
            None => {
                let memory = match place.memory {
                    Memory::Buffer(k) => {
                        self.buffers.get_mut(&self.args[k].bits()).map(|b| &mut **b)
                    }
                    Memory::Scratch(k) => self.scratch.get_mut(k),
                };
                let bytes = memory.zip(usize::try_from(place.start).ok());
                let bytes = bytes
                    .and_then(|(memory, start)| memory.get_mut(start..start + place.bytes))
                    .ok_or_else(|| outside(program, place))?;
                word[..place.bytes].copy_from_slice(bytes);
                let new = work.update(s, Bits::from_le_bytes(word));
                bytes.copy_from_slice(&new.to_le_bytes()[..place.bytes]);
            }
        }
        if let Some(id) = s.defines() {
            values[id as usize] = Bits::from_le_bytes(word);
        }
        Ok(())
    }
}

/// Fills the report of the launch, unless it has a fault already: a flag, what happened, the launch and the indices.
fn report(buffers: &mut Buffers, args: &[Arg], what: i64, indices: &[i64]) {
    let [.., Arg::Buffer(report), Arg::I32(launch)] = *args else {
        return;
    };
    let words = [1, what, launch.into()];
    if let Some(report) = buffers.get_mut(&report.handle).filter(|r| r[0] == 0) {
        for (to, word) in report.chunks_exact_mut(8).zip(words.iter().chain(indices)) {
            to.copy_from_slice(&word.to_le_bytes());
        }
    }
}

fn outside(program: &Program, place: Place) -> Error {
    let access = &program.accesses[place.access as usize];
    let view = &program.views[access.view].field;
    Error::Device {
        space: "emulator".to_string(),
        operation: format!("`{}` at {}", program.name, access.location),
        reason: format!("byte {} is outside `{view}`", place.start),
    }
}
