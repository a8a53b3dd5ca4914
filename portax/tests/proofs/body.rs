//! The body of a kernel as a tree, which is recorded, run and made smaller.

use crate::memory::Memory;
use portax::ops::{Bin, Cmp};

/// Elements of a local array.
pub const ARRAY: usize = 3;

/// Number of a variable, loop, subview, row or segment of a body.
pub type Name = usize;

/// A uniform integer.
#[derive(Clone, Debug)]
pub enum Int {
    Const(i64),
    /// Rank or size number `.0`: indices of a range, or the numbers of a team
    Rank(usize),
    /// Scalar field number `.0`, an i32
    Field(usize),
    /// Extent `.1` of a view
    Extent(Memory, usize),
    /// Variable of a loop
    Loop(Name),
    /// Mutable variable
    Var(Name),
    /// Integer `.1` of the row that is called `.0`
    Row(Name, usize),
    /// An element of i32
    Load(Place),
    /// A 32-bit integer
    Of(Box<Word>),
    /// A 32-bit integer, taken as unsigned
    OfUnsigned(Box<Word>),
    Binary(Bin, Box<Int>, Box<Int>),
    Select(Box<Cond>, Box<Int>, Box<Int>),
}

/// A varying i32.
#[derive(Clone, Debug)]
pub enum Word {
    Const(i32),
    Of(Box<Int>),
    Var(Name),
    /// An element of i32 or f64, converted
    Load(Place),
    Binary(Bin, Box<Word>, Box<Word>),
    /// An operation of u32
    Unsigned(Bin, Box<Word>, Box<Word>),
    Negated(Box<Word>),
    Size(Box<Word>),
    /// To f64 and back
    Rounded(Box<Word>),
    Select(Box<Cond>, Box<Word>, Box<Word>),
    /// Element `.2` of the row of floats that starts at `.1`
    Float(Memory, Box<Int>, usize),
    /// An element of a local array
    Element(Name, Box<Index>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Cond {
    Int(Cmp, Int, Int),
    Word(Cmp, Word, Word),
    Unsigned(Cmp, Word, Word),
    /// Both as f64
    Real(Cmp, Int, Int),
    /// An element of bool
    Load(Place),
    Both(Box<Cond>, Box<Cond>),
    Either(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
}

/// One index of an access.
#[derive(Clone, Debug)]
pub enum Index {
    /// The same in all lanes
    Int(Int),
    /// Counts up with the lanes
    Lane(Int),
    /// Any
    Word(Word),
}

/// An element of a view.
#[derive(Clone, Debug)]
pub struct Place {
    pub memory: Memory,
    /// The subview or tile that the element is in
    pub part: Part,
    /// Indices in the view, or in the part
    pub at: Vec<Index>,
}

/// A part of a view.
#[derive(Clone, Debug)]
pub enum Part {
    Whole,
    /// Subview or tile at this index
    At(Box<Int>),
    /// The one that `Statement::Narrow` named
    Named(Name),
}

/// What is stored.
#[derive(Clone, Debug)]
pub enum Stored {
    Int(Int),
    Word(Word),
}

/// Who runs which part of a nested range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    Threads,
    Lanes,
    ThreadsAndLanes,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Store(Place, Stored),
    /// An atomic sum, within the team or the device; the value before is a mutable i32 of that name
    Atomic(Place, Stored, bool, Option<Name>),
    If(Cond, Vec<Statement>, Vec<Statement>),
    For(Name, Int, Int, Vec<Statement>),
    /// A loop that counts the variable of this name up to a number
    Repeat(Name, Int, Vec<Statement>),
    /// Leaves the loop in whose body it stands
    Leave(Cond),
    /// `0..n` dealt out to threads and lanes
    Nested(Share, Name, Int, Vec<Statement>),
    /// Once a thread, or once a team
    Single(bool, Vec<Statement>),
    Barrier,
    DeclareInt(Name, Int),
    SetInt(Name, Int),
    DeclareWord(Name, Word),
    SetWord(Name, Word),
    /// A local array of 32-bit integers
    DeclareArray(Name, [Word; ARRAY]),
    SetElement(Name, Index, Word),
    /// A subview or tile by name
    Narrow(Name, Memory, Int),
    /// A row of four integers by name
    Row(Name, Int),
    /// Segments `.2..`.3` of the rows: row `.1` of each by the name `.0`
    Segments(Name, Int, Int, Int, Vec<Statement>),
}

impl Statement {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If(_, a, b) => vec![a, b],
            Statement::For(.., a)
            | Statement::Repeat(.., a)
            | Statement::Nested(.., a)
            | Statement::Single(_, a)
            | Statement::Segments(.., a) => vec![a],
            _ => Vec::new(),
        }
    }

    /// The blocks inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If(_, a, b) => vec![a, b],
            Statement::For(.., a)
            | Statement::Repeat(.., a)
            | Statement::Nested(.., a)
            | Statement::Single(_, a)
            | Statement::Segments(.., a) => vec![a],
            _ => Vec::new(),
        }
    }
}
