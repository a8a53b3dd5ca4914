//! Modules, kernels and launches as HIP's runtime has them.

use crate::{
    codes::{
        Code, INVALID_IMAGE, INVALID_VALUE, LAUNCH_FAILURE, MAX_GROUP, NOT_FOUND, Outcome, code,
        refuse,
    },
    group::{self, Item, Kernel, Worker},
    handle::Handles,
    hiprtc::{MAGIC, thread_local_bytes},
    stream::stream,
};
use libloading::Library;
use std::{
    env,
    ffi::{CStr, c_char, c_int, c_uint, c_void},
    fs, process, ptr, slice,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
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

/// The shared library in a code object, after its header.
///
/// # Safety
/// The image is one of this shim's hiprtc, or at least a header long.
unsafe fn image<'a>(address: *const u8) -> Outcome<&'a [u8]> {
    // SAFETY: by the caller's promise; the header tells the length.
    unsafe {
        if slice::from_raw_parts(address, MAGIC.len()) != MAGIC {
            return Err(INVALID_IMAGE);
        }
        let length = address.add(MAGIC.len()).cast::<u64>().read_unaligned();
        Ok(slice::from_raw_parts(
            address.add(MAGIC.len() + 8),
            length as usize,
        ))
    }
}

fn open(image: &[u8]) -> Outcome<Library> {
    let path = temporary("so");
    let written = fs::write(&path, image);
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

/// A loaded code object.
struct Module {
    library: Arc<Library>,
    scratch_bytes: usize,
    /// Handles of its functions.
    functions: Mutex<Vec<usize>>,
}

/// A kernel, which keeps its code.
struct Function {
    kernel: Kernel,
    /// Bytes of each argument.
    sizes: Vec<usize>,
    scratch_bytes: usize,
    _library: Arc<Library>,
}

static MODULES: Handles<Module> = Handles::new("module");
static FUNCTIONS: Handles<Function> = Handles::new("kernel");

impl Module {
    /// # Safety
    /// As for [`image`].
    unsafe fn load(address: *const u8) -> Outcome<Module> {
        // SAFETY: by the caller's promise.
        let image = unsafe { image(address)? };
        let library = open(image)?;
        connect(&library).map_err(|error| refuse(INVALID_IMAGE, error))?;
        Ok(Module {
            library: Arc::new(library),
            scratch_bytes: thread_local_bytes(image),
            functions: Mutex::default(),
        })
    }

    fn function(&self, name: &str) -> Outcome<*mut c_void> {
        let (run, sizes) = (
            format!("px_shim_run_{name}\0"),
            format!("px_shim_sizes_{name}\0"),
        );
        // SAFETY: these names stand before kernels only, and the prelude declares both with these types; the sizes end
        // with a zero.
        let function = unsafe {
            let kernel = self.library.get::<Kernel>(run.as_bytes());
            let sizes = self.library.get::<*const u32>(sizes.as_bytes());
            let (Ok(kernel), Ok(sizes)) = (kernel, sizes) else {
                return Err(NOT_FOUND);
            };
            let sizes = (0..).map(|k| *(*sizes).add(k) as usize);
            Function {
                kernel: *kernel,
                sizes: sizes.take_while(|&bytes| bytes > 0).collect(),
                scratch_bytes: self.scratch_bytes,
                _library: Arc::clone(&self.library),
            }
        };
        let handle = FUNCTIONS.give(function);
        let mut functions = self
            .functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        functions.push(handle.addr());
        Ok(handle)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let functions = self.functions.get_mut();
        for handle in functions.unwrap_or_else(PoisonError::into_inner) {
            let _ = FUNCTIONS.take(ptr::without_provenance_mut(*handle));
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleLoadData(module: *mut *mut c_void, image: *const c_void) -> Code {
    // SAFETY: the caller's pointers.
    unsafe { code(Module::load(image.cast()).map(|new| *module = MODULES.give(new))) }
}

#[unsafe(no_mangle)]
extern "C" fn hipModuleUnload(module: *mut c_void) -> Code {
    code(MODULES.take(module).map(drop))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleGetFunction(
    function: *mut *mut c_void,
    module: *mut c_void,
    name: *const c_char,
) -> Code {
    // SAFETY: the name ends with a zero.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let found = MODULES.get(module).and_then(|m| m.function(&name));
    // SAFETY: the caller's pointer.
    code(found.map(|found| unsafe { *function = found }))
}

/// The CPU's compiler tells neither registers nor the stack.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipFuncGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    function: *mut c_void,
) -> Code {
    let amount = FUNCTIONS.get(function).and_then(|f| match attribute {
        0 => Ok(MAX_GROUP),
        1 => Ok(f.scratch_bytes),
        3 | 4 => Ok(0),
        _ => Err(INVALID_VALUE),
    });
    // SAFETY: the caller's pointer.
    code(amount.map(|amount| unsafe { *value = amount as c_int }))
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
    queue: *mut c_void,
    arguments: *mut *mut c_void,
    _extra: *mut *mut c_void,
) -> Code {
    let enqueued = FUNCTIONS.get(function).and_then(|function| {
        let launch = Launch {
            // SAFETY: by the caller's promise.
            arguments: unsafe { Arguments::copy(&function.sizes, arguments)? },
            function,
            grid: [grid_x, grid_y, grid_z],
            block: [block_x, block_y, block_z],
        };
        launch.check()?;
        // SAFETY: by the caller's promise.
        stream(queue)?.push(move || unsafe { launch.run() })
    });
    code(enqueued)
}

/// Arguments of a kernel, which launches copy: each at the start of 16 bytes.
struct Arguments(Vec<[u64; 2]>);

impl Arguments {
    /// # Safety
    /// There are as many arguments of these sizes.
    unsafe fn copy(sizes: &[usize], arguments: *mut *mut c_void) -> Outcome<Arguments> {
        let mut copies = vec![[0; 2]; sizes.len()];
        for (k, (copy, &bytes)) in copies.iter_mut().zip(sizes).enumerate() {
            if bytes > size_of_val(copy) {
                return Err(refuse(
                    INVALID_VALUE,
                    format_args!("argument {k} has {bytes} bytes"),
                ));
            }
            let to = copy.as_mut_ptr().cast::<u8>();
            // SAFETY: by the caller's promise; the copy has room.
            unsafe { to.copy_from(arguments.add(k).read().cast(), bytes) };
        }
        Ok(Arguments(copies))
    }

    /// Where each is.
    fn addresses(&self) -> Vec<*mut c_void> {
        let address = |copy: &[u64; 2]| copy.as_ptr().cast_mut().cast();
        self.0.iter().map(address).collect()
    }
}

/// A kernel over a grid.
struct Launch {
    function: Arc<Function>,
    arguments: Arguments,
    grid: [u32; 3],
    block: [u32; 3],
}

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
        let mut addresses = self.arguments.addresses();
        let arguments = addresses.as_mut_ptr();
        let mut worker = Worker::new(self.function.kernel, arguments, self.block, self.grid);
        let [x, y, _] = self.grid.map(|n| n as usize);
        for k in (first..self.groups()).step_by(threads) {
            let group = [k % x, k / x % y, k / x / y].map(|n| n as u32);
            // SAFETY: by the caller's promise.
            unsafe { worker.run(group)? };
        }
        Ok(())
    }
}
