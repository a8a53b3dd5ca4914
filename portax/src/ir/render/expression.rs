//! Operands and operations.

use super::{Printer, literal};
use crate::ir::{ArrayId, Builtin, Expr, Id, Ty, Value};
use crate::ops::{Bin, Cmp, Un};

impl Printer<'_> {
    pub(super) fn type_name(&self, ty: Ty) -> &'static str {
        match ty {
            Ty::F32 => "float",
            Ty::F64 => "double",
            Ty::I32 => "int",
            Ty::U32 => self.dialect.u32,
            Ty::I64 => self.dialect.i64,
            Ty::U64 => self.dialect.u64,
            Ty::I8 => "signed char",
            Ty::U8 => "unsigned char",
            Ty::I16 => "short",
            Ty::U16 | Ty::F16 | Ty::BF16 => "unsigned short",
            Ty::Bool => "bool",
            Ty::Index => "px_index",
            Ty::F32x2 => "float2",
            Ty::F64x2 => "double2",
            Ty::I32x4 => "int4",
        }
    }

    /// The type of an element in memory: a condition is a byte.
    pub(super) fn memory_type(&self, ty: Ty) -> &'static str {
        match ty {
            Ty::Bool => "unsigned char",
            ty => self.type_name(ty),
        }
    }

    /// An operand: a name or a literal.
    pub(super) fn operand(&self, id: Id) -> String {
        let (ty, value) = &self.program.values[id as usize];
        match value {
            Value::Const(bits) => literal::literal(self.dialect, *ty, *bits),
            Value::Builtin(b) => self.builtin(*b),
            Value::Param(k) if *ty == Ty::Bool => format!("({} != 0)", self.param(*k)),
            Value::Param(k) => self.param(*k),
            Value::Temporary => format!("t{id}"),
            Value::Variable => self.names.variable(id),
            Value::LoopIndex => format!("i{id}"),
            Value::Component(vector, k) => format!(
                "{}.{}",
                self.operand(*vector),
                ["x", "y", "z", "w"][*k as usize]
            ),
            Value::Buffer(k) => self.names.params[*k].clone(),
            Value::Scratch(k) => self.names.scratch[*k].clone(),
            Value::Pointer(_) => format!("p{id}"),
        }
    }

    /// The operation whose result has type `ty`, except loads.
    pub(super) fn expression(&self, ty: Ty, e: &Expr) -> String {
        let r = |id: &Id| self.operand(*id);
        match e {
            Expr::Unary(op, a) => self.unary(ty, *op, *a),
            Expr::Binary(op, a, b) if ty.is_float() => float_binary(*op, &r(a), &r(b)),
            Expr::Binary(op, a, b) if ty == Ty::Bool => {
                format!("{} {} {}", r(a), bool_word(*op), r(b))
            }
            Expr::Binary(op, a, b) => self.integer_binary(ty, *op, *a, *b),
            Expr::Fma(a, b, c) => format!("fma({}, {}, {})", r(a), r(b), r(c)),
            Expr::NegFma(a, b, c) => format!("fma(-{}, {}, {})", r(a), r(b), r(c)),
            Expr::FmaSub(a, b, c) => format!("fma({}, {}, -{})", r(a), r(b), r(c)),
            Expr::Flip(a, s) => format!("px_flip_{}({}, (int){})", short(ty), r(a), r(s)),
            Expr::Compare(op, a, b) => format!("{} {} {}", r(a), compare_word(*op), r(b)),
            Expr::Select(c, a, b) => format!("{} ? {} : {}", r(c), r(a), r(b)),
            Expr::Cast(a) => self.cast(ty, *a),
            Expr::Read(v) => r(v),
            Expr::VectorReduce(op, a) => {
                let lanes = self.builtin(Builtin::VectorLength);
                format!(
                    "px_lanes_{}_{}({}, {lanes})",
                    join_word(*op),
                    short(ty),
                    r(a)
                )
            }
            Expr::Load {
                ptr, offset, unit, ..
            } => self.load(ty, *unit, *ptr, *offset),
            Expr::Element { array, index, .. } => self.array_element(*array, *index),
        }
    }

    /// Element `index` of a local array.
    pub(super) fn array_element(&self, array: ArrayId, index: Id) -> String {
        let name = &self.names.locals[array as usize];
        format!("{name}[{}]", self.operand(index))
    }

    fn unary(&self, ty: Ty, op: Un, a: Id) -> String {
        let a = self.operand(a);
        match (op, ty) {
            (Un::Neg, Ty::I32 | Ty::I64) => self.minus(ty, &a),
            (Un::Neg, Ty::U32 | Ty::U64) => format!("0u - {a}"),
            (Un::Neg, _) => format!("-{a}"),
            (Un::Not, Ty::Bool) => format!("!{a}"),
            (Un::Not, _) => format!("~{a}"),
            (Un::Abs, Ty::F32 | Ty::F64) => format!("fabs({a})"),
            (Un::Abs, Ty::I32 | Ty::I64) => format!("{a} < 0 ? {} : {a}", self.minus(ty, &a)),
            (Un::Abs, Ty::Index) => format!("{a} < 0 ? -{a} : {a}"),
            (Un::Abs, _) => a,
            (Un::Bits, _) => format!("px_bits_{}({a})", short(ty)),
            (op, _) => format!("{}({a})", op.function().unwrap_or_default()),
        }
    }

    /// `-a` of a signed integer, which wraps.
    fn minus(&self, ty: Ty, a: &str) -> String {
        format!("({})(0u - ({}){a})", self.type_name(ty), self.unsigned(ty))
    }

    /// The unsigned type as wide as an integer: signed arithmetic that wraps goes through it.
    fn unsigned(&self, ty: Ty) -> &'static str {
        match ty.is_long() {
            true => self.dialect.u64,
            false => self.dialect.u32,
        }
    }

    /// Arithmetic of an index that may wrap goes through unsigned.
    pub(super) fn wrapping_index(&self, id: Id, e: &Expr) -> Option<String> {
        if self.wrapping.get(id as usize) != Some(&true) {
            return None;
        }
        match *e {
            Expr::Binary(op @ (Bin::Add | Bin::Sub | Bin::Mul), a, b) => {
                let (x, y) = (self.operand(a), self.operand(b));
                let u32 = self.dialect.u32;
                Some(format!(
                    "(px_index)(({u32}){x} {} ({u32}){y})",
                    integer_word(op)
                ))
            }
            Expr::Unary(Un::Neg, a) => Some(self.minus(Ty::Index, &self.operand(a))),
            _ => None,
        }
    }

    /// Wrapping arithmetic of `I32` and `I64` goes through unsigned; other indices never overflow.
    fn integer_binary(&self, ty: Ty, op: Bin, a: Id, b: Id) -> String {
        let (x, y) = (self.operand(a), self.operand(b));
        let (signed, unsigned) = (self.type_name(ty), self.unsigned(ty));
        let word = integer_word(op);
        let narrow = ty == Ty::Index && self.options.wide;
        match op {
            Bin::Add | Bin::Sub | Bin::Mul if matches!(ty, Ty::I32 | Ty::I64) => {
                format!("({signed})(({unsigned}){x} {word} ({unsigned}){y})")
            }
            Bin::Add | Bin::Sub | Bin::Mul => format!("{x} {word} {y}"),
            Bin::Div | Bin::Rem => match self.program.as_constant(b) {
                Some(c) if c != 0 && c != -1 => format!("{x} {word} {y}"),
                _ => format!(
                    "px_{}_{}({x}, {y})",
                    if op == Bin::Div { "div" } else { "rem" },
                    short(ty)
                ),
            },
            Bin::Min => format!("{x} < {y} ? {x} : {y}"),
            Bin::Max => format!("{x} > {y} ? {x} : {y}"),
            Bin::And | Bin::Or | Bin::Xor if narrow => format!("(int){x} {word} (int){y}"),
            Bin::And | Bin::Or | Bin::Xor => format!("{x} {word} {y}"),
            Bin::Shl if matches!(ty, Ty::U32 | Ty::U64) => format!("{x} << {}", self.shift(ty, b)),
            Bin::Shl if ty == Ty::I64 => {
                format!("({signed})(({unsigned}){x} << {})", self.shift(ty, b))
            }
            Bin::Shl => format!("(int)(({unsigned}){x} << {})", self.shift(ty, b)),
            Bin::Shr if narrow => format!("(int){x} >> {}", self.shift(ty, b)),
            Bin::Shr => format!("{x} >> {}", self.shift(ty, b)),
            // functions of floats, which no integer has
            _ => String::new(),
        }
    }

    /// A shift distance: its low five bits, or six of 64.
    fn shift(&self, ty: Ty, b: Id) -> String {
        let last = ty.bits() - 1;
        match self.program.as_constant(b) {
            Some(c) => (c & i64::from(last)).to_string(),
            None => format!("((int){} & {last})", self.operand(b)),
        }
    }

    fn cast(&self, to: Ty, a: Id) -> String {
        let from = self.program.ty(a);
        let x = self.operand(a);
        match (from.is_float(), to) {
            _ if from.is_half() => self.float(a),
            (_, Ty::F16 | Ty::BF16) => format!("px_to_{}({x})", short(to)),
            (true, Ty::I32 | Ty::U32 | Ty::I64 | Ty::U64) => format!("px_to_{}({x})", short(to)),
            (true, Ty::Index) => format!("(px_index)px_to_i32({x})"),
            (_, Ty::Bool) => format!("{x} != 0"),
            _ => format!("({}){x}", self.type_name(to)),
        }
    }

    /// A float as one to compute with.
    pub(super) fn float(&self, a: Id) -> String {
        let (ty, x) = (self.program.ty(a), self.operand(a));
        match ty.is_half() {
            true => format!("px_of_{}({x})", short(ty)),
            false => x,
        }
    }

    /// Element `offset` of `ptr`, in `unit`s.
    fn load(&self, ty: Ty, unit: Ty, ptr: Id, offset: Id) -> String {
        if ty == unit {
            return self.element(ty, ptr, offset, self.constness(ptr));
        }
        let base = self.address(unit, ptr, self.constness(ptr));
        let space = self.space(ptr);
        format!(
            "*({}{space}{}*)({base} + {})",
            self.constness(ptr),
            self.memory_type(ty),
            self.operand(offset)
        )
    }

    /// The lvalue `ptr[offset]` of `ty`s.
    pub(super) fn element(&self, ty: Ty, ptr: Id, offset: Id, constness: &str) -> String {
        format!(
            "{}[{}]",
            self.address(ty, ptr, constness),
            self.operand(offset)
        )
    }

    /// The address as a pointer to `ty`.
    pub(super) fn address(&self, ty: Ty, ptr: Id, constness: &str) -> String {
        let p = self.operand(ptr);
        if self.pointee(ptr) == ty {
            return p;
        }
        format!(
            "(({constness}{}{}*){p})",
            self.space(ptr),
            self.memory_type(ty)
        )
    }

    pub(super) fn pointee(&self, ptr: Id) -> Ty {
        self.program.ty(ptr)
    }

    pub(super) fn constness(&self, ptr: Id) -> &'static str {
        if self.is_written(ptr) { "" } else { "const " }
    }

    pub(super) fn space(&self, ptr: Id) -> &'static str {
        if self.is_local(ptr) {
            self.dialect.local
        } else {
            self.dialect.global
        }
    }
}

/// The type in names of helpers.
pub(super) fn short(ty: Ty) -> &'static str {
    match ty {
        Ty::F32 => "f32",
        Ty::F64 => "f64",
        Ty::F16 => "f16",
        Ty::BF16 => "bf16",
        Ty::U32 => "u32",
        Ty::I64 => "i64",
        Ty::U64 => "u64",
        Ty::Index => "index",
        _ => "i32",
    }
}

fn float_binary(op: Bin, a: &str, b: &str) -> String {
    match op.function() {
        Some(name) => format!("{name}({a}, {b})"),
        None => format!("{a} {} {b}", integer_word(op)),
    }
}

fn integer_word(op: Bin) -> &'static str {
    match op {
        Bin::Add => "+",
        Bin::Sub => "-",
        Bin::Mul => "*",
        Bin::Div => "/",
        Bin::Rem => "%",
        Bin::And => "&",
        Bin::Or => "|",
        Bin::Xor => "^",
        Bin::Shl => "<<",
        Bin::Shr => ">>",
        Bin::Min => "<",
        Bin::Max => ">",
        _ => "",
    }
}

/// What joins the lanes of a reduction.
fn join_word(op: Bin) -> &'static str {
    match op {
        Bin::Min => "min",
        Bin::Max => "max",
        Bin::Mul => "mul",
        Bin::And => "and",
        Bin::Or => "or",
        Bin::Xor => "xor",
        _ => "add",
    }
}

fn bool_word(op: Bin) -> &'static str {
    match op {
        Bin::And => "&&",
        Bin::Or => "||",
        _ => "!=",
    }
}

fn compare_word(op: Cmp) -> &'static str {
    match op {
        Cmp::Lt => "<",
        Cmp::Le => "<=",
        Cmp::Gt => ">",
        Cmp::Ge => ">=",
        Cmp::Eq => "==",
        Cmp::Ne => "!=",
    }
}
