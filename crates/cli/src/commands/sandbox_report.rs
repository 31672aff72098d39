//! `schwarm doctor --sandbox`: which layers of the sandbox this machine has.

use std::fmt::Write as _;

use schwarm_arena::sandbox::{Layers, Level, Policy, SandboxError, available};
use serde_json::json;

/// Prints the report: a table and what each level lacks, or one JSON object.
///
/// # Errors
/// When it cannot be written.
pub fn report(json: bool) -> anyhow::Result<()> {
    use std::io::Write as _;
    let text = match json {
        true => format!("{}\n", as_json(available())),
        false => as_text(available()),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// A bot that talks TCP asks for the most. Its folder is of no matter here.
fn policy(level: Level) -> Policy {
    let reach = Some(([127, 0, 0, 1], 13050).into());
    Policy { reach, ..Policy::new(level, std::env::temp_dir()) }
}

fn refusal(level: Level, layers: &Layers) -> Option<SandboxError> {
    policy(level).permit(layers).err()
}

fn as_text(layers: &Layers) -> String {
    let mut text = String::from("Layers of the sandbox on this machine, tried where they can be:\n\n");
    for layer in layers.iter() {
        let state = if layer.on { "on " } else { "OFF" };
        let _ = writeln!(
            text,
            "  {state}  {:<32} from {:<8} {}",
            layer.name.to_string(),
            layer.name.level().name(),
            layer.note
        );
    }
    text.push('\n');
    for level in Level::ALL {
        let missing = policy(level).check(layers);
        let state = match (refusal(level, layers).is_some(), missing.is_empty()) {
            (true, _) => "REFUSED unless missing layers are allowed",
            (false, true) => "complete",
            (false, false) => "works with less",
        };
        let _ = writeln!(text, "{:<8} {state}", level.name());
        for sentence in missing {
            let _ = writeln!(text, "         - {sentence}");
        }
    }
    text
}

fn as_json(layers: &Layers) -> serde_json::Value {
    let levels: serde_json::Map<_, _> = Level::ALL
        .into_iter()
        .map(|level| {
            let refused = refusal(level, layers).is_some();
            (level.name().to_string(), json!({ "refused": refused, "missing": policy(level).check(layers) }))
        })
        .collect();
    json!({ "layers": layers, "levels": levels })
}

#[cfg(test)]
mod tests {
    use schwarm_arena::sandbox::Layer;

    use super::*;

    #[test]
    fn a_machine_without_layers_is_told_what_every_level_lacks() {
        let bare = Layers::new(|name| Layer::missing(name, "it is a toaster"));
        let text = as_text(&bare);
        assert!(text.contains("OFF  bubblewrap") && text.contains("jailed   REFUSED"), "{text}");
        assert!(text.contains("guarded without rlimits: it is a toaster"), "{text}");
        let json = as_json(&bare);
        assert_eq!(json["levels"]["jailed"]["refused"], true);
        assert_eq!(json["layers"][0]["note"], "it is a toaster");
        let full = Layers::new(|name| Layer::on(name, ""));
        assert!(!as_text(&full).contains("OFF") && as_text(&full).contains("jailed   complete"));
        assert_eq!(as_json(&full)["levels"]["jailed"]["missing"], json!([]));
    }
}
