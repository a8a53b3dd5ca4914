//! Memory of the devices, and page-locked memory of the host, kept account of.

use crate::codes::{DEVICES, INVALID_VALUE, OUT_OF_MEMORY, Outcome, refuse};
use std::{
    alloc::{Layout, alloc, dealloc},
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Bytes of a device.
pub const TOTAL: usize = 2 << 30;

/// Up to this size, memory is filled where it was never written.
const FILLED: usize = 16 << 20;

/// What fills it: f64 and f32 beyond 1e8 with a minus, integers far out of any range.
const FILLING: u8 = 0xcb;

/// A device's memory, or the host's.
#[derive(Default)]
pub struct Memory {
    /// Sizes of what is allocated, by address.
    live: BTreeMap<usize, usize>,
    /// What the pool keeps: addresses and sizes.
    kept: Vec<(usize, usize)>,
}

static MEMORIES: [Mutex<Memory>; DEVICES.len()] = [const {
    Mutex::new(Memory {
        live: BTreeMap::new(),
        kept: Vec::new(),
    })
}; DEVICES.len()];

/// The memory of a device.
pub fn memory(device: usize) -> MutexGuard<'static, Memory> {
    MEMORIES[device]
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Page-locked memory of the host, which never runs out before that of a device.
pub fn pinned() -> MutexGuard<'static, Memory> {
    static PINNED: Mutex<Memory> = Mutex::new(Memory {
        live: BTreeMap::new(),
        kept: Vec::new(),
    });
    PINNED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Refuses a range that is not inside one allocation of any device.
pub fn check_range(what: &str, address: usize, bytes: usize) -> Outcome {
    let inside = |device| memory(device).contains(address, bytes);
    match (0..MEMORIES.len()).any(inside) {
        true => Ok(()),
        false => Err(refuse(
            INVALID_VALUE,
            format_args!(
                "{what} of {bytes} bytes at {address:#x}, which is not inside an allocation"
            ),
        )),
    }
}

impl Memory {
    /// Bytes that neither the program nor the pool has.
    pub fn free_bytes(&self) -> usize {
        let kept = self.kept.iter().map(|(_, bytes)| bytes);
        TOTAL - self.live.values().chain(kept).sum::<usize>()
    }

    /// Takes memory, that of the pool first.
    pub fn allocate(&mut self, bytes: usize) -> Outcome<usize> {
        let kept = self.kept.iter().position(|(_, kept)| *kept == bytes);
        let address = match kept {
            Some(k) => self.kept.swap_remove(k).0,
            None if bytes > self.free_bytes() => return Err(OUT_OF_MEMORY),
            // SAFETY: the size is not zero.
            None => unsafe { alloc(layout(bytes)?) as usize },
        };
        if address == 0 {
            return Err(OUT_OF_MEMORY);
        }
        if bytes <= FILLED {
            // SAFETY: the memory is this long.
            unsafe { (address as *mut u8).write_bytes(FILLING, bytes) };
        }
        self.live.insert(address, bytes);
        Ok(address)
    }

    /// Gives memory to the pool.
    pub fn keep(&mut self, address: usize) -> Outcome {
        let bytes = self
            .live
            .remove(&address)
            .ok_or_else(|| not_allocated(address))?;
        self.kept.push((address, bytes));
        Ok(())
    }

    /// Gives memory back to the system.
    pub fn release(&mut self, address: usize) -> Outcome {
        self.keep(address)?;
        self.trim()
    }

    /// Gives back what the pool keeps.
    pub fn trim(&mut self) -> Outcome {
        for (address, bytes) in self.kept.drain(..) {
            // SAFETY: allocated with this layout, and nobody has the address any more.
            unsafe { dealloc(address as *mut u8, layout(bytes)?) };
        }
        Ok(())
    }

    fn contains(&self, address: usize, bytes: usize) -> bool {
        let below = self.live.range(..=address).next_back();
        below.is_some_and(|(start, size)| {
            address - start <= *size && bytes <= start + size - address
        })
    }
}

fn not_allocated(address: usize) -> crate::codes::Code {
    refuse(
        INVALID_VALUE,
        format_args!("{address:#x} is freed but not allocated"),
    )
}

fn layout(bytes: usize) -> Outcome<Layout> {
    if bytes == 0 {
        return Err(INVALID_VALUE);
    }
    Layout::from_size_align(bytes, 256).map_err(|_| OUT_OF_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_end_where_allocations_end() {
        let mut memory = Memory::default();
        let address = memory.allocate(100).expect("there is memory");
        assert!(memory.contains(address, 100) && memory.contains(address + 60, 40));
        assert!(!memory.contains(address, 101) && !memory.contains(address + 61, 40));
        assert!(memory.release(address).is_ok() && memory.release(address).is_err());
    }

    #[test]
    fn the_pool_keeps_memory_until_it_is_trimmed() {
        let mut memory = Memory::default();
        let address = memory.allocate(TOTAL / 2 + 1).expect("there is memory");
        memory.keep(address).expect("it is allocated");
        assert_eq!(memory.allocate(TOTAL / 2 + 2), Err(OUT_OF_MEMORY));
        assert_eq!(memory.allocate(TOTAL / 2 + 1), Ok(address));
        memory.release(address).expect("it is allocated");
        let address = memory.allocate(TOTAL).expect("all of it");
        assert_eq!(memory.free_bytes(), 0);
        memory.release(address).expect("it is allocated");
    }
}
