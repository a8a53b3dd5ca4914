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
    /// `a % b`, sign of `a`; integers modulo zero give 0, floats NaN.
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
    /// `a << (b & 31)`; of 64 bits `b & 63`.
    Shl,
    /// `a >> (b & 31)`, of 64 bits `b & 63`; arithmetic for signed integers, logical for unsigned ones.
    Shr,
    /// `a^b`, floats, as all that follow.
    Powf,
    /// |a| with the sign of `b`.
    Copysign,
    /// `a` less the multiple of `b` next to it, of two the even one, as IEEE 754 says.
    Remainder,
    /// Angle of the point (b, a).
    Atan2,
    /// `sqrt(a^2 + b^2)` without overflow.
    Hypot,
}

impl Bin {
    /// The name that languages with C's library know it by for floats, of those that are functions there.
    pub fn function(self) -> Option<&'static str> {
        match self {
            Bin::Min => Some("fmin"),
            Bin::Max => Some("fmax"),
            Bin::Rem => Some("fmod"),
            Bin::Powf => Some("pow"),
            Bin::Copysign => Some("copysign"),
            Bin::Remainder => Some("remainder"),
            Bin::Atan2 => Some("atan2"),
            Bin::Hypot => Some("hypot"),
            _ => None,
        }
    }

    /// The value for floats, by the standard library; bit operations have none.
    pub(crate) fn of_floats(self, a: f64, b: f64) -> Option<f64> {
        match self {
            Bin::Add => Some(a + b),
            Bin::Sub => Some(a - b),
            Bin::Mul => Some(a * b),
            Bin::Div => Some(a / b),
            Bin::Rem => Some(a % b),
            Bin::Min => Some(if b.is_nan() || a < b { a } else { b }),
            Bin::Max => Some(if b.is_nan() || a > b { a } else { b }),
            Bin::Powf => Some(a.powf(b)),
            Bin::Copysign => Some(a.copysign(b)),
            Bin::Remainder => Some(remainder(a, b)),
            Bin::Atan2 => Some(a.atan2(b)),
            Bin::Hypot => Some(a.hypot(b)),
            Bin::And | Bin::Or | Bin::Xor | Bin::Shl | Bin::Shr => None,
        }
    }
}

/// `a` less the multiple of `b` next to it, of two the even one.
pub(crate) fn remainder(a: f64, b: f64) -> f64 {
    if a.is_finite() && b.is_infinite() {
        return a;
    }
    let size = b.abs();
    // below 2 |b|; where that is infinite, |a| is
    let mut r = a.abs() % (size + size);
    if r > size - r {
        r -= size;
        // at a half that was more than one, the even multiple is the second
        if r >= size - r {
            r -= size;
        }
    }
    if a.is_sign_negative() { -r } else { r }
}

/// Functions of C's library that Rust's has no stable name for.
mod libm {
    unsafe extern "C" {
        pub(super) safe fn erf(x: f64) -> f64;
        pub(super) safe fn erfc(x: f64) -> f64;
        pub(super) safe fn tgamma(x: f64) -> f64;
        #[cfg(unix)]
        fn lgamma_r(x: f64, sign: *mut std::ffi::c_int) -> f64;
        #[cfg(not(unix))]
        pub(super) safe fn lgamma(x: f64) -> f64;
    }

    /// C's own `lgamma` writes the sign to a global.
    #[cfg(unix)]
    pub(super) fn lgamma(x: f64) -> f64 {
        let mut sign = 0;
        // SAFETY: `sign` is an integer that it may write.
        unsafe { lgamma_r(x, &mut sign) }
    }
}

/// Unary operations on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Un {
    /// `-a`: sign bit of a float, wrapping for integers.
    Neg,
    /// Bitwise or logical not.
    Not,
    /// Absolute value.
    Abs,
    /// The same bits as the other type of f32 and u32, f64 and u64.
    Bits,
    /// Square root, floats.
    Sqrt,
    /// `1/sqrt(a)`, within 2 ulp, floats.
    Rsqrt,
    /// Largest integer not above, floats.
    Floor,
    /// Smallest integer not below, floats.
    Ceil,
    /// Integer part, floats.
    Trunc,
    /// Nearest integer, of halves the even one, floats.
    RoundTiesEven,
    /// Nearest integer, of halves the one further from zero, floats.
    Round,
    /// Sine; accurate to 2 ulp for |a| < 1e5, floats.
    Sin,
    /// Cosine; accurate to 2 ulp for |a| < 1e5, floats.
    Cos,
    /// `e^a`, floats, as all that follow.
    Exp,
    /// `2^a`.
    Exp2,
    /// `e^a - 1`.
    ExpM1,
    /// Natural logarithm.
    Ln,
    /// Logarithm of base 2.
    Log2,
    /// Logarithm of base 10.
    Log10,
    /// `ln(1 + a)`.
    Ln1p,
    /// Tangent.
    Tan,
    /// Arc sine.
    Asin,
    /// Arc cosine.
    Acos,
    /// Arc tangent.
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Inverse hyperbolic sine.
    Asinh,
    /// Inverse hyperbolic cosine.
    Acosh,
    /// Inverse hyperbolic tangent.
    Atanh,
    /// Cube root.
    Cbrt,
    /// Error function.
    Erf,
    /// `1 - erf(a)`, accurate where that is small.
    Erfc,
    /// Gamma function.
    Tgamma,
    /// Logarithm of the gamma function's size.
    Lgamma,
}

impl Un {
    /// The name that languages with C's library know it by, of those that are functions there.
    pub(crate) fn function(self) -> Option<&'static str> {
        match self {
            Un::Sqrt => Some("sqrt"),
            Un::Rsqrt => Some("rsqrt"),
            Un::Floor => Some("floor"),
            Un::Ceil => Some("ceil"),
            Un::Trunc => Some("trunc"),
            Un::RoundTiesEven => Some("rint"),
            Un::Round => Some("round"),
            Un::Sin => Some("sin"),
            Un::Cos => Some("cos"),
            Un::Exp => Some("exp"),
            Un::Exp2 => Some("exp2"),
            Un::ExpM1 => Some("expm1"),
            Un::Ln => Some("log"),
            Un::Log2 => Some("log2"),
            Un::Log10 => Some("log10"),
            Un::Ln1p => Some("log1p"),
            Un::Tan => Some("tan"),
            Un::Asin => Some("asin"),
            Un::Acos => Some("acos"),
            Un::Atan => Some("atan"),
            Un::Sinh => Some("sinh"),
            Un::Cosh => Some("cosh"),
            Un::Tanh => Some("tanh"),
            Un::Asinh => Some("asinh"),
            Un::Acosh => Some("acosh"),
            Un::Atanh => Some("atanh"),
            Un::Cbrt => Some("cbrt"),
            Un::Erf => Some("erf"),
            Un::Erfc => Some("erfc"),
            Un::Tgamma => Some("tgamma"),
            Un::Lgamma => Some("lgamma"),
            Un::Neg | Un::Not | Un::Abs | Un::Bits => None,
        }
    }

    /// The value for a float, by the standard library; `Not` and `Bits` have none.
    pub(crate) fn of_float(self, a: f64) -> Option<f64> {
        match self {
            Un::Neg => Some(-a),
            Un::Not | Un::Bits => None,
            Un::Abs => Some(a.abs()),
            Un::Sqrt => Some(a.sqrt()),
            Un::Rsqrt => Some(1.0 / a.sqrt()),
            Un::Floor => Some(a.floor()),
            Un::Ceil => Some(a.ceil()),
            Un::Trunc => Some(a.trunc()),
            Un::RoundTiesEven => Some(a.round_ties_even()),
            Un::Round => Some(a.round()),
            Un::Sin => Some(a.sin()),
            Un::Cos => Some(a.cos()),
            Un::Exp => Some(a.exp()),
            Un::Exp2 => Some(a.exp2()),
            Un::ExpM1 => Some(a.exp_m1()),
            Un::Ln => Some(a.ln()),
            Un::Log2 => Some(a.log2()),
            Un::Log10 => Some(a.log10()),
            Un::Ln1p => Some(a.ln_1p()),
            Un::Tan => Some(a.tan()),
            Un::Asin => Some(a.asin()),
            Un::Acos => Some(a.acos()),
            Un::Atan => Some(a.atan()),
            Un::Sinh => Some(a.sinh()),
            Un::Cosh => Some(a.cosh()),
            Un::Tanh => Some(a.tanh()),
            Un::Asinh => Some(a.asinh()),
            Un::Acosh => Some(a.acosh()),
            // the standard library's is bad near -1
            Un::Atanh => Some(a.abs().atanh().copysign(a)),
            Un::Cbrt => Some(a.cbrt()),
            Un::Erf => Some(libm::erf(a)),
            Un::Erfc => Some(libm::erfc(a)),
            Un::Tgamma => Some(libm::tgamma(a)),
            Un::Lgamma => Some(libm::lgamma(a)),
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
    /// Bitwise and, integers.
    And,
    /// Bitwise or, integers.
    Or,
    /// Bitwise exclusive or, integers.
    Xor,
    /// Keeps the new value.
    Exchange,
    /// Keeps the old value; the operand does not matter.
    Load,
    /// Keeps the new value where the old one has the bits of the expected one.
    CompareExchange,
}

impl AtomicOp {
    /// What joins the old value and the operand; nothing where one of them stays.
    #[inline(always)]
    pub(crate) const fn bin(self) -> Option<Bin> {
        match self {
            AtomicOp::Add => Some(Bin::Add),
            AtomicOp::Min => Some(Bin::Min),
            AtomicOp::Max => Some(Bin::Max),
            AtomicOp::And => Some(Bin::And),
            AtomicOp::Or => Some(Bin::Or),
            AtomicOp::Xor => Some(Bin::Xor),
            AtomicOp::Exchange | AtomicOp::Load | AtomicOp::CompareExchange => None,
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
