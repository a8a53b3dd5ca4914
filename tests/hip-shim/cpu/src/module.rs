//! Modules, kernels and launches as HIP's runtime has them.

use crate::{
    codes::{
        Code, INVALID_HANDLE, INVALID_IMAGE, INVALID_VALUE, LAUNCH_FAILURE, MAX_GROUP, NOT_FOUND,
        Outcome, SUCCESS, code, refuse,
    },
    group::{self, Item, Kernel, Worker},
    hiprtc::MAGIC,
};
use libloading::Library;
use std::{
    env,
    ffi::{CStr, c_char, c_int, c_uint, c_void},
    fs, process, slice,
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

/// Work items of a launch above which several threads share its groups.
const MANY_ITEMS: usize = 1 << 14;

/// A path in the folder of temporary files that nobody else uses.
pub fn temporary(extension: &str) -> std::path::PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("portax-hip-{}-{number}.{extension}", process::id()))
}

/// Loads a code object: a shared library after a header.
///
/// # Safety
/// The image is one of this shim's hiprtc, or at least a header long.
unsafe fn load(image: *const u8) -> Outcome<Library> {
    // SAFETY: by the caller's promise; the header tells the length.
    let library = unsafe {
        if slice::from_raw_parts(image, MAGIC.len()) != MAGIC {
            return Err(INVALID_IMAGE);
        }
        let length = image.add(MAGIC.len()).cast::<u64>().read_unaligned();
        slice::from_raw_parts(image.add(MAGIC.len() + 8), length as usize)
    };
    let path = temporary("so");
    let written = fs::write(&path, library);
    // SAFETY: the library was linked by hiprtc's compiler and has no initializers.
    let loaded = written.map(|()| unsafe { Library::new(&path) });
    let _ = fs::remove_file(&path);
    match loaded {
        Ok(Ok(library)) => Ok(library),
        other => Err(refuse(
            INVALID_IMAGE,
            format_args!("loading a kernel: {other:?}"),
        )),
    }
}

/// Tells the prelude's pointers whom to call.
fn connect(library: &Library) -> Result<(), libloading::Error> {
    // SAFETY: the prelude declares both pointers with these types.
    unsafe {
        **library.get::<*mut extern "C" fn() -> *const Item>(b"px_shim_item\0")? = group::item;
        **library.get::<*mut extern "C" fn(bool)>(b"px_shim_barrier\0")? = group::barrier;
    }
    Ok(())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleLoadData(module: *mut *mut c_void, image: *const c_void) -> Code {
    // SAFETY: the caller's pointers.
    let library = unsafe { load(image.cast()) };
    let connected = library.and_then(|library| match connect(&library) {
        Ok(()) => Ok(library),
        Err(error) => Err(refuse(INVALID_IMAGE, error)),
    });
    // SAFETY: the caller's pointer.
    code(connected.map(|library| unsafe { *module = Box::into_raw(Box::new(library)).cast() }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleUnload(module: *mut c_void) -> Code {
    // SAFETY: the module was loaded by `hipModuleLoadData` and is used no more.
    drop(unsafe { Box::from_raw(module.cast::<Library>()) });
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleGetFunction(
    function: *mut *mut c_void,
    module: *mut c_void,
    name: *const c_char,
) -> Code {
    // SAFETY: the module is loaded, the name ends with a zero, `px_shim_run_` stands before kernels only.
    unsafe {
        let library = &*module.cast::<Library>();
        let name = format!("px_shim_run_{}\0", CStr::from_ptr(name).to_string_lossy());
        match library.get::<Kernel>(name.as_bytes()) {
            Ok(kernel) => *function = *kernel as *mut c_void,
            Err(_) => return NOT_FOUND,
        }
    }
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipFuncGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    _function: *mut c_void,
) -> Code {
    match attribute {
        // SAFETY: the caller's pointer.
        0 => unsafe { *value = MAX_GROUP as c_int },
        _ => return INVALID_VALUE,
    }
    SUCCESS
}

#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
unsafe extern "C" fn hipModuleLaunchKernel(
    function: *mut c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    _dynamic_scratch: c_uint,
    _stream: *mut c_void,
    arguments: *mut *mut c_void,
    _extra: *mut *mut c_void,
) -> Code {
    if function.is_null() {
        return INVALID_HANDLE;
    }
    let launch = Launch {
        // SAFETY: `hipModuleGetFunction` gave it.
        kernel: unsafe { std::mem::transmute::<*mut c_void, Kernel>(function) },
        arguments,
        grid: [grid_x, grid_y, grid_z],
        block: [block_x, block_y, block_z],
    };
    // SAFETY: by the caller's promise.
    code(launch.check().and_then(|()| unsafe { launch.run() }))
}

/// A kernel over a grid.
#[derive(Clone, Copy)]
struct Launch {
    kernel: Kernel,
    arguments: *mut *mut c_void,
    grid: [u32; 3],
    block: [u32; 3],
}

// SAFETY: the arguments are only read.
unsafe impl Sync for Launch {}

impl Launch {
    /// HIP's limits; it counts the work items of a grid in 32 bits.
    fn check(&self) -> Outcome {
        let items = |k: usize| u64::from(self.grid[k]) * u64::from(self.block[k]);
        let is_fine = (0..3).all(|k| (1..1 << 32).contains(&items(k))) && self.items() <= MAX_GROUP;
        match is_fine {
            true => Ok(()),
            false => Err(refuse(
                INVALID_VALUE,
                format_args!("a grid of {:?} groups of {:?}", self.grid, self.block),
            )),
        }
    }

    fn items(&self) -> usize {
        self.block.iter().map(|n| *n as usize).product()
    }

    fn groups(&self) -> usize {
        self.grid.iter().map(|n| *n as usize).product()
    }

    /// Runs every group.
    ///
    /// # Safety
    /// The kernel may run with these arguments.
    unsafe fn run(&self) -> Outcome {
        let threads = match self.groups() * self.items() > MANY_ITEMS {
            true => thread::available_parallelism().map_or(1, |n| n.get()),
            false => 1,
        };
        // SAFETY: by the caller's promise.
        let share = |first: usize| unsafe { self.run_share(first, threads) };
        let done: Result<(), String> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|first| scope.spawn(move || share(first)))
                .collect();
            let others = others
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            std::iter::once(share(0))
                .chain(others.collect::<Vec<_>>())
                .collect()
        });
        done.map_err(|words| refuse(LAUNCH_FAILURE, words))
    }

    /// Runs every group whose number is `first` modulo `threads`.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    unsafe fn run_share(&self, first: usize, threads: usize) -> Result<(), String> {
        let mut worker = Worker::new(self.kernel, self.arguments, self.block, self.grid);
        let [x, y, _] = self.grid.map(|n| n as usize);
        for k in (first..self.groups()).step_by(threads) {
            let group = [k % x, k / x % y, k / x / y].map(|n| n as u32);
            // SAFETY: by the caller's promise.
            unsafe { worker.run(group)? };
        }
        Ok(())
    }
}
