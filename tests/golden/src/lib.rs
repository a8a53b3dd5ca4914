//! A device that compiles nothing and keeps the text it was given: golden tests print kernels through the same path as
//! real devices do.

mod summary;

use portax::{
    Error, Result, Space,
    backend::{Arg, Buffer, Device, Grid, Module, Properties, Source},
    ir::{Program, render::Dialect},
};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

/// Bytes of team scratch that every GPU has.
const SCRATCH: usize = 48 << 10;

/// What a kernel became.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The text
    pub source: Source,
    /// What matters of the program that it was printed from
    pub summary: String,
}

/// The device.
pub struct Printer {
    properties: Properties,
    dialect: &'static Dialect,
    printed: Mutex<Vec<Printed>>,
    next: AtomicU64,
    refused: Option<&'static str>,
    largest_group: Option<usize>,
}

impl Printer {
    /// A device that takes text of a dialect, with warps of `natural_width`.
    pub fn new(dialect: &'static Dialect, natural_width: usize) -> Arc<Printer> {
        Self::with_scratch(dialect, natural_width, SCRATCH)
    }

    /// A device that lacks what `limit` takes from it, and whose compiled kernels take groups of `largest_group` items.
    pub fn limited(
        dialect: &'static Dialect,
        natural_width: usize,
        limit: impl FnOnce(&mut Properties),
        largest_group: Option<usize>,
    ) -> Arc<Printer> {
        let mut printer = Self::make(dialect, natural_width, SCRATCH, None);
        limit(&mut printer.properties);
        printer.largest_group = largest_group;
        Arc::new(printer)
    }

    /// A device with so many bytes of team scratch.
    pub fn with_scratch(
        dialect: &'static Dialect,
        natural_width: usize,
        max_scratch_bytes: usize,
    ) -> Arc<Printer> {
        Arc::new(Self::make(dialect, natural_width, max_scratch_bytes, None))
    }

    /// A device with an error at the first line that holds `refused`.
    pub fn refusing(
        dialect: &'static Dialect,
        natural_width: usize,
        refused: Option<&'static str>,
    ) -> Arc<Printer> {
        Arc::new(Self::make(dialect, natural_width, SCRATCH, refused))
    }

    fn make(
        dialect: &'static Dialect,
        natural_width: usize,
        max_scratch_bytes: usize,
        refused: Option<&'static str>,
    ) -> Printer {
        let properties = Properties {
            description: "prints kernels and runs none".to_string(),
            architecture: "printer".to_string(),
            is_gpu: true,
            memory_bytes: u64::MAX,
            max_group_size: 1024,
            max_scratch_bytes,
            natural_width,
            compute_units: 1,
            has_f64: true,
            has_atomic64: true,
            sub_group_sizes: Vec::new(),
        };
        Printer {
            properties,
            dialect,
            printed: Mutex::default(),
            next: AtomicU64::new(1),
            refused,
            largest_group: None,
        }
    }

    /// A space on it.
    pub fn space(self: &Arc<Self>) -> Space {
        Space::device(self.clone())
    }

    /// The texts printed since the last call, in order, with what they were printed from.
    pub fn take(&self) -> Vec<Printed> {
        std::mem::take(&mut *self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Device for Printer {
    fn name(&self) -> &str {
        "printer"
    }
    fn properties(&self) -> &Properties {
        &self.properties
    }
    fn dialect(&self) -> &'static Dialect {
        self.dialect
    }
    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        Ok(Buffer {
            handle: self.next.fetch_add(1, Ordering::Relaxed),
            bytes,
        })
    }
    // SAFETY: of all five: a buffer is a number without memory, so nothing is freed, written, read or run.
    unsafe fn free(&self, _: Buffer) {}
    unsafe fn copy_in(&self, _: Buffer, _: usize, _: &[u8]) -> Result<()> {
        Ok(())
    }
    unsafe fn copy_out(&self, _: Buffer, _: usize, data: &mut [u8]) -> Result<()> {
        data.fill(0);
        Ok(())
    }
    unsafe fn copy_within(&self, _: Buffer, _: Buffer, _: usize) -> Result<()> {
        Ok(())
    }
    fn compile(&self, source: &Source) -> Result<Module> {
        if let Some(refused) = self.refused {
            let found = source.text.lines().position(|line| line.contains(refused));
            if let Some(before) = found {
                let log = format!("kernel.cu({}): error: refused", before + 1);
                return Err(Error::compile(self.name(), source, log));
            }
        }
        Ok(Arc::new(()))
    }
    fn compile_program(&self, program: &Program, source: &Source) -> Result<Module> {
        let module = self.compile(source)?;
        let printed = Printed {
            source: source.clone(),
            summary: summary::of(program),
        };
        self.printed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(printed);
        Ok(module)
    }
    unsafe fn launch(&self, _: &Module, _: Grid, _: &[Arg]) -> Result<()> {
        Ok(())
    }
    fn largest_group(&self, _: &Module) -> Option<usize> {
        self.largest_group
    }
    fn fence(&self) -> Result<()> {
        Ok(())
    }
}
