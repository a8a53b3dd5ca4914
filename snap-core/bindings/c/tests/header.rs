//! The header that is kept is the one that cbindgen writes.

use std::path::Path;

#[test]
fn the_header_is_that_of_the_library() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let files = [
        "error",
        "handle",
        "create",
        "results",
        "structure",
        "domain",
        "domain_on_device",
    ];
    let builder = files
        .iter()
        .fold(cbindgen::Builder::new(), |builder, file| {
            builder.with_src(folder.join(format!("src/{file}.rs")))
        });
    let mut found = vec![];
    builder
        .with_config(config)
        .generate()
        .unwrap()
        .write(&mut found);
    let path = folder.join("include/portax_snap.h");
    let found = String::from_utf8(found).unwrap();
    if std::env::var_os("PORTAX_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == found,
        "{} is not up to date: set PORTAX_BLESS=1",
        path.display()
    );
}
