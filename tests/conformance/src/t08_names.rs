//! Names that are declared more than once: each is found where Rust finds it.

use crate::ladder::{Outcome, Test, tests};
use portax::{Functor, RangeKernel, RangePolicy, Space, View, device, kernel, parallel_for};

pub fn tests() -> Vec<Test> {
    tests![
        optional_fields_have_names_of_their_own,
        const_arguments_are_those_of_their_loop,
        messages_and_items_keep_their_names,
        macros_of_ones_own_keep_theirs,
        methods_may_be_called_as_those_of_views,
    ]
}

#[derive(Functor)]
struct Fields {
    y: View<f64, 1>,
    first: Option<f64>,
    second: Option<f64>,
    none: Option<f64>,
}

#[kernel]
impl RangeKernel for Fields {
    fn fields(&self, i: Index) {
        let mut s = i as f64;
        if let Some(w) = &self.first {
            s += w;
        }
        let w = s * 2.0;
        if let Some(w) = &self.second {
            s += w;
        }
        let s = s + 1000.0 * w;
        let Some(w) = &self.none else {
            self.y[i] = s;
            return;
        };
        self.y[i] = w + s;
    }
}

fn optional_fields_have_names_of_their_own(space: &Space) -> Outcome {
    let k = Fields {
        y: View::new(space, "y", [9])?,
        first: Some(100.0),
        second: Some(0.5),
        none: None,
    };
    space.parallel_for("fields", RangePolicy::new(0..9), &k)?;
    let plain = |i: usize| (i as f64 + 100.5) + 1000.0 * (2.0 * (i as f64 + 100.0));
    assert_eq!(k.y.to_vec()?, (0..9).map(plain).collect::<Vec<f64>>());
    Ok(())
}

#[device]
fn plus<const K: usize>(x: f64) -> f64 {
    x + K as f64
}

fn const_arguments_are_those_of_their_loop(space: &Space) -> Outcome {
    let y = View::<f64, 1>::new(space, "y", [5])?;
    parallel_for!(space, "constants", 5, |i| {
        let mut s = i as f64;
        #[unroll]
        for k in 0..3 {
            s += plus::<k>(1.0);
            #[unroll]
            for k in 10..12 {
                s += plus::<k>(0.5);
            }
        }
        #[unroll]
        for k in 0..2 {
            s *= plus::<k>(1.0);
        }
        y[i] = s;
    })?;
    let plain = |i: usize| 2.0 * (i as f64 + 6.0 + 3.0 * 22.0);
    assert_eq!(y.to_vec()?, (0..5).map(plain).collect::<Vec<f64>>());
    Ok(())
}

mod limits {
    pub const TOP: f64 = 100.0;
}

fn messages_and_items_keep_their_names(space: &Space) -> Outcome {
    let y = View::<f64, 1>::new(space, "y", [5])?;
    let v_2 = 1000.0;
    parallel_for!(space, "messages", 5, |i| {
        const fn doubled(v: i32) -> i32 {
            v * 2
        }
        const TWICE: i32 = doubled(4);
        let v = i as f64;
        let v = v + 1.0;
        let limits = v * 0.5;
        let limits = limits + 1.0;
        kernel_assert!(v_2 > 999.0, "v is {v}, not {}", limits,);
        kernel_assert!(limits < limits::TOP, "{v} and {v:.3}", v = v);
        let r#type = v + limits;
        let r#type = r#type * 2.0;
        y[i] = r#type + TWICE as f64;
    })?;
    let plain = |i: usize| 2.0 * ((i as f64 + 1.0) + (0.5 * (i as f64 + 1.0) + 1.0)) + 8.0;
    assert_eq!(y.to_vec()?, (0..5).map(plain).collect::<Vec<f64>>());

    let error = parallel_for!(space, "second", 5, |i| {
        let v = i as f64;
        let v = v + 1.0;
        kernel_assert!(v < 5.0, "v is {v}",);
        y[i] = v;
    })
    .and_then(|()| space.fence())
    .unwrap_err();
    assert!(error.to_string().contains("v is 5"), "{error}");
    Ok(())
}

/// Declares a variable that a body does not see, and one that the body declares, too.
macro_rules! around {
    ($space:ident, $y:ident, |$i:ident| { $($body:tt)* }) => {
        parallel_for!($space, "around", 5, |$i| {
            let v = 5.0;
            $($body)*
            $y[$i] += v;
        })?
    };
}

fn macros_of_ones_own_keep_theirs(space: &Space) -> Outcome {
    let y = View::<f64, 1>::new(space, "y", [5])?;
    around!(space, y, |i| {
        let v = i as f64;
        let v = v * 2.0;
        y[i] = v;
    });
    let plain = |i: usize| 2.0 * i as f64 + 5.0;
    assert_eq!(y.to_vec()?, (0..5).map(plain).collect::<Vec<f64>>());
    Ok(())
}

#[derive(Functor)]
struct Board {
    now: View<i32, 2>,
    sums: View<i32, 1>,
}

#[device]
impl Board {
    fn row(&self, x: Index, y: i32) -> i32 {
        self.now[(x, y)] + self.tile(x)
    }
    fn tile(&self, x: Index) -> i32 {
        self.now[(x, 0)] * 100
    }
    fn lanes(&self) -> i32 {
        7
    }
}

#[kernel]
impl RangeKernel for Board {
    fn board(&self, x: Index) {
        self.sums[x] = self.row(x, 1) + self.lanes();
    }
}

fn methods_may_be_called_as_those_of_views(space: &Space) -> Outcome {
    let k = Board {
        now: View::from_fn(space, "now", [3, 2], |[x, y]| (x + 10 * y) as i32)?,
        sums: View::new(space, "sums", [3])?,
    };
    space.parallel_for("board", RangePolicy::new(0..3), &k)?;
    assert_eq!(k.sums.to_vec()?, [17, 118, 219]);
    Ok(())
}
