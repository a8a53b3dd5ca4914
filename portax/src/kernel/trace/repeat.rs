//! Run-time loops.

use super::builder::{Builder, with};
use crate::ir::{Id, Stmt, Ty, Value};

/// The loop `(begin..end).step_by(step)`.
pub fn steps(begin: Id, end: Id, step: Id) -> Loop {
    Loop {
        begin,
        end,
        step,
        index: 0,
        state: State::Start,
    }
}

/// A run-time loop while it is recorded: yields its index once, then closes the block.
#[derive(Debug)]
pub struct Loop {
    begin: Id,
    end: Id,
    step: Id,
    index: Id,
    state: State,
}

#[derive(Debug)]
enum State {
    Start,
    Inside,
    /// The body runs once, without a loop
    Alone,
    Done,
}

impl Loop {
    /// Runs the body once with this index, a lane's, without a loop.
    pub(super) fn once(index: Id) -> Loop {
        Loop {
            begin: index,
            end: index,
            step: index,
            index,
            state: State::Alone,
        }
    }

    fn start(&mut self) -> Option<Id> {
        with(|b| {
            let known = |b: &mut Builder, id| b.program().as_constant(id);
            if let (Some(begin), Some(end), Some(step)) = (
                known(b, self.begin),
                known(b, self.end),
                known(b, self.step),
            ) {
                self.state = State::Done;
                if begin >= end {
                    return None;
                }
                if begin + step >= end {
                    self.state = State::Inside;
                    b.enter_loop(false);
                    return Some(self.begin);
                }
            }
            self.state = State::Inside;
            self.index = b.program().value(Ty::Index, Value::LoopIndex);
            b.enter_loop(true);
            Some(self.index)
        })
    }

    fn end(&self) {
        with(|b| {
            let Some(body) = b.end_loop() else { return };
            b.push(Stmt::For {
                index: self.index,
                begin: self.begin,
                end: self.end,
                step: self.step,
                body,
            });
        });
    }
}

impl Iterator for Loop {
    type Item = Id;
    #[inline(never)]
    fn next(&mut self) -> Option<Id> {
        match self.state {
            State::Start => self.start(),
            State::Alone => {
                with(|b| b.enter_lanes());
                self.state = State::Inside;
                Some(self.index)
            }
            State::Inside => {
                self.end();
                self.state = State::Done;
                None
            }
            State::Done => None,
        }
    }
}

/// A loop without an end of its own while it is recorded: one turn, then closes the block.
#[derive(Debug, Default)]
pub struct Turns {
    is_inside: bool,
}

impl Iterator for Turns {
    type Item = ();
    #[inline(never)]
    fn next(&mut self) -> Option<()> {
        with(|b| {
            if !std::mem::replace(&mut self.is_inside, true) {
                b.enter_loop(true);
                return Some(());
            }
            if let Some(body) = b.end_loop() {
                b.push(Stmt::Loop { body });
            }
            None
        })
    }
}
