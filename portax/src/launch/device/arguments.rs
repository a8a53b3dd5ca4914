//! Arguments as devices take them.

use crate::{
    backend::{Arg, Buffer},
    error::{Error, Result},
    ir::Param,
    launch::{bind::Argument, check::CheckedLaunch},
    space::memory::Allocation,
};
use std::sync::Arc;

impl CheckedLaunch {
    /// The arguments as a device takes them: `scratch` is the memory of each array that is large, `report` that of the
    /// instance, and the number by which it names the launch.
    pub(crate) fn device_arguments(
        &self,
        scratch: &[Option<Arc<Allocation>>],
        report: Option<(Buffer, i32)>,
    ) -> Result<Vec<Arg>> {
        let report = || report.ok_or_else(|| Error::Invalid("no report".to_string()));
        let scratch = |array: usize| {
            let none = || Error::Invalid("no memory of large scratch".to_string());
            buffer(scratch[array].as_ref().ok_or_else(none)?)
        };
        let index = |x: i64| {
            if self.findings.wide {
                Arg::I64(x)
            } else {
                Arg::I32(x as i32)
            }
        };
        let mut next = self.arguments.values.iter();
        let mut one = |p: &Param| {
            Ok(match p {
                Param::Begin(d) => index(self.ranges.work[*d].0),
                Param::End(d) => index(self.ranges.work[*d].1),
                Param::Scratch { array, .. } => Arg::Buffer(scratch(*array)?),
                Param::Report { .. } => Arg::Buffer(report()?.0),
                Param::LaunchNumber => Arg::I32(report()?.1),
                _ => match next.next() {
                    Some(Argument::View(k)) => Arg::Buffer(self.buffer(*k)?),
                    Some(Argument::Index(x)) => index(*x),
                    Some(Argument::F32(x)) => Arg::F32(*x),
                    Some(Argument::F64(x)) => Arg::F64(*x),
                    Some(Argument::I32(x)) => Arg::I32(*x),
                    Some(Argument::U32(x)) => Arg::U32(*x),
                    Some(Argument::I64(x)) => Arg::I64(*x),
                    Some(Argument::U64(x)) => Arg::I64(*x as i64),
                    None => {
                        return Err(Error::Invalid(format!(
                            "launch `{}`: the functor binds fewer fields than when it was recorded",
                            self.label
                        )));
                    }
                },
            })
        };
        self.recorded
            .program()
            .params
            .iter()
            .map(&mut one)
            .collect()
    }

    fn buffer(&self, view: usize) -> Result<Buffer> {
        buffer(&self.arguments.views[view].allocation)
    }

    /// For each parameter: can its memory be reached through another one?
    pub(crate) fn aliased(&self) -> Vec<bool> {
        let id = |k: usize| self.arguments.views[k].allocation.id();
        let shared = |k: usize| {
            let mut others =
                (0..self.arguments.views.len()).filter(|&j| self.arguments.whole(j) != k);
            others.any(|j| id(j) == id(k))
        };
        let aliased = |p: &Param| matches!(p, Param::Buffer { view, .. } if *view < self.arguments.views.len() && shared(*view));
        self.recorded.program().params.iter().map(aliased).collect()
    }
}

fn buffer(allocation: &Allocation) -> Result<Buffer> {
    let buffer = allocation.device().map(|(_, buffer)| buffer);
    let label = || format!("view `{}` is not on a device", allocation.label());
    buffer.ok_or_else(|| Error::Invalid(label()))
}
