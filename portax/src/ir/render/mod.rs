//! Prints a [`Program`] in the language of a device.
//!
//! One operation a line, fields by their names behind `f_`, everything that differs between languages from a [`Dialect`]. Arguments
//! keep the order of [`Program::params`]; `px_fault` and `px_launch` are appended where accesses are guarded.

mod dialect;
mod expression;
mod helpers;
mod literal;
mod names;
mod segments;
mod signature;
mod statement;

#[cfg(test)]
pub(crate) mod tests;

pub use dialect::Dialect;
pub(crate) use segments::device_scratch_bytes;

use super::{ArrayId, Expr, Id, Program, Stmt, Value, locals::Numbers, low_bits::low_bits, visit};
use literal::is_literal;
use names::Names;
use std::{collections::BTreeMap, panic::Location};

/// What a launch decides about the text. The default: 32-bit indices, nothing guarded, nothing known.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct RenderOptions {
    /// 64-bit indices
    pub wide: bool,
    /// Arithmetic of 32-bit integers wraps, so that sums of them are no sums of indices
    pub wraps: bool,
    /// Indices of which the low bits are asked for wrap, where they have 32
    pub cuts: bool,
    /// For each access: is it checked at run time? A guarded load gives 0 and a guarded store or atomic does nothing
    /// outside the view; the first fault is written to the argument `px_fault`, 64-bit words
    /// `[1, access, launch, indices...]` (all zero while there is none), with the number of the launch from the last argument
    /// `px_launch`. Empty: none.
    pub guarded: Vec<bool>,
    /// Is NaN that a guarded access writes reported, too, as access [`NAN`] + access?
    pub watches_nan: bool,
    /// Values of integer arguments that are printed as literals; the arguments stay. Empty: none.
    pub values: Vec<Option<i64>>,
    /// For each argument: may its memory be reached through another one? Such buffers are not `restrict`. Empty: none.
    pub aliased: Vec<bool>,
    /// Vector lanes and team threads of a group
    pub group_size: Option<[usize; 2]>,
    /// Extents of the part of a box that a group has, by dimension; together they have as many items as the group. Empty:
    /// groups have items in a line
    pub tile: Vec<usize>,
    /// Do the lanes of a thread form a sub-group, as the text is to demand? Of dialects with
    /// [`Dialect::sub_group`] only
    pub sub_groups: bool,
    /// Largest number of registers for each work item
    pub registers: Option<u32>,
    /// May the next launch of a series take its place at once? Of dialects with [`Dialect::early_next`] only
    pub early_next: bool,
}

/// Source text for a device compiler, and what the text does not say.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Source {
    /// Complete translation unit
    pub text: String,
    /// Name of the kernel function in it
    pub entry: String,
    /// Bytes of scratch that a launch asks for; 0 where the text declares all of it
    pub dynamic_scratch: usize,
    /// What the launch decided: a compiler's options may depend on it, and devices that run programs and no text need it
    pub options: RenderOptions,
}

impl Source {
    /// A text that needs nothing beside itself.
    pub fn new(text: impl Into<String>, entry: impl Into<String>) -> Source {
        Source {
            text: text.into(),
            entry: entry.into(),
            ..Source::default()
        }
    }
}

/// What reports of NaN add to the number of the access.
pub const NAN: i64 = 1 << 32;

impl RenderOptions {
    /// Whether the access is checked at run time.
    pub fn is_guarded(&self, access: u32) -> bool {
        self.guarded.get(access as usize).copied().unwrap_or(false)
    }

    /// Whether the text has the arguments `px_fault` and `px_launch`.
    pub(crate) fn has_fault(&self) -> bool {
        self.guarded.iter().any(|&g| g)
    }
}

/// A text that grows line by line.
struct Printer<'a> {
    program: &'a Program,
    dialect: &'a Dialect,
    options: &'a RenderOptions,
    names: Names,
    /// Local arrays of numbers that never change
    constants: BTreeMap<ArrayId, Numbers>,
    /// For each value: is it an index that may wrap? Empty: none.
    wrapping: Vec<bool>,
    /// For each value: is it a buffer or scratch array that the program writes?
    written: Vec<bool>,
    /// For each value: is it a buffer that the program writes and reads, with barriers between?
    exchanged: Vec<bool>,
    text: String,
    lines: usize,
    indent: usize,
    /// Where accesses are in the user's source, behind the number of lines before them
    places: Vec<(usize, &'static Location<'static>)>,
}

impl Program {
    /// The program as one translation unit.
    pub fn render(&self, dialect: &Dialect, options: &RenderOptions) -> Source {
        self.print(dialect, options).0
    }

    /// The Rust line that `line`, from 1, of the program's text was printed from, or the last one before it that accesses
    /// memory.
    pub(crate) fn locate(
        &self,
        dialect: &Dialect,
        options: &RenderOptions,
        line: usize,
    ) -> Option<&'static Location<'static>> {
        let (_, places) = self.print(dialect, options);
        let before = places.iter().take_while(|(lines, _)| *lines < line).last();
        Some(before.or(places.first())?.1)
    }

    /// The text, and where its accesses are in the user's source, behind the number of lines before them.
    fn print(
        &self,
        dialect: &Dialect,
        options: &RenderOptions,
    ) -> (Source, Vec<(usize, &'static Location<'static>)>) {
        let written = written(self);
        let constants = constants(self);
        let mut printer = Printer {
            program: self,
            dialect,
            options,
            names: Names::new(self),
            constants,
            wrapping: match options.cuts && !options.wide {
                true => low_bits(self),
                false => Vec::new(),
            },
            exchanged: exchanged(self, &written),
            written,
            text: String::new(),
            lines: 0,
            indent: 0,
            places: Vec::new(),
        };
        printer.kernel();
        let kernel = std::mem::take(&mut printer.text);
        let text = helpers::with_helpers(dialect, options.wide, &kernel);
        let dynamic_scratch = printer.dynamic_scratch().map_or(0, |(_, bytes)| bytes);
        let before = text.lines().count() - kernel.lines().count();
        let mut places = printer.places;
        for (lines, _) in &mut places {
            *lines += before;
        }
        let source = Source {
            dynamic_scratch,
            options: options.clone(),
            ..Source::new(text, &self.name)
        };
        (source, places)
    }
}

/// The local arrays that are printed once, outside of the kernel: there, every initial value is a literal.
fn constants(program: &Program) -> BTreeMap<ArrayId, Numbers> {
    let mut arrays = program.constant_arrays();
    arrays.retain(|&array, numbers| {
        let ty = program.array_type(array);
        numbers.iter().all(|&bits| is_literal(ty, bits))
    });
    arrays
}

/// Marks the buffers and scratch arrays that a statement writes.
fn written(program: &Program) -> Vec<bool> {
    let mut marks = vec![false; program.values.len()];
    visit(&program.body, &mut |s| {
        if let Stmt::Store { ptr, .. } | Stmt::StorePair { ptr, .. } | Stmt::Atomic { ptr, .. } = s
        {
            marks[program.root(*ptr) as usize] = true;
        }
    });
    marks
}

/// Marks the buffers through which threads hand each other what they wrote: those that are written and read by a program that
/// has barriers. What is `restrict` a compiler may read before a barrier instead of behind it, as if nobody else wrote it.
fn exchanged(program: &Program, written: &[bool]) -> Vec<bool> {
    let (mut read, mut has_barriers) = (vec![false; program.values.len()], false);
    visit(&program.body, &mut |s| match s {
        Stmt::Barrier => has_barriers = true,
        Stmt::Let(_, Expr::Load { ptr, .. }) | Stmt::Segment { base: ptr, .. } => {
            read[program.root(*ptr) as usize] = true;
        }
        _ => {}
    });
    let both = written.iter().zip(read);
    both.map(|(written, read)| *written && read && has_barriers)
        .collect()
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
        self.lines += 1 + text.matches('\n').count();
    }

    /// Is the memory behind an address scratch?
    fn is_local(&self, ptr: Id) -> bool {
        matches!(
            self.program.values[self.program.root(ptr) as usize].1,
            Value::Scratch(_)
        )
    }

    fn is_written(&self, ptr: Id) -> bool {
        self.written[self.program.root(ptr) as usize]
    }
}
