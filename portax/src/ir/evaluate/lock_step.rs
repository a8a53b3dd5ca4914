//! The work items of a group in lock step: each statement by all of them before the next, so that barriers have nothing left
//! to do.

use crate::Result;
use crate::ir::{Expr, Id, Stmt};
use crate::ops::Bin;

/// The work items of a group, by number. Who implements it has their values and the memory; control flow is here.
pub trait LockStep {
    /// An integer of an item.
    fn integer(&self, item: usize, id: Id) -> i64;

    /// Does a statement that is no control flow for some of the items.
    ///
    /// # Errors
    /// Those of the implementor, which end the group.
    fn do_for(&mut self, items: &[usize], s: &Stmt) -> Result<()>;

    /// Runs a block by some of the items, and gives those that did not leave the loop around it.
    ///
    /// # Errors
    /// Those of [`do_for`](Self::do_for).
    fn run(&mut self, block: &[Stmt], mut items: Vec<usize>) -> Result<Vec<usize>> {
        for s in block {
            match s {
                _ if items.is_empty() => break,
                Stmt::If { cond, then, other } => {
                    let holds = |item: &usize| self.integer(*item, *cond) != 0;
                    let (yes, no) = items.iter().partition(|item| holds(item));
                    self.run(then, yes)?;
                    self.run(other, no)?;
                }
                Stmt::Loop { body } => {
                    let mut on = items.clone();
                    while !on.is_empty() {
                        on = self.run(body, on)?;
                    }
                }
                Stmt::Leave(cond) => items.retain(|&item| self.integer(item, *cond) == 0),
                Stmt::For {
                    index,
                    begin,
                    end,
                    step,
                    body,
                } => {
                    let mut on = items.clone();
                    self.do_for(&on, &Stmt::Declare(*index, *begin))?;
                    let next = Stmt::Let(*index, Expr::Binary(Bin::Add, *index, *step));
                    loop {
                        on.retain(|&item| self.integer(item, *index) < self.integer(item, *end));
                        if on.is_empty() {
                            break;
                        }
                        on = self.run(body, on)?;
                        self.do_for(&on, &next)?;
                    }
                }
                _ => self.do_for(&items, s)?,
            }
        }
        Ok(items)
    }
}
