//! McCalpin's STREAM.

mod add;
mod copy;
mod dot;
mod mul;
mod triad;

crate::suite::entries! { "Stream", "stream":
    "ADD" add Add;
    "COPY" copy Copy;
    "DOT" dot Dot;
    "MUL" mul Mul;
    "TRIAD" triad Triad;
}
