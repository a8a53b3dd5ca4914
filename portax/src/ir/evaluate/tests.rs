//! What statements do here is what one lane of the native executors does, and places are inside their memory.

use super::*;
use crate::{
    ir::{Builtin, Promise, Shape, Value},
    kernel::{
        exec::Scalar,
        trace::{self, tests::TestView},
    },
    ops::{AtomicOp, Bin, Cmp},
};

const BIN: [Bin; 12] = [
    Bin::Add,
    Bin::Sub,
    Bin::Mul,
    Bin::Div,
    Bin::Min,
    Bin::Max,
    Bin::Rem,
    Bin::And,
    Bin::Or,
    Bin::Xor,
    Bin::Shl,
    Bin::Shr,
];

/// A program of values alone: three of type `T`, and one of type `ty`.
fn values<T: Scalar>(ty: Ty) -> Program {
    trace::begin("values", Shape::Team, Promise::None);
    let mut program = trace::finish();
    for ty in [T::TY, T::TY, T::TY, ty] {
        program.value(ty, Value::Temporary);
    }
    program
}

/// The values of one work item, by id.
fn of_one(bits: impl Into<Vec<Bits>>) -> Values {
    Values::of_one(bits.into())
}

/// The result of an expression whose operands are the values 0, 1 and 2.
fn result<T: Scalar>(ty: Ty, e: Expr, operands: [T; 3]) -> Bits {
    let program = values::<T>(ty);
    let bits = operands.map(|x| Bits::from(x.to_bits64()));
    let values = of_one(bits);
    let evaluator = Evaluator::new(&program, &values, 0);
    let (id, value) = evaluator.define(&Stmt::Let(3, e)).expect("no memory");
    assert_eq!(id, 3);
    value
}

fn agrees<T: Scalar>(found: Bits, expected: T) {
    let value = T::from_bits64(found as u64);
    let both_nan = value.to_f64().is_nan() && expected.to_f64().is_nan();
    assert!(
        both_nan || found == Bits::from(expected.to_bits64()),
        "{value:?} where {expected:?} is right"
    );
}

fn operations_agree<T: Scalar>(numbers: &[T], operators: &[Bin], unary: &[Un]) {
    for (&a, &b) in numbers
        .iter()
        .flat_map(|a| numbers.iter().map(move |b| (a, b)))
    {
        let c = numbers[1];
        for &op in operators {
            agrees(
                result(T::TY, Expr::Binary(op, 0, 1), [a, b, c]),
                T::bin(op, a, b),
            );
        }
        agrees(
            result(T::TY, Expr::Fma(0, 1, 2), [a, b, c]),
            T::fma(a, b, c),
        );
        let minus = T::un(Un::Neg, a);
        agrees(
            result(T::TY, Expr::NegFma(0, 1, 2), [a, b, c]),
            T::fma(minus, b, c),
        );
        for op in [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq, Cmp::Ne] {
            let found = result(Ty::Bool, Expr::Compare(op, 0, 1), [a, b, c]);
            assert_eq!(found, T::cmp(op, a, b).into(), "{op:?} {a:?} {b:?}");
        }
    }
    for &a in numbers {
        for &op in unary {
            agrees(result(T::TY, Expr::Unary(op, 0), [a; 3]), T::un(op, a));
        }
        let cast = |ty| result(ty, Expr::Cast(0), [a; 3]);
        agrees(cast(Ty::F64), a.to_f64());
        agrees(cast(Ty::F32), a.to_f32());
        if T::INTEGER {
            agrees(cast(Ty::I32), a.to_i64() as i32);
            agrees(cast(Ty::U32), a.to_i64() as u32);
            agrees(cast(Ty::I64), a.to_i64());
            agrees(cast(Ty::U64), a.to_i64() as u64);
        } else {
            agrees(cast(Ty::I32), a.to_f64() as i32);
            agrees(cast(Ty::U32), a.to_f64() as u32);
            agrees(cast(Ty::I64), a.to_f64() as i64);
            agrees(cast(Ty::U64), a.to_f64() as u64);
        }
    }
}

#[test]
fn operations_agree_with_those_of_one_lane() {
    let f = [
        0.0,
        -0.0,
        1.5,
        -2.75,
        1e9,
        -1e-9,
        f64::NAN,
        f64::INFINITY,
        0.1,
        16_777_217.0,
        -1e19,
        1.7e19,
        1e30,
    ];
    let floats = [Un::Neg, Un::Abs, Un::Sqrt, Un::Floor];
    operations_agree::<f64>(&f, &BIN[..6], &floats);
    operations_agree::<f32>(&f.map(|x| x as f32), &BIN[..6], &floats);
    let i = [0, 1, -1, 7, -40, i32::MAX, i32::MIN, 31];
    let integers = [Un::Neg, Un::Abs, Un::Not];
    operations_agree::<i32>(&i, &BIN, &integers);
    operations_agree::<u32>(&i.map(|x| x as u32), &BIN, &integers);
    let once = (1 << 60) + (1 << 36) + 1;
    let i = [0, 1, -1, 7, -40, i64::MAX, i64::MIN, 63, 1 << 32, once];
    operations_agree::<i64>(&i, &BIN, &integers);
    operations_agree::<u64>(&i.map(|x| x as u64), &BIN, &integers);
}

#[test]
fn functions_are_those_of_the_standard_library() {
    let [a, b] = [2.5f32, -0.75];
    let [x, y] = [a, b].map(f64::from);
    let one = result(Ty::F32, Expr::Unary(Un::ExpM1, 0), [a; 3]);
    agrees(one, x.exp_m1() as f32);
    let two = result(Ty::F32, Expr::Binary(Bin::Powf, 0, 1), [a, b, b]);
    agrees(two, x.powf(y) as f32);
}

#[test]
fn bits_of_floats_stay() {
    let bits = result(Ty::U32, Expr::Unary(Un::Bits, 0), [-1.5f32; 3]);
    agrees(bits, (-1.5f32).to_bits());
    let float = result(Ty::F32, Expr::Unary(Un::Bits, 0), [0xbfc0_0000u32; 3]);
    agrees(float, -1.5f32);
    const SIGNALLING_NAN: u32 = 0xff80_0001;
    let nan = result(Ty::F32, Expr::Unary(Un::Bits, 0), [SIGNALLING_NAN; 3]);
    assert_eq!(nan, SIGNALLING_NAN.into());
}

#[test]
fn floats_of_16_bits_are_rounded_once() {
    let stored = |ty, x: f32| result(ty, Expr::Cast(0), [x; 3]);
    // between an even f16 and an odd one, and the least bit of an f32 above that
    assert_eq!(stored(Ty::F16, 1.0 + 2f32.powi(-11)), 0x3c00);
    assert_eq!(
        stored(Ty::F16, 1.0 + 2f32.powi(-11) + 2f32.powi(-23)),
        0x3c01
    );
    assert_eq!(stored(Ty::BF16, 1.0 + 2f32.powi(-8)), 0x3f80);
    assert_eq!(
        stored(Ty::BF16, 1.0 + 2f32.powi(-8) + 2f32.powi(-23)),
        0x3f81
    );
    let number = |ty, bits| Number::from_bits(ty, bits);
    assert_eq!(number(Ty::F16, 0xc100), Number::Float(-2.5));
    assert_eq!(number(Ty::BF16, 0xc020), Number::Float(-2.5));
}

#[test]
fn parts_of_vectors_and_constants_are_operands() {
    let mut program = values::<f32>(Ty::F32x2);
    let second = program.value(Ty::F32, Value::Component(3, 1));
    let negative = program.constant(Ty::I32, -2);
    let pair = Bits::from(2.5f32.to_bits()) << 32 | Bits::from(1.5f32.to_bits());
    let values = of_one([pair; 6]);
    let evaluator = Evaluator::new(&program, &values, 0);
    assert_eq!(evaluator.operand(second), 2.5f32.to_bits().into());
    assert_eq!(evaluator.integer(negative), -2);
}

#[test]
fn places_and_updates_are_those_of_the_statement() {
    let view = || TestView::new("x", 1, Ty::F64);
    trace::begin(
        "axpy",
        Shape::Range {
            rank: 1,
            right: false,
        },
        Promise::None,
    );
    let x = view();
    let i = trace::builtin(Builtin::Work(0));
    let v = x.read(&[i]);
    x.write(&[i], v);
    let program = trace::finish();
    // the arguments are the buffer, its extent, and the range 1..9
    let items = Items {
        groups: 2,
        group_size: [4, 1],
        tile: &[],
        args: &[0, 2, 1, 9],
    };
    let beyond = Values::of_group(&program, &items, 2);
    assert_eq!(beyond.items(), 0, "beyond the range");
    let mut values = Values::of_group(&program, &items, 0);
    assert_eq!(values.items(), 4);
    values.set(2, v, 6.5f64.to_bits().into());
    let evaluator = Evaluator::new(&program, &values, 2);
    let touched: Vec<_> = program
        .body
        .iter()
        .filter_map(|s| Some((evaluator.place(s)?, evaluator.update(s, 7))))
        .collect();
    let (read, write) = (touched[0], touched[1]);
    for (place, _) in [read, write] {
        assert_eq!(
            (place.memory, place.start, place.bytes),
            (Memory::Buffer(0), 24, 8)
        );
        assert_eq!(evaluator.indices_outside(place.access), Some(vec![3]));
    }
    assert_eq!((read.1, write.1), (7, 6.5f64.to_bits().into()));
}

#[test]
fn atomics_join_what_was_there() {
    let mut program = values::<f32>(Ty::F32);
    let ptr = program.value(Ty::F32, Value::Buffer(0));
    let update = |op, expected| Stmt::Atomic {
        op,
        scope: crate::ops::Scope::Device,
        ptr,
        offset: 1,
        value: 0,
        expected,
        old: Some(3),
        access: 0,
    };
    let atomic = |op| update(op, None);
    let values = of_one([2.0f32.to_bits(); 5].map(Bits::from));
    let evaluator = Evaluator::new(&program, &values, 0);
    for (op, expected) in [
        (AtomicOp::Add, 5.0f32),
        (AtomicOp::Min, 2.0),
        (AtomicOp::Max, 3.0),
        (AtomicOp::Exchange, 2.0),
        (AtomicOp::Load, 3.0),
    ] {
        agrees(
            evaluator.update(&atomic(op), 3.0f32.to_bits().into()),
            expected,
        );
    }
    let exchange = update(AtomicOp::CompareExchange, Some(1));
    let values = of_one([9.0f32, 2.5, 0.0, 0.0, 0.0].map(|x| x.to_bits().into()));
    for (old, expected) in [(2.0f32, 2.0f32), (2.5, 9.0)] {
        let evaluator = Evaluator::new(&program, &values, 0);
        agrees(evaluator.update(&exchange, old.to_bits().into()), expected);
    }
}

#[test]
fn an_index_far_outside_has_a_place_that_is_never_asked() {
    let shape = Shape::Range {
        rank: 1,
        right: false,
    };
    trace::begin("far", shape, Promise::None);
    let x = TestView::new("x", 1, Ty::F64);
    let i = trace::builtin(Builtin::Work(0));
    x.read(&[i]);
    let program = trace::finish();
    let mut values = vec![0; program.values.len()];
    values[i as usize] = (i64::MAX as u64).into();
    let values = of_one(values);
    let evaluator = Evaluator::new(&program, &values, 0);
    let place = program.body.iter().find_map(|s| evaluator.place(s));
    let access = place.expect("a load").access;
    assert_eq!(evaluator.indices_outside(access), Some(vec![i64::MAX]));
}
