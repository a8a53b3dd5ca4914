//! CPU threads for portax
