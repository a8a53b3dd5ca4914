//! Handles: numbers by which programs name objects, so that one that was never given or is given up is an error.

use crate::codes::{INVALID_HANDLE, Outcome, refuse};
use std::{
    collections::BTreeMap,
    ffi::c_void,
    ptr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Objects of one kind by number, which is never zero.
pub struct Handles<T> {
    what: &'static str,
    objects: Mutex<(usize, BTreeMap<usize, Arc<T>>)>,
}

impl<T> Handles<T> {
    /// None yet, of a kind called so.
    pub const fn new(what: &'static str) -> Self {
        Handles {
            what,
            objects: Mutex::new((0, BTreeMap::new())),
        }
    }

    fn objects(&self) -> MutexGuard<'_, (usize, BTreeMap<usize, Arc<T>>)> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new handle.
    pub fn give(&self, object: T) -> *mut c_void {
        let mut objects = self.objects();
        objects.0 += 1;
        let number = objects.0;
        objects.1.insert(number, Arc::new(object));
        ptr::without_provenance_mut(number)
    }

    /// The object.
    pub fn get(&self, handle: *mut c_void) -> Outcome<Arc<T>> {
        let found = self.objects().1.get(&handle.addr()).map(Arc::clone);
        found.ok_or_else(|| self.unknown(handle))
    }

    /// Gives the handle up.
    pub fn take(&self, handle: *mut c_void) -> Outcome<Arc<T>> {
        let found = self.objects().1.remove(&handle.addr());
        found.ok_or_else(|| self.unknown(handle))
    }

    /// Every object there is.
    pub fn all(&self) -> Vec<Arc<T>> {
        self.objects().1.values().map(Arc::clone).collect()
    }

    fn unknown(&self, handle: *mut c_void) -> i32 {
        refuse(
            INVALID_HANDLE,
            format_args!("{handle:?} is no {}", self.what),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_good_until_they_are_given_up() {
        let handles = Handles::new("number");
        let (seven, eight) = (handles.give(7), handles.give(8));
        assert!(!seven.is_null() && seven != eight);
        assert_eq!(handles.get(eight).as_deref(), Ok(&8));
        assert_eq!(handles.take(seven).as_deref(), Ok(&7));
        assert_eq!(handles.take(seven), Err(INVALID_HANDLE));
        assert_eq!(handles.get(ptr::null_mut()), Err(INVALID_HANDLE));
        assert_eq!(handles.all(), [Arc::new(8)]);
    }
}
