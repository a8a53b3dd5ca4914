//! `PORTAX_DUMP=folder`: every kernel as files.
//!
//! | file | holds |
//! |---|---|
//! | `axpy.cuda.ir` | the program as text |
//! | `axpy.cuda.cu` | the source that it was printed as |
//! | `axpy.cuda.ptx`, `axpy.cuda.cubin`, `axpy.opencl.bin` | what the device's compiler made of it |
//! | `axpy.cuda.txt` | resources: registers, spills, scratch |
//!
//! Host spaces have the program alone. A kernel that is compiled several times, for other types, layouts or policies, is
//! `axpy-2.cuda.ir` and so on.

use crate::{
    backend::{Device, Module, Source},
    config,
    ir::Program,
    stderr,
};
use std::{
    collections::HashMap,
    fmt::Write,
    fs,
    path::PathBuf,
    sync::{LazyLock, Mutex, PoisonError},
};

/// The folder, if there is to be one.
static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(config::dump);

/// The files of one kernel.
pub(crate) struct Dump {
    stem: String,
}

impl Dump {
    /// Writes the program of a kernel, if `PORTAX_DUMP` is set.
    pub(crate) fn begin(program: &Program, space: &str) -> Option<Dump> {
        FOLDER.as_ref()?;
        let kernel = program.name.trim_start_matches("px_kernel_");
        let backend = space.split(':').next().unwrap_or(space);
        let dump = Dump {
            stem: stem(kernel, backend),
        };
        dump.write("ir", program.to_string().as_bytes());
        Some(dump)
    }

    /// Writes one file.
    pub(crate) fn write(&self, extension: &str, content: &[u8]) {
        let Some(folder) = FOLDER.as_ref() else {
            return;
        };
        let path = folder.join(format!("{}.{extension}", self.stem));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, content));
        if let Err(error) = written {
            let path = path.display();
            stderr::warn(format_args!("PORTAX_DUMP cannot write `{path}`: {error}"));
        }
    }

    /// Writes what the device knows of a compiled kernel.
    pub(crate) fn inspect(&self, device: &dyn Device, source: &Source, module: &Module) {
        let inspection = match device.inspect(source, module) {
            Ok(inspection) => inspection,
            Err(error) => {
                stderr::warn(format_args!("PORTAX_DUMP: {error}"));
                return;
            }
        };
        for (extension, content) in &inspection.files {
            self.write(extension, content);
        }
        let mut text = format!("{}\n", device.properties().description);
        for (resource, amount) in &inspection.resources {
            let _ = writeln!(text, "{resource}: {amount}");
        }
        self.write("txt", text.as_bytes());
    }
}

/// A name that no other kernel of this process has.
fn stem(kernel: &str, backend: &str) -> String {
    static COUNT: Mutex<Option<HashMap<String, usize>>> = Mutex::new(None);
    let mut count = COUNT.lock().unwrap_or_else(PoisonError::into_inner);
    let count = count.get_or_insert_default();
    let number = count.entry(format!("{kernel}.{backend}")).or_insert(0);
    *number += 1;
    match *number {
        1 => format!("{kernel}.{backend}"),
        n => format!("{kernel}-{n}.{backend}"),
    }
}
