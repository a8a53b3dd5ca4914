use portax::{Element, device};
use std::ops::BitXor;

#[derive(Clone, Copy, Element)]
struct Bits {
    low: u32,
    high: u32,
}

#[device]
impl BitXor for Bits {
    type Output = Bits;
    fn bitxor(self, o: Bits) -> Bits {
        Bits {
            low: self.low ^ o.low,
            high: self.high ^ o.high,
        }
    }
}

fn main() {
    let bits = Bits { low: 1, high: 2 };
    let _ = bits ^ bits;
}
