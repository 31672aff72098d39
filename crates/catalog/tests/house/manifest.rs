//! What the manifests say: the crates, their arrows, and what they inherit.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::plan::Arrow;

/// What every package takes from the workspace.
const INHERITED: &[(&str, &str)] = &[
    ("package", "version.workspace = true"),
    ("package", "edition.workspace = true"),
    ("package", "rust-version.workspace = true"),
    ("package", "license.workspace = true"),
    ("package", "publish.workspace = true"),
    ("lints", "workspace = true"),
];

/// A crate of the workspace.
#[derive(Clone, Debug)]
pub struct Crate {
    /// The package name.
    pub name: String,
    /// Its folder under `crates/`, such as `games/hive`.
    pub folder: String,
    pub path: PathBuf,
    /// What it uses of ours.
    pub arrows: Vec<Arrow>,
}

/// All crates of the workspace, as cargo sees them.
pub fn crates_of_workspace() -> Vec<Crate> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs, it runs this test");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    read_metadata(&serde_json::from_slice(&output.stdout).expect("cargo writes JSON"))
}

/// Takes the answer of `cargo metadata` apart.
pub fn read_metadata(metadata: &Value) -> Vec<Crate> {
    let house = Path::new(text(&metadata["workspace_root"])).join("crates");
    let folder_of = |path: &Path| path.strip_prefix(&house).ok().map(slashes);
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages
        .iter()
        .map(|package| {
            let path = Path::new(text(&package["manifest_path"])).parent().expect("a manifest lies in a folder");
            let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
            let ours = dependencies.iter().filter_map(|dependency| {
                // Ours are the ones with a path; one outside `crates/` is named by its path.
                let path = Path::new(dependency["path"].as_str()?);
                let to = folder_of(path).unwrap_or_else(|| slashes(path));
                Some(Arrow { to, is_dev: dependency["kind"] == "dev" })
            });
            Crate {
                name: text(&package["name"]).to_string(),
                folder: folder_of(path).unwrap_or_else(|| slashes(path)),
                path: path.to_path_buf(),
                arrows: ours.collect(),
            }
        })
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// What a manifest should inherit from the workspace and does not.
pub fn not_inherited(manifest: &str) -> Vec<String> {
    let missing = |(section, line): &&(&str, &str)| !section_lines(manifest, section).any(|other| other == *line);
    INHERITED.iter().filter(missing).map(|(section, line)| format!("[{section}] lacks `{line}`")).collect()
}

/// The lines of a section, blanks and comments dropped.
fn section_lines<'m>(manifest: &'m str, section: &str) -> impl Iterator<Item = &'m str> {
    let header = format!("[{section}]");
    let lines = manifest.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.skip_while(move |line| *line != header).skip(1).take_while(|line| !line.starts_with('['))
}
