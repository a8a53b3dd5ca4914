//! Graphs: what a stream has captured, and the same made ready to run.

use crate::{
    codes::{Code, INVALID_VALUE, code},
    handle::Handles,
    stream::{Job, stream},
};
use std::ffi::{c_char, c_void};

static GRAPHS: Handles<Vec<Job>> = Handles::new("graph");
static EXECUTABLES: Handles<Vec<Job>> = Handles::new("executable graph");

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamEndCapture(queue: *mut c_void, graph: *mut *mut c_void) -> Code {
    let captured = stream(queue).and_then(|stream| stream.end_capture());
    // SAFETY: the caller's pointer.
    code(captured.map(|jobs| unsafe { *graph = GRAPHS.give(jobs) }))
}

/// Never has an error to tell of.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphInstantiate(
    executable: *mut *mut c_void,
    graph: *mut c_void,
    _node: *mut *mut c_void,
    _log: *mut c_char,
    _log_bytes: usize,
) -> Code {
    if executable.is_null() {
        return INVALID_VALUE;
    }
    let jobs = GRAPHS.get(graph);
    // SAFETY: the caller's pointer.
    code(jobs.map(|jobs| unsafe { *executable = EXECUTABLES.give(jobs.to_vec()) }))
}

#[unsafe(no_mangle)]
extern "C" fn hipGraphLaunch(executable: *mut c_void, queue: *mut c_void) -> Code {
    let launched = EXECUTABLES.get(executable).and_then(|jobs| {
        let stream = stream(queue)?;
        stream.expect_no_capture("a graph")?;
        stream.push(move || jobs.iter().try_for_each(|job| job()))
    });
    code(launched)
}

#[unsafe(no_mangle)]
extern "C" fn hipGraphDestroy(graph: *mut c_void) -> Code {
    code(GRAPHS.take(graph).map(drop))
}

#[unsafe(no_mangle)]
extern "C" fn hipGraphExecDestroy(executable: *mut c_void) -> Code {
    code(EXECUTABLES.take(executable).map(drop))
}
