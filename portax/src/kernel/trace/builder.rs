//! The program under construction: open blocks, shared expressions, the announced access.

use crate::ir::{
    Access, AccessId, AccessKind, ArrayId, Builtin, Expr, Id, Param, Program, Promise, Shape, Stmt,
    Ty, Value, ViewPlace,
};
use crate::ops::{AtomicOp, Scope};
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::Location;

thread_local! {
    static BUILDER: RefCell<Builder> = RefCell::new(Builder::default());
}

/// Runs `f` on this thread's builder.
pub(super) fn with<R>(f: impl FnOnce(&mut Builder) -> R) -> R {
    BUILDER.with(|b| f(&mut b.borrow_mut()))
}

/// An `if` between its `enter` and its `leave`.
enum Frame {
    /// Condition, and the first branch once it is closed
    Branch(Id, Option<Vec<Stmt>>),
    /// The condition was constant: statements go to the block around it
    Folded,
}

/// A loop whose body is being recorded.
struct OpenLoop {
    /// How many blocks are open in its body; none for one that runs once, without a loop
    depth: Option<usize>,
    /// Branches that are open in one that runs once, for those that did not leave
    skips: usize,
    /// Is it for the lanes of a thread?
    of_lanes: bool,
}

/// Some indices of a view fixed: what `subview` makes.
struct Subview {
    view: usize,
    /// Dimension, index and extent, ascending
    fixed: Vec<(usize, Id, Id)>,
}

/// Subviews are numbered from here, views from 0.
const FIRST_SUBVIEW: usize = 1 << 24;

/// What the next load, store or atomic touches.
#[derive(Clone)]
struct Pending {
    view: usize,
    indices: Vec<Id>,
    extents: Vec<Id>,
    location: &'static Location<'static>,
}

#[derive(Default)]
pub(super) struct Builder {
    pub program: Option<Program>,
    blocks: Vec<Vec<Stmt>>,
    frames: Vec<Frame>,
    loops: Vec<OpenLoop>,
    /// Calls of functions that are under way
    calls: usize,
    /// Serial number of each open block
    pub(super) scopes: Vec<u32>,
    serial: u32,
    /// Pure integer expressions, each with the scope that defines it
    shared: HashMap<(Ty, Expr), (u32, Id)>,
    /// What the temporaries among them are
    definitions: HashMap<Id, Expr>,
    constants: HashMap<(Ty, u64), Id>,
    builtins: HashMap<Builtin, Id>,
    subviews: Vec<Subview>,
    /// Views of scalars of structs, by the pointers to the first of them
    parts: HashMap<Id, usize>,
    /// Identity of the views that pointers address, buffers and scratch aside
    owners: HashMap<Id, usize>,
    advanced: Option<Id>,
    pending: Option<Pending>,
    /// Last announcement of each identity, and where its single index stands
    announced: HashMap<usize, (Pending, Option<usize>)>,
    /// Last access of each view
    last: HashMap<usize, AccessId>,
    /// Local arrays with run-time indices, by their elements; of values, with the scope that has their copy
    pub(super) locals: HashMap<Vec<Id>, (Option<u32>, ArrayId)>,
    /// Arrays for reductions, by type, whether they are the team's, and which scalar of an element: pointer and view
    reductions: HashMap<(Ty, bool, usize), (Id, usize)>,
}

impl Builder {
    /// A builder of an empty program.
    pub(super) fn new(name: String, shape: Shape, promise: Promise) -> Builder {
        let program = Program {
            name,
            shape,
            values: Vec::new(),
            params: Vec::new(),
            views: Vec::new(),
            accesses: Vec::new(),
            scratch: Vec::new(),
            locals: Vec::new(),
            tile_widths: Vec::new(),
            even_loops: Vec::new(),
            made_of_indices: Vec::new(),
            barrier_in_lanes: false,
            messages: Vec::new(),
            vector_reductions: Vec::new(),
            body: Vec::new(),
            promise,
        };
        let mut builder = Builder {
            program: Some(program),
            ..Builder::default()
        };
        builder.open();
        builder
    }

    pub(super) fn program(&mut self) -> &mut Program {
        self.program
            .as_mut()
            .expect("kernel code is recorded between trace::begin and trace::finish")
    }

    pub(super) fn ty(&mut self, id: Id) -> Ty {
        self.program().ty(id)
    }

    pub(super) fn is_variable(&mut self, id: Id) -> bool {
        matches!(self.program().values[id as usize].1, Value::Variable)
    }

    /// Enters a function, and says how many are entered.
    pub(super) fn call(&mut self) -> usize {
        self.calls += 1;
        self.calls
    }

    /// Leaves it.
    pub(super) fn end_call(&mut self) {
        self.calls -= 1;
    }

    // ---- blocks
    pub(super) fn open(&mut self) {
        self.blocks.push(Vec::new());
        self.serial += 1;
        self.scopes.push(self.serial);
    }

    pub(super) fn close(&mut self) -> Vec<Stmt> {
        self.scopes.pop();
        self.blocks.pop().expect("block is open")
    }

    pub(super) fn push(&mut self, s: Stmt) {
        let in_lanes = self.loops.iter().any(|open| open.of_lanes);
        if in_lanes && matches!(s, Stmt::Barrier) {
            self.program().barrier_in_lanes = true;
        }
        self.blocks.last_mut().expect("block is open").push(s);
    }

    /// Enters an `if`; `None` where the condition is constant and no block is opened.
    pub(super) fn enter(&mut self, cond: Id) -> bool {
        match self.program().as_constant(cond) {
            Some(x) => {
                self.frames.push(Frame::Folded);
                x != 0
            }
            None => {
                self.frames.push(Frame::Branch(cond, None));
                self.open();
                true
            }
        }
    }

    pub(super) fn enter_else(&mut self, cond: Id) -> bool {
        if let Some(Frame::Folded) = self.frames.last() {
            return self.program().as_constant(cond) == Some(0);
        }
        let then = self.close();
        if let Some(Frame::Branch(_, first)) = self.frames.last_mut() {
            *first = Some(then);
        }
        self.open();
        true
    }

    pub(super) fn leave(&mut self) {
        if let Some(Frame::Branch(cond, first)) = self.frames.pop() {
            let block = self.close();
            let (then, other) = match first {
                Some(then) => (then, block),
                None => (block, Vec::new()),
            };
            self.push(Stmt::If { cond, then, other });
        }
    }

    // ---- loops
    /// Opens the body of a loop, or one that runs once, without a loop.
    pub(super) fn enter_loop(&mut self, repeats: bool) {
        if repeats {
            self.open();
        }
        let depth = repeats.then_some(self.blocks.len());
        self.loops.push(OpenLoop {
            depth,
            skips: 0,
            of_lanes: false,
        });
    }

    /// Enters the body for the lanes of a thread, which hosts run vector by vector.
    pub(super) fn enter_lanes(&mut self) {
        self.loops.push(OpenLoop {
            depth: None,
            skips: 0,
            of_lanes: true,
        });
    }

    /// Whether what is recorded now is in a loop.
    pub(super) fn is_in_loop(&self) -> bool {
        self.loops.iter().any(|open| open.depth.is_some())
    }

    /// Closes it and gives its block, if it has one.
    pub(super) fn end_loop(&mut self) -> Option<Vec<Stmt>> {
        let open = self.loops.pop().expect("a loop is open");
        (0..open.skips).for_each(|_| self.leave());
        open.depth.map(|_| self.close())
    }

    /// Leaves the loop around here where the condition holds. In a body that runs once, what follows is skipped.
    pub(super) fn leave_loop(&mut self, cond: Id) {
        if self.program().as_constant(cond) == Some(0) {
            return;
        }
        let here = self.blocks.len();
        let open = self.loops.last_mut().expect("a loop is open");
        match open.depth {
            Some(depth) => {
                assert_eq!(depth, here, "a loop is left from its own body");
                self.push(Stmt::Leave(cond));
            }
            None => {
                open.skips += 1;
                let stays = self.not(cond);
                self.frames.push(Frame::Branch(stays, None));
                self.open();
            }
        }
    }

    // ---- values
    /// A constant from its bits; integers sign-extended.
    pub(super) fn constant(&mut self, ty: Ty, bits: u64) -> Id {
        if let Some(&id) = self.constants.get(&(ty, bits)) {
            return id;
        }
        let id = self.program().value(ty, Value::Const(bits));
        self.constants.insert((ty, bits), id);
        id
    }

    pub(super) fn builtin(&mut self, b: Builtin) -> Id {
        if let Some(&id) = self.builtins.get(&b) {
            return id;
        }
        let id = self.program().value(Ty::Index, Value::Builtin(b));
        self.builtins.insert(b, id);
        id
    }

    /// Records an operation.
    pub(super) fn emit(&mut self, ty: Ty, e: Expr) -> Id {
        let id = self.program().value(ty, Value::Temporary);
        self.push(Stmt::Let(id, e));
        id
    }

    /// Records an operation without side effects, or finds it where an open block has it already.
    pub(super) fn share(&mut self, ty: Ty, e: Expr) -> Id {
        let mut varies = false;
        e.operands(&mut |id| varies |= self.is_variable(id));
        if varies {
            return self.emit(ty, e);
        }
        let key = (ty, e);
        if let Some(&(scope, id)) = self.shared.get(&key)
            && self.scopes.contains(&scope)
        {
            return id;
        }
        let id = self.emit(ty, e);
        let scope = *self.scopes.last().expect("block is open");
        self.shared.insert(key, (scope, id));
        self.definitions.insert(id, e);
        id
    }

    /// The shared expression that a temporary stands for.
    pub(super) fn definition(&self, id: Id) -> Option<Expr> {
        self.definitions.get(&id).copied()
    }

    // ---- variables
    pub(super) fn declare(&mut self, ty: Ty, v: Id) -> Id {
        let id = self.program().value(ty, Value::Variable);
        self.push(Stmt::Declare(id, v));
        id
    }

    /// The value of a variable now; anything else is its own value.
    pub(super) fn read(&mut self, ty: Ty, v: Id) -> Id {
        if self.is_variable(v) {
            self.emit(ty, Expr::Read(v))
        } else {
            v
        }
    }

    pub(super) fn assign(&mut self, variable: Id, v: Id) {
        assert!(
            self.is_variable(variable),
            "only what `var` declared can be assigned"
        );
        self.push(Stmt::Assign(variable, v));
    }

    /// The id of an argument, made where the program lacks it.
    pub(super) fn param(&mut self, ty: Ty, param: Param) -> Id {
        let program = self.program();
        let Some(number) = program.params.iter().position(|p| *p == param) else {
            return self.new_param(ty, param);
        };
        let known = program
            .values
            .iter()
            .position(|v| v.1 == Value::Param(number));
        known.expect("an argument has a value") as Id
    }

    /// The id of one more argument.
    pub(super) fn new_param(&mut self, ty: Ty, param: Param) -> Id {
        let program = self.program();
        program.params.push(param);
        let number = program.params.len() - 1;
        program.value(ty, Value::Param(number))
    }

    // ---- memory
    /// Defines the pointer `count * size` elements behind `base`.
    pub(super) fn advance(&mut self, ty: Ty, base: Id, count: Id, size: Id) -> Id {
        let pointer = self.program().value(ty, Value::Pointer(base));
        self.push(Stmt::Advance {
            pointer,
            base,
            count,
            size,
        });
        self.advanced = Some(pointer);
        pointer
    }

    /// Says that a pointer addresses a view of scalars of structs.
    pub(super) fn own(&mut self, pointer: Id, view: usize) {
        self.parts.insert(pointer, view);
    }

    /// Numbers a view with one more index fixed; the pointer advanced last addresses it.
    pub(super) fn subview(&mut self, info: usize, dim: usize, index: Id, extent: Id) -> usize {
        let (view, mut fixed) = match info.checked_sub(FIRST_SUBVIEW) {
            Some(k) => (self.subviews[k].view, self.subviews[k].fixed.clone()),
            None => (info, Vec::new()),
        };
        fixed.push((dim, index, extent));
        self.subviews.push(Subview { view, fixed });
        let number = FIRST_SUBVIEW + self.subviews.len() - 1;
        if let Some(pointer) = self.advanced.take() {
            self.owners.insert(pointer, number);
        }
        number
    }

    /// Announces an access by the indices and extents that the caller knows.
    pub(super) fn announce(
        &mut self,
        info: usize,
        mut indices: Vec<Id>,
        mut extents: Vec<Id>,
        location: &'static Location<'static>,
    ) {
        let mut view = info;
        let mut single = (indices.len() == 1).then_some(0);
        if let Some(k) = info.checked_sub(FIRST_SUBVIEW) {
            let sub = &self.subviews[k];
            view = sub.view;
            for &(dim, index, extent) in sub.fixed.iter().rev() {
                let dim = dim.min(indices.len());
                indices.insert(dim, index);
                extents.insert(dim, extent);
                single = single.map(|s| if dim <= s { s + 1 } else { s });
            }
        }
        let pending = Pending {
            view,
            indices,
            extents,
            location,
        };
        self.announced.insert(info, (pending.clone(), single));
        self.pending = Some(pending);
    }

    /// The access that a load, store or atomic at `ptr` makes: the announced one, or the view's last one again (`+=`
    /// announces once, loads and stores).
    pub(super) fn consume(&mut self, ptr: Id, kind: AccessKind) -> AccessId {
        let view = self.view_of(ptr);
        if let Some(Pending {
            view,
            indices,
            extents,
            location,
        }) = self.pending.take_if(|p| p.view == view)
        {
            return self.record(Access {
                view,
                kind,
                indices,
                extents,
                location,
            });
        }
        let Some(&last) = self.last.get(&view) else {
            let location = Location::caller();
            return self.record(Access {
                view,
                kind,
                indices: Vec::new(),
                extents: Vec::new(),
                location,
            });
        };
        let known = self.program().accesses[last as usize].clone();
        if known.kind == kind {
            return last;
        }
        self.record(Access { kind, ..known })
    }

    /// The access that a load of elements `first..=last` of a view of rank 1 makes. Rows are announced once, maybe long
    /// before their parts are loaded: the announcement gives the extent and the line.
    pub(super) fn consume_row(&mut self, ptr: Id, first: Id, last: Id) -> AccessId {
        let view = self.view_of(ptr);
        let info = self.owners.get(&ptr).copied().unwrap_or(view);
        let Some((
            Pending {
                mut indices,
                mut extents,
                location,
                ..
            },
            Some(at),
        )) = self.announced.get(&info).cloned()
        else {
            return self.consume(ptr, AccessKind::Read);
        };
        self.pending = None;
        indices[at] = first;
        if last != first {
            indices.insert(at + 1, last);
            extents.insert(at + 1, extents[at]);
        }
        let access = Access {
            view,
            kind: AccessKind::Read,
            indices,
            extents,
            location,
        };
        match self.last.get(&view).copied() {
            Some(known) if self.program().accesses[known as usize] == access => known,
            _ => self.record(access),
        }
    }

    pub(super) fn record(&mut self, access: Access) -> AccessId {
        let view = access.view;
        let program = self.program();
        program.accesses.push(access);
        let id = (program.accesses.len() - 1) as AccessId;
        self.last.insert(view, id);
        id
    }

    fn view_of(&mut self, mut ptr: Id) -> usize {
        while let Value::Pointer(base) = self.program().values[ptr as usize].1 {
            if let Some(&view) = self.parts.get(&ptr) {
                return view;
            }
            ptr = base;
        }
        let program = self.program();
        match program.values[ptr as usize].1 {
            Value::Buffer(k) => match program.params[k] {
                Param::Buffer { view, .. }
                | Param::Scratch { view, .. }
                | Param::Report { view } => view,
                _ => unreachable!("a buffer value names a buffer argument"),
            },
            Value::Scratch(k) => program
                .views
                .iter()
                .position(|v| matches!(v.place, ViewPlace::Scratch(n, _) if n == k))
                .expect("scratch belongs to a view"),
            _ => unreachable!("an address starts at a buffer or at scratch"),
        }
    }

    /// Loads a `ty`, `offset` counted in `unit`s.
    pub(super) fn load(&mut self, ty: Ty, unit: Ty, ptr: Id, offset: Id) -> Id {
        let access = self.consume(ptr, AccessKind::Read);
        self.emit(
            ty,
            Expr::Load {
                ptr,
                offset,
                unit,
                access,
            },
        )
    }

    pub(super) fn store(&mut self, ptr: Id, offset: Id, value: Id) {
        let access = self.consume(ptr, AccessKind::Write);
        self.push(Stmt::Store {
            ptr,
            offset,
            value,
            access,
        });
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        scope: Scope,
        [ptr, offset]: [Id; 2],
        value: Id,
        expected: Option<Id>,
        old: Option<Id>,
    ) {
        let access = self.consume(ptr, AccessKind::Atomic(scope));
        self.push(Stmt::Atomic {
            op,
            scope,
            ptr,
            offset,
            value,
            expected,
            old,
            access,
        });
    }

    /// Scalar `k` of a short vector.
    pub(super) fn component(&mut self, vector: Id, k: usize) -> Id {
        let ty = self.ty(vector).scalar();
        self.program().value(ty, Value::Component(vector, k as u8))
    }

    /// The array through which reductions of one type go, made by the first of them.
    pub(super) fn reduction_array(
        &mut self,
        key: (Ty, bool, usize),
        make: impl FnOnce(&mut Builder) -> (Id, usize),
    ) -> (Id, usize) {
        if let Some(&known) = self.reductions.get(&key) {
            return known;
        }
        let made = make(self);
        self.reductions.insert(key, made);
        made
    }
}
