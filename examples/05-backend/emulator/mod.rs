//! A backend whose device is this process: memory behind handles, and programs run by an interpreter. Nothing in it is
//! unsafe, and an access outside its buffer is an error. On `tests/conformance` it climbs to [`RUNG`].

mod group;

use group::{Kernel, run};
use portax::{
    Error, Result,
    backend::{Arg, Buffer, Device, Grid, Module, Properties, Source},
    ir::Program,
};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The highest rung of the ladder that it is tested to reach.
pub const RUNG: &str = "t19_neighbor";

/// The device. Launches are done when `launch` returns, so there is nothing to wait for.
pub struct Emulator {
    properties: Properties,
    /// By handle
    buffers: Mutex<Vec<Arc<Mutex<Vec<u8>>>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Emulator {
    /// A device with a gigabyte of memory.
    pub fn new() -> Emulator {
        Emulator {
            properties: Properties {
                description: "interpreter of recorded programs".to_string(),
                architecture: "emulator".to_string(),
                is_gpu: false,
                memory_bytes: 1 << 30,
                max_group_size: 256,
                max_scratch_bytes: 64 << 10,
                natural_width: 8,
                compute_units: 1,
                has_f64: true,
                has_atomic64: true,
                sub_group_sizes: Vec::new(),
            },
            buffers: Mutex::default(),
        }
    }

    fn buffer(&self, handle: u64) -> Arc<Mutex<Vec<u8>>> {
        lock(&self.buffers)[handle as usize].clone()
    }
}

impl Device for Emulator {
    fn name(&self) -> &str {
        "emulator"
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        if bytes as u64 > self.properties.memory_bytes {
            return Err(Error::OutOfMemory {
                label: String::new(),
                bytes,
                space: self.name().to_string(),
                reason: format!("the device has {} bytes", self.properties.memory_bytes),
            });
        }
        let mut buffers = lock(&self.buffers);
        buffers.push(Arc::new(Mutex::new(vec![0; bytes])));
        let handle = buffers.len() as u64 - 1;
        Ok(Buffer { handle, bytes })
    }

    unsafe fn free(&self, buffer: Buffer) {
        *lock(&self.buffer(buffer.handle)) = Vec::new();
    }

    unsafe fn copy_in(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()> {
        lock(&self.buffer(to.handle))[offset..][..data.len()].copy_from_slice(data);
        Ok(())
    }

    unsafe fn copy_out(&self, from: Buffer, offset: usize, data: &mut [u8]) -> Result<()> {
        data.copy_from_slice(&lock(&self.buffer(from.handle))[offset..][..data.len()]);
        Ok(())
    }

    unsafe fn copy_within(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        let data = lock(&self.buffer(from.handle))[..bytes].to_vec();
        lock(&self.buffer(to.handle))[..bytes].copy_from_slice(&data);
        Ok(())
    }

    fn compile_program(&self, program: &Program, source: &Source) -> Result<Module> {
        let (program, options) = (program.clone(), source.options.clone());
        Ok(Arc::new(Kernel { program, options }))
    }

    unsafe fn launch(&self, module: &Module, grid: Grid, args: &[Arg]) -> Result<()> {
        let Some(kernel) = module.downcast_ref() else {
            return Err(Error::Invalid("a kernel of another device".to_string()));
        };
        // Each once, and in the order of handles, so that launches of several threads do not wait for each other forever.
        let buffers = args.iter().filter(|arg| matches!(arg, Arg::Buffer(_)));
        let handles: BTreeSet<u64> = buffers.map(|arg| arg.bits()).collect();
        let shared: Vec<_> = handles.iter().map(|&h| self.buffer(h)).collect();
        let locked = handles.iter().copied().zip(shared.iter().map(|b| lock(b)));
        run(kernel, locked.collect(), grid, args)
    }

    fn fence(&self) -> Result<()> {
        Ok(())
    }
}
