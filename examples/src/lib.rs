//! Runnable lessons: see the folders beside this file.
