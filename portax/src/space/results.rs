//! Where kernels leave results for the host: small blocks of page-locked memory that both reach.
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

/// A block, as the host and as kernels reach it.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub memory: NonNull<u8>,
    pub buffer: Buffer,
}

// SAFETY: an address; one owner at a time uses it.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

/// The blocks of an instance.
pub(crate) struct Results {
    device: Arc<dyn Device>,
    free: Mutex<Vec<Block>>,
}

impl Results {
    pub(crate) fn new(device: Arc<dyn Device>) -> Self {
        Results {
            device,
            free: Mutex::default(),
        }
    }

    fn free(&self) -> MutexGuard<'_, Vec<Block>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block; nothing where kernels do not reach memory of the host.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn take(&self) -> Result<Option<Block>> {
        if let Some(block) = self.free().pop() {
            return Ok(Some(block));
        }
        let Some(pinned) = self.device.pinned() else {
            return Ok(None);
        };
        let memory = pinned.alloc_pinned(BLOCK)?;
        match pinned.shared(memory, BLOCK) {
            Some(buffer) => Ok(Some(Block { memory, buffer })),
            None => {
                // SAFETY: allocated just now and not used.
                unsafe { pinned.free_pinned(memory) };
                Ok(None)
            }
        }
    }

    /// Takes a block back.
    pub(crate) fn give(&self, block: Block) {
        self.free().push(block);
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        // A device that has failed runs nothing any more.
        let _ = self.device.fence();
        if let Some(pinned) = self.device.pinned() {
            // SAFETY: allocated by this device; nothing that runs uses them.
            self.free()
                .drain(..)
                .for_each(|block| unsafe { pinned.free_pinned(block.memory) });
        }
    }
}
