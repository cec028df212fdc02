//! Buffers that outlive a run: a machine takes them off a shelf and puts them back when it ends, so
//! that building one does not allocate them anew.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// Something whose memory is worth keeping.
pub(super) trait Recyclable: Default + 'static {
    /// Forgets the content, keeps the memory.
    fn clear(&mut self);

    /// Where it lies between two runs.
    fn shelf() -> &'static LocalKey<Shelf<Self>>;
}

/// What lies between two runs.
#[derive(Debug)]
pub(super) struct Shelf<T>(RefCell<Vec<Box<T>>>);

impl<T> Shelf<T> {
    pub(super) const fn new() -> Self {
        Self(RefCell::new(Vec::new()))
    }
}

/// A value that goes back to its shelf when it is dropped.
#[derive(Debug)]
pub(super) struct Recycled<T: Recyclable>(Option<Box<T>>);

impl<T: Recyclable> Recycled<T> {
    /// One from the shelf, or a new one.
    pub(super) fn take() -> Self {
        let kept = T::shelf().with(|shelf| shelf.0.borrow_mut().pop());
        Self(Some(kept.unwrap_or_default()))
    }
}

impl<T: Recyclable> Deref for Recycled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().expect("it is there until it is dropped")
    }
}

impl<T: Recyclable> DerefMut for Recycled<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_deref_mut().expect("it is there until it is dropped")
    }
}

impl<T: Recyclable> Drop for Recycled<T> {
    fn drop(&mut self) {
        if let Some(mut value) = self.0.take() {
            value.clear();
            T::shelf().with(|shelf| shelf.0.borrow_mut().push(value));
        }
    }
}
