//! Streams: queues whose jobs run in order on a thread of their own, or are written down while the stream captures.

use crate::{
    codes::{
        CAPTURE_INVALIDATED, CAPTURE_UNSUPPORTED, Code, DEVICES, ILLEGAL_STATE, Outcome, SUCCESS,
        code, refuse,
    },
    handle::Handles,
    runtime::current,
};
use std::{
    collections::VecDeque,
    ffi::{c_uint, c_void},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI32, Ordering},
    },
    thread,
};

/// What a stream does in its turn, once or, in a graph, many times.
pub type Job = Arc<dyn Fn() -> Outcome + Send + Sync>;

/// What a stream that captures has written down, and whether something that cannot be captured came between.
#[derive(Default)]
struct Capture {
    jobs: Vec<Job>,
    is_invalid: bool,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    is_busy: bool,
    is_closed: bool,
    capture: Option<Capture>,
}

/// A queue of a device.
pub struct Stream {
    /// The device's number.
    pub device: usize,
    state: Mutex<State>,
    changed: Condvar,
}

static STREAMS: Handles<Stream> = Handles::new("stream");

/// What the first job that failed on a device said: the device is lost from then on.
static FAILURES: [AtomicI32; DEVICES.len()] = [const { AtomicI32::new(SUCCESS) }; DEVICES.len()];

/// Refuses a device that has failed.
pub fn check_device(device: usize) -> Outcome {
    match FAILURES[device].load(Ordering::SeqCst) {
        SUCCESS => Ok(()),
        code => Err(code),
    }
}

/// The stream of a handle.
pub fn stream(handle: *mut c_void) -> Outcome<Arc<Stream>> {
    STREAMS.get(handle)
}

impl Stream {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let state = self.changed.wait(state);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job at the end, or writes it down.
    pub fn push(&self, job: impl Fn() -> Outcome + Send + Sync + 'static) -> Outcome {
        check_device(self.device)?;
        let mut state = self.state();
        match &mut state.capture {
            Some(capture) => capture.jobs.push(Arc::new(job)),
            None => state.jobs.push_back(Arc::new(job)),
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Refuses what this shim, or HIP, cannot write down, which spoils the capture.
    pub fn expect_no_capture(&self, what: &str) -> Outcome {
        match &mut self.state().capture {
            None => Ok(()),
            Some(capture) => {
                capture.is_invalid = true;
                let words = format_args!("{what} in a stream that captures");
                Err(refuse(CAPTURE_UNSUPPORTED, words))
            }
        }
    }

    /// Waits until everything is done.
    pub fn fence(&self) -> Outcome {
        let mut state = self.state();
        while state.is_busy || !state.jobs.is_empty() {
            state = self.wait(state);
        }
        check_device(self.device)
    }

    /// Runs jobs until the stream is closed and none is left.
    fn work(&self) {
        let mut state = self.state();
        loop {
            let Some(job) = state.jobs.pop_front() else {
                if state.is_closed {
                    return;
                }
                state = self.wait(state);
                continue;
            };
            state.is_busy = true;
            drop(state);
            if let Err(code) = job() {
                let failure = &FAILURES[self.device];
                let _ = failure.compare_exchange(SUCCESS, code, Ordering::SeqCst, Ordering::SeqCst);
            }
            drop(job);
            state = self.state();
            state.is_busy = false;
            self.changed.notify_all();
        }
    }

    fn begin_capture(&self) -> Outcome {
        let mut state = self.state();
        match state.capture {
            Some(_) => Err(ILLEGAL_STATE),
            None => {
                state.capture = Some(Capture::default());
                Ok(())
            }
        }
    }

    /// The jobs of a capture that nothing has spoilt.
    pub fn end_capture(&self) -> Outcome<Vec<Job>> {
        match self.state().capture.take() {
            None => Err(ILLEGAL_STATE),
            Some(capture) if capture.is_invalid => Err(CAPTURE_INVALIDATED),
            Some(capture) => Ok(capture.jobs),
        }
    }
}

/// Waits for every stream of a device.
pub fn fence_device(device: usize) -> Outcome {
    let streams = STREAMS.all();
    let own = streams.iter().filter(|stream| stream.device == device);
    own.fold(check_device(device), |done, stream| {
        done.and(stream.fence())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamCreateWithFlags(handle: *mut *mut c_void, _flags: c_uint) -> Code {
    let new = STREAMS.give(Stream {
        device: current(),
        state: Mutex::default(),
        changed: Condvar::new(),
    });
    let started = stream(new).map(|stream| {
        thread::spawn(move || stream.work());
        // SAFETY: the caller's pointer.
        unsafe { *handle = new };
    });
    code(started)
}

#[unsafe(no_mangle)]
extern "C" fn hipStreamSynchronize(handle: *mut c_void) -> Code {
    let fenced = stream(handle).and_then(|stream| {
        stream.expect_no_capture("a fence")?;
        stream.fence()
    });
    code(fenced)
}

/// What is enqueued is done all the same.
#[unsafe(no_mangle)]
extern "C" fn hipStreamDestroy(handle: *mut c_void) -> Code {
    let closed = STREAMS.take(handle).map(|stream| {
        stream.state().is_closed = true;
        stream.changed.notify_all();
    });
    code(closed)
}

#[unsafe(no_mangle)]
extern "C" fn hipDeviceSynchronize() -> Code {
    code(fence_device(current()))
}

#[unsafe(no_mangle)]
extern "C" fn hipStreamBeginCapture(handle: *mut c_void, _mode: c_uint) -> Code {
    code(stream(handle).and_then(|stream| stream.begin_capture()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::LAUNCH_FAILURE;
    use std::time::Duration;

    fn new_stream() -> (*mut c_void, Arc<Stream>) {
        let mut handle = std::ptr::null_mut();
        // SAFETY: the call writes one handle.
        assert_eq!(unsafe { hipStreamCreateWithFlags(&mut handle, 1) }, SUCCESS);
        (handle, stream(handle).expect("made just now"))
    }

    /// A job that writes its number down, slowly.
    fn note(order: &Arc<Mutex<Vec<i32>>>, number: i32) -> impl Fn() -> Outcome + use<> {
        let order = Arc::clone(order);
        move || {
            thread::sleep(Duration::from_millis(5));
            order.lock().expect("no panic").push(number);
            Ok(())
        }
    }

    #[test]
    fn jobs_run_in_order_behind_the_host() {
        let (handle, stream) = new_stream();
        let order = Arc::default();
        for number in 0..5 {
            stream.push(note(&order, number)).expect("a live device");
        }
        assert!(order.lock().expect("no panic").len() < 5);
        assert_eq!(hipStreamSynchronize(handle), SUCCESS);
        assert_eq!(*order.lock().expect("no panic"), [0, 1, 2, 3, 4]);
        assert_eq!(hipStreamDestroy(handle), SUCCESS);
        assert_ne!(hipStreamSynchronize(handle), SUCCESS);
    }

    #[test]
    fn captured_jobs_do_not_run() {
        let (handle, stream) = new_stream();
        let order = Arc::default();
        assert_eq!(stream.end_capture().err(), Some(ILLEGAL_STATE));
        assert_eq!(hipStreamBeginCapture(handle, 2), SUCCESS);
        stream.push(note(&order, 1)).expect("a live device");
        assert_eq!(stream.end_capture().map(|jobs| jobs.len()), Ok(1));
        assert_eq!(hipStreamBeginCapture(handle, 2), SUCCESS);
        assert_eq!(hipStreamSynchronize(handle), CAPTURE_UNSUPPORTED);
        assert_eq!(stream.end_capture().err(), Some(CAPTURE_INVALIDATED));
        assert_eq!(hipStreamSynchronize(handle), SUCCESS);
        assert!(order.lock().expect("no panic").is_empty());
        assert_eq!(hipStreamDestroy(handle), SUCCESS);
    }

    /// On the second device, which no other test uses.
    #[test]
    fn a_job_that_fails_loses_the_device() {
        assert_eq!(crate::runtime::hipSetDevice(1), SUCCESS);
        let (handle, stream) = new_stream();
        stream.push(|| Err(LAUNCH_FAILURE)).expect("a live device");
        assert_eq!(hipStreamSynchronize(handle), LAUNCH_FAILURE);
        assert_eq!(hipDeviceSynchronize(), LAUNCH_FAILURE);
        assert_eq!(stream.push(|| Ok(())), Err(LAUNCH_FAILURE));
        assert_eq!(hipStreamDestroy(handle), SUCCESS);
    }
}
