//! The recorded form of a kernel: one [`Program`] per functor type, comptime values and layouts.
//!
//! [`Trace`](crate::kernel::trace::Trace) records it, [`summary`] reads from it who touches what, [`bounds`] proves accesses in
//! range for one launch, [`evaluate`] says what operations give, [`simplify`] rewrites it for device compilers and [`render`] prints it through a backend's
//! [`Dialect`](render::Dialect). Values are numbered; every expression that costs anything is a `Let`, so the text has
//! one operation a line and evaluation order is that of the Rust body.

mod affine;
pub mod bounds;
mod display;
mod divergence;
pub mod evaluate;
mod locals;
mod low_bits;
pub mod message;
mod operands;
pub mod render;
pub mod simplify;
pub mod summary;

use crate::ops::{AtomicOp, Bin, Cmp, Scope, Un};
use message::Said;
use std::panic::Location;

/// Name of the scratch arrays that reductions of a team go through: no field can have it. Reductions order their accesses
/// themselves, so proofs skip it.
pub(crate) const REDUCTION: &str = "<reduction>";

/// Number of a value in [`Program::values`].
pub type Id = u32;
/// Number of an access in [`Program::accesses`].
pub type AccessId = u32;
/// Number of a local array in [`Program::locals`].
pub type ArrayId = u32;

/// Type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// 32-bit float
    F32,
    /// 64-bit float
    F64,
    /// 32-bit signed integer
    I32,
    /// 32-bit unsigned integer
    U32,
    /// 64-bit signed integer
    I64,
    /// 64-bit unsigned integer
    U64,
    /// 8-bit signed integer, in memory only: loads are followed by a conversion, and stores preceded by one
    I8,
    /// 8-bit unsigned integer, in memory only
    U8,
    /// 16-bit signed integer, in memory only
    I16,
    /// 16-bit unsigned integer, in memory only
    U16,
    /// 16-bit float of IEEE 754, in memory only: loads are followed by a conversion to f32, and stores preceded by one
    F16,
    /// The upper half of an f32, in memory only
    BF16,
    /// Condition
    Bool,
    /// Index: 32 or 64 bits signed, chosen per launch
    Index,
    /// Two f32 side by side (a complex number)
    F32x2,
    /// Two f64 side by side (a complex number)
    F64x2,
    /// Four i32 side by side
    I32x4,
}

impl Ty {
    /// The pair of two such scalars; itself where there is none.
    pub const fn pair(self) -> Ty {
        match self {
            Ty::F32 => Ty::F32x2,
            Ty::F64 => Ty::F64x2,
            other => other,
        }
    }

    /// The scalar that a short vector is made of; itself for a scalar.
    pub const fn scalar(self) -> Ty {
        match self {
            Ty::F32x2 => Ty::F32,
            Ty::F64x2 => Ty::F64,
            Ty::I32x4 => Ty::I32,
            other => other,
        }
    }

    /// Whether it is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64) || self.is_half()
    }

    /// Whether it is a float that only memory has.
    pub const fn is_half(self) -> bool {
        matches!(self, Ty::F16 | Ty::BF16)
    }

    /// Whether it is an integer of 64 bits whatever the launch.
    pub const fn is_long(self) -> bool {
        matches!(self, Ty::I64 | Ty::U64)
    }

    /// Whether it is an integer of 32 bits whatever the launch.
    pub const fn is_32_bits(self) -> bool {
        matches!(self, Ty::I32 | Ty::U32)
    }

    /// Whether it is an integer that only memory has.
    pub const fn is_small(self) -> bool {
        matches!(self, Ty::I8 | Ty::U8 | Ty::I16 | Ty::U16)
    }

    /// Bits of an integer that take part in bit operations: an index has them in its low half.
    pub(crate) const fn bits(self) -> u32 {
        if self.is_long() { 64 } else { 32 }
    }

    /// Bytes in memory (8 for an index).
    pub const fn bytes(self) -> usize {
        match self {
            Ty::Bool | Ty::I8 | Ty::U8 => 1,
            Ty::I16 | Ty::U16 | Ty::F16 | Ty::BF16 => 2,
            Ty::F32 | Ty::I32 | Ty::U32 => 4,
            Ty::F64 | Ty::I64 | Ty::U64 | Ty::Index | Ty::F32x2 => 8,
            Ty::F64x2 | Ty::I32x4 => 16,
        }
    }
}

/// Values that the machine supplies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// Index of dimension `.0` in a range launch; printers decode it from the number of the work item, and work items
    /// beyond the range do nothing
    Work(u8),
    /// Rank of the team
    LeagueRank,
    /// Teams in the launch
    LeagueSize,
    /// Rank of the thread in its team
    TeamRank,
    /// Threads of a team
    TeamSize,
    /// Vector lane in its thread
    LaneRank,
    /// Vector lanes of a thread
    VectorLength,
}

/// What an id stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Bits of a float, an integer, or 0/1 of a condition
    Const(u64),
    /// Supplied by the machine
    Builtin(Builtin),
    /// Argument number `.0` of the program
    Param(usize),
    /// Defined once by a `Let` (or the result of an atomic)
    Temporary,
    /// A variable, declared by `Declare`
    Variable,
    /// The variable of a `For`
    LoopIndex,
    /// Scalar `.1` of the short vector `.0`
    Component(Id, u8),
    /// Address: a buffer argument `.0`
    Buffer(usize),
    /// Address: scratch array number `.0`
    Scratch(usize),
    /// Address: defined by `Advance`, `Walk` or `Segment`, into the same memory as `.0`
    Pointer(Id),
}

/// One argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Param {
    /// Memory of a view: element type and number of the view
    Buffer {
        /// Type of the elements as the program addresses them
        ty: Ty,
        /// Number of the view in [`Program::views`]
        view: usize,
    },
    /// Memory of a large scratch array, whose owners have a part each, in the order of their ranks
    Scratch {
        /// Number of the view in [`Program::views`]
        view: usize,
        /// Number of the array in [`Program::scratch`]
        array: usize,
    },
    /// Extent `dim` of a view
    Extent {
        /// Number of the view
        view: usize,
        /// Dimension
        dim: usize,
    },
    /// Stride `dim` of a view whose layout has run-time strides
    Stride {
        /// Number of the view
        view: usize,
        /// Dimension
        dim: usize,
    },
    /// A scalar field of the functor
    Scalar {
        /// Its type
        ty: Ty,
        /// Its name
        field: String,
    },
    /// The report of the launch's instance, in words of 32 bits: where messages go
    Report {
        /// Number of the view in [`Program::views`]
        view: usize,
    },
    /// The number by which reports name the launch, an i32
    LaunchNumber,
    /// First index of dimension `dim` of the policy's range
    Begin(usize),
    /// Index after the last of dimension `dim` of the policy's range
    End(usize),
}

/// A view as the program sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct ViewInfo {
    /// Name of the functor's field
    pub field: String,
    /// Rank
    pub rank: usize,
    /// Memory: a buffer argument, or scratch of fixed extents
    pub place: ViewPlace,
}

/// Where a view's elements live.
#[derive(Clone, PartialEq, Debug)]
pub enum ViewPlace {
    /// Buffer argument number
    Buffer(usize),
    /// Scratch array number and its extents
    Scratch(usize, Vec<usize>),
    /// Local array of [`Program::locals`]: each work item has its own
    Local(ArrayId),
    /// The report, argument number `.0`
    Report(usize),
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// Reads
    Read,
    /// Writes
    Write,
    /// Updates atomically
    Atomic(Scope),
}

/// One place in the body that touches memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// Number of the view
    pub view: usize,
    /// What it does
    pub kind: AccessKind,
    /// The indices as values of type `Index`, one a dimension
    pub indices: Vec<Id>,
    /// Extents of the view, as values
    pub extents: Vec<Id>,
    /// Where in the user's source
    pub location: &'static Location<'static>,
}

/// An operation; operands are ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// One operand
    Unary(Un, Id),
    /// Two operands of one type
    Binary(Bin, Id, Id),
    /// `a * b + c`
    Fma(Id, Id, Id),
    /// `c - a * b`
    NegFma(Id, Id, Id),
    /// `a * b - c`
    FmaSub(Id, Id, Id),
    /// Sign of `.0` flipped where bit 31 of the integer `.1` is set
    Flip(Id, Id),
    /// Comparison
    Compare(Cmp, Id, Id),
    /// `.1` where `.0`, else `.2`
    Select(Id, Id, Id),
    /// Conversion to the type of the result
    Cast(Id),
    /// The value of a variable now
    Read(Id),
    /// All vector lanes' values joined, which a launch with sub-groups has in the place of a [`VectorReduction`]'s tree
    VectorReduce(Bin, Id),
    /// The value at `offset` units behind `ptr`
    Load {
        /// Address
        ptr: Id,
        /// Offset in units
        offset: Id,
        /// The result's type, or its scalar where a short vector starts at any aligned scalar
        unit: Ty,
        /// What is touched
        access: AccessId,
    },
    /// Element `index` of a local array now
    Element {
        /// The array
        array: ArrayId,
        /// Which of its variables
        index: Id,
        /// What is touched
        access: AccessId,
    },
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// Defines a temporary
    Let(Id, Expr),
    /// Declares a variable with its first value
    Declare(Id, Id),
    /// Assigns a variable
    Assign(Id, Id),
    /// Assigns element `index` of a local array
    AssignElement {
        /// The array
        array: ArrayId,
        /// Which of its variables
        index: Id,
        /// Value
        value: Id,
        /// What is touched
        access: AccessId,
    },
    /// Writes one scalar
    Store {
        /// Address
        ptr: Id,
        /// Offset in scalars
        offset: Id,
        /// Value
        value: Id,
        /// What is touched
        access: AccessId,
    },
    /// Writes two neighbouring scalars at once
    StorePair {
        /// Address
        ptr: Id,
        /// Offset in pairs
        offset: Id,
        /// Values
        value: [Id; 2],
        /// What is touched
        access: AccessId,
    },
    /// Atomic update
    Atomic {
        /// Operation
        op: AtomicOp,
        /// Between whom
        scope: Scope,
        /// Address
        ptr: Id,
        /// Offset in scalars
        offset: Id,
        /// Operand
        value: Id,
        /// Of [`AtomicOp::CompareExchange`] alone: what the old value is compared with
        expected: Option<Id>,
        /// Temporary that receives the old value
        old: Option<Id>,
        /// What is touched
        access: AccessId,
    },
    /// `pointer = base + count * size` elements, 64 bits wide
    Advance {
        /// Pointer defined
        pointer: Id,
        /// Base address
        base: Id,
        /// Factor
        count: Id,
        /// Factor
        size: Id,
    },
    /// A pointer that starts at `base + sum(term * factor)` and walks with the loop that follows
    Walk {
        /// Pointer defined
        pointer: Id,
        /// Base address
        base: Id,
        /// Terms of the start offset
        terms: Vec<(Id, i64)>,
    },
    /// Moves a walking pointer on
    Bump(Id, i64),
    /// A pointer to the rows `at * rows..` of a table of 16-byte rows, once for each team thread; a dialect may have them
    /// copied to scratch, and those of the next segment on their way
    Segment {
        /// Pointer defined
        pointer: Id,
        /// Base address
        base: Id,
        /// Number of the segment
        at: Id,
        /// Rows of a segment
        rows: usize,
        /// The first row and the last of the next segment
        access: AccessId,
    },
    /// `for index in (begin..end).step_by(step)`
    For {
        /// The loop variable
        index: Id,
        /// First value
        begin: Id,
        /// Value after the last
        end: Id,
        /// Step, positive
        step: Id,
        /// Body
        body: Vec<Stmt>,
    },
    /// Runs its body until a [`Leave`](Stmt::Leave)
    Loop {
        /// Body
        body: Vec<Stmt>,
    },
    /// Leaves the loop around it where the condition holds. It stands in the loop's body itself, in no branch
    Leave(Id),
    /// Branch
    If {
        /// Condition
        cond: Id,
        /// Where it holds
        then: Vec<Stmt>,
        /// Where it does not
        other: Vec<Stmt>,
    },
    /// Team barrier
    Barrier,
    /// Barrier of the vector lanes of one team thread
    VectorBarrier {
        /// Does it belong to the tree of a [`VectorReduction`]?
        of_reduction: bool,
    },
}

/// What kind of launch a program belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One work item an index tuple of a range of rank 1 to 6
    Range {
        /// Rank
        rank: usize,
        /// The last index runs fastest, not the first
        right: bool,
    },
    /// Teams of threads of vector lanes
    Team,
}

/// An array in team scratch.
#[derive(Clone, PartialEq, Debug)]
pub struct ScratchArray {
    /// Type of the elements
    pub ty: Ty,
    /// Number of elements of each of its owners
    pub len: usize,
    /// Its owners
    pub per: Per,
    /// Whether it is in the device's memory, as an argument of the launch
    pub is_large: bool,
    /// Whether it is declared in a loop, whose turns would each take memory of a host
    pub in_loop: bool,
}

/// What has elements of a scratch array of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// The team
    Team,
    /// Each thread
    Thread,
    /// Each lane of each thread
    Lane,
}

impl ScratchArray {
    /// One of a group's own memory.
    pub fn new(ty: Ty, len: usize, per: Per) -> Self {
        ScratchArray {
            ty,
            len,
            per,
            is_large: false,
            in_loop: false,
        }
    }
    /// Elements for a team of so many threads of so many lanes each.
    pub fn elements(&self, [lanes, threads]: [usize; 2]) -> usize {
        let owners = match self.per {
            Per::Team => 1,
            Per::Thread => threads,
            Per::Lane => threads.saturating_mul(lanes),
        };
        self.len.saturating_mul(owners)
    }
    /// Bytes of the same, so many that the next array is aligned to 16 bytes; `usize::MAX` where no memory is so large.
    pub(crate) fn bytes(&self, group: [usize; 2]) -> usize {
        let bytes = self.elements(group).saturating_mul(self.ty.bytes());
        bytes.checked_next_multiple_of(16).unwrap_or(usize::MAX)
    }
}

/// A reduction over the vector lanes of a thread, of a number each. The body spells it as a tree through scratch, with vector
/// barriers; one of elements has no name and stays a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorReduction {
    /// What joins two values
    pub op: Bin,
    /// Each lane's value
    pub value: Id,
    /// The temporary that has all of them joined, loaded from the tree's root
    pub result: Id,
    /// Address of the scratch array of the tree, which none but trees of such reductions use
    pub array: Id,
}

/// A recorded kernel.
#[derive(Clone, Debug)]
pub struct Program {
    /// Name, a valid C identifier with prefix `px_kernel_`
    pub name: String,
    /// Kind of launch
    pub shape: Shape,
    /// Type and meaning of each id
    pub values: Vec<(Ty, Value)>,
    /// Arguments in order
    pub params: Vec<Param>,
    /// Views that the functor binds, and scratch
    pub views: Vec<ViewInfo>,
    /// Every access
    pub accesses: Vec<Access>,
    /// Arrays in team scratch
    pub scratch: Vec<ScratchArray>,
    /// Variables that are elements of arrays with run-time indices, array by array
    pub locals: Vec<Vec<Id>>,
    /// First extents of the tiles in team scratch, each to be the vector length of a launch
    pub tile_widths: Vec<usize>,
    /// Begin, end and step of loops that items run equally often where the end is the same, though they begin at different places
    pub even_loops: Vec<[Id; 3]>,
    /// Integers of 32 bits that are products, sums and differences of indices, and where: no launch may make them larger
    pub made_of_indices: Vec<(Id, &'static Location<'static>)>,
    /// Does a team barrier stand among code for the lanes of a thread, which hosts run vector by vector?
    pub barrier_in_lanes: bool,
    /// What it may say
    pub messages: Vec<Said>,
    /// Reductions over vector lanes
    pub vector_reductions: Vec<VectorReduction>,
    /// The body
    pub body: Vec<Stmt>,
    /// What the author vouches for
    pub promise: Promise,
}

/// What a kernel's author vouches for, and portax therefore neither proves nor checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Promise {
    /// Nothing
    #[default]
    None,
    /// `unsafe impl`: concurrent iterations touch different elements, or use atomics
    Disjoint,
    /// `#[kernel(unchecked)] unsafe impl`: accesses are in bounds, too, sums and products of loaded integers fit 32 bits, and
    /// functions of plain Rust give the same whenever they are called
    Unchecked,
}

impl Promise {
    /// Whether the kernel is free of races by its author's word.
    pub(crate) fn is_disjoint(self) -> bool {
        self >= Promise::Disjoint
    }

    /// Whether its accesses are in bounds by its author's word.
    pub const fn is_unchecked(self) -> bool {
        matches!(self, Promise::Unchecked)
    }
}

impl Program {
    /// Type of a value.
    pub fn ty(&self, id: Id) -> Ty {
        self.values[id as usize].0
    }

    /// Bytes of team scratch for teams of so many threads of so many lanes each; every array is aligned to 16 bytes, and
    /// `usize::MAX` stands for more than any memory has.
    pub(crate) fn scratch_bytes(&self, group: [usize; 2]) -> usize {
        let near = self.scratch.iter().filter(|array| !array.is_large);
        let bytes = near.map(|array| array.bytes(group));
        bytes.fold(0, usize::saturating_add)
    }

    /// The same of large arrays, which on hosts are beside the others.
    pub(crate) fn large_scratch_bytes(&self, group: [usize; 2]) -> usize {
        let large = self.scratch.iter().filter(|array| array.is_large);
        let bytes = large.map(|array| array.bytes(group));
        bytes.fold(0, usize::saturating_add)
    }

    /// Refuses arrays that loops declare.
    ///
    /// # Errors
    /// What to move.
    pub(crate) fn check_scratch(&self) -> Result<(), String> {
        match self.scratch.iter().any(|array| array.in_loop) {
            true => {
                Err("scratch is declared in a loop or a nested range: declare it before".into())
            }
            false => Ok(()),
        }
    }

    /// Operations and accesses of a work item, without the arithmetic of indices, most of which a row has in common; none
    /// where loops make their number depend on more than the kernel.
    pub(crate) fn operations(&self) -> Option<usize> {
        let (mut count, mut loops) = (0, false);
        visit(&self.body, &mut |s| match s {
            Stmt::For { .. } | Stmt::Loop { .. } => loops = true,
            Stmt::If { .. } | Stmt::Leave(_) | Stmt::Barrier | Stmt::VectorBarrier { .. } => {}
            Stmt::Let(id, _) if self.values[*id as usize].0 == Ty::Index => {}
            _ => count += 1,
        });
        (!loops).then_some(count)
    }

    /// The buffer or scratch array into which an address points.
    pub fn root(&self, mut ptr: Id) -> Id {
        while let Value::Pointer(base) = self.values[ptr as usize].1 {
            ptr = base;
        }
        ptr
    }

    /// The variables that a statement itself may change.
    pub(crate) fn assigned<'a>(&'a self, s: &'a Stmt) -> &'a [Id] {
        match s {
            Stmt::Assign(variable, _) => std::slice::from_ref(variable),
            Stmt::AssignElement { array, .. } => &self.locals[*array as usize],
            _ => &[],
        }
    }

    /// Adds a value.
    pub(crate) fn value(&mut self, ty: Ty, value: Value) -> Id {
        self.values.push((ty, value));
        (self.values.len() - 1) as Id
    }

    /// An integer constant of type `ty` by its bits, or one of a condition.
    pub(crate) fn constant(&mut self, ty: Ty, x: i64) -> Id {
        self.value(ty, Value::Const(x as u64))
    }

    /// The value of an integer constant, if the id is one that i64 holds.
    pub fn as_constant(&self, id: Id) -> Option<i64> {
        match self.values[id as usize] {
            (Ty::U64, Value::Const(x)) => i64::try_from(x).ok(),
            (ty, _) if ty.is_float() => None,
            (Ty::F32x2 | Ty::F64x2 | Ty::I32x4, _) => None,
            (_, Value::Const(x)) => Some(x as i64),
            _ => None,
        }
    }
}

/// The access of a statement itself, not of those inside it.
pub fn access_of(s: &Stmt) -> Option<AccessId> {
    match s {
        Stmt::Let(_, Expr::Load { access, .. } | Expr::Element { access, .. })
        | Stmt::AssignElement { access, .. }
        | Stmt::Store { access, .. }
        | Stmt::StorePair { access, .. }
        | Stmt::Atomic { access, .. } => Some(*access),
        _ => None,
    }
}

/// Walks a block and everything inside it, outer statements first.
pub fn visit(block: &[Stmt], f: &mut impl FnMut(&Stmt)) {
    for s in block {
        f(s);
        match s {
            Stmt::For { body, .. } | Stmt::Loop { body } => visit(body, f),
            Stmt::If { then, other, .. } => {
                visit(then, f);
                visit(other, f);
            }
            _ => {}
        }
    }
}
