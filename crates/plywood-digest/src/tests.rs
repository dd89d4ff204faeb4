//! A digest changes with every line that the program is made of, and with nothing else.

use std::fs;
use std::path::Path;

use super::*;

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => assert!(fs::copy(&from, &to).is_ok()),
        }
    }
}

fn of(root: &Path) -> String {
    digest(root, &["src"], &Setting::default()).unwrap()
}

#[test]
fn one_line_of_a_search_is_another_digest_and_another_place_is_not() {
    let search = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plywood-search");
    let [one, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let roots = [one.path().to_path_buf(), other.path().join("vendor/search")];
    roots.iter().for_each(|root| copy(&search.join("src"), &root.join("src")));
    let same = of(&search);
    assert_eq!(roots.each_ref().map(|root| of(root)), [same.clone(), same.clone()]);
    // Tests and documents lie beside the sources.
    fs::create_dir(roots[0].join("tests")).unwrap();
    fs::write(roots[0].join("tests/more.rs"), "#[test] fn more() {}").unwrap();
    fs::write(roots[0].join("src/.lib.rs.swp"), "an editor's").unwrap();
    assert_eq!(of(&roots[0]), same);
    let file = roots[0].join("src/plain.rs");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("depth", "depths", 1)).unwrap();
    let changed = of(&roots[0]);
    assert_ne!(changed, same);
    fs::write(&file, &text).unwrap();
    assert_eq!(of(&roots[0]), same);
    fs::rename(&file, roots[0].join("src/plainer.rs")).unwrap();
    assert!(![same, changed].contains(&of(&roots[0])), "a file's name counts");
}

#[test]
fn features_flags_and_packages_count() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("src")).unwrap();
    let of = |packages: &[&str], flags: &[&str]| {
        let texts = |list: &[&str]| list.iter().map(|text| text.to_string()).collect();
        let setting = Setting { packages: texts(packages), flags: texts(flags) };
        digest(root.path(), &["src"], &setting).unwrap()
    };
    let all =
        [of(&[], &[]), of(&["a 1"], &[]), of(&[], &["a 1"]), of(&["a 1"], &["b"]), of(&["a 2"], &["b"])];
    for (place, one) in all.iter().enumerate() {
        assert!(!all[..place].contains(one), "{all:?}");
    }
}

#[test]
fn flags_are_those_that_change_code() {
    let set = |pairs: &[(&str, &str)]| {
        flags(pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())))
    };
    let encoded = [
        "--cfg",
        "fast",
        "--cfg=loud",
        "-Copt-level=1",
        "-C",
        "overflow-checks=on",
        "-Ctarget-cpu=native",
        "--remap-path-prefix=/home/me=.",
        "-Clinker=/usr/bin/cc",
        "-L",
        "/some/folder",
    ];
    let found = set(&[
        ("OUT_DIR", "/home/me/target/out"),
        ("CARGO_FEATURE_COMMAND", "1"),
        ("CARGO_ENCODED_RUSTFLAGS", &encoded.join("\x1f")),
        ("CARGO_CFG_TARGET_FEATURE", "bmi2,popcnt"),
        ("OPT_LEVEL", "3"),
    ]);
    let expected = [
        "CARGO_CFG_TARGET_FEATURE=bmi2,popcnt",
        "CARGO_FEATURE_COMMAND",
        "OPT_LEVEL=3",
        "cfg fast",
        "cfg loud",
        "codegen opt-level=1",
        "codegen overflow-checks=on",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_crate_rests_on_the_packages_that_its_own_rest_on() {
    let lock = lock::Lock::read(
        "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"aa\"\ndependencies = [\n \"b 2.0.0\",\n]\n\n\
         [[package]]\nname = \"b\"\nversion = \"1.0.0\"\nchecksum = \"b1\"\n\n\
         [[package]]\nname = \"b\"\nversion = \"2.0.0\"\nchecksum = \"b2\"\ndependencies = [\n \"c\",\n]\n\n\
         [[package]]\nname = \"c\"\nversion = \"3.0.0\"\n\n[[package]]\nname = \"ab\"\nversion = \"0.1.0\"\nchecksum = \"d\"\n",
    );
    let of = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        lock.packages(names.iter())
    };
    assert_eq!(of(&["a"]), ["a 1.0.0 aa", "b 2.0.0 b2", "c 3.0.0 "]);
    assert_eq!(of(&["ab"]), ["ab 0.1.0 d"]);
    assert_eq!(of(&["nobody"]), [""; 0]);
}

#[test]
fn dependencies_are_read_of_a_workspace_and_of_a_package() {
    let workspace = "[package]\nname = \"x\"\n\n[dependencies]\n# one\nplywood-core.workspace = true\n\
                     rand = { version = \"1\" }\n\n[dev-dependencies]\ntempfile = \"3\"\n[build-dependencies]\nplywood-digest.workspace = true\n\
                     [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n";
    let package = "[dependencies.plywood-core]\nversion = \"0.1.0\"\n\n[dependencies.rand]\nversion = \"1\"\n\n\
                   [dev-dependencies.tempfile]\nversion = \"3\"\n[target.'cfg(unix)'.dependencies.libc]\nversion = \"0.2\"\n";
    for manifest in [workspace, package] {
        assert_eq!(manifest::dependencies(manifest), ["libc", "plywood-core", "rand"], "{manifest}");
    }
}

#[test]
fn a_room_names_the_rooms_it_rests_on() {
    let text = room("plywood-search", "00ff", &["libm".to_string(), "plywood-core".to_string()]);
    assert!(text.contains("pub static ROOM: plywood_core::code::Room"), "{text}");
    assert!(
        text.contains("\"plywood-search\", \"00ff\"") && text.contains("&[&plywood_core::ROOM, ]"),
        "{text}"
    );
    assert!(room("plywood-core", "00ff", &[]).contains("crate::code::Room::new"));
}
