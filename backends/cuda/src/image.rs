//! What NVRTC gives and the driver loads.

/// Whether a cubin has its tables of sections and segments, and PTX its end. The driver is not told how long an image is.
pub fn is_whole(image: &[u8]) -> bool {
    if !image.starts_with(b"\x7fELF") {
        return image.ends_with(&[0]);
    }
    // Fields of the header of a 64-bit ELF file: where the table is, bytes and number of its rows.
    let number = |at: usize, bytes: usize| {
        let field = image.get(at..at + bytes)?;
        let digits = field.iter().rev();
        Some(digits.fold(0, |number: u64, &byte| number << 8 | u64::from(byte)))
    };
    let ends_inside = |table: usize, row: usize, rows: usize| {
        let bytes = number(row, 2)? * number(rows, 2)?;
        Some(number(table, 8)?.checked_add(bytes)? <= image.len() as u64)
    };
    [(32, 54, 56), (40, 58, 60)]
        .into_iter()
        .all(|(table, row, rows)| ends_inside(table, row, rows) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        library::require_nvrtc,
        nvrtc::{self, Target},
    };
    use portax::{backend::Source, error::Result};
    use portax_testing::skip;

    #[test]
    fn an_image_that_was_cut_is_not_whole() -> Result<()> {
        if let Err(reason) = require_nvrtc() {
            skip("cuda", reason);
            return Ok(());
        }
        let source = Source::new(
            "extern \"C\" __global__ void one(int* a) { *a = 1; }",
            "one",
        );
        for target in [Target::Cubin(90), Target::Ptx(90)] {
            let image = nvrtc::compile("cuda", &source, target)?;
            assert!(is_whole(&image), "{target}");
            for length in [0, 3, 20, image.len() / 2, image.len() - 1] {
                assert!(!is_whole(&image[..length]), "{target}, {length} bytes");
            }
        }
        Ok(())
    }
}
