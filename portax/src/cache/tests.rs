use super::*;
use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A folder of one test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let name = format!("portax-cache-{test}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        let _ = fs::remove_dir_all(&folder.0);
        folder
    }

    fn cache(&self, limit_bytes: u64) -> Cache {
        Cache::new(&self.0, limit_bytes)
    }

    fn files(&self) -> Vec<PathBuf> {
        let all = fs::read_dir(&self.0).into_iter().flatten();
        all.map(|file| file.unwrap().path()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn key<'a>(entry: &'a str, text: &'a str) -> Key<'a> {
    Key {
        device: "device",
        compiler: "compiler 1",
        options: "-O",
        entry,
        text,
    }
}

#[test]
fn what_was_stored_is_found_under_its_whole_key() {
    let folder = Folder::new("key");
    let (cache, stored) = (folder.cache(1 << 20), key("axpy", "text"));
    assert_eq!(cache.find(&stored), None);
    cache.store(&stored, b"code");
    assert_eq!(folder.cache(1 << 20).find(&stored), Some(b"code".to_vec()));
    let others = [
        Key {
            device: "other",
            ..stored
        },
        Key {
            compiler: "compiler 2",
            ..stored
        },
        Key {
            options: "-O1",
            ..stored
        },
        Key {
            entry: "dot",
            ..stored
        },
        Key {
            text: "text ",
            ..stored
        },
    ];
    for other in others {
        assert_eq!(cache.find(&other), None, "{other:?}");
    }
    assert_eq!((cache.hits(), cache.misses()), (0, 6));
}

#[test]
fn damaged_entries_are_misses() {
    let folder = Folder::new("damage");
    let (cache, key) = (folder.cache(1 << 20), key("axpy", "text"));
    cache.store(&key, b"the code of a kernel");
    let path = folder.files().remove(0);
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(cache.find(&key), None, "torn after {length} bytes");
    }
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        fs::write(&path, flipped).unwrap();
        assert_eq!(cache.find(&key), None, "a bit of byte {at}");
    }
    cache.store(&key, b"again");
    assert_eq!(cache.find(&key), Some(b"again".to_vec()));
}

#[test]
fn an_entry_of_another_key_under_the_same_hash_is_a_miss() {
    let folder = Folder::new("collision");
    let (cache, wanted, other) = (folder.cache(1 << 20), key("axpy", "a"), key("axpy", "b"));
    cache.store(&other, b"of b");
    fs::rename(cache.path(&other).unwrap(), cache.path(&wanted).unwrap()).unwrap();
    assert_eq!(cache.find(&wanted), None);
}

#[test]
fn what_was_used_longest_ago_goes_first() {
    let folder = Folder::new("shrink");
    let image = [0; 1000];
    let names = ["a", "b", "c", "d"];
    let cache = folder.cache(3500);
    for name in &names[..3] {
        cache.store(&key(name, ""), &image);
        thread::sleep(Duration::from_millis(20));
    }
    assert!(cache.find(&key("a", "")).is_some());
    thread::sleep(Duration::from_millis(20));
    cache.store(&key("d", ""), &image);
    let left = names.map(|name| cache.find(&key(name, "")).is_some());
    assert_eq!(left, [true, false, true, true]);
    cache.store(&key("too large", ""), &[0; 4000]);
    assert_eq!(cache.usage().total.entries, 3);
}

#[test]
fn files_of_others_stay() {
    let folder = Folder::new("others");
    let cache = folder.cache(2000);
    cache.store(&key("a", ""), &[0; 1000]);
    fs::write(folder.0.join("notes.txt"), [0; 5000]).unwrap();
    cache.store(&key("b", ""), &[0; 1000]);
    let cleared = cache.clear().unwrap();
    assert_eq!(cleared.total.entries, 1);
    assert_eq!(folder.files(), [folder.0.join("notes.txt")]);
}

#[test]
fn usage_counts_by_device() {
    let folder = Folder::new("usage");
    let cache = folder.cache(1 << 20);
    let on = |device| Key {
        device,
        ..key("axpy", "")
    };
    cache.store(&on("cuda sm_90"), b"1");
    cache.store(&on("cuda sm_90"), b"2");
    cache.store(&on("pocl"), b"3");
    cache.store(
        &Key {
            text: "x",
            ..on("pocl")
        },
        b"4",
    );
    let usage = cache.usage();
    let devices: Vec<_> = usage
        .devices
        .iter()
        .map(|(d, c)| (d.as_str(), c.entries))
        .collect();
    assert_eq!(devices, [("cuda sm_90", 1), ("pocl", 2)]);
    assert_eq!(
        usage.total.bytes,
        usage.devices.values().map(|c| c.bytes).sum::<u64>()
    );
}

#[test]
fn without_a_folder_that_can_be_written_nothing_is_found() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "a file, not a folder").unwrap();
    for cache in [folder.cache(1 << 20), Cache::off()] {
        cache.store(&key("axpy", ""), b"code");
        assert_eq!(cache.find(&key("axpy", "")), None);
        assert_eq!(cache.clear().unwrap(), Usage::default());
    }
    fs::remove_file(&folder.0).unwrap();
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_left_alone() {
    let folder = Folder::new("irregular");
    let (cache, piped, nested) = (folder.cache(1 << 20), key("pipe", ""), key("folder", ""));
    fs::create_dir_all(cache.path(&nested).unwrap()).unwrap();
    let mut mkfifo = std::process::Command::new("mkfifo");
    let made = mkfifo.arg(cache.path(&piped).unwrap()).status();
    assert!(made.unwrap().success());
    for key in [piped, nested] {
        assert_eq!(cache.find(&key), None);
    }
    cache.store(&key("axpy", ""), b"code");
    assert_eq!(cache.clear().unwrap().total.entries, 1);
    assert_eq!(folder.files().len(), 2);
    cache.store(&piped, b"code");
    assert_eq!(cache.find(&piped), Some(b"code".to_vec()));
}

#[test]
fn an_image_that_does_not_load_is_removed() {
    let folder = Folder::new("refused");
    let (cache, key) = (folder.cache(1 << 20), key("axpy", ""));
    let load = |image: &[u8]| String::from_utf8(image.to_vec());
    cache.store(&key, b"code");
    assert_eq!(cache.load(&key, load), Some("code".to_string()));
    cache.store(&key, b"\xff");
    assert_eq!(cache.load(&key, load), None);
    assert!(folder.files().is_empty());
}

/// Set where this program runs itself, to the folder of a cache.
const CHILD: &str = "PORTAX_TEST_CACHE_CHILD";

/// Ends the process while an image is loaded, as drivers do.
#[test]
fn child_that_dies() {
    if let Some(folder) = std::env::var_os(CHILD) {
        let cache = Cache::new(folder, 1 << 20);
        let _ = cache.load(&key("axpy", ""), |_| -> std::result::Result<(), ()> {
            std::process::abort()
        });
    }
}

#[test]
fn images_are_gone_after_one_has_ended_a_process() {
    let folder = Folder::new("crash");
    folder.cache(1 << 20).store(&key("axpy", ""), b"code");
    folder.cache(1 << 20).store(&key("dot", ""), b"code");
    let load = |key| {
        let cache = folder.cache(1 << 20);
        cache.load(&key, |image| Ok::<_, ()>(image.to_vec()))
    };
    assert!(load(key("axpy", "")).is_some());
    let died = child("child_that_dies", &folder).status().unwrap();
    assert!(!died.success());
    assert_eq!(folder.files().len(), 3);
    assert_eq!(load(key("dot", "")), None);
    assert!(folder.files().is_empty());
}

/// Writers of one key, of others in a cache that is always full, and readers: what is found is always whole.
#[test]
fn many_writers_and_readers_never_see_half_an_entry() {
    let folder = Folder::new("many");
    let image = |name: &str| name.repeat(700).into_bytes();
    let names: Vec<String> = (0..8).map(|n| format!("kernel{n}")).collect();
    thread::scope(|scope| {
        for first in 0..4 {
            let (folder, names) = (&folder, &names);
            scope.spawn(move || {
                let cache = folder.cache(20_000);
                for round in 0..100 {
                    let name = &names[(first + round) % names.len()];
                    match cache.find(&key(name, "")) {
                        Some(found) => assert_eq!(found, image(name)),
                        None => cache.store(&key(name, ""), &image(name)),
                    }
                }
            });
        }
    });
    assert!(
        folder
            .files()
            .iter()
            .all(|path| path.extension().unwrap() == "jit")
    );
}

/// Runs a test of this program in another process.
fn child(test: &str, folder: &Folder) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([test, "--nocapture"]).env(CHILD, &folder.0);
    child.stdout(Stdio::null()).stderr(Stdio::null());
    child
}

/// Longer than a test waits for it.
const LONG: Duration = Duration::from_secs(60);

/// Stores images of one byte each until it is killed.
#[test]
fn child_that_stores() {
    let Some(folder) = std::env::var_os(CHILD) else {
        return;
    };
    let (cache, start) = (Cache::new(folder, 1 << 30), Instant::now());
    for byte in (0..=u8::MAX).cycle() {
        cache.store(&key("killed", ""), &vec![byte; 1 << 18]);
        if start.elapsed() > LONG {
            break;
        }
    }
}

#[test]
fn an_entry_is_whole_whenever_its_writer_is_killed() {
    let folder = Folder::new("killed");
    let cache = folder.cache(1 << 30);
    for wait in 0..16 {
        let mut writer = child("child_that_stores", &folder).spawn().unwrap();
        let start = Instant::now();
        while cache.find(&key("killed", "")).is_none() && start.elapsed() < LONG {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(20 + wait));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let image = cache.find(&key("killed", "")).expect("an entry");
        assert_eq!(image.len(), 1 << 18);
        assert!(image.iter().all(|&byte| byte == image[0]));
    }
}

/// Finds and stores where it must not write.
#[test]
fn child_without_permission() {
    if let Some(folder) = std::env::var_os(CHILD) {
        let cache = Cache::new(folder, 1 << 20);
        cache.store(&key("axpy", ""), b"other code");
        cache.store(&key("dot", ""), b"code");
        let found = ["axpy", "dot"].map(|name| cache.find(&key(name, "")));
        assert_eq!(found, [Some(b"code".to_vec()), None]);
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_must_not_be_written_is_read() {
    use std::os::unix::{fs::PermissionsExt, process::CommandExt};
    const NOBODY: u32 = 65534;

    let folder = Folder::new("permission");
    let allow = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).unwrap();
    folder.cache(1 << 20).store(&key("axpy", ""), b"code");
    allow(0o555);
    let mut reader = child("child_without_permission", &folder);
    if fs::write(folder.0.join("probe"), "").is_ok() {
        // Permissions do not bind the superuser.
        reader.uid(NOBODY);
    }
    let ended = reader.status();
    allow(0o755);
    match ended {
        Ok(status) => assert!(status.success(), "{status}"),
        Err(error) => println!("skipped: nobody may not run this program: {error}"),
    }
}
