//! Events: marks in streams, with their times.

use crate::{
    codes::{Code, INVALID_HANDLE, NOT_READY, Outcome, code},
    handle::Handles,
    runtime::current,
    stream::{check_device, stream},
};
use std::{
    ffi::{c_uint, c_void},
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::Instant,
};

/// A place in a stream.
#[derive(Default)]
struct Mark {
    time: Mutex<Option<Instant>>,
    reached: Condvar,
}

impl Mark {
    fn time(&self) -> Option<Instant> {
        *self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reach(&self) {
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.reached.notify_all();
    }

    fn wait(&self) {
        let mut time = self.time.lock().unwrap_or_else(PoisonError::into_inner);
        while time.is_none() {
            let waited = self.reached.wait(time);
            time = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// An event and where it was recorded last.
struct Event {
    device: usize,
    last: Mutex<Option<Arc<Mark>>>,
}

static EVENTS: Handles<Event> = Handles::new("event");

impl Event {
    fn last(&self) -> Option<Arc<Mark>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }

    fn record(&self, queue: *mut c_void) -> Outcome {
        let stream = stream(queue)?;
        if stream.device != self.device {
            return Err(INVALID_HANDLE);
        }
        stream.expect_no_capture("an event")?;
        let mark = Arc::new(Mark::default());
        let reached = Arc::clone(&mark);
        stream.push(move || {
            reached.reach();
            Ok(())
        })?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(mark);
        Ok(())
    }

    /// When a recorded event was reached.
    fn time(&self) -> Outcome<Instant> {
        let last = self.last().ok_or(INVALID_HANDLE)?;
        last.time().ok_or(NOT_READY)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventCreateWithFlags(event: *mut *mut c_void, _flags: c_uint) -> Code {
    let new = EVENTS.give(Event {
        device: current(),
        last: Mutex::new(None),
    });
    // SAFETY: the caller's pointer.
    unsafe { *event = new };
    code(Ok(()))
}

#[unsafe(no_mangle)]
extern "C" fn hipEventDestroy(event: *mut c_void) -> Code {
    code(EVENTS.take(event).map(drop))
}

#[unsafe(no_mangle)]
extern "C" fn hipEventRecord(event: *mut c_void, queue: *mut c_void) -> Code {
    code(EVENTS.get(event).and_then(|event| event.record(queue)))
}

/// One that was never recorded is done.
#[unsafe(no_mangle)]
extern "C" fn hipEventSynchronize(event: *mut c_void) -> Code {
    let waited = EVENTS.get(event).and_then(|event| {
        if let Some(mark) = event.last() {
            mark.wait();
        }
        check_device(event.device)
    });
    code(waited)
}

#[unsafe(no_mangle)]
extern "C" fn hipEventQuery(event: *mut c_void) -> Code {
    let known = EVENTS.get(event).and_then(|event| match event.last() {
        Some(mark) if mark.time().is_none() => Err(NOT_READY),
        _ => check_device(event.device),
    });
    code(known)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventElapsedTime(
    milliseconds: *mut f32,
    start: *mut c_void,
    end: *mut c_void,
) -> Code {
    let time = |event| EVENTS.get(event).and_then(|event| event.time());
    let elapsed = time(start).and_then(|start| Ok((start, time(end)?)));
    code(elapsed.map(|(start, end)| {
        let (later, sign) = if end < start {
            (start, -1.0)
        } else {
            (end, 1.0)
        };
        let seconds = later.duration_since(start.min(end)).as_secs_f32();
        // SAFETY: the caller's pointer.
        unsafe { *milliseconds = sign * 1e3 * seconds };
    }))
}

/// One that was never recorded holds nobody up.
#[unsafe(no_mangle)]
extern "C" fn hipStreamWaitEvent(queue: *mut c_void, event: *mut c_void, _flags: c_uint) -> Code {
    let enqueued = EVENTS.get(event).and_then(|event| {
        let stream = stream(queue)?;
        stream.expect_no_capture("a wait for an event")?;
        match event.last() {
            None => Ok(()),
            Some(mark) => stream.push(move || {
                mark.wait();
                Ok(())
            }),
        }
    });
    code(enqueued)
}
