//! Loops of the Livermore Compiler Analysis Loop Suite.

mod diff_predict;
mod eos;
mod first_diff;
mod first_min;
mod first_sum;
mod gen_lin_recur;
mod hydro_1d;
mod hydro_2d;
mod int_predict;
mod planckian;
mod tridiag_elim;

crate::suite::entries! { "Lcals", "lcals":
    "DIFF_PREDICT" diff_predict DiffPredict;
    "EOS" eos Eos;
    "FIRST_DIFF" first_diff FirstDiff;
    "FIRST_MIN" first_min FirstMin;
    "FIRST_SUM" first_sum FirstSum;
    "GEN_LIN_RECUR" gen_lin_recur GenLinRecur;
    "HYDRO_1D" hydro_1d Hydro1d;
    "HYDRO_2D" hydro_2d Hydro2d;
    "INT_PREDICT" int_predict IntPredict;
    "PLANCKIAN" planckian Planckian;
    "TRIDIAG_ELIM" tridiag_elim TridiagElim;
}
