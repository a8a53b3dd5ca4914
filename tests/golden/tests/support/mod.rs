//! Dialects, and comparison with the files of this crate.

use portax::{backend::Source, ir::render::Dialect};
use similar::TextDiff;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Dialect, extension of its files, natural width.
pub const DIALECTS: [(&Dialect, &str, usize); 3] = [
    (&portax_opencl::dialect::OPENCL, "cl", 8),
    (&portax_cuda::CUDA, "cu", 32),
    (&portax_hip::HIP, "hip", 64),
];

/// Compares a text with a file in `folder`, or writes the file under `PORTAX_BLESS=1`.
///
/// # Panics
/// Where they differ, with the lines that do.
pub fn golden(folder: &str, file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(file);
    if std::env::var_os("PORTAX_BLESS").is_some() {
        fs::write(&path, text).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected != text {
        let difference = TextDiff::from_lines(expected.as_str(), text);
        let lines = difference.unified_diff().context_radius(2).to_string();
        let shown: Vec<&str> = lines.lines().take(40).collect();
        panic!(
            "{folder}/{file} differs from what is printed now; run with PORTAX_BLESS=1 and look at the difference:\n{}",
            shown.join("\n")
        );
    }
}

/// Where sources are kept for the vendors' compilers: `golden` in the target folder.
pub fn printed() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("golden")
}

/// Keeps a source for the vendors' compilers.
pub fn keep(name: &str, extension: &str, source: &Source) {
    let folder = printed();
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let file = folder.join(format!("{name}.{extension}"));
    fs::write(file, &source.text).expect("the source can be written");
}
