//! Executors: what a kernel body is generic over.
//!
//! `#[kernel]` rewrites a Rust body once into a function generic over [`Exec`] ("tagless final"):
//!
//! | executor | lanes | runs |
//! |---|---|---|
//! | [`Simd<Avx512>`](super::simd::Simd) | 8 | packs in zmm registers (f64), ymm (f32, i32) |
//! | [`Simd<Avx2>`](super::simd::Simd) | 4 | packs in ymm registers (f64), xmm (f32, i32) |
//! | [`Lane`] | 1 | tails, other CPUs and checked runs |
//! | [`Trace`](super::trace::Trace) | 1 | nothing: it records the body as [`ir`](crate::ir) |
//!
//! Rules for the native executors, each paid for in measurements: everything between the launch
//! function (which carries `#[target_feature]`) and an intrinsic is `#[inline(always)]`; no closure
//! adapters of `std` (`array::map`, `from_fn`: not always inlined, 3x on compute_yi); cases are chosen
//! by associated consts and `if const {}`, never by a run-time enum that carries packs (20x compile
//! time). `Trace`, on the contrary, is never inlined.

pub mod lane;
pub mod native;
pub mod scalar;

pub use lane::Lane;
pub use scalar::{Float, Integer, Scalar, Stored};

use crate::ops::{AtomicOp, Bin, Cmp, Scope, Un};

/// What a kernel body needs of the machine that runs or records it.
///
/// Values come in three kinds: `Var` differs between lanes, `Uni` and `Int` are the same in all lanes of
/// a thread, and plain Rust values are comptime. Kernel authors never name this trait: the macro does.
pub trait Exec: Copy + Send + Sync + 'static {
    /// Lanes of a pack: how many neighbouring iterations one `Var` holds.
    const LANES: usize;
    /// Width of a natural tile (`AoSoA` without argument) and of a team thread's vector when the policy leaves it open.
    const NATURAL_WIDTH: usize;
    /// Complex numbers are stored as two planes next to the contiguous index (CPU), not interleaved (GPU).
    const SPLIT_COMPLEX: bool;
    /// `stream` loads the next item ahead of its use: helps a GPU, costs a CPU 15-28 %.
    const STREAM_AHEAD: bool;
    /// Accesses are checked where the launch asks for it: those of `unsafe` kernels only if also `CAN_CHECK`.
    const CHECKS: bool;
    /// Accesses of `unsafe` kernels are checked too where the launch asks for it (`PORTAX_CHECK=1`).
    const CAN_CHECK: bool;

    /// A value that differs between lanes.
    type Var<T: Scalar>: Copy + Send + Sync;
    /// A value that all lanes share.
    type Uni<T: Scalar>: Copy + Send + Sync;
    /// A uniform integer, wide enough for any index (64 bits natively).
    type Int: Copy + Send + Sync;
    /// A varying offset in elements (64 bits natively).
    type Offset: Copy;
    /// A varying condition.
    type Mask: Copy;
    /// A uniform condition.
    type Cond: Copy + Send + Sync;
    /// Base address of a view, of scratch or of a local array.
    type Ptr: Copy + Send + Sync;
    /// What identifies a view in messages and access summaries.
    type Info: Copy + Send + Sync;
    /// The team of a team kernel.
    type Team: Copy;
    /// Run-time loop of uniform integers.
    type Range: Iterator<Item = Self::Int>;

    // ---- varying values
    /// The same value in every lane.
    fn splat<T: Scalar>(a: Self::Uni<T>) -> Self::Var<T>;
    /// Any binary operation.
    fn bin<T: Scalar>(op: Bin, a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a + b`; one method each for the hot operations keeps other arms out of the caller (compile time).
    fn add<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a - b`
    fn sub<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a * b`
    fn mul<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a * b + c`, one rounding for floats.
    fn fma<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// `c - a * b`, one rounding for floats.
    fn fnma<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// `a * b - c`, one rounding for floats.
    fn fms<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// Any unary operation.
    fn un<T: Scalar>(op: Un, a: Self::Var<T>) -> Self::Var<T>;
    /// Flips the sign of a float where bit 31 of the uniform `sign` is set.
    fn flip<T: Scalar>(a: Self::Var<T>, sign: Self::Int) -> Self::Var<T>;
    /// Flips the sign of a float in the lanes where bit 31 of `sign` is set.
    #[inline(always)]
    fn flip_lanes<T: Scalar>(a: Self::Var<T>, sign: Self::Var<i32>) -> Self::Var<T> {
        let set = Self::cmp::<i32>(Cmp::Lt, sign, Self::splat(Self::lit(0)));
        Self::select::<T>(set, Self::un::<T>(Un::Neg, a), a)
    }
    /// Conversion by value, as Rust's `as`.
    fn cast<T: Scalar, U: Scalar>(a: Self::Var<T>) -> Self::Var<U>;
    /// Comparison.
    fn cmp<T: Scalar>(op: Cmp, a: Self::Var<T>, b: Self::Var<T>) -> Self::Mask;
    /// `a` where `m`, else `b`.
    fn select<T: Scalar>(m: Self::Mask, a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `base + lane * step` as a value; `step` is 0 or 1.
    fn lanes_to<T: Scalar>(base: Self::Int, step: Self::Int) -> Self::Var<T>;
    /// `(base + lane * step) op b` of 64 bits, as i32.
    fn lanes_bin(op: Bin, base: Self::Int, step: Self::Int, b: Self::Int) -> Self::Var<i32>;
    /// Compares `base + lane * step` with a uniform integer.
    fn lanes_cmp(op: Cmp, base: Self::Int, step: Self::Int, b: Self::Int) -> Self::Mask;
    /// Sum (minimum, maximum) over the lanes, in a fixed order; lanes outside `mask` do not take part and `identity` stands in.
    fn fold<T: Scalar>(
        op: Bin,
        a: Self::Var<T>,
        mask: Option<Self::Mask>,
        identity: T,
    ) -> Self::Uni<T>;

    // ---- uniform values
    /// A comptime value.
    fn lit<T: Scalar>(x: T) -> Self::Uni<T>;
    /// Any binary operation.
    fn ubin<T: Scalar>(op: Bin, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Uni<T>;
    /// `a * b + c`, one rounding for floats.
    fn ufma<T: Scalar>(a: Self::Uni<T>, b: Self::Uni<T>, c: Self::Uni<T>) -> Self::Uni<T>;
    /// Any unary operation.
    fn uun<T: Scalar>(op: Un, a: Self::Uni<T>) -> Self::Uni<T>;
    /// Comparison.
    fn ucmp<T: Scalar>(op: Cmp, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Cond;
    /// `a` where `c`, else `b`.
    fn uselect<T: Scalar>(c: Self::Cond, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Uni<T>;
    /// Conversion by value.
    fn ucast<T: Scalar, U: Scalar>(a: Self::Uni<T>) -> Self::Uni<U>;

    // ---- uniform integers
    /// A comptime integer.
    fn int(x: i64) -> Self::Int;
    /// Any binary operation; shifts and bit operations work on the low 32 bits and sign-extend.
    fn ibin(op: Bin, a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a + b`
    fn iadd(a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a - b`
    fn isub(a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a * b`
    fn imul(a: Self::Int, b: Self::Int) -> Self::Int;
    /// Is the integer `x`? Natively the comparison; on `Trace`, where only the launch knows, never.
    fn int_equals(a: Self::Int, x: i64) -> bool;
    /// Comparison.
    fn icmp(op: Cmp, a: Self::Int, b: Self::Int) -> Self::Cond;
    /// `a` where `c`, else `b`.
    fn iselect(c: Self::Cond, a: Self::Int, b: Self::Int) -> Self::Int;
    /// The integer as a uniform value.
    fn int_to<T: Scalar>(a: Self::Int) -> Self::Uni<T>;
    /// A uniform i32 or u32 value as an integer.
    fn to_int<T: Scalar>(a: Self::Uni<T>) -> Self::Int;

    // ---- conditions
    /// Logical and, or, xor of masks.
    fn mbin(op: Bin, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Logical not.
    fn mnot(a: Self::Mask) -> Self::Mask;
    /// A uniform condition as a mask.
    fn mask(a: Self::Cond) -> Self::Mask;
    /// Is any lane of the mask set?
    fn any(a: Self::Mask) -> Self::Cond;
    /// A comptime condition.
    fn cond(x: bool) -> Self::Cond;
    /// Logical and, or, xor.
    fn cbin(op: Bin, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// Logical not.
    fn cnot(a: Self::Cond) -> Self::Cond;

    // ---- variables
    /// Declares a mutable variable.
    fn var<T: Scalar>(v: Self::Var<T>) -> Self::Var<T>;
    /// Reads a mutable variable.
    fn read<T: Scalar>(v: Self::Var<T>) -> Self::Var<T>;
    /// Assigns in the lanes of the mask.
    fn assign<T: Scalar>(p: &mut Self::Var<T>, v: Self::Var<T>, m: Option<Self::Mask>);
    /// Declares a mutable uniform.
    fn uvar<T: Scalar>(v: Self::Uni<T>) -> Self::Uni<T>;
    /// Reads a mutable uniform.
    fn uread<T: Scalar>(v: Self::Uni<T>) -> Self::Uni<T>;
    /// Assigns a uniform.
    fn uassign<T: Scalar>(p: &mut Self::Uni<T>, v: Self::Uni<T>);
    /// Declares a mutable integer.
    fn ivar(v: Self::Int) -> Self::Int;
    /// Reads a mutable integer.
    fn iread(v: Self::Int) -> Self::Int;
    /// Assigns an integer.
    fn iassign(p: &mut Self::Int, v: Self::Int);

    /// Declares a mutable condition.
    fn mvar(v: Self::Mask) -> Self::Mask;
    /// Reads a mutable condition.
    fn mread(v: Self::Mask) -> Self::Mask;
    /// Assigns in the lanes of the mask.
    fn massign(p: &mut Self::Mask, v: Self::Mask, m: Option<Self::Mask>);
    /// Declares a mutable uniform condition.
    fn cvar(v: Self::Cond) -> Self::Cond;
    /// Reads a mutable uniform condition.
    fn cread(v: Self::Cond) -> Self::Cond;
    /// Assigns a uniform condition.
    fn cassign(p: &mut Self::Cond, v: Self::Cond);

    // ---- control flow: `if c { a } else { b }` is enter, a, enter_else, b, leave
    /// Enters the branch of a uniform condition; false: skip it (native).
    fn enter(c: Self::Cond) -> bool;
    /// Enters the other branch.
    fn enter_else(c: Self::Cond) -> bool;
    /// Enters the branch of a varying condition with the mask inside; false: no lane is in it.
    fn enter_mask(c: Self::Mask, outer: Option<Self::Mask>) -> (bool, Self::Mask);
    /// Enters the other branch.
    fn enter_mask_else(c: Self::Mask, outer: Option<Self::Mask>) -> (bool, Self::Mask);
    /// Leaves an `if`.
    fn leave();
    /// The loop `lo..hi`.
    fn range(lo: Self::Int, hi: Self::Int) -> Self::Range;

    // ---- memory: offsets count elements of the scalar `T`; a pair is two neighbouring scalars
    /// Announces the next access for summaries and checks it where `check` says so; the result is the mask of lanes
    /// that may go on, `None`: all. `steps[d]` is what one lane adds to index `d`, `varying[d]` a varying part of it.
    #[track_caller]
    fn access<const R: usize>(
        info: Self::Info,
        check: bool,
        at: [Coordinate<Self>; R],
        mask: Option<Self::Mask>,
    ) -> Option<Self::Mask>;
    /// What identifies a view whose index `dim` is fixed at `at`, of `extent`; later accesses leave that index out.
    #[inline(always)]
    fn narrow(info: Self::Info, _dim: usize, _at: Self::Int, _extent: Self::Int) -> Self::Info {
        info
    }
    /// The same value for all lanes.
    fn load_uniform<T: Scalar>(p: Self::Ptr, at: Self::Int) -> Self::Uni<T>;
    /// Lanes side by side.
    fn load_lanes<T: Scalar>(p: Self::Ptr, at: Self::Int, m: Option<Self::Mask>) -> Self::Var<T>;
    /// Lane `l` at `at + offset[l]`.
    fn gather<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// Two neighbouring scalars as one access (`at` counts pairs).
    fn load_uniform_pair<T: Scalar>(p: Self::Ptr, at: Self::Int) -> [Self::Uni<T>; 2];
    /// Two neighbouring scalars a lane as one access, interleaved (`at` and `offset` count pairs).
    fn gather_pair<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> [Self::Var<T>; 2];
    /// Row of `N` (4 or 8) i32 as 16-byte accesses (`at` counts rows).
    fn load_ints<const N: usize>(p: Self::Ptr, at: Self::Int) -> [Self::Int; N];
    /// Element `k` of a uniform row that starts at the even element `at`.
    fn load_row<T: Scalar>(p: Self::Ptr, at: Self::Int, k: usize) -> Self::Uni<T>;
    /// One value, once a thread.
    fn store_uniform<T: Scalar>(p: Self::Ptr, at: Self::Int, v: Self::Uni<T>);
    /// Lanes side by side.
    fn store_lanes<T: Scalar>(p: Self::Ptr, at: Self::Int, v: Self::Var<T>, m: Option<Self::Mask>);
    /// Lane `l` at `at + offset[l]`, in lane order where they collide.
    fn scatter<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// Two neighbouring scalars once a thread (`at` counts pairs).
    fn store_uniform_pair<T: Scalar>(p: Self::Ptr, at: Self::Int, v: [Self::Uni<T>; 2]);
    /// Two neighbouring scalars a lane, interleaved.
    fn scatter_pair<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: [Self::Var<T>; 2],
        m: Option<Self::Mask>,
    );
    /// The same condition for all lanes, a byte.
    fn load_cond(p: Self::Ptr, at: Self::Int) -> Self::Cond;
    /// Conditions, lane `l` at the byte `at + offset[l]`.
    fn gather_mask(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> Self::Mask;
    /// One condition, once a thread.
    fn store_cond(p: Self::Ptr, at: Self::Int, v: Self::Cond);
    /// Conditions, lane `l` to the byte `at + offset[l]`, in lane order where they collide.
    fn scatter_mask(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Mask,
        m: Option<Self::Mask>,
    );
    /// Atomic update, lane by lane in lane order; the result is the old value.
    fn atomic<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// As [`atomic`](Exec::atomic), when nobody looks at the old value.
    fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// The pointer `count * size` elements (of `components` scalars `T`) further on; 64 bits wide.
    fn advance<T: Stored>(
        p: Self::Ptr,
        components: usize,
        count: Self::Int,
        size: Self::Int,
    ) -> Self::Ptr;

    /// The rows `at * rows..(at + 1) * rows` of a table of 16-byte rows: where they are, or a copy that was made ahead.
    #[inline(always)]
    fn segment(p: Self::Ptr, at: Self::Int, rows: usize) -> Self::Ptr {
        Self::advance::<i32>(p, 4, at, Self::int(rows as i64))
    }

    // ---- varying offsets
    /// `lane * stride`.
    fn offset_lanes(stride: Self::Int) -> Self::Offset;
    /// `index[l] * stride`.
    fn offset_of(index: Self::Var<i32>, stride: Self::Int) -> Self::Offset;
    /// Sum.
    fn offset_add(a: Self::Offset, b: Self::Offset) -> Self::Offset;
    /// Offset of elements `base + lane` in tiles of `width`: `(i / width) * tile_stride + i % width`.
    fn offset_tiled(
        base: Self::Int,
        step: Self::Int,
        width: usize,
        tile_stride: Self::Int,
    ) -> Self::Offset;
    /// Like [`offset_tiled`](Exec::offset_tiled) for a varying index.
    fn offset_tiled_of(index: Self::Var<i32>, width: usize, tile_stride: Self::Int)
    -> Self::Offset;
    /// Do lanes `base..base + LANES` lie in one tile of `width`? On `Trace` always: a lane is a thread there.
    fn in_one_tile(base: Self::Int, width: usize) -> bool;

    // ---- teams
    /// Waits for the team's threads; writes to scratch and views are visible after it.
    fn barrier(t: Self::Team);
    /// Rank of the team in the league.
    fn league_rank(t: Self::Team) -> Self::Int;
    /// Teams in the league.
    fn league_size(t: Self::Team) -> Self::Int;
    /// Rank of this thread in the team.
    fn team_rank(t: Self::Team) -> Self::Int;
    /// Threads of the team: 1 on a CPU.
    fn team_size(t: Self::Team) -> Self::Int;
    /// Logical vector length.
    fn vector_length(t: Self::Team) -> Self::Int;
    /// The team threads' share of `lo..hi`.
    fn thread_range(t: Self::Team, lo: Self::Int, hi: Self::Int) -> Self::Range;
    /// First lanes of the packs that make up the vector of one thread: once on `Trace` and wherever the vector length is
    /// [`LANES`](Exec::LANES), which it is a multiple of.
    fn lanes(t: Self::Team) -> Self::Range;
    /// First indices of the whole packs of `0..n` that this thread's vector lanes run.
    fn vector_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// First indices of the whole packs of `0..n` over all threads and lanes of the team.
    fn team_vector_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// The rest of `0..n` after the whole packs: first index and mask; `None` where there is none, always on `Trace`.
    fn vector_tail(t: Self::Team, n: Self::Int) -> Option<(Self::Int, Self::Mask)>;
    /// Team scratch of `n` scalars, zeroed on no executor.
    fn scratch<T: Stored>(t: Self::Team, label: &'static str, n: usize) -> (Self::Ptr, Self::Info);
    /// Width of a tile in scratch that is to have `width` lanes: the vector length, as the launch made sure. A constant
    /// where the vector length is one.
    fn tile_width(t: Self::Team, width: usize) -> usize;
    /// Enters code that one lane of this team thread runs.
    fn enter_per_thread(t: Self::Team) -> bool;
    /// Enters code that one thread of the team runs.
    fn enter_per_team(t: Self::Team) -> bool;
    /// Sum (min, max) over the vector lanes of this thread, fixed tree.
    fn vector_reduce<T: Scalar>(t: Self::Team, op: Bin, a: Self::Var<T>) -> Self::Uni<T>;
    /// Sum (min, max) over the threads of the team of one uniform value each, fixed tree.
    fn team_reduce<T: Scalar>(t: Self::Team, op: Bin, a: Self::Uni<T>) -> Self::Uni<T>;
}

/// One index of an access, in the form that summaries and checks need.
pub struct Coordinate<E: Exec> {
    /// Uniform part, or the index of lane 0.
    pub base: E::Int,
    /// What one lane adds.
    pub step: E::Int,
    /// A varying index instead of `base`.
    pub varying: Option<E::Var<i32>>,
    /// Extent of this dimension.
    pub extent: E::Int,
}

impl<E: Exec> Clone for Coordinate<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Exec> Copy for Coordinate<E> {}
