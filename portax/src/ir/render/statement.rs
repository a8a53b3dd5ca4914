//! Statements.

use super::{NAN, Printer, expression::short};
use crate::ir::{AccessId, Expr, Id, Program, Stmt, Ty, Value, access_of};
use crate::ops::AtomicOp;
use std::fmt::Write;

/// Most statements of a loop that device compilers may unroll.
const SHORT: usize = 24;

/// Most statements that a nest of loops runs, where all its turns are known, for the same.
const SHORT_NEST: usize = 512;

/// May device compilers unroll a loop of so many turns, if they are known, as they see fit? Long ones take minutes to
/// compile when they do, and are slower. Short ones have more loads under way (products of matrices on a GPU: 0.08 to
/// 0.05 ms), and short nests keep in registers what their inner loops share (local mass matrices: 0.068 to 0.043 ms).
fn is_short(program: &Program, turns: Option<usize>, body: &[Stmt]) -> bool {
    let Some(inside) = statements(program, body) else {
        return false;
    };
    let has_loops = body.iter().any(is_loop);
    let nest = turns.and_then(|turns| turns.checked_mul(inside));
    !has_loops && inside <= SHORT || nest.is_some_and(|all| all <= SHORT_NEST)
}

fn is_loop(s: &Stmt) -> bool {
    match s {
        Stmt::For { .. } | Stmt::Loop { .. } => true,
        Stmt::If { then, other, .. } => then.iter().chain(other).any(is_loop),
        _ => false,
    }
}

/// Does it leave the loop that it stands in?
fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(|s| match s {
        Stmt::Leave(_) => true,
        Stmt::If { then, other, .. } => leaves(then) || leaves(other),
        _ => false,
    })
}

fn has_barrier(block: &[Stmt]) -> bool {
    block.iter().any(|s| match s {
        Stmt::Barrier | Stmt::VectorBarrier { .. } => true,
        Stmt::For { body, .. } | Stmt::Loop { body } => has_barrier(body),
        Stmt::If { then, other, .. } => has_barrier(then) || has_barrier(other),
        _ => false,
    })
}

/// Statements that a block runs at most; none where the turns of a loop in it are not known.
fn statements(program: &Program, block: &[Stmt]) -> Option<usize> {
    block.iter().try_fold(0_usize, |sum, s| {
        let inside = match s {
            Stmt::For {
                begin,
                end,
                step,
                body,
                ..
            } => turns(program, [*begin, *end, *step])?.checked_mul(statements(program, body)?)?,
            Stmt::Loop { .. } => return None,
            Stmt::If { then, other, .. } => {
                statements(program, then)?.checked_add(statements(program, other)?)?
            }
            _ => 0,
        };
        sum.checked_add(inside)?.checked_add(1)
    })
}

/// Turns of a loop of these begin, end and step, where they are constants.
fn turns(program: &Program, range: [Id; 3]) -> Option<usize> {
    let [begin, end, step] = range.map(|id| program.as_constant(id));
    let distance = usize::try_from(end?.checked_sub(begin?)?.max(0)).ok()?;
    Some(distance.div_ceil(usize::try_from(step?).ok()?.max(1)))
}

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for s in block {
            self.statement(s);
        }
    }

    fn nested(&mut self, head: &str, block: &[Stmt]) {
        self.line(head);
        self.indent += 1;
        self.block(block);
        self.indent -= 1;
    }

    fn statement(&mut self, s: &Stmt) {
        if let Some(access) = access_of(s) {
            let location = self.program.accesses[access as usize].location;
            self.places.push((self.lines, location));
        }
        match s {
            Stmt::Let(id, e) => self.definition(*id, e),
            Stmt::Declare(id, v) => self.declare(*id, *v),
            Stmt::Assign(id, v) => self.assign(*id, *v),
            Stmt::AssignElement {
                array,
                index,
                value,
                access,
            } => {
                let place = self.array_element(*array, *index);
                self.guarded(
                    *access,
                    &format!("{place} = {};", self.operand(*value)),
                    &[],
                );
            }
            Stmt::Store {
                ptr,
                offset,
                value,
                access,
            } => {
                let ty = self.program.ty(*value);
                let text = format!(
                    "{} = {};",
                    self.element(ty, *ptr, *offset, ""),
                    self.operand(*value)
                );
                self.guarded(*access, &text, &[*value]);
            }
            Stmt::StorePair {
                ptr,
                offset,
                value,
                access,
            } => self.store_pair(*ptr, *offset, *value, *access),
            Stmt::Atomic {
                op,
                ptr,
                offset,
                value,
                expected,
                old,
                access,
                ..
            } => {
                let operands: Vec<Id> = match op {
                    AtomicOp::Load => Vec::new(),
                    _ => expected.iter().copied().chain([*value]).collect(),
                };
                let ty = self.program.ty(*value);
                let place = self.element(ty, *ptr, *offset, "");
                let call = self.atomic(*op, ty, *ptr, &place, &operands);
                let written: &[Id] = match op {
                    AtomicOp::Load => &[],
                    _ => &[*value],
                };
                self.keep(ty, *old, *access, &call, written);
            }
            Stmt::Advance {
                pointer,
                base,
                count,
                size,
            } => self.advance(*pointer, *base, *count, *size),
            Stmt::Walk {
                pointer,
                base,
                terms,
            } => self.walk(*pointer, *base, terms),
            Stmt::Segment {
                pointer,
                base,
                at,
                rows,
                access,
            } => self.segment(*pointer, *base, *at, *rows, *access),
            Stmt::Bump(pointer, step) => self.line(&format!("p{pointer} += {step};")),
            Stmt::For {
                index,
                begin,
                end,
                step,
                body,
            } => self.run_loop(*index, *begin, *end, *step, body),
            Stmt::Loop { body } => {
                self.nested("for (;;) {", body);
                self.line("}");
            }
            Stmt::Leave(cond) => self.line(&format!("if ({}) break;", self.operand(*cond))),
            Stmt::If { cond, then, other } => self.branch(*cond, then, other),
            Stmt::Barrier => self.line(self.dialect.barrier),
            Stmt::VectorBarrier { .. } => self.line("px_vector_barrier();"),
        }
    }

    /// A variable; the first element of a local array declares the array.
    fn declare(&mut self, id: Id, first: Id) {
        let word = self.type_name(self.program.ty(id));
        match self.names.element(id) {
            Some((array, _)) if self.constants.contains_key(&array) => {}
            Some((array, k)) => {
                if k == 0 {
                    let len = self.program.locals[array as usize].len();
                    let name = &self.names.locals[array as usize];
                    self.line(&format!("{word} {name}[{len}];"));
                }
                self.assign(id, first);
            }
            None => self.line(&format!("{word} v{id} = {};", self.operand(first))),
        }
    }

    fn assign(&mut self, id: Id, v: Id) {
        let (place, value) = (self.operand(id), self.operand(v));
        self.line(&format!("{place} = {value};"));
    }

    fn definition(&mut self, id: Id, e: &Expr) {
        let ty = self.program.ty(id);
        let text = match self.wrapping_index(id, e) {
            Some(text) => text,
            None => self.expression(ty, e),
        };
        let word = self.type_name(ty);
        match e {
            Expr::Load { access, .. } | Expr::Element { access, .. }
                if self.is_checked(*access) =>
            {
                self.line(&format!("{word} t{id} = {};", self.zero(ty)));
                self.guarded(*access, &format!("t{id} = {text};"), &[]);
            }
            _ => self.line(&format!("const {word} t{id} = {text};")),
        }
    }

    fn zero(&self, ty: Ty) -> String {
        match ty {
            Ty::F32x2 | Ty::F64x2 => self.pair(ty, "0", "0"),
            Ty::I32x4 => self
                .dialect
                .pair
                .replace("{type}", "int4")
                .replace("{values}", "0, 0, 0, 0"),
            _ => "0".into(),
        }
    }

    fn pair(&self, ty: Ty, x: &str, y: &str) -> String {
        self.dialect
            .pair
            .replace("{type}", self.type_name(ty))
            .replace("{values}", &format!("{x}, {y}"))
    }

    fn store_pair(&mut self, ptr: Id, offset: Id, value: [Id; 2], access: AccessId) {
        let ty = self.program.ty(value[0]).pair();
        let pair = self.pair(ty, &self.operand(value[0]), &self.operand(value[1]));
        let text = format!("{} = {pair};", self.element(ty, ptr, offset, ""));
        self.guarded(access, &text, &value);
    }

    /// An atomic operation on a place.
    fn atomic(&self, op: AtomicOp, ty: Ty, ptr: Id, place: &str, operands: &[Id]) -> String {
        let word = match op {
            AtomicOp::Add => "add",
            AtomicOp::Min => "min",
            AtomicOp::Max => "max",
            AtomicOp::And => "and",
            AtomicOp::Or => "or",
            AtomicOp::Xor => "xor",
            AtomicOp::Exchange => "exchange",
            AtomicOp::Load => "load",
            AtomicOp::CompareExchange => "compare_exchange",
        };
        let suffix = match self.dialect.distinct_spaces && self.is_local(ptr) {
            true => "_local",
            false => "",
        };
        let operands = operands.iter().map(|&id| format!(", {}", self.operand(id)));
        let operands: String = operands.collect();
        format!(
            "px_atomic_{word}_{}{suffix}(&{place}{operands});",
            short(ty)
        )
    }

    /// A guarded call, whose result `old` receives if there is one.
    fn keep(&mut self, ty: Ty, old: Option<Id>, access: AccessId, call: &str, written: &[Id]) {
        let Some(old) = old else {
            return self.guarded(access, call, written);
        };
        if self.is_checked(access) {
            self.line(&format!("{} t{old} = 0;", self.type_name(ty)));
            self.guarded(access, &format!("t{old} = {call}"), written);
        } else {
            self.watch(access, written);
            self.line(&format!("const {} t{old} = {call}", self.type_name(ty)));
        }
    }

    /// Is the access guarded, and has it indices at all?
    fn is_checked(&self, access: AccessId) -> bool {
        self.options.is_guarded(access)
            && !self.program.accesses[access as usize].indices.is_empty()
    }

    /// The statement, behind a check where the access is guarded, and what it writes under watch.
    fn guarded(&mut self, access: AccessId, text: &str, written: &[Id]) {
        self.watch(access, written);
        if !self.is_checked(access) {
            return self.line(text);
        }
        let known = &self.program.accesses[access as usize];
        let pairs = known.indices.iter().zip(&known.extents);
        let inside: Vec<String> = pairs
            .map(|(i, n)| format!("px_inside({}, {})", self.operand(*i), self.operand(*n)))
            .collect();
        self.line(&format!("if ({}) {text}", inside.join(" && ")));
        self.line(&format!("else {}", self.report(access, access.into())));
    }

    /// Reports NaN among the floats that an access writes, where they are under watch.
    fn watch(&mut self, access: AccessId, written: &[Id]) {
        if !(self.options.watches_nan && self.options.is_guarded(access)) {
            return;
        }
        for &v in written.iter().filter(|&&v| self.program.ty(v).is_float()) {
            let v = self.float(v);
            let report = self.report(access, NAN + i64::from(access));
            self.line(&format!("if ({v} != {v}) {report}"));
        }
    }

    /// Reports what happened at an access, unless there is a report.
    fn report(&self, access: AccessId, what: i64) -> String {
        let indices = self.program.accesses[access as usize].indices.iter();
        let words: String = indices
            .enumerate()
            .map(|(k, i)| format!(" px_fault[{}] = {};", k + 3, self.operand(*i)))
            .collect();
        format!(
            "if (px_fault_first(px_fault)) {{ px_fault[1] = {what}; px_fault[2] = px_launch;{words} }}"
        )
    }

    pub(super) fn pointer_type(&self, pointer: Id) -> String {
        format!(
            "{}{}{}*",
            self.constness(pointer),
            self.space(pointer),
            self.memory_type(self.pointee(pointer))
        )
    }

    fn advance(&mut self, pointer: Id, base: Id, count: Id, size: Id) {
        let ty = self.pointer_type(pointer);
        let base = self.address(self.pointee(pointer), base, self.constness(pointer));
        let offset = match self.program.as_constant(size) {
            Some(1) => self.operand(count),
            _ => format!(
                "({}){} * {}",
                self.dialect.i64,
                self.operand(count),
                self.operand(size)
            ),
        };
        self.line(&format!("{ty} const p{pointer} = {base} + {offset};"));
    }

    fn walk(&mut self, pointer: Id, base: Id, terms: &[(Id, i64)]) {
        let ty = self.pointer_type(pointer);
        let scratch = match self.program.values[base as usize].1 {
            Value::Scratch(k) => Some(k),
            _ => None,
        };
        if let (Some([_, pointer_to]), Some(k)) = (self.dialect.scratch_address, scratch) {
            let (u32, bytes) = (self.dialect.u32, self.pointee(pointer).bytes() as i64);
            let mut sum = format!("px_at_{}", self.names.scratch[k]);
            for (id, factor) in terms.iter().filter(|(_, factor)| *factor != 0) {
                let term = self.operand(*id);
                let _ = write!(sum, " + ({u32})({term}) * ({u32}){}", factor * bytes);
            }
            let start = pointer_to.replace("{type}", &ty).replace("{address}", &sum);
            self.line(&format!("{ty} p{pointer} = {start};"));
            return;
        }
        let base = self.address(self.pointee(pointer), base, self.constness(pointer));
        let nonzero = terms
            .iter()
            .filter(|(id, factor)| *factor != 0 && self.program.as_constant(*id) != Some(0));
        let sum: Vec<String> = nonzero
            .map(|(id, factor)| match factor {
                1 => self.operand(*id),
                _ => format!("{} * {factor}", self.operand(*id)),
            })
            .collect();
        let start = if sum.is_empty() {
            base
        } else {
            format!("{base} + ({})", sum.join(" + "))
        };
        self.line(&format!("{ty} p{pointer} = {start};"));
    }

    fn run_loop(&mut self, index: Id, begin: Id, end: Id, step: Id, body: &[Stmt]) {
        let next = match self.program.as_constant(step) {
            Some(1) => format!("++i{index}"),
            _ => format!("i{index} += {}", self.operand(step)),
        };
        let head = format!(
            "for (px_index i{index} = {}; i{index} < {}; {next}) {{",
            self.operand(begin),
            self.operand(end)
        );
        let turns = turns(self.program, [begin, end, step]);
        if !is_short(self.program, turns, body) {
            self.line(self.dialect.no_unroll);
        }
        self.nested(&head, body);
        self.line("}");
    }

    fn branch(&mut self, cond: Id, then: &[Stmt], other: &[Stmt]) {
        let c = self.operand(cond);
        if let Some(head) = self.dialect.branch_with_barrier
            && [then, other].into_iter().any(has_barrier)
            && ![then, other].into_iter().any(leaves)
        {
            for (condition, block) in [(c.clone(), then), (format!("!{c}"), other)] {
                if !block.is_empty() {
                    self.nested(&head.replace("{condition}", &condition), block);
                    self.line("}");
                }
            }
            return;
        }
        if then.is_empty() && !other.is_empty() {
            self.nested(&format!("if (!{c}) {{"), other);
        } else {
            self.nested(&format!("if ({c}) {{"), then);
            if !other.is_empty() {
                self.nested("} else {", other);
            }
        }
        self.line("}");
    }
}
