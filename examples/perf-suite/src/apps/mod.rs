//! Loops of applications.

mod convection3dpa;
mod del_dot_vec_2d;
mod diffusion3dpa;
mod edge3d;
mod energy;
mod fir;
mod ltimes;
mod ltimes_noview;
mod mass3dea;
mod mass3dpa;
mod matvec_3d_stencil;
mod mesh;
mod nodal_accumulation_3d;
mod pressure;
mod vol3d;
mod zonal_accumulation_3d;

crate::suite::entries! { "Apps", "apps":
    "CONVECTION3DPA" convection3dpa Convection3dpa;
    "DEL_DOT_VEC_2D" del_dot_vec_2d DelDotVec2d;
    "DIFFUSION3DPA" diffusion3dpa Diffusion3dpa;
    "EDGE3D" edge3d Edge3d;
    "ENERGY" energy Energy;
    "FIR" fir Fir;
    "LTIMES" ltimes Ltimes;
    "LTIMES_NOVIEW" ltimes_noview LtimesNoview;
    "MASS3DEA" mass3dea Mass3dea;
    "MASS3DPA" mass3dpa Mass3dpa;
    "MATVEC_3D_STENCIL" matvec_3d_stencil Matvec3dStencil;
    "NODAL_ACCUMULATION_3D" nodal_accumulation_3d NodalAccumulation3d;
    "PRESSURE" pressure Pressure;
    "VOL3D" vol3d Vol3d;
    "ZONAL_ACCUMULATION_3D" zonal_accumulation_3d ZonalAccumulation3d;
}
