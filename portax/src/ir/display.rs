//! A program as text for people: one statement a line, memory accesses with their place in the Rust source.

use super::{
    Access, AccessId, ArrayId, Builtin, Expr, Id, Param, Per, Program, Promise, Stmt, Ty, Value,
    ViewPlace, access_of,
};
use std::fmt::{self, Display, Formatter};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let promise = match self.promise {
            Promise::None => "",
            Promise::Disjoint => "unsafe, ",
            Promise::Unchecked => "unsafe, unchecked, ",
        };
        writeln!(f, "kernel {} ({promise}{:?})", self.name, self.shape)?;
        for k in 0..self.params.len() {
            let ty = match &self.params[k] {
                Param::Buffer { ty, .. } => format!("[{}]", word(ty)),
                Param::Scratch { array, .. } => format!("[{}]", word(self.scratch[*array].ty)),
                Param::Report { .. } => "[u32]".to_string(),
                Param::LaunchNumber => word(Ty::I32),
                Param::Scalar { ty, .. } => word(ty),
                _ => word(Ty::Index),
            };
            writeln!(f, "  argument {}: {ty}", self.param_name(k))?;
        }
        for (k, array) in self.scratch.iter().enumerate() {
            let each = match array.per {
                Per::Team => "",
                Per::Thread => " a thread",
                Per::Lane => " a lane",
            };
            let (name, ty) = (self.scratch_name(k), word(array.ty));
            let large = if array.is_large { "large " } else { "" };
            writeln!(f, "  {large}scratch {name}: {} {ty}{each}", array.len)?;
        }
        self.block(f, &self.body, 1)
    }
}

/// The lower-case word of a unit-like value.
fn word(value: impl fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

impl Program {
    fn param_name(&self, k: usize) -> String {
        let field = |view: &usize| &self.views[*view].field;
        match &self.params[k] {
            Param::Buffer { view, .. } | Param::Scratch { view, .. } | Param::Report { view } => {
                field(view).clone()
            }
            Param::Extent { view, dim } => format!("{}.extent({dim})", field(view)),
            Param::Stride { view, dim } => format!("{}.stride({dim})", field(view)),
            Param::Scalar { field, .. } => field.clone(),
            Param::LaunchNumber => "launch number".to_string(),
            Param::Begin(dim) => format!("begin({dim})"),
            Param::End(dim) => format!("end({dim})"),
        }
    }

    fn scratch_name(&self, k: usize) -> String {
        let is_it = |place: &ViewPlace| matches!(place, ViewPlace::Scratch(n, _) if *n == k);
        let view = self.views.iter().find(|view| is_it(&view.place));
        view.map_or_else(|| format!("scratch{k}"), |view| view.field.clone())
    }

    fn operand(&self, id: Id) -> String {
        let (ty, value) = &self.values[id as usize];
        match value {
            Value::Const(bits) => constant(*ty, *bits),
            Value::Builtin(Builtin::Work(dim)) => format!("work({dim})"),
            Value::Builtin(builtin) => word(builtin),
            Value::Param(k) | Value::Buffer(k) => self.param_name(*k),
            Value::Scratch(k) => self.scratch_name(*k),
            Value::Component(vector, k) => format!("{}.{k}", self.operand(*vector)),
            Value::Temporary => format!("%{id}"),
            Value::Variable => format!("${id}"),
            Value::LoopIndex => format!("i{id}"),
            Value::Pointer(_) => format!("p{id}"),
        }
    }

    fn list(&self, ids: &[Id]) -> String {
        let names: Vec<_> = ids.iter().map(|&id| self.operand(id)).collect();
        names.join(", ")
    }

    fn expression(&self, e: &Expr) -> String {
        match *e {
            Expr::Unary(op, a) => format!("{} {}", word(op), self.operand(a)),
            Expr::Binary(op, a, b) => format!("{} {}", word(op), self.list(&[a, b])),
            Expr::Fma(a, b, c) => format!("fma {}", self.list(&[a, b, c])),
            Expr::NegFma(a, b, c) => format!("negfma {}", self.list(&[a, b, c])),
            Expr::FmaSub(a, b, c) => format!("fmasub {}", self.list(&[a, b, c])),
            Expr::Flip(a, b) => format!("flip {}", self.list(&[a, b])),
            Expr::Compare(op, a, b) => format!("{} {}", word(op), self.list(&[a, b])),
            Expr::Select(c, a, b) => format!("select {}", self.list(&[c, a, b])),
            Expr::Cast(a) => format!("cast {}", self.operand(a)),
            Expr::Read(a) => self.operand(a),
            Expr::VectorReduce(op, a) => format!("{} of lanes {}", word(op), self.operand(a)),
            Expr::Load { ptr, offset, .. } => self.element(ptr, offset),
            Expr::Element { array, index, .. } => self.variable(array, index),
        }
    }

    fn element(&self, ptr: Id, offset: Id) -> String {
        format!("{}[{}]", self.operand(ptr), self.operand(offset))
    }

    /// Element `index` of a local array.
    fn variable(&self, array: ArrayId, index: Id) -> String {
        let elements = &self.locals[array as usize];
        format!("({})[{}]", self.list(elements), self.operand(index))
    }

    fn place(&self, access: AccessId) -> String {
        let Access {
            view,
            indices,
            location,
            ..
        } = &self.accesses[access as usize];
        let field = &self.views[*view].field;
        format!("  // {field}({}) at {location}", self.list(indices))
    }

    fn block(&self, f: &mut Formatter<'_>, block: &[Stmt], depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for s in block {
            let place = access_of(s).map_or_else(String::new, |access| self.place(access));
            writeln!(f, "{indent}{}{place}", self.head(s))?;
            match s {
                Stmt::For { body, .. } | Stmt::Loop { body } => self.block(f, body, depth + 1)?,
                Stmt::If { then, other, .. } => {
                    self.block(f, then, depth + 1)?;
                    if !other.is_empty() {
                        writeln!(f, "{indent}else")?;
                        self.block(f, other, depth + 1)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A statement without what is inside it.
    fn head(&self, s: &Stmt) -> String {
        let r = |id: &Id| self.operand(*id);
        match s {
            Stmt::Let(id, e) => {
                format!("{}: {} = {}", r(id), word(self.ty(*id)), self.expression(e))
            }
            Stmt::Declare(id, v) => format!("var {}: {} = {}", r(id), word(self.ty(*id)), r(v)),
            Stmt::Assign(id, v) => format!("{} = {}", r(id), r(v)),
            Stmt::AssignElement {
                array,
                index,
                value,
                ..
            } => format!("{} = {}", self.variable(*array, *index), r(value)),
            Stmt::Store {
                ptr, offset, value, ..
            } => format!("{} = {}", self.element(*ptr, *offset), r(value)),
            Stmt::StorePair {
                ptr, offset, value, ..
            } => format!("{} = ({})", self.element(*ptr, *offset), self.list(value)),
            Stmt::Atomic {
                op,
                scope,
                ptr,
                offset,
                value,
                expected,
                old,
                ..
            } => {
                let old = old.map_or_else(String::new, |id| format!("{} = ", r(&id)));
                let expected = expected.map_or_else(String::new, |id| format!("{}, ", r(&id)));
                let (op, scope, at) = (word(op), word(scope), self.element(*ptr, *offset));
                format!("{old}atomic {op} ({scope}) {at}, {expected}{}", r(value))
            }
            Stmt::Advance {
                pointer,
                base,
                count,
                size,
            } => format!("{} = {} + {} * {}", r(pointer), r(base), r(count), r(size)),
            Stmt::Walk {
                pointer,
                base,
                terms,
            } => {
                let terms = terms.iter().map(|(id, k)| format!(" + {} * {k}", r(id)));
                format!(
                    "var {} = {}{}",
                    r(pointer),
                    r(base),
                    terms.collect::<String>()
                )
            }
            Stmt::Segment {
                pointer,
                base,
                at,
                rows,
                ..
            } => format!(
                "{} = segment {} of {rows} rows of {}",
                r(pointer),
                r(at),
                r(base)
            ),
            Stmt::Bump(pointer, step) => format!("{} += {step}", r(pointer)),
            Stmt::For {
                index,
                begin,
                end,
                step,
                ..
            } => format!(
                "for {} in {}..{} by {}",
                r(index),
                r(begin),
                r(end),
                r(step)
            ),
            Stmt::Loop { .. } => "loop".to_string(),
            Stmt::Leave(cond) => format!("leave if {}", r(cond)),
            Stmt::If { cond, .. } => format!("if {}", r(cond)),
            Stmt::Barrier => "barrier".to_string(),
            Stmt::VectorBarrier { .. } => "vector barrier".to_string(),
        }
    }
}

fn constant(ty: Ty, bits: u64) -> String {
    match ty {
        Ty::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Ty::F64 => format!("{:?}", f64::from_bits(bits)),
        Ty::Bool => (bits != 0).to_string(),
        Ty::U32 => (bits as u32).to_string(),
        Ty::U64 => bits.to_string(),
        _ => (bits as i64).to_string(),
    }
}
