//! The twins of a kernel are the same function in C, in CUDA C++ and in Rust's declaration of it: nothing else would notice
//! an argument of another type.

use portax_perf_suite::suite;

/// Types of a function, written as in C: what it returns, then its arguments.
type Signature = Vec<String>;

/// The signature of the function of this name in a source in C or CUDA C++.
fn in_c(source: &str, name: &str) -> Option<Signature> {
    let (before, after) = source.split_once(&format!("{name}("))?;
    let (arguments, _) = after.split_once(')')?;
    let value = before
        .lines()
        .last()?
        .trim()
        .trim_start_matches("extern \"C\" ");
    let types = arguments.split(',').map(type_of_argument);
    Some(
        [value.trim().to_string()]
            .into_iter()
            .chain(types)
            .collect(),
    )
}

/// `const double *` of `const double *restrict x`.
fn type_of_argument(argument: &str) -> String {
    let argument = argument.replace("restrict", "");
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    argument
        .trim()
        .trim_end_matches(is_of_name)
        .trim()
        .to_string()
}

/// The signature that `twin!` declares.
fn in_rust(source: &str, name: &str) -> Option<Signature> {
    let (_, declaration) = source.split_once("twin! {")?;
    let (_, declaration) = declaration.split_once(&format!("fn {name}("))?;
    let (declaration, _) = declaration.split_once(';')?;
    let (arguments, value) = declaration.split_once(')')?;
    let value = value
        .trim()
        .strip_prefix("-> ")
        .map_or("void".into(), c_type);
    let types = arguments
        .split(',')
        .filter_map(|argument| Some(c_type(argument.split_once(": ")?.1.trim())));
    Some([value].into_iter().chain(types).collect())
}

/// How C writes a type.
fn c_type(rust: &str) -> String {
    match (rust.strip_prefix("*const "), rust.strip_prefix("*mut ")) {
        (Some(pointer), _) if pointer.starts_with('*') => c_type(pointer) + "const *",
        (Some(element), _) => format!("const {} *", c_type(element)),
        (_, Some(element)) => format!("{} *", c_type(element)),
        _ => match rust {
            "usize" => "Index".into(),
            "i32" => "int".into(),
            "f64" => "double".into(),
            other => other.into(),
        },
    }
}

#[test]
fn twins_have_one_signature() {
    for kernel in suite() {
        let (name, twins) = (kernel.symbol, &kernel.twins);
        let declared = in_rust(kernel.rust, name);
        assert!(declared.is_some(), "{name} is not declared");
        assert_eq!(in_c(twins.c, name), declared, "{name} in C");
        assert_eq!(in_c(twins.cuda, name), declared, "{name} in CUDA C++");
    }
}

#[test]
fn signatures_are_read_as_both_languages_write_them() {
    let types = ["double", "Index", "double *const *", "const int *"]
        .map(String::from)
        .to_vec();
    let c = "\ndouble f(Index n, double *const *x,\n         const int *restrict list) {";
    assert_eq!(in_c(c, "f"), Some(types.clone()));
    let rust = "twin! {\n    fn f(\n        n: usize,\n        x: *const *mut f64,\n        list: *const i32,\n    ) -> f64;\n}";
    assert_eq!(in_rust(rust, "f"), Some(types));
    assert_ne!(
        in_c("void f(double n) {", "f"),
        in_c("void f(Index n) {", "f")
    );
}
