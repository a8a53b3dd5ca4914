//! A Kokkos tool that writes one line an event to the file `PROBE_LOG`. `PROBE_FENCES=off`: it asks for no fences. It
//! calls the fence that the layer offers at every event.

use std::{
    env,
    ffi::{CStr, c_char, c_int, c_void},
    fs::OpenOptions,
    io::Write,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

/// Name of a memory space, passed by value.
#[repr(C)]
pub struct SpaceHandle {
    name: [c_char; 64],
}

/// What the layer offers, passed by value.
#[repr(C)]
pub struct Programming {
    fence: Option<extern "C" fn(u32)>,
    padding: [usize; 31],
}

static FENCE: Mutex<Option<extern "C" fn(u32)>> = Mutex::new(None);
static NEXT_NUMBER: AtomicU64 = AtomicU64::new(100);
static NEXT_SECTION: AtomicU32 = AtomicU32::new(7);

fn log(line: &str) {
    let Some(path) = env::var_os("PROBE_LOG") else {
        return;
    };
    let file = OpenOptions::new().create(true).append(true).open(path);
    if let Ok(mut file) = file {
        // One write, so that lines of several probes stay whole.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
    let fence = *FENCE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(fence) = fence {
        fence(0);
    }
}

/// # Safety
/// A C string or null.
unsafe fn text(string: *const c_char) -> String {
    if string.is_null() {
        return "null".to_string();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(string) }
        .to_string_lossy()
        .into_owned()
}

impl SpaceHandle {
    fn text(&self) -> String {
        // SAFETY: the layer ends names with a zero byte.
        unsafe { text(self.name.as_ptr()) }
    }
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_init_library(
    order: c_int,
    version: u64,
    devices: u32,
    _: *const c_void,
) {
    log(&format!("init {order} {version} {devices}"));
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_request_tool_settings(count: u32, settings: *mut bool) {
    // SAFETY: the first of the settings says whether the layer is to fence.
    let requires = unsafe { &mut *settings };
    log(&format!("settings {count} {requires}"));
    *requires = env::var("PROBE_FENCES").as_deref() != Ok("off");
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_provide_tool_programming_interface(
    count: u32,
    programming: Programming,
) {
    log(&format!(
        "interface {count} {}",
        programming.padding.iter().all(|&p| p == 0)
    ));
    *FENCE.lock().unwrap_or_else(PoisonError::into_inner) = programming.fence;
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_parse_args(count: c_int, words: *mut *mut c_char) {
    let word = |k| {
        // SAFETY: there are `count` C strings.
        unsafe { text(*words.add(k)) }
    };
    let words: Vec<String> = (1..count as usize).map(word).collect();
    log(&format!("args {}", words.join(" ")));
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_declare_metadata(key: *const c_char, value: *const c_char) {
    // SAFETY: two C strings.
    log(&unsafe { format!("metadata {} {}", text(key), text(value)) });
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_finalize_library() {
    log("finalize");
}

macro_rules! begin_and_end {
    ($($begin:ident $end:ident $word:literal;)*) => { $(
        /// # Safety
        /// As Kokkos Tools has it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $begin(label: *const c_char, device: u32, number: *mut u64) {
            // SAFETY: a C string, and a number that is this tool's to choose.
            unsafe {
                assert_eq!(*number, 0, "the layer presets 0");
                *number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
                log(&format!("begin {} {} {device:#010x} {}", $word, text(label), *number));
            }
        }

        /// # Safety
        /// As Kokkos Tools has it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $end(number: u64) {
            log(&format!("end {} {number}", $word));
        }
    )* };
}
begin_and_end! {
    kokkosp_begin_parallel_for kokkosp_end_parallel_for "for";
    kokkosp_begin_parallel_reduce kokkosp_end_parallel_reduce "reduce";
    kokkosp_begin_parallel_scan kokkosp_end_parallel_scan "scan";
    kokkosp_begin_fence kokkosp_end_fence "fence";
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_push_profile_region(name: *const c_char) {
    // SAFETY: a C string.
    log(&unsafe { format!("push {}", text(name)) });
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_pop_profile_region() {
    log("pop");
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_create_profile_section(name: *const c_char, number: *mut u32) {
    // SAFETY: a C string, and a number that is this tool's to choose.
    unsafe {
        *number = NEXT_SECTION.fetch_add(1, Ordering::Relaxed);
        log(&format!("create {} {}", text(name), *number));
    }
}

macro_rules! section {
    ($($function:ident $word:literal;)*) => { $(
        /// # Safety
        /// As Kokkos Tools has it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $function(number: u32) {
            log(&format!("{} {number}", $word));
        }
    )* };
}
section! {
    kokkosp_start_profile_section "start";
    kokkosp_stop_profile_section "stop";
    kokkosp_destroy_profile_section "destroy";
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_profile_event(name: *const c_char) {
    // SAFETY: a C string.
    log(&unsafe { format!("mark {}", text(name)) });
}

macro_rules! memory {
    ($($function:ident $word:literal;)*) => { $(
        /// # Safety
        /// As Kokkos Tools has it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $function(space: SpaceHandle, label: *const c_char, address: *const c_void, bytes: u64) {
            assert!(!address.is_null());
            // SAFETY: a C string.
            log(&unsafe { format!("{} {} {} {bytes}", $word, space.text(), text(label)) });
        }
    )* };
}
memory! {
    kokkosp_allocate_data "allocate";
    kokkosp_deallocate_data "deallocate";
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_begin_deep_copy(
    to: SpaceHandle,
    to_label: *const c_char,
    _: *const c_void,
    from: SpaceHandle,
    from_label: *const c_char,
    _: *const c_void,
    bytes: u64,
) {
    // SAFETY: two C strings.
    let (to_label, from_label) = unsafe { (text(to_label), text(from_label)) };
    log(&format!(
        "begin copy {} {to_label} {} {from_label} {bytes}",
        to.text(),
        from.text()
    ));
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_end_deep_copy() {
    log("end copy");
}
