use portax::View;

fn invert(_: View<[u8; 3], 1>) {}

fn main() {}
