//! Frames that a device computes at once.

use serde_json::Value;

use crate::{folder, snapx};

/// A frame of tungsten atoms in a cube, moved by a wave of this phase.
fn frame(edge: f64, cells: usize, phase: f64, drop: usize) -> String {
    let a = edge / cells as f64;
    let corners = (0..cells.pow(3))
        .map(|n| [n % cells, n / cells % cells, n / cells.pow(2)].map(|i| i as f64));
    let sites: Vec<_> = corners.flat_map(|c| [c, c.map(|x| x + 0.5)]).collect();
    let mut text = format!(
        "{}\nLattice=\"{edge} 0 0 0 {edge} 0 0 0 {edge}\" Properties=species:S:1:pos:R:3\n",
        sites.len() - drop
    );
    for s in &sites[drop..] {
        let x = [0, 1, 2].map(|d| {
            a * s[d] + 0.1 * (3.0 * s[0] + 5.0 * s[1] + 7.0 * s[2] + d as f64 + phase).sin()
        });
        text += &format!("W {} {} {}\n", x[0], x[1], x[2]);
    }
    text
}

/// Two atoms at one place.
fn overlap(edge: f64) -> String {
    format!(
        "2\nLattice=\"{edge} 0 0 0 {edge} 0 0 0 {edge}\" Properties=species:S:1:pos:R:3\nW 1 1 1\nW 1 1 1\n"
    )
}

/// What `compute` prints for a file on a device, and its exit status and message.
fn compute(file: &str, device: &str) -> (Vec<Value>, Option<i32>, String) {
    let output = snapx(&[
        "compute",
        file,
        "--json",
        "--atom-virials",
        "--backend",
        device,
    ]);
    let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str(line).unwrap());
    let message = String::from_utf8(output.stderr).unwrap();
    (lines.collect(), output.status.code(), message)
}

fn assert_close(found: &Value, expected: &Value, what: &str) {
    match (found, expected) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).for_each(|(a, b)| assert_close(a, b, what));
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            for (key, value) in a {
                assert_close(value, &b[key], &format!("{what}, {key}"));
            }
        }
        (Value::Number(a), Value::Number(b)) => {
            let [a, b] = [a, b].map(|n| n.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-8 * b.abs().max(1.0), "{what}: {a} {b}");
        }
        (a, b) => assert_eq!(a, b, "{what}"),
    }
}

#[test]
fn frames_computed_at_once_are_as_one_after_the_other() {
    if portax_backends::testing::space_or_skip("opencl:pocl").is_none() {
        return;
    }
    let folder = folder("groups");
    let (small, large) = ((6.36, 2), (9.54, 3));
    let of = |(edge, cells): (f64, usize), phase, drop| frame(edge, cells, phase, drop);
    let frames = [
        of(small, 0.0, 0),
        of(small, 1.0, 0),
        of(small, 2.0, 3),
        of(large, 0.0, 0),
        of(small, 4.0, 0),
        of(small, 5.0, 0),
    ];
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let file = write("all.xyz", frames.concat());
    let (expected, ..) = compute(&file, "rayon:lane");
    let (found, status, message) = compute(&file, "opencl:pocl");
    assert_eq!((expected.len(), status), (6, Some(0)), "{message}");
    for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found["frame"], number);
        assert_close(found, expected, &format!("frame {number}"));
    }
    let [first, second, third, ..] = frames;
    let faulty = [&first, &second, &overlap(6.36)[..], &third].concat();
    let file = write("faulty.xyz", faulty);
    assert_two_frames_then_an_error(&file, "frame 2", "opencl:pocl");
    let damaged = [&first, &second, "16\nLattice="].concat();
    let file = write("damaged.xyz", damaged);
    assert_two_frames_then_an_error(&file, "damaged.xyz", "opencl:pocl");
}

#[test]
fn frames_before_a_faulty_one_have_their_results() {
    let folder = folder("groups-host");
    let good = frame(6.36, 2, 0.0, 0);
    for (name, third, word) in [
        ("faulty.xyz", overlap(6.36), "frame 2"),
        ("damaged.xyz", "16\nLattice=".to_string(), "damaged.xyz"),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, [&good, &good, &third[..]].concat()).unwrap();
        let file = file.display().to_string();
        assert_two_frames_then_an_error(&file, word, "rayon:lane");
    }
}

/// Frames 0 and 1 are there, and a message with this word.
fn assert_two_frames_then_an_error(file: &str, word: &str, device: &str) {
    let (found, status, message) = compute(file, device);
    assert_eq!((found.len(), status), (2, Some(2)), "{device}: {message}");
    assert!(message.contains(word), "{device}: {message}");
}
