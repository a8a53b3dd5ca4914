//! The words of a device language, as data: a backend fills one table and portax prints through it.

/// How programs are spelled for one device compiler.
///
/// Texts may hold placeholders in braces, named field by field. `helpers` supply what the language lacks; each is printed
/// where the text mentions its name, in the order of the table, so that a helper may use those before it. Every dialect
/// defines
///
/// | helper | is |
/// |---|---|
/// | `px_bits_f32(u)`, `px_bits_f64(u)` | the float with these bits |
/// | `px_bits_u32(x)`, `px_bits_u64(x)` | the bits of a float |
/// | `px_to_TY(x)` | float to one of `i32 u32 i64 u64` as Rust's `as`: saturating, NaN gives 0 |
/// | `px_of_f16(u)`, `px_to_f16(x)` | the float of an f16, which is its bits in an `unsigned short`, and the f16 nearest to a float, ties to even |
/// | `px_flip_f32(x, s)`, `px_flip_f64(x, s)` | `x`, its sign flipped where bit 31 of the int `s` is set |
/// | `px_atomic_OP_TY(p, v)` | atomic `add`, `min` or `max` of `f32 f64 i32 u32 i64 u64`; gives the old value. With distinct address spaces also `..._local` |
/// | `px_fault_first(p)` | true for the first work item that asks: exchanges the low word of the 64-bit `*p` with 1 |
/// | `px_vector_barrier()` | the barrier of one thread's vector lanes |
/// | `px_lanes_OP_TY(x, n)` | with sub-groups: `add`, `min` or `max` of the `x` of a thread's `n` vector lanes, the halves of which are joined first, then the quarters |
#[derive(Debug)]
pub struct Dialect {
    /// Name of the language, such as `OpenCL C`
    pub name: &'static str,
    /// Ending of a file with it, such as `cl`
    pub extension: &'static str,
    /// First lines of the translation unit
    pub preamble: &'static str,
    /// Before the name of a kernel; `{threads}`: work items of a group, `{lanes}` and `{team}`: its two sizes
    pub kernel: &'static str,
    /// Added to `kernel` where the number of work items of a group is known
    pub group_bound: &'static str,
    /// Replaces `group_bound` where registers are capped too: `{registers}`
    pub register_cap: Option<&'static str>,
    /// Added to `kernel` where the lanes of a thread are to form a sub-group: `{lanes}`
    pub sub_group: Option<&'static str>,
    /// Before a helper function
    pub function: &'static str,
    /// Before the element type of a pointer to device memory
    pub global: &'static str,
    /// Before the element type of a pointer to scratch
    pub local: &'static str,
    /// Before the declaration of a scratch array
    pub scratch: &'static str,
    /// Before the declaration of an array of numbers that never change, outside of all functions
    pub constant: &'static str,
    /// Bytes above which scratch must be one block `px_scratch` of bytes that the launch sizes
    /// ([`Source::dynamic_scratch`](super::Source::dynamic_scratch)), and the declaration of that block
    pub dynamic_scratch: Option<(usize, &'static str)>,
    /// The 32-bit address of a scratch array (`{array}`), and a pointer (`{type}`) to a sum of it and of bytes (`{address}`).
    /// `None`: sums of indices. With an address that the compiler does not see through, it adds what a loop does not
    /// change before the loop, and has one operation a load left instead of four
    pub scratch_address: Option<[&'static str; 2]>,
    /// Whether pointers to scratch are of another type than those to device memory
    pub distinct_spaces: bool,
    /// Promise that a pointer is the only one to its memory
    pub restrict: &'static str,
    /// Name of the 32-bit unsigned type
    pub u32: &'static str,
    /// Name of the 64-bit signed type
    pub i64: &'static str,
    /// Name of the 64-bit unsigned type
    pub u64: &'static str,
    /// Suffix of a 64-bit literal
    pub i64_suffix: &'static str,
    /// Constructor of a short vector: `{type}` is `float2`, `double2` or `int4`, `{values}` its scalars
    pub pair: &'static str,
    /// Rank of the group
    pub group_rank: &'static str,
    /// Groups of the launch
    pub group_count: &'static str,
    /// Rank in the group along x: the vector lane
    pub lane_rank: &'static str,
    /// Rank in the group along y: the team thread
    pub team_rank: &'static str,
    /// Size of the group along x
    pub vector_length: &'static str,
    /// Size of the group along y
    pub team_size: &'static str,
    /// Statement before all that reads or writes memory, where launches of a series may start before the one before them has
    /// ended: it waits for that one
    pub start: Option<&'static str>,
    /// Statement after `start` that lets the next launch of a series take its place
    pub early_next: Option<&'static str>,
    /// Team barrier, a statement
    pub barrier: &'static str,
    /// Whether `px_vector_barrier` is the barrier of the whole team
    pub vector_barrier_is_team: bool,
    /// Head of a loop, run once where `{condition}` holds, in the place of a branch with a barrier inside, for a compiler that
    /// makes an endless loop of such a branch
    pub branch_with_barrier: Option<&'static str>,
    /// Segments of a table ([`Stmt::Segment`](crate::ir::Stmt::Segment)) are copied to scratch while the segment before is
    /// in use: the statement that starts the copy of `{rows}` rows from `{from}` to `{to}` by lane `{lane}` of `{lanes}`, and
    /// the one that waits for it, once it is visible to all lanes. Sizes are literals. `None`: rows are read where they are, as they must be with distinct address spaces
    pub copy_ahead: Option<[&'static str; 2]>,
    /// Line before a loop that must not be unrolled
    pub no_unroll: &'static str,
    /// Definitions by name, in tables that dialects can share; a definition uses those before it
    pub helpers: &'static [&'static [(&'static str, &'static str)]],
}

impl Dialect {
    /// Words of C and no feature: devices that run programs and no text take it as it is, for what `PORTAX_DUMP` writes.
    pub const C: Dialect = Dialect {
        name: "C",
        extension: "c",
        preamble: "",
        kernel: "void",
        group_bound: "",
        register_cap: None,
        sub_group: None,
        function: "static",
        global: "",
        local: "",
        scratch: "",
        constant: "static const ",
        dynamic_scratch: None,
        scratch_address: None,
        distinct_spaces: false,
        restrict: "restrict",
        u32: "unsigned",
        i64: "long long",
        u64: "unsigned long long",
        i64_suffix: "LL",
        pair: "({type}){ {values} }",
        group_rank: "px_group",
        group_count: "px_groups",
        lane_rank: "px_lane",
        team_rank: "px_thread",
        vector_length: "px_lanes",
        team_size: "px_threads",
        start: None,
        early_next: None,
        barrier: "px_barrier();",
        vector_barrier_is_team: false,
        branch_with_barrier: None,
        copy_ahead: None,
        no_unroll: "",
        helpers: &[],
    };
}
