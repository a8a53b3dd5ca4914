//! The C interface of Kokkos Tools, version 20240906: every entry point is optional.

use super::Kind;
use crate::config;
use std::ffi::{CString, c_char, c_int, c_void};

/// Version of the interface.
const VERSION: u64 = 20240906;

/// Name of a memory space.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct SpaceHandle {
    name: [c_char; 64],
}

impl SpaceHandle {
    /// Of a name of less than 64 bytes.
    pub(super) fn new(name: &str) -> SpaceHandle {
        let mut handle = SpaceHandle { name: [0; 64] };
        for (to, from) in handle.name[..63].iter_mut().zip(name.bytes()) {
            *to = from as c_char;
        }
        handle
    }
}

/// What a tool asks of the layer below it, and room for more.
#[repr(C)]
pub(super) struct Settings {
    requires_global_fencing: bool,
    padding: [bool; 255],
}

/// What a tool may call.
#[repr(C)]
pub(super) struct Programming {
    fence: extern "C" fn(u32),
    padding: [Option<extern "C" fn()>; 31],
}

/// Something begins: its label, its device, the number that the tool chooses.
pub(super) type Begin = unsafe extern "C" fn(*const c_char, u32, *mut u64);
/// What has this number ends.
pub(super) type End = unsafe extern "C" fn(u64);

macro_rules! entry_points {
    ($($field:ident: $ty:ty = $symbol:literal;)*) => {
        /// The functions of a library.
        pub(super) struct EntryPoints {
            $(pub(super) $field: Option<$ty>,)*
        }

        #[cfg(not(target_family = "wasm"))]
        impl EntryPoints {
            /// # Safety
            /// What the library calls by these names has these types.
            unsafe fn of(library: &Native) -> EntryPoints {
                // SAFETY: the caller's promise; the library is never unloaded.
                unsafe { EntryPoints { $($field: library.get($symbol).ok().map(|f| *f),)* } }
            }
        }
    };
}
entry_points! {
    init: unsafe extern "C" fn(c_int, u64, u32, *const c_void) = "kokkosp_init_library";
    request_settings: unsafe extern "C" fn(u32, *mut Settings) = "kokkosp_request_tool_settings";
    provide_interface: unsafe extern "C" fn(u32, Programming) = "kokkosp_provide_tool_programming_interface";
    parse_args: unsafe extern "C" fn(c_int, *mut *mut c_char) = "kokkosp_parse_args";
    declare_metadata: unsafe extern "C" fn(*const c_char, *const c_char) = "kokkosp_declare_metadata";
    finalize: unsafe extern "C" fn() = "kokkosp_finalize_library";
    begin_for: Begin = "kokkosp_begin_parallel_for";
    end_for: End = "kokkosp_end_parallel_for";
    begin_reduce: Begin = "kokkosp_begin_parallel_reduce";
    end_reduce: End = "kokkosp_end_parallel_reduce";
    begin_scan: Begin = "kokkosp_begin_parallel_scan";
    end_scan: End = "kokkosp_end_parallel_scan";
    begin_fence: Begin = "kokkosp_begin_fence";
    end_fence: End = "kokkosp_end_fence";
    push_region: unsafe extern "C" fn(*const c_char) = "kokkosp_push_profile_region";
    pop_region: unsafe extern "C" fn() = "kokkosp_pop_profile_region";
    create_section: unsafe extern "C" fn(*const c_char, *mut u32) = "kokkosp_create_profile_section";
    start_section: unsafe extern "C" fn(u32) = "kokkosp_start_profile_section";
    stop_section: unsafe extern "C" fn(u32) = "kokkosp_stop_profile_section";
    destroy_section: unsafe extern "C" fn(u32) = "kokkosp_destroy_profile_section";
    mark: unsafe extern "C" fn(*const c_char) = "kokkosp_profile_event";
    allocate: unsafe extern "C" fn(SpaceHandle, *const c_char, *const c_void, u64) = "kokkosp_allocate_data";
    deallocate: unsafe extern "C" fn(SpaceHandle, *const c_char, *const c_void, u64) = "kokkosp_deallocate_data";
    begin_copy: unsafe extern "C" fn(SpaceHandle, *const c_char, *const c_void, SpaceHandle, *const c_char, *const c_void, u64) = "kokkosp_begin_deep_copy";
    end_copy: unsafe extern "C" fn() = "kokkosp_end_deep_copy";
}

impl EntryPoints {
    /// What hears that a launch begins.
    pub(super) fn begin(&self, kind: Kind) -> Option<Begin> {
        match kind {
            Kind::For => self.begin_for,
            Kind::Reduce => self.begin_reduce,
            Kind::Scan => self.begin_scan,
        }
    }

    /// What hears that a launch ends.
    pub(super) fn end(&self, kind: Kind) -> Option<End> {
        match kind {
            Kind::For => self.end_for,
            Kind::Reduce => self.end_reduce,
            Kind::Scan => self.end_scan,
        }
    }
}

/// A loaded tool.
pub(super) struct Library {
    /// Its functions.
    pub entry: EntryPoints,
    /// Must devices be done before it hears of launches and regions?
    requires_fencing: bool,
}

impl Library {
    /// Loads and greets; the number counts the libraries before it. None where one of them has loaded it already.
    pub(super) fn load(
        path: &str,
        number: usize,
        fence: extern "C" fn(u32),
    ) -> Result<Option<Self>, String> {
        if number > 0 && is_loaded(path) {
            return Ok(None);
        }
        let mut library = Library {
            entry: open(path)?,
            requires_fencing: true,
        };
        library.greet(number, fence);
        Ok(Some(library))
    }

    /// Whether launches must be fenced for it: not for a tool that does not hear of them, such as one of memory.
    pub(super) fn fences(&self, kind: Kind) -> bool {
        let hears = self.entry.begin(kind).is_some() || self.entry.end(kind).is_some();
        self.requires_fencing && hears
    }

    /// Whether regions must be fenced for it.
    pub(super) fn fences_regions(&self) -> bool {
        let hears = self.entry.push_region.is_some() || self.entry.pop_region.is_some();
        self.requires_fencing && hears
    }

    fn greet(&mut self, number: usize, fence: extern "C" fn(u32)) {
        let entry = &self.entry;
        let mut settings = Settings {
            requires_global_fencing: true,
            padding: [false; 255],
        };
        let programming = Programming {
            fence,
            padding: [None; 31],
        };
        // SAFETY: the interface's types and order; no devices are passed, and the settings outlive their call.
        unsafe {
            if let Some(init) = entry.init {
                init(number as c_int, VERSION, 0, std::ptr::null());
            }
            if let Some(request) = entry.request_settings {
                request(1, &raw mut settings);
            }
            if let Some(provide) = entry.provide_interface {
                provide(1, programming);
            }
        }
        self.requires_fencing = settings.requires_global_fencing;
        self.pass_arguments();
    }

    /// Arguments are leaked: the tool may keep them.
    fn pass_arguments(&self) {
        let (Some(parse), Some(text)) = (self.entry.parse_args, config::tools_arguments()) else {
            return;
        };
        let program = std::env::args().next().unwrap_or_default();
        let words = std::iter::once(program.as_str()).chain(text.split_whitespace());
        let mut pointers: Vec<_> = words.map(|word| c_string(word).into_raw()).collect();
        let count = pointers.len() as c_int;
        pointers.push(std::ptr::null_mut());
        // SAFETY: `count` strings and a null pointer, as of `main`.
        unsafe { parse(count, pointers.leak().as_mut_ptr()) };
    }
}

/// What the system says of a library that does not load, such as another one that is missing.
#[cfg(not(target_family = "wasm"))]
fn reason(error: &libloading::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// A C string, cut at a zero byte.
pub(super) fn c_string(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

cfg_if::cfg_if! {
    if #[cfg(unix)] {
        use libloading::os::unix::{Library as Native, RTLD_GLOBAL, RTLD_NOW};

        /// Finds a library without loading it: Linux' value, and that of the BSDs.
        const RTLD_NOLOAD: c_int = if cfg!(target_os = "linux") { 4 } else { 16 };

        fn is_loaded(path: &str) -> bool {
            // SAFETY: nothing is loaded, thus no initialiser runs.
            unsafe { Native::open(Some(path), RTLD_NOW | RTLD_NOLOAD).is_ok() }
        }

        /// Visible to the libraries that it loads itself; never unloaded.
        fn open(path: &str) -> Result<EntryPoints, String> {
            // SAFETY: the user names the library as a tool, so its initialisers are wanted and its functions are those of
            // the interface.
            unsafe {
                let library = Native::open(Some(path), RTLD_NOW | RTLD_GLOBAL);
                let library = library.map_err(|error| reason(&error))?;
                let entry = EntryPoints::of(&library);
                std::mem::forget(library);
                Ok(entry)
            }
        }
    } else if #[cfg(not(target_family = "wasm"))] {
        use libloading::Library as Native;

        fn is_loaded(_: &str) -> bool {
            false
        }

        /// Never unloaded.
        fn open(path: &str) -> Result<EntryPoints, String> {
            // SAFETY: the user names the library as a tool, so its initialisers are wanted and its functions are those of
            // the interface.
            unsafe {
                let library = Native::new(path).map_err(|error| reason(&error))?;
                let entry = EntryPoints::of(&library);
                std::mem::forget(library);
                Ok(entry)
            }
        }
    } else {
        fn is_loaded(_: &str) -> bool {
            false
        }

        fn open(_: &str) -> Result<EntryPoints, String> {
            Err("WebAssembly loads no libraries".to_string())
        }
    }
}
