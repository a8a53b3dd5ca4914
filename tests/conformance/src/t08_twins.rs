//! `while`, `loop`, `for` over each lane's own range, `break`, `continue`, `return` and `match`: what the same text does as
//! plain Rust.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Functor, RangeKernel, RangePolicy, Space, View, device, kernel};

pub fn tests() -> Vec<Test> {
    tests![every_function_gives_what_plain_rust_gives]
}

/// Functions of the kernel language and the same text as plain Rust.
macro_rules! twins {
    ($($name:ident($a:ident: i32, $b:ident: i32) -> i32 { $($body:tt)* })*) => {
        mod plain {
            #![allow(clippy::all, unused_assignments)]
            $(pub fn $name($a: i32, $b: i32) -> i32 { $($body)* })*
        }
        $(
            #[device]
            fn $name($a: i32, $b: i32) -> i32 { $($body)* }
        )*

        #[derive(Functor)]
        struct All {
            a: View<i32, 1>,
            b: View<i32, 1>,
            $($name: View<i32, 1>,)*
        }
        #[kernel]
        impl RangeKernel for All {
            fn all(&self, i: Index) {
                let (a, b) = (self.a[i], self.b[i]);
                $(self.$name[i] = $name(a, b);)*
            }
        }

        fn every_function_gives_what_plain_rust_gives(space: &Space) -> Outcome {
            for n in [1, 7, 8, 33, 100] {
                let a: Vec<i32> = (0..n).map(|i| (i * 13 + 5) % 29 - 6).collect();
                let b: Vec<i32> = (0..n).map(|i| (i * 7 + 3) % 17).collect();
                let new = |label| View::new(space, label, [a.len()]);
                let k = All {
                    a: vector(space, "a", &a)?,
                    b: vector(space, "b", &b)?,
                    $($name: new(stringify!($name))?,)*
                };
                space.parallel_for("all", RangePolicy::new(0..a.len()), &k)?;
                $(
                    let expected: Vec<i32> = a.iter().zip(&b).map(|(&a, &b)| plain::$name(a, b)).collect();
                    assert_eq!(k.$name.to_vec()?, expected, "{} {n}", stringify!($name));
                )*
            }
            Ok(())
        }
    };
}

twins! {
    while_alone(a: i32, b: i32) -> i32 {
        let mut x: i32 = a;
        let mut n: i32 = 0;
        while x < b * 3 {
            x += 2;
            n += x;
        }
        n
    }
    collatz(a: i32, b: i32) -> i32 {
        let mut n: i32 = a.abs() + b + 1;
        let mut steps: i32 = 0;
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    }
    loop_with_break(a: i32, b: i32) -> i32 {
        let mut x: i32 = a;
        let mut n: i32 = 0;
        loop {
            x += b + 1;
            if x > 50 {
                break;
            }
            n += 1;
        }
        x * 100 + n
    }
    break_before_and_after(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in 0..20 {
            if k > a {
                n += 1000;
                break;
            }
            n += k;
            if n > b * 4 {
                break;
            }
            n += 1;
        }
        n
    }
    continue_inside_a_branch(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in 0..12 {
            if k % 2 == 0 {
                if k > a {
                    n += 7;
                    continue;
                }
                n += k;
            } else if b > k {
                n -= 1;
            }
            n = n * 3 % 1001;
        }
        n
    }
    labels(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        'rows: for i in 0..6 {
            for j in 0..6 {
                if i * j > b {
                    continue 'rows;
                }
                if i + j > a {
                    break 'rows;
                }
                n += i * 10 + j;
            }
            n += 1000;
        }
        n
    }
    labelled_while(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        let mut x: i32 = 0;
        'outer: while x < 10 {
            x += 1;
            let mut y: i32 = 0;
            loop {
                y += 2;
                if y > x {
                    continue 'outer;
                }
                n += y;
                if n > a.abs() * 5 + b {
                    break 'outer;
                }
            }
        }
        n * 100 + x
    }
    own_ranges(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in a..b {
            n = n * 31 % 9973 + k;
        }
        n
    }
    own_ranges_inside_each_other(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in 0..b {
            for l in k..a {
                if l == 9 {
                    continue;
                }
                if n > 700 {
                    break;
                }
                n += k * l + 1;
            }
            n += 1;
        }
        n
    }
    closed(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in a..=b {
            n = n * 3 % 997 + k;
        }
        for k in 1..=4 {
            n = n * 3 % 997 + k;
        }
        n
    }
    backwards(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in (a..b).rev() {
            n = n * 31 % 9973 + k;
        }
        for k in (2..9).rev() {
            n = n * 31 % 9973 + k;
        }
        for k in (a..=b).rev() {
            n = n * 31 % 9973 + k;
        }
        n
    }
    in_steps(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in (a..b).step_by(3) {
            n = n * 31 % 9973 + k;
        }
        for k in (1..20).step_by(4) {
            n = n * 31 % 9973 + k;
        }
        for k in (a..b).rev().step_by(2) {
            n = n * 31 % 9973 + k;
        }
        n
    }
    to_the_largest_integer(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in (2147483640 - b..2147483647).step_by(5) {
            n = n % 997 + k % 1000;
        }
        for k in 2147483645 - b..=2147483647 {
            n = n % 997 + k % 1000 + a;
        }
        n
    }
    returns(a: i32, b: i32) -> i32 {
        if a < 0 {
            return -1;
        }
        let mut n: i32 = b;
        for k in 0..30 {
            n += k;
            if n > 60 {
                return n;
            }
            if k > a {
                if n % 2 == 0 {
                    return 2000 + k;
                }
                n += 1;
            }
        }
        n * 10000
    }
    returns_in_every_branch(a: i32, b: i32) -> i32 {
        if a > b {
            return a - b;
        } else if a == b {
            return 77;
        }
        let n: i32 = a * b;
        if n > 20 { n } else { return -n; }
    }
    returns_from_loops_in_loops(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        loop {
            let mut k: i32 = 0;
            while k < a {
                k += 1;
                n += k;
                if n > 90 + b {
                    return n;
                }
            }
            n += 5;
            if n > 60 {
                break;
            }
        }
        n + 100000
    }
    matches(a: i32, b: i32) -> i32 {
        let x: i32 = match a {
            -3 => 1,
            0 | 1 => 2,
            2..=5 => 3 + b,
            n if n > 15 => n * 2,
            n => n,
        };
        let mut y: i32 = 0;
        match b > 8 {
            true => y += 1,
            false => {
                y -= 2;
                y *= x;
            }
        }
        x * 100 + y
    }
    matches_that_leave(a: i32, b: i32) -> i32 {
        let mut n: i32 = 0;
        for k in 0..10 {
            match k * a % 7 {
                0 => continue,
                3 => break,
                5 => return n + 5000,
                x => n += x,
            }
            n += b;
        }
        n
    }
    branches_with_statements(a: i32, b: i32) -> i32 {
        let x: i32 = if a > b {
            let d: i32 = a - b;
            d * d
        } else {
            let mut s: i32 = 0;
            for k in 0..b {
                s += k;
            }
            s
        };
        let y: i32 = {
            let z: i32 = x + 1;
            z * 2
        };
        x + y
    }
    tuples(a: i32, b: i32) -> i32 {
        let mut pair: (i32, i32) = (a, b);
        let mut k: i32 = 0;
        while pair.0 + pair.1 < 60 {
            pair = (pair.1 + 1, pair.0 + 2);
            k += 1;
        }
        pair.0 * 100 + pair.1 + k
    }
    values_that_lanes_leave(a: i32, b: i32) -> i32 {
        let first: i32 = if a > 20 { return -7 } else { a + b };
        let second: i32 = if b > 3 { first * 2 } else { return first };
        let third = match (a + b) % 5 {
            0 => return second,
            1 if b > 6 => return -second,
            n if n < 0 => {
                let m: i32 = n * n;
                m + second
            }
            n => n,
        };
        first * 1000 + second * 10 + third
    }
    values_with_exits_among_statements(a: i32, b: i32) -> i32 {
        let x = {
            if a < 0 {
                return b;
            }
            if b > 4 {
                if a > 9 {
                    return a;
                }
                2
            } else {
                let c: i32 = a + 1;
                c * 3
            }
        };
        let y: i32 = if a > b { if x > 9 { return 5 }; x } else if b > 12 { 0 } else { b };
        x * 100 + y
    }
    values_that_turns_skip(a: i32, b: i32) -> i32 {
        let mut sum: i32 = 0;
        let mut last: i32 = -1;
        for k in 0..b {
            last = if (a + k) % 3 == 0 { continue } else { k };
            sum += match (a * k) % 7 {
                0 => break,
                1 | 2 => continue,
                n => n + k,
            };
            sum -= if sum > 40 {
                let half: i32 = sum / 2;
                if half % 2 == 0 {
                    return half;
                }
                half
            } else {
                1
            };
        }
        sum * 100 + last
    }
    loops_that_give(a: i32, b: i32) -> i32 {
        let mut n: i32 = a.abs() + b + 1;
        let steps = loop {
            if n == 1 {
                break 0;
            }
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            if n % 5 == 0 {
                break n + b;
            }
        };
        let found: i32 = loop {
            n += 1;
            if n % 11 == 0 {
                break if a > 3 { n } else { -n };
            }
            if n % 13 == 0 {
                return -steps;
            }
        };
        let last: i32 = n * 2 + loop {
            n += 3;
            if n % 2 == 0 {
                break n;
            }
        };
        1 + steps * 100 + found + last
    }
    loops_that_give_from_inside(a: i32, b: i32) -> i32 {
        let mut turns: i32 = 0;
        let mut k: i32 = 0;
        let place = 'outer: loop {
            k += 1;
            let row = loop {
                turns += 1;
                if turns > 30 {
                    break 'outer -1;
                }
                let r: i32 = if turns % 2 == 0 { continue } else { turns * k };
                if r > a {
                    break r;
                }
            };
            if (row + b) % 4 == 0 {
                break row;
            }
        };
        place * 100 + turns
    }
    a_loop_at_the_end(a: i32, b: i32) -> i32 {
        let mut n: i32 = b;
        loop {
            n += 1;
            if n % 3 == 0 {
                break n * a;
            }
            if n > 12 {
                return -n;
            }
        }
    }
    choices_that_all_leave(a: i32, b: i32) -> i32 {
        let x: i32 = if a > b {
            a - b
        } else if a > 0 {
            if b > 9 {
                return 1;
            } else {
                return 2;
            }
        } else {
            return match b {
                0 => return 77,
                1..=5 => 3,
                _ => b,
            };
        };
        x + 10
    }
}
