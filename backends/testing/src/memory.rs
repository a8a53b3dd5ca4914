//! Buffers and copies.

use crate::{Backend, devices};
use portax::error::{Error, Result};

/// At every offset, and between buffers of other sizes.
///
/// # Errors
/// What the device returns.
pub fn copies_return_what_was_copied<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let data: Vec<u8> = (0..1000).map(|i| (i % 251) as u8).collect();
        let (a, b) = (device.alloc(1000)?, device.alloc(1500)?);
        let mut back = vec![0; 1000];
        // SAFETY: ranges are inside live buffers of this device.
        unsafe {
            device.copy_in(a, 0, &data)?;
            device.copy_in(a, 10, &[255; 5])?;
            device.copy_within(a, b, 1000)?;
            device.copy_out(b, 3, &mut back[3..])?;
            device.free(a);
            device.free(b);
        }
        let expected = |i: usize| if (10..15).contains(&i) { 255 } else { data[i] };
        let name = device.name();
        assert!((3..1000).all(|i| back[i] == expected(i)), "{name}");
        assert_eq!(back[..3], [0; 3], "{name}");
    }
    Ok(())
}

/// Buffers and ranges of no bytes.
///
/// # Errors
/// What the device returns.
pub fn nothing_can_be_allocated_and_copied<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (a, b) = (device.alloc(0)?, device.alloc(0)?);
        assert_eq!(a.bytes, 0);
        // SAFETY: empty ranges of live buffers.
        unsafe {
            device.zero(a)?;
            device.copy_in(a, 0, &[])?;
            device.copy_within(a, b, 0)?;
            device.copy_out(b, 0, &mut [])?;
            device.free(a);
            device.free(b);
        }
    }
    Ok(())
}

/// Up to the last byte, and not beyond.
///
/// # Errors
/// What the device returns.
pub fn zeros_fill_buffers_of_any_size_and_no_others<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        for bytes in [1, 3, 15, 16, 17, 4095, 4096, 4097, 1_000_003] {
            let (a, b) = (device.alloc(bytes)?, device.alloc(bytes)?);
            let (mut zeros, mut ones) = (vec![7; bytes], vec![7; bytes]);
            // SAFETY: ranges are inside live buffers of this device.
            unsafe {
                device.copy_in(a, 0, &vec![1; bytes])?;
                device.copy_in(b, 0, &vec![1; bytes])?;
                device.zero(a)?;
                device.copy_out(a, 0, &mut zeros)?;
                device.copy_out(b, 0, &mut ones)?;
                device.free(a);
                device.free(b);
            }
            let name = device.name();
            assert!(zeros.iter().all(|&x| x == 0), "{name}: {bytes}");
            assert!(ones.iter().all(|&x| x == 1), "{name}: {bytes}");
        }
    }
    Ok(())
}

/// The error has the size, and what is free where the device knows.
///
/// # Errors
/// What the device returns.
pub fn too_much_memory_is_an_error<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let total = device.properties().memory_bytes as usize;
        let sizes = [1 << 60, 2 * total];
        for &size in &sizes[..1 + usize::from(B::HAS_OWN_MEMORY)] {
            let error = device.alloc(size).expect_err("more than there is");
            let Error::OutOfMemory { bytes, reason, .. } = &error else {
                panic!("{error}");
            };
            assert_eq!(*bytes, size);
            assert!(reason.contains("free") || !B::HAS_OWN_MEMORY, "{error}");
        }
    }
    Ok(())
}

/// Allocates two thirds of the memory in four pieces, frees them, then allocates as much in one: a pool must give the
/// pieces back.
///
/// # Errors
/// What the device returns.
pub fn freed_memory_serves_other_sizes<B: Backend>() -> Result<()> {
    if !B::HAS_OWN_MEMORY {
        println!("skipped: the memory is the host's, which others need");
        return Ok(());
    }
    for device in devices::<B>() {
        let total = device.properties().memory_bytes as usize;
        let pieces = (0..4).map(|_| device.alloc(total / 6));
        for piece in pieces.collect::<Result<Vec<_>>>()? {
            // SAFETY: allocated above, not used.
            unsafe { device.free(piece) };
        }
        let whole = device.alloc(total / 3 * 2)?;
        // SAFETY: allocated above, not used.
        unsafe { device.free(whole) };
    }
    Ok(())
}

/// Every device from every other that it reaches, and from itself, between parts of buffers.
///
/// # Errors
/// What a device returns.
pub fn devices_copy_from_each_other<B: Backend>() -> Result<()> {
    let all = devices::<B>();
    let pairs = all
        .iter()
        .flat_map(|to| all.iter().map(move |from| (to, from)));
    for (to, from) in pairs {
        let Some(peers) = to.peers().filter(|peers| peers.reaches(&**from)) else {
            println!("skipped: {} does not reach {}", to.name(), from.name());
            continue;
        };
        let data: Vec<u8> = (0..1000).map(|i| (i % 251) as u8).collect();
        let (a, b) = (from.alloc(1000)?, to.alloc(1500)?);
        let mut back = vec![0; 1500];
        // SAFETY: ranges are inside live buffers; fences wait for what writes them.
        unsafe {
            from.copy_in(a, 0, &data)?;
            to.zero(b)?;
            from.fence()?;
            peers.copy_from(&**from, (a, 10), (b, 600), 900)?;
            peers.copy_from(&**from, (a, 0), (b, 0), 0)?;
            to.copy_out(b, 0, &mut back)?;
            from.free(a);
            to.free(b);
        }
        let expected = |i: usize| match i {
            600.. => data[i - 590],
            _ => 0,
        };
        let names = format!("{} from {}", to.name(), from.name());
        assert!((0..1500).all(|i| back[i] == expected(i)), "{names}");
    }
    Ok(())
}
