//! From a recorded program to a module of a device.

use crate::{
    backend::{Device, Module},
    dump::Dump,
    error::{Error, Result, error_line},
    ir::{Program, render::RenderOptions, simplify},
};

/// Simplifies, prints and compiles; a failure names the Rust line.
pub(crate) fn compile(
    device: &dyn Device,
    program: &Program,
    options: &RenderOptions,
) -> Result<Module> {
    let program = simplify::simplify(program, options);
    let source = program.render(device.dialect(), options);
    let dump = Dump::begin(&program, device.name());
    if let Some(dump) = &dump {
        dump.write(device.dialect().extension, source.text.as_bytes());
    }
    let module = device
        .compile_program(&program, &source)
        .map_err(|error| locate(error, device, &program, options))?;
    if let Some(dump) = &dump {
        dump.inspect(device, &source, &module);
    }
    Ok(module)
}

/// Adds where the error's line comes from.
fn locate(error: Error, device: &dyn Device, program: &Program, options: &RenderOptions) -> Error {
    let mut error = error;
    if let Error::Compile { log, location, .. } = &mut error {
        let line = error_line(log).unwrap_or(1);
        let found = program.locate(device.dialect(), options, line);
        *location = found.map(ToString::to_string).unwrap_or_default();
    }
    error
}
