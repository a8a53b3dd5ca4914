//! Small kernels that show one thing each.

mod array_of_ptrs;
mod copy8;
mod daxpy;
mod daxpy_atomic;
mod if_quad;
mod indexlist;
mod indexlist_3loop;
mod init3;
mod init_view1d;
mod init_view1d_offset;
mod mat_mat_shared;
mod muladdsub;
mod multi_reduce;
mod nested_init;
mod pi_atomic;
mod pi_reduce;
mod reduce3_int;
mod reduce_struct;
mod trap_int;

crate::suite::entries! { "Basic", "basic":
    "ARRAY_OF_PTRS" array_of_ptrs ArrayOfPtrs;
    "COPY8" copy8 Copy8;
    "DAXPY" daxpy Daxpy;
    "DAXPY_ATOMIC" daxpy_atomic DaxpyAtomic;
    "IF_QUAD" if_quad IfQuad;
    "INDEXLIST" indexlist IndexList;
    "INDEXLIST_3LOOP" indexlist_3loop IndexList3Loop;
    "INIT3" init3 Init3;
    "INIT_VIEW1D" init_view1d InitView1d;
    "INIT_VIEW1D_OFFSET" init_view1d_offset InitView1dOffset;
    "MAT_MAT_SHARED" mat_mat_shared MatMatShared;
    "MULADDSUB" muladdsub MulAddSub;
    "MULTI_REDUCE" multi_reduce MultiReduce;
    "NESTED_INIT" nested_init NestedInit;
    "PI_ATOMIC" pi_atomic PiAtomic;
    "PI_REDUCE" pi_reduce PiReduce;
    "REDUCE3_INT" reduce3_int Reduce3Int;
    "REDUCE_STRUCT" reduce_struct ReduceStruct;
    "TRAP_INT" trap_int TrapInt;
}
