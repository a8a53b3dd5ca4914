use portax::Comptime;

#[derive(Clone, Copy, Comptime)]
enum Boundary {
    Open,
    Fixed(i32),
}

fn main() {}
