//! Where kernels leave results: small blocks of page-locked memory that the host reaches too, or of the device's.
//!
//! Blocks are lent and come back: to allocate one takes longer than most reductions. Whoever has one touches it on the
//! host only after a fence of the instance that came later than the loan, since kernels of whoever had it before may still
//! use it until then.

use crate::{
    backend::{Buffer, Device},
    error::Result,
};
use std::{
    ptr::NonNull,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Bytes of a block.
pub(crate) const BLOCK: usize = 8192;

/// A block, as the host reaches it, if it does, and as kernels do.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub memory: Option<NonNull<u8>>,
    pub buffer: Buffer,
}

// SAFETY: an address; one owner at a time uses it.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

/// The blocks of an instance.
pub(crate) struct Results {
    device: Arc<dyn Device>,
    /// Those that the host reaches
    shared: Mutex<Vec<Block>>,
    /// Those of the device
    own: Mutex<Vec<Block>>,
}

impl Results {
    pub(crate) fn new(device: Arc<dyn Device>) -> Self {
        Results {
            device,
            shared: Mutex::default(),
            own: Mutex::default(),
        }
    }

    fn free(&self, is_shared: bool) -> MutexGuard<'_, Vec<Block>> {
        let blocks = if is_shared { &self.shared } else { &self.own };
        blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block, contents undefined; one of the device where the host cannot reach its memory.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn take(&self) -> Result<Block> {
        if let Some(block) = self.take_shared()? {
            return Ok(block);
        }
        if let Some(block) = self.free(false).pop() {
            return Ok(block);
        }
        let buffer = self.device.alloc(BLOCK)?;
        Ok(Block {
            memory: None,
            buffer,
        })
    }

    /// A block that the host reaches, if it reaches any.
    fn take_shared(&self) -> Result<Option<Block>> {
        if let Some(block) = self.free(true).pop() {
            return Ok(Some(block));
        }
        let Some(pinned) = self.device.pinned() else {
            return Ok(None);
        };
        let memory = pinned.alloc_pinned(BLOCK)?;
        if let Some(buffer) = pinned.shared(memory, BLOCK) {
            let memory = Some(memory);
            return Ok(Some(Block { memory, buffer }));
        }
        // SAFETY: allocated just now and not used.
        unsafe { pinned.free_pinned(memory) };
        Ok(None)
    }

    /// Takes a block back.
    pub(crate) fn give(&self, block: Block) {
        self.free(block.memory.is_some()).push(block);
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        // A device that has failed runs nothing any more.
        let _ = self.device.fence();
        for block in self.free(true).drain(..).chain(self.free(false).drain(..)) {
            // SAFETY: allocated by this device; nothing that runs uses them.
            unsafe {
                match (block.memory, self.device.pinned()) {
                    (Some(memory), Some(pinned)) => pinned.free_pinned(memory),
                    _ => self.device.free(block.buffer),
                }
            }
        }
    }
}
