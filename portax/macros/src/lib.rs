//! The kernel language of portax: #[kernel], #[device], #[derive(Functor)] and friends
