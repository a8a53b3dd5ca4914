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
    /// Whoever has one of zeros gives it back as zeros.
    pub is_zero: bool,
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
    /// Those of the device that are zero when kernels begin and when they end, of [`BLOCK`] bytes or more
    zeros: Mutex<Vec<Block>>,
}

impl Results {
    pub(crate) fn new(device: Arc<dyn Device>) -> Self {
        Results {
            device,
            shared: Mutex::default(),
            own: Mutex::default(),
            zeros: Mutex::default(),
        }
    }

    /// A block, contents undefined; one of the device where the host cannot reach its memory.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn take(&self) -> Result<Block> {
        if let Some(block) = self.take_shared()? {
            return Ok(block);
        }
        if let Some(block) = blocks(&self.own).pop() {
            return Ok(block);
        }
        self.of_device(BLOCK, false)
    }

    /// A block of zeros on the device, of so many bytes or more.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn take_zeros(&self, bytes: usize) -> Result<Block> {
        let mut zeros = blocks(&self.zeros);
        let found = zeros.iter().position(|block| block.buffer.bytes >= bytes);
        if let Some(found) = found {
            return Ok(zeros.swap_remove(found));
        }
        drop(zeros);
        let block = self.of_device(bytes.next_power_of_two().max(BLOCK), true)?;
        // SAFETY: allocated just now.
        let zeroed = unsafe { self.device.zero(block.buffer) };
        if zeroed.is_err() {
            // SAFETY: as above, and not used.
            unsafe { self.device.free(block.buffer) };
        }
        zeroed.map(|()| block)
    }

    fn of_device(&self, bytes: usize, is_zero: bool) -> Result<Block> {
        Ok(Block {
            memory: None,
            buffer: self.device.alloc(bytes)?,
            is_zero,
        })
    }

    /// A block that the host reaches, if it reaches any.
    fn take_shared(&self) -> Result<Option<Block>> {
        if let Some(block) = blocks(&self.shared).pop() {
            return Ok(Some(block));
        }
        let Some(pinned) = self.device.pinned() else {
            return Ok(None);
        };
        let memory = pinned.alloc_pinned(BLOCK)?;
        if let Some(buffer) = pinned.shared(memory, BLOCK) {
            return Ok(Some(Block {
                memory: Some(memory),
                buffer,
                is_zero: false,
            }));
        }
        // SAFETY: allocated just now and not used.
        unsafe { pinned.free_pinned(memory) };
        Ok(None)
    }

    /// Takes a block back.
    pub(crate) fn give(&self, block: Block) {
        let home = match block {
            Block { is_zero: true, .. } => &self.zeros,
            Block {
                memory: Some(_), ..
            } => &self.shared,
            _ => &self.own,
        };
        blocks(home).push(block);
    }
}

fn blocks(home: &Mutex<Vec<Block>>) -> MutexGuard<'_, Vec<Block>> {
    home.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Results {
    fn drop(&mut self) {
        // A device that has failed runs nothing any more.
        let _ = self.device.fence();
        let homes = [&self.shared, &self.own, &self.zeros];
        for block in homes.map(blocks).iter_mut().flat_map(|home| home.drain(..)) {
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
