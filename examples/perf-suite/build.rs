//! Compiles the C twins of the kernels: `c/GROUP/KERNEL.c`, with OpenMP where the compiler has it.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// Files `*.c` in the folders of a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for group in fs::read_dir(folder)? {
        let group = group?.path();
        if group.is_dir() {
            for file in fs::read_dir(group)? {
                found.push(file?.path());
            }
        }
    }
    found.retain(|file| file.extension().is_some_and(|e| e == "c"));
    found.sort();
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=c");
    let mut build = cc::Build::new();
    build
        .files(sources(Path::new("c"))?)
        .include("c")
        .opt_level(3)
        .std("c11")
        .warnings(true)
        .extra_warnings(true);
    build.flag_if_supported("-march=native");
    if build.is_flag_supported("-fopenmp")? {
        build.flag("-fopenmp");
        let runtime = match build.get_compiler().is_like_clang() {
            true => "omp",
            false => "gomp",
        };
        println!("cargo:rustc-link-lib={runtime}");
    }
    build.compile("twins");
    Ok(())
}
