//! From source text to kernels.

use crate::{
    OpenCl,
    dialect::{OPENCL, POCL},
    error::{check, not_built},
};
use opencl3::{
    kernel::{Kernel, create_kernel},
    program::Program,
};
use portax::{
    backend::{Inspection, Module, Source},
    cache::Key,
    error::{Error, Result},
    ir::render::Dialect,
};
use std::{
    ffi::CString,
    sync::{Arc, Mutex, PoisonError},
};

/// Strict IEEE arithmetic: contraction to FMA is decided by the source.
const OPTIONS: &str = "-cl-std=CL1.2";

/// Registers of a thread of an Intel GPU by default.
const SMALL_FILE: u32 = 128;

/// Compilers that take a number of registers, or need a dialect of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// Intel's GPUs have half as many threads on a compute unit where each has twice the registers
    IntelGpu,
    /// NVIDIA's takes the number itself
    Nvidia,
    Pocl,
    Other,
}

impl Compiler {
    /// What it is given to compile.
    pub(crate) fn dialect(self) -> &'static Dialect {
        match self {
            Compiler::Pocl => &POCL,
            Compiler::IntelGpu | Compiler::Nvidia | Compiler::Other => &OPENCL,
        }
    }

    /// Options for a kernel that may have so many registers.
    fn options(self, registers: Option<u32>) -> String {
        match (self, registers) {
            (Compiler::IntelGpu, Some(registers)) if registers > SMALL_FILE => {
                format!("{OPTIONS} -cl-intel-256-GRF-per-thread")
            }
            (Compiler::Nvidia, Some(registers)) => {
                format!("{OPTIONS} -cl-nv-maxrregcount={registers}")
            }
            _ => OPTIONS.to_string(),
        }
    }
}

/// What [`Device::compile`](portax::backend::Device::compile) gives.
pub struct Compiled {
    /// Its arguments are state, and setting them is not thread safe.
    pub kernel: Mutex<Kernel>,
    /// Name in the source.
    pub entry: String,
    /// Largest work group: registers may limit it below the device's.
    pub max_group_size: usize,
}

impl OpenCl {
    /// The kernel of a program, which is built once for each source text.
    pub(crate) fn compile_kernel(&self, source: &Source) -> Result<Module> {
        let program = self.program(source)?;
        let name = CString::new(source.entry.as_str()).map_err(|_| {
            Error::Invalid(format!("{:?} cannot be the name of a kernel", source.entry))
        })?;
        let operation = format!("finding kernel `{}`", source.entry);
        let kernel = Kernel::new(check(
            &self.name,
            &operation,
            create_kernel(program.get(), &name),
        )?);
        let max_group_size = self.max_group_size(&kernel, &operation)?;
        let entry = source.entry.clone();
        Ok(Arc::new(Compiled {
            kernel: Mutex::new(kernel),
            entry,
            max_group_size,
        }))
    }

    /// The largest group of a kernel. NVIDIA's driver says 256 of kernels that it has compiled for larger groups, and runs those.
    fn max_group_size(&self, kernel: &Kernel, operation: &str) -> Result<usize> {
        let device = self.id.id();
        let limit = check(&self.name, operation, kernel.get_work_group_size(device))?;
        if self.compiler != Compiler::Nvidia {
            return Ok(limit);
        }
        let compiled_for = kernel.get_compile_work_group_size(device);
        let compiled_for = check(&self.name, operation, compiled_for)?;
        Ok(limit.max(compiled_for.iter().product()))
    }

    /// The binary and resources.
    pub(crate) fn inspect_kernel(&self, source: &Source, module: &Module) -> Result<Inspection> {
        let compiled = self.own_kernel(module)?;
        let kernel = compiled
            .kernel
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let binaries = self.program(source)?.get_binaries();
        let binaries = check(&self.name, "asking for a binary", binaries)?;
        let device = self.id.id();
        let amounts = [
            (
                "bytes of private memory (spills and arrays)",
                kernel.get_private_mem_size(device),
            ),
            ("bytes of local memory", kernel.get_local_mem_size(device)),
        ];
        let mut resources = vec![("largest group", compiled.max_group_size as u64)];
        for (name, amount) in amounts {
            resources.push((name, check(&self.name, "asking for resources", amount)?));
        }
        let files = binaries.into_iter().map(|binary| ("bin", binary)).collect();
        Ok(Inspection { files, resources })
    }

    fn program(&self, source: &Source) -> Result<Arc<Program>> {
        let programs = || self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let key = format!("{}\n{}", self.options(source), source.text);
        if let Some(program) = programs().get(&key) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(self.cached_or_built(source)?);
        programs().insert(key, Arc::clone(&program));
        Ok(program)
    }

    /// A binary that the driver refuses, for example of a device of the same name that differs, is built anew.
    fn cached_or_built(&self, source: &Source) -> Result<Program> {
        let options = self.options(source);
        let key = self.key(source, &options);
        let cached = self.cache.load(&key, |binary| self.load(binary, source));
        if let Some(program) = cached {
            return Ok(program);
        }
        let program = self.build(source)?;
        if let Ok([binary]) = program.get_binaries().as_deref() {
            self.cache.store(&key, binary);
        }
        Ok(program)
    }

    fn key<'a>(&'a self, source: &'a Source, options: &'a str) -> Key<'a> {
        Key {
            device: &self.properties.description,
            compiler: &self.driver,
            options,
            entry: &source.entry,
            text: &source.text,
        }
    }

    fn options(&self, source: &Source) -> String {
        self.compiler.options(source.options.registers)
    }

    fn load(&self, binary: &[u8], source: &Source) -> opencl3::Result<Program> {
        let device = [self.id.id()];
        // SAFETY: the bytes are what this driver gave for this device; it checks them.
        let mut program =
            unsafe { Program::create_from_binary(&self.context, &device, &[binary])? };
        program.build(&device, &self.options(source))?;
        Ok(program)
    }

    fn build(&self, source: &Source) -> Result<Program> {
        let created = Program::create_from_source(&self.context, &source.text);
        let mut program = check(&self.name, "creating a program", created)?;
        match program.build(&[self.id.id()], &self.options(source)) {
            Ok(()) => Ok(program),
            Err(code) => {
                let log = program.get_build_log(self.id.id()).unwrap_or_default();
                let log = format!("{}\n{}", not_built(code, &log), log.trim());
                Err(Error::compile(&self.name, source, log))
            }
        }
    }
}

#[cfg(test)]
mod tests;
