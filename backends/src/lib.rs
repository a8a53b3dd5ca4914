//! The backends of portax behind one door
