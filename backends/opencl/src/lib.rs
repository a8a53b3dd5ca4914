//! OpenCL devices for portax, loaded at run time
