//! `snapx serve` with servers of the test's own.

use super::*;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;

const BOHR: f64 = 0.529_177_210_903;
const HARTREE: f64 = 27.211_386_245_988;
const CASE: &str = "s12_triclinic_W";

/// What a server does with a connection.
trait Talk: Read + Write {
    fn say(&mut self, name: &str) {
        self.write_all(format!("{name:12}").as_bytes()).unwrap();
    }

    fn put(&mut self, numbers: &[f64]) {
        numbers
            .iter()
            .for_each(|x| self.write_all(&x.to_ne_bytes()).unwrap());
    }

    fn count(&mut self, n: i32) {
        self.write_all(&n.to_ne_bytes()).unwrap();
    }

    fn hear(&mut self) -> String {
        let mut name = [0; 12];
        self.read_exact(&mut name).unwrap();
        String::from_utf8_lossy(&name).trim_end().to_string()
    }

    fn status(&mut self) -> String {
        self.say("STATUS");
        self.hear()
    }

    fn numbers(&mut self, n: usize) -> Vec<f64> {
        let number = |_| {
            let mut bytes = [0; 8];
            self.read_exact(&mut bytes).unwrap();
            f64::from_ne_bytes(bytes)
        };
        (0..n).map(number).collect()
    }

    fn counted(&mut self) -> usize {
        let mut bytes = [0; 4];
        self.read_exact(&mut bytes).unwrap();
        i32::from_ne_bytes(bytes) as usize
    }

    fn init(&mut self) {
        assert_eq!(self.status(), "NEEDINIT");
        self.say("INIT");
        self.count(3);
        self.count(2);
        self.write_all(b"hi").unwrap();
        assert_eq!(self.status(), "READY");
    }

    /// One evaluation: energy, forces and the rows of the virial, eV and Å.
    fn evaluate(&mut self, atoms: &Atoms) -> [Vec<f64>; 3] {
        self.say("POSDATA");
        self.put(&atoms.cell);
        self.put(&[0.0; 9]);
        self.count(atoms.count() as i32);
        self.put(&atoms.positions);
        assert_eq!(self.status(), "HAVEDATA");
        self.say("GETFORCE");
        assert_eq!(self.hear(), "FORCEREADY");
        let energy = self.numbers(1);
        assert_eq!(self.counted(), atoms.count());
        let forces = self.numbers(3 * atoms.count());
        let virial = self.numbers(9);
        assert_eq!(self.counted(), 0);
        let times = |all: Vec<f64>, unit: f64| all.iter().map(|x| x * unit).collect();
        [
            times(energy, HARTREE),
            times(forces, HARTREE / BOHR),
            times(virial, HARTREE),
        ]
    }
}

impl<S: Read + Write> Talk for S {}

/// The atoms of the case as i-PI sends them.
struct Atoms {
    /// Vectors as columns, bohr.
    cell: Vec<f64>,
    positions: Vec<f64>,
}

impl Atoms {
    fn of_case() -> Self {
        let case: Value =
            serde_json::from_str(&std::fs::read_to_string(case(CASE)).unwrap()).unwrap();
        let number = |value: &Value| value.as_f64().unwrap() / BOHR;
        let rows = &case["box"]["cell_rows"];
        let transposed = (0..9).map(|i| number(&rows[i % 3][i / 3])).collect();
        let positions = case["positions"].as_array().unwrap().iter();
        let positions = positions.flat_map(|x| (0..3).map(move |d| number(&x[d])));
        Self {
            cell: transposed,
            positions: positions.collect(),
        }
    }

    fn count(&self) -> usize {
        self.positions.len() / 3
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// What `snapx compute` says of the case.
fn computed() -> [Vec<f64>; 3] {
    let output = snapx(&["compute", &case(CASE), "--json", "--backend", "rayon"]);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    ["energy", "forces", "virial"].map(|key| numbers(&report[key]))
}

fn assert_alike(found: &[Vec<f64>; 3], expected: &[Vec<f64>; 3]) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.len(), expected.len());
        let largest = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        let pairs = found.iter().zip(expected);
        assert!(
            pairs.clone().all(|(a, b)| (a - b).abs() < 1e-10 * largest),
            "{found:?} {expected:?}"
        );
    }
}

fn serve(address: &str, wait: &str) -> Child {
    let arguments = [
        "serve",
        &case(CASE),
        "--backend",
        "rayon",
        "--ipi",
        address,
        "--wait",
        wait,
    ];
    let mut command = command(&arguments);
    command
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

fn ends(child: Child, status: i32, word: &str) {
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(message.contains(word), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn results_are_those_of_compute_also_after_the_server_came_back() {
    let (listener, address) = listener();
    let child = serve(&address, "30");
    let (atoms, expected) = (Atoms::of_case(), computed());
    for _ in 0..2 {
        let (mut server, _) = listener.accept().unwrap();
        server.init();
        assert_alike(&server.evaluate(&atoms), &expected);
        let mut moved = Atoms::of_case();
        moved.positions[0] += 0.1;
        moved.cell[0] *= 1.01;
        let [energy, ..] = server.evaluate(&moved);
        assert!((energy[0] - expected[0][0]).abs() > 1e-3);
        assert_alike(&server.evaluate(&atoms), &expected);
    }
    let (mut server, _) = listener.accept().unwrap();
    server.say("EXIT");
    ends(child, 0, "went away");
}

#[cfg(unix)]
#[test]
fn unix_sockets_are_paths_or_names() {
    let path = folder("serve-unix").join("socket").display().to_string();
    let name = format!("portax-test-{}", std::process::id());
    let of_name = format!("/tmp/ipi_{name}");
    for (given, path) in [(path.clone(), path), (name, of_name)] {
        let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let child = serve(&format!("unix:{given}"), "30");
        let (mut server, _) = listener.accept().unwrap();
        server.init();
        assert_alike(&server.evaluate(&Atoms::of_case()), &computed());
        server.say("EXIT");
        ends(child, 0, "serving");
        std::fs::remove_file(path).unwrap();
    }
}

/// What a server does, and a word of the error that follows.
type Lie = (fn(&mut TcpStream), &'static str);

#[test]
fn what_breaks_the_protocol_is_an_error_with_a_text() {
    let lies: [Lie; 5] = [
        (|server| server.say("HELLO"), "HELLO"),
        (
            |server| server.say("GETFORCE"),
            "before it has sent positions",
        ),
        (
            |server| {
                server.say("INIT");
                server.count(0);
                server.count(-1);
            },
            "-1 bytes",
        ),
        (
            |server| {
                server.say("POSDATA");
                server.put(&[0.0; 18]);
                server.count(-7);
            },
            "-7 atoms",
        ),
        (
            |server| {
                let atoms = Atoms::of_case();
                server.say("POSDATA");
                server.put(&[0.0; 18]);
                server.count(atoms.count() as i32);
                server.put(&atoms.positions);
            },
            "positions 0",
        ),
    ];
    for (lie, word) in lies {
        let (listener, address) = listener();
        let child = serve(&address, "30");
        let (mut server, _) = listener.accept().unwrap();
        lie(&mut server);
        ends(child, 1, word);
    }
}

#[test]
fn a_server_that_is_not_there_is_waited_for_so_long() {
    let (listener, address) = listener();
    drop(listener);
    ends(serve(&address, "0.3"), 1, "no answer in 0.3 s");
    refused(&["serve", &case(CASE)], &["--ipi"]);
    refused(&["serve", &case(CASE), "--ipi", "nowhere"], &["HOST:PORT"]);
    refused(
        &["serve", "no-file.xyz", "--ipi", &address],
        &["no-file.xyz"],
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_wait_and_a_conversation() {
    for is_served in [false, true] {
        let (listener, address) = listener();
        let listener = is_served.then_some(listener);
        let mut child = serve(&address, "60");
        let _server = listener.as_ref().map(|listener| listener.accept().unwrap());
        let said = if is_served { "serving" } else { "waiting" };
        let stderr = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(stderr.map_while(Result::ok).any(|line| line.contains(said)));
        let status = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
        ends(child, 130, "");
    }
}
