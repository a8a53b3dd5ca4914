//! Linear algebra and stencils of PolyBench.

mod adi;
mod atax;
mod fdtd_2d;
mod floyd_warshall;
mod gemm;
mod gemver;
mod gesummv;
mod heat_3d;
mod jacobi_1d;
mod jacobi_2d;
mod mm2;
mod mm3;
mod mvt;

crate::suite::entries! { "Polybench", "polybench":
    "2MM" mm2 Mm2;
    "3MM" mm3 Mm3;
    "ADI" adi Adi;
    "ATAX" atax Atax;
    "FDTD_2D" fdtd_2d Fdtd2d;
    "FLOYD_WARSHALL" floyd_warshall FloydWarshall;
    "GEMM" gemm Gemm;
    "GEMVER" gemver Gemver;
    "GESUMMV" gesummv Gesummv;
    "HEAT_3D" heat_3d Heat3d;
    "JACOBI_1D" jacobi_1d Jacobi1d;
    "JACOBI_2D" jacobi_2d Jacobi2d;
    "MVT" mvt Mvt;
}
