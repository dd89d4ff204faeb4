//! What a crate's manifest says that it depends on, in a workspace as in a package.

/// The crate's dependencies by name, in order; those of its tests and of its build script are none of the program's.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            // `[dependencies]`, `[target.….dependencies]`, and in packages `[dependencies.NAME]`.
            inside = section == "dependencies" || section.ends_with(".dependencies");
            let own = section.strip_prefix("dependencies.");
            let of_target = section.split_once(".dependencies.").map(|(_, name)| name);
            found.extend(own.or(of_target).map(str::to_string));
        } else if inside && line.contains('=') && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            found.push(name.trim_matches('"').to_string());
        }
    }
    found.sort();
    found.dedup();
    found
}
