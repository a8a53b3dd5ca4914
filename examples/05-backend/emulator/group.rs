//! The interpreter. Work items of a group run in lock step, each statement by all of them before the next, so that
//! barriers have nothing left to do.

use portax::{
    Error, Result,
    backend::{Arg, Grid},
    ir::{
        Id, Program, Stmt, access_of,
        evaluate::{Evaluator, Items, LockStep, Memory, Place, Values},
        render::{NAN, RenderOptions},
    },
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
    values: Values,
}

/// Runs a launch, group by group.
pub fn run(kernel: &Kernel, mut buffers: Buffers, grid: Grid, args: &[Arg]) -> Result<()> {
    let program = &kernel.program;
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
        let mut group = Group {
            kernel,
            buffers: &mut buffers,
            args,
            scratch: scratch.map(|bytes| vec![0; bytes]).collect(),
            values: Values::of_group(program, &items, rank),
        };
        let all = (0..group.values.items()).collect();
        group.run(&program.body, all)?;
    }
    Ok(())
}

impl LockStep for Group<'_, '_> {
    fn integer(&self, item: usize, id: Id) -> i64 {
        Evaluator::new(&self.kernel.program, &self.values, item).integer(id)
    }

    fn do_for(&mut self, items: &[usize], s: &Stmt) -> Result<()> {
        items.iter().try_for_each(|&item| self.one(s, item))
    }
}

impl Group<'_, '_> {
    /// A checked access outside its view reads 0, writes nothing, and is reported, as is NaN under watch.
    fn one(&mut self, s: &Stmt, item: usize) -> Result<()> {
        let Kernel { program, options } = self.kernel;
        let values = &mut self.values;
        let work = Evaluator::new(program, values, item);
        let checked = access_of(s).filter(|&access| options.is_guarded(access));
        let outside_at = checked.and_then(|access| Some((access, work.indices_outside(access)?)));
        let Some(place) = work.place(s) else {
            match (outside_at, work.define(s)) {
                (Some((access, indices)), _) => {
                    report(self.buffers, self.args, access.into(), &indices)
                }
                (None, Some((id, value))) => values.set(item, id, value),
                (None, None) => {}
            }
            return Ok(());
        };
        if let Some(access) = checked.filter(|_| options.watches_nan && work.writes_nan(s)) {
            let what = NAN + i64::from(access);
            report(self.buffers, self.args, what, &work.indices(access));
        }
        let old = match outside_at {
            Some((access, indices)) => {
                report(self.buffers, self.args, access.into(), &indices);
                0
            }
            None => {
                let memory = match place.memory {
                    Memory::Buffer(k) => {
                        self.buffers.get_mut(&self.args[k].bits()).map(|b| &mut **b)
                    }
                    Memory::Scratch(k) => self.scratch.get_mut(k),
                };
                let bytes = memory.and_then(|memory| place.of(memory));
                work.perform(s, bytes.ok_or_else(|| outside(program, place))?)
            }
        };
        if let Some(id) = s.defines() {
            values.set(item, id, old);
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
