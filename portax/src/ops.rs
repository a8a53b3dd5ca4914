//! Operations that executors run, programs record and dialects print.

/// Binary operations on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bin {
    /// `a + b`, wrapping for integers.
    Add,
    /// `a - b`, wrapping for integers.
    Sub,
    /// `a * b`, wrapping for integers.
    Mul,
    /// `a / b`; integer division by zero gives 0 on every executor.
    Div,
    /// `a % b`, integers only, sign of `a`; modulo zero gives 0.
    Rem,
    /// The smaller; a NaN operand loses.
    Min,
    /// The larger; a NaN operand loses.
    Max,
    /// Bitwise or logical and.
    And,
    /// Bitwise or logical or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// `a << (b & 31)`.
    Shl,
    /// `a >> (b & 31)`, arithmetic for i32, logical for u32.
    Shr,
}

/// Unary operations on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Un {
    /// `-a`: sign bit of a float, wrapping for i32.
    Neg,
    /// Bitwise or logical not.
    Not,
    /// Absolute value.
    Abs,
    /// Square root, floats.
    Sqrt,
    /// `1/sqrt(a)`, within 2 ulp, floats.
    Rsqrt,
    /// Largest integer not above, floats.
    Floor,
    /// Sine; accurate to 2 ulp for |a| < 1e5, floats.
    Sin,
    /// Cosine; accurate to 2 ulp for |a| < 1e5, floats.
    Cos,
}

impl Un {
    /// The name that languages with C's library know it by, of those that are functions there.
    pub(crate) fn function(self) -> Option<&'static str> {
        match self {
            Un::Sqrt => Some("sqrt"),
            Un::Rsqrt => Some("rsqrt"),
            Un::Floor => Some("floor"),
            Un::Sin => Some("sin"),
            Un::Cos => Some("cos"),
            Un::Neg | Un::Not | Un::Abs => None,
        }
    }

    /// The value for a float, by the standard library; `Not` has none.
    pub(crate) fn of_float(self, a: f64) -> Option<f64> {
        match self {
            Un::Neg => Some(-a),
            Un::Abs => Some(a.abs()),
            Un::Sqrt => Some(a.sqrt()),
            Un::Rsqrt => Some(1.0 / a.sqrt()),
            Un::Floor => Some(a.floor()),
            Un::Sin => Some(a.sin()),
            Un::Cos => Some(a.cos()),
            Un::Not => None,
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cmp {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`, true for NaN.
    Ne,
}

/// Atomic read-modify-write operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOp {
    /// Adds.
    Add,
    /// Keeps the smaller.
    Min,
    /// Keeps the larger.
    Max,
}

impl AtomicOp {
    /// What joins the old value and the operand.
    #[inline(always)]
    pub(crate) const fn bin(self) -> Bin {
        match self {
            AtomicOp::Add => Bin::Add,
            AtomicOp::Min => Bin::Min,
            AtomicOp::Max => Bin::Max,
        }
    }
}

/// Between whom an atomic operation is atomic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// All threads of the device.
    Device,
    /// The threads of one team: plain where one CPU thread runs the whole team.
    Team,
}
