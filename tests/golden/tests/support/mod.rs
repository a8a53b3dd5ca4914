//! Dialects, and comparison with the files in `text/`.

use portax::{backend::Source, ir::render::Dialect};
use std::path::Path;

/// Dialect, extension of its files, natural width.
pub const DIALECTS: [(&Dialect, &str, usize); 3] = [
    (&portax_opencl::dialect::OPENCL, "cl", 8),
    (&portax_cuda::CUDA, "cu", 32),
    (&portax_hip::HIP, "hip", 64),
];

/// Compares one text with its file, or writes the file under `PORTAX_BLESS=1`.
pub fn golden(name: &str, extension: &str, source: &Source) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("text")
        .join(format!("{name}.{extension}"));
    if std::env::var_os("PORTAX_BLESS").is_some() {
        std::fs::write(&path, &source.text).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == source.text,
        "{name}.{extension} differs from what is printed now; run with PORTAX_BLESS=1 and look at the difference:\n{}",
        source.text
    );
}
