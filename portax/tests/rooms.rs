//! The rooms of the crate stand in one order: none names a room that comes after it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The folders and files of `src`, from what needs nothing to what needs all. `language` and `lib` only re-export.
const ORDER: [&str; 25] = [
    "cpu", "ops", "stderr", "ir", "error", "fault", "config", "layout", "policy", "tune",
    "backend", "cache", "dump", "tools", "space", "kernel", "view", "launch", "pattern", "copy",
    "study", "registry", "say", "language", "lib",
];

#[test]
fn no_room_names_one_that_comes_after_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 100, "the sources of the crate");
    let mut upward = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).expect("a file of src");
        let room = room_of(path);
        let rank = rank(&room);
        let text = fs::read_to_string(&file).expect("a readable source");
        for named in rooms_in(&text) {
            if rank_of(&named).is_some_and(|other| other > rank) {
                upward.push(format!("{}: {named}", file.display()));
            }
        }
    }
    assert!(upward.is_empty(), "upward:\n{}", upward.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of src").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if path.ends_with("tests") => {}
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") => {
                files.push(path);
            }
            false => {}
        }
    }
}

/// The first folder, or the file.
fn room_of(path: &Path) -> String {
    let first = path
        .components()
        .next()
        .map(|c| c.as_os_str().to_string_lossy());
    first
        .unwrap_or_default()
        .trim_end_matches(".rs")
        .to_string()
}

fn rank_of(room: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == room)
}

fn rank(room: &str) -> usize {
    rank_of(room).unwrap_or_else(|| panic!("`{room}` has no place in the order of rooms"))
}

/// What follows `crate::` in code: one name, or the first names of a group.
fn rooms_in(text: &str) -> BTreeSet<String> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text);
    let code: String = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n");
    let mut rooms = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => rooms.extend(firsts(group)),
            None => {
                rooms.insert(name(rest));
            }
        }
    }
    rooms
}

/// The first names of a group's items.
fn firsts(group: &str) -> Vec<String> {
    let (mut depth, mut names, mut item) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => names.push(name(std::mem::take(&mut item).trim())),
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => item.push(c),
            _ => {}
        }
    }
    names.push(name(item.trim()));
    names
}

fn name(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}
