//! How long kernels are.

/// Lines that make a kernel: its functors, `#[kernel]` and `#[device]` items and the function that launches it.
pub fn rust(source: &str) -> usize {
    let mut lines = source.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        if !is_item(line.trim_start()) {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        count += usize::from(is_code(line));
        for line in lines.by_ref() {
            count += usize::from(is_code(line));
            if line == end {
                break;
            }
        }
    }
    count
}

/// Lines of a twin, in C or CUDA C++.
pub fn twin(source: &str) -> usize {
    source.lines().filter(|line| is_code(line)).count()
}

/// Whether the kernel promises what portax cannot prove.
pub fn promises(source: &str) -> bool {
    source.contains("unsafe impl") || source.contains("unsafe |")
}

fn is_item(line: &str) -> bool {
    let heads = ["#[derive(", "#[kernel", "#[device", "fn run(&self, "];
    let is_launcher = line.starts_with("fn ") && line.contains("space: &Space");
    is_launcher || heads.iter().any(|head| line.starts_with(head))
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    !(line.is_empty()
        || line.starts_with("//")
        || line.starts_with("/*")
        || line.starts_with("#include"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_kernel_are_those_of_its_items() {
        let source = "//! Doc\n\n#[derive(Functor)]\nstruct K {\n    x: X,\n}\n\n#[kernel]\nunsafe impl RangeKernel for K {\n    // why\n    body\n}\n\nimpl Kernel for K {\n    fn new() {\n        data\n    }\n\n    fn run(&self, space: &Space) -> Result<()> {\n        launch\n    }\n}\n";
        assert_eq!(rust(source), 4 + 4 + 3);
        assert!(promises(source));
        assert_eq!(twin("#include \"suite.h\"\n\nvoid f() {\n}\n"), 2);
    }
}
