//! The machine code of a small kernel body: whole registers of the instruction set, nothing out of line.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use portax::kernel::exec::native::NativePtr;
use portax::kernel::simd::Isa;
use portax::{
    f16,
    kernel::{
        exec::Exec,
        simd::{Avx2, Avx512, Simd, math::Sin},
    },
    ops::{Bin, Cmp, Un},
};
use std::process::Command;

/// Arithmetic, a branch, a gather, a sine and a conversion over `n` elements.
#[inline(always)]
fn body<E: Exec<Int = i64, Uni<f64> = f64, Ptr = NativePtr>>(
    p: NativePtr,
    index: NativePtr,
    n: i64,
) {
    for i in E::range(0, E::ibin(Bin::Div, n, E::LANES as i64)) {
        let at = E::imul(i, E::LANES as i64);
        // SAFETY: the arrays of `run`, whose indices are inside.
        let (x, j) = unsafe {
            (
                E::load_lanes::<f64>(p, at, None),
                E::load_lanes::<i32>(index, at, None),
            )
        };
        // SAFETY: as above.
        let y = unsafe { E::gather::<f64>(p, 0, E::offset_of(j, 2), None) };
        let (near, m) = E::enter_mask(E::cmp::<f64>(Cmp::Lt, x, E::splat::<f64>(2.0)), None);
        let mut r = E::fma::<f64>(x, y, E::un::<f64>(Un::Rsqrt, x));
        if near {
            let s = E::function::<f64, Sin>(E::bin::<f64>(Bin::Min, x, y));
            let corrected = E::fnma::<f64>(s, y, r);
            E::assign::<f64>(&mut r, corrected, Some(m));
        }
        let single = E::cast::<f64, f32>(E::sub::<f64>(r, E::cast::<i32, f64>(j)));
        let v = E::cast::<f32, f64>(E::flip::<f32>(single, i));
        // SAFETY: as above; nobody else has the array.
        unsafe { E::store_lanes::<f64>(p, at, v, Some(m)) };
    }
}

portax::__px_with_avx512! {
    #[inline(never)]
    fn launch_avx512(p: NativePtr, index: NativePtr, n: i64) {
        body::<Simd<Avx512>>(p, index, n)
    }
}

portax::__px_with_avx2! {
    #[inline(never)]
    fn launch_avx2(p: NativePtr, index: NativePtr, n: i64) {
        body::<Simd<Avx2>>(p, index, n)
    }
}

/// `n` floats of 16 bits, doubled.
#[inline(always)]
fn halves<E: Exec<Int = i64, Ptr = NativePtr>>(p: NativePtr, n: i64) {
    for i in E::range(0, E::ibin(Bin::Div, n, E::LANES as i64)) {
        let at = E::imul(i, E::LANES as i64);
        // SAFETY: the array of `run_halves`.
        let x = unsafe { E::gather_small::<f16>(p, at, None, None) };
        // SAFETY: as above; nobody else has the array.
        unsafe { E::scatter_small::<f16>(p, at, None, E::add::<f32>(x, x), None) };
    }
}

portax::__px_with_avx512! {
    #[inline(never)]
    fn halves_avx512(p: NativePtr, n: i64) {
        halves::<Simd<Avx512>>(p, n)
    }
}

portax::__px_with_avx2! {
    #[inline(never)]
    fn halves_avx2(p: NativePtr, n: i64) {
        halves::<Simd<Avx2>>(p, n)
    }
}

/// As [`run`].
fn run_halves() {
    let mut data = [f16::from_f32(1.5); 64];
    // SAFETY: of 64 elements, which is what the body reads and writes.
    let p = unsafe { NativePtr::new(data.as_mut_ptr().cast()) };
    let mut right = 1.5;
    if Avx512::is_available() {
        // SAFETY: just asked.
        unsafe { halves_avx512(p, 64) };
        right *= 2.0;
    }
    if Avx2::is_available() {
        // SAFETY: just asked.
        unsafe { halves_avx2(p, 64) };
        right *= 2.0;
    }
    assert_eq!(data[63].to_f32(), right);
}

/// Runs what the CPU can; the code of both is in this program anyway.
fn run() {
    let mut data: Vec<f64> = (1..65).map(f64::from).collect();
    let index: Vec<i32> = (0..64).map(|i| i / 2).collect();
    let (p, index) = (
        // SAFETY: of 64 elements each, which is what the body reads and writes.
        unsafe { NativePtr::new(data.as_mut_ptr().cast()) },
        // SAFETY: as above.
        unsafe { NativePtr::new(index.as_ptr().cast_mut().cast()) },
    );
    if Avx512::is_available() {
        // SAFETY: just asked.
        unsafe { launch_avx512(p, index, 64) };
    }
    if Avx2::is_available() {
        // SAFETY: just asked.
        unsafe { launch_avx2(p, index, 64) };
    }
    assert_eq!(data[63], 64.0, "only the lanes of the mask are written");
}

/// Lines of the disassembly of the function called `name`; `None` where there is no objdump.
fn disassembly(name: &str) -> Option<Vec<String>> {
    let program = std::env::current_exe().expect("a running test has a path");
    let output = Command::new("objdump")
        .args(["-d", "--no-show-raw-insn", "-C"])
        .arg(program)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_start = |line: &str| line.ends_with(">:") && line.contains(&format!("::{name}"));
    let lines = text.lines().skip_while(|line| !is_start(line)).skip(1);
    Some(
        lines
            .take_while(|line| !line.is_empty())
            .map(String::from)
            .collect(),
    )
}

/// How many lines contain the word.
fn mentions(code: &[String], word: &str) -> usize {
    code.iter().filter(|line| line.contains(word)).count()
}

#[test]
fn launches_hold_their_code_in_line() {
    run();
    let (Some(avx512), Some(avx2)) = (disassembly("launch_avx512"), disassembly("launch_avx2"))
    else {
        println!("no objdump: machine code not examined");
        return;
    };
    for code in [&avx512, &avx2] {
        assert_eq!(mentions(code, "core_arch"), 0);
        // the cold call that sends huge arguments of the sine to std; debug assertions of std add panics
        assert!(mentions(code, "call") <= 1 || cfg!(debug_assertions));
    }
    assert!(
        mentions(&avx512, "zmm") > 30,
        "AVX-512 code in zmm registers"
    );
    assert!(mentions(&avx2, "ymm") > 30, "AVX2 code in ymm registers");
    assert_eq!(mentions(&avx2, "zmm"), 0);
    assert!(
        mentions(&avx512, "vfmadd") + mentions(&avx512, "vfnmadd") > 10,
        "products are fused"
    );
}

#[test]
fn packs_of_halves_are_converted_by_one_instruction() {
    run_halves();
    for name in ["halves_avx512", "halves_avx2"] {
        let Some(code) = disassembly(name) else {
            println!("no objdump: machine code not examined");
            return;
        };
        let [loads, stores] = ["vcvtph2ps", "vcvtps2ph"].map(|word| mentions(&code, word));
        assert!(loads > 0 && loads == stores, "{name}: {loads}, {stores}");
        assert_eq!(mentions(&code, "core_arch"), 0, "{name}");
    }
}
