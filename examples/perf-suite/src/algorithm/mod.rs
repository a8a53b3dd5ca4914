//! Parts of algorithms: copies, sums, scans, sorts.

mod atomic;
mod histogram;
mod memcpy;
mod memset;
mod reduce_sum;
mod scan;
mod sort;
mod sortpairs;

crate::suite::entries! { "Algorithm", "algorithm":
    "ATOMIC" atomic Atomic;
    "HISTOGRAM" histogram Histogram;
    "MEMCPY" memcpy Memcpy;
    "MEMSET" memset Memset;
    "REDUCE_SUM" reduce_sum ReduceSum;
    "SCAN" scan Scan;
    "SORT" sort Sort;
    "SORTPAIRS" sortpairs Sortpairs;
}
