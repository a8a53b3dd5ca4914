//! Parts of algorithms: copies, sums, scans.

mod atomic;
mod histogram;
mod memcpy;
mod memset;
mod reduce_sum;
mod scan;

crate::suite::entries! { "Algorithm", "algorithm":
    "ATOMIC" atomic Atomic;
    "HISTOGRAM" histogram Histogram;
    "MEMCPY" memcpy Memcpy;
    "MEMSET" memset Memset;
    "REDUCE_SUM" reduce_sum ReduceSum;
    "SCAN" scan Scan;
}
