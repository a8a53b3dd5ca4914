//! Something of everything that tools are told, on the space that the command line names.

use portax::{
    Functor, RangeKernel, RangePolicy, ReduceKernel, Result, ScanKernel, Sum, View, deep_copy,
    kernel, tools,
};

#[derive(Functor)]
struct Scale {
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Scale {
    fn scale(&self, i: Index) {
        self.y[i] *= 3;
    }
}

#[kernel]
impl ReduceKernel for Scale {
    type Value = i32;
    fn total(&self, i: Index) -> i32 {
        self.y[i]
    }
}

#[derive(Functor)]
struct Prefix {
    y: View<i32, 1>,
    sums: View<i32, 1>,
}

#[kernel]
impl ScanKernel for Prefix {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.y[i]
    }
    fn output(&self, i: Index, prefix: i32) {
        self.sums[i] = prefix;
    }
}

fn main() -> Result<()> {
    let name = std::env::args().nth(1).unwrap_or("rayon".to_string());
    let space = portax_backends::by_name(&name)?;
    tools::metadata("input", "none");
    let y: View<i32, 1> = View::new(&space, "y", [1000])?;
    let copy = y.create_mirror()?;
    copy.write()?.fill(2);
    let section = tools::Section::new("setup");
    section.start();
    deep_copy(&y, &copy)?;
    section.stop();
    {
        let _region = tools::region("work");
        let scale = Scale { y: y.clone() };
        let policy = || RangePolicy::new(0..1000);
        space.parallel_for("scale", policy(), &scale)?;
        let again = space.prepare("again", policy(), &scale)?;
        again.launch()?;
        again.hold()?.launch()?;
        let total = space.parallel_reduce("total", policy(), &scale, Sum)?;
        assert_eq!(total, 54_000);
    }
    tools::mark("half way");
    let sums = View::new(&space, "sums", [1000])?;
    let prefix = Prefix { y, sums };
    let total = space.parallel_scan("prefix", RangePolicy::new(0..1000), &prefix, Sum)?;
    assert_eq!(total, 54_000);
    space.fence()
}
