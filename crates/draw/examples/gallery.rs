//! Draws example positions into a folder: `cargo run -p schwarm-draw --example gallery -- DIR`.

#[path = "../tests/fixtures/mod.rs"]
mod fixtures;

use std::error::Error;
use std::path::PathBuf;

use schwarm_draw::{SvgStyle, TextStyle, Theme, png, svg, text};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    for (name, view) in fixtures::all() {
        for (tone, theme) in [("light", Theme::Light), ("dark", Theme::Dark), ("auto", Theme::Auto)] {
            for (width, coordinates) in [(200, false), (900, true), (2000, true)] {
                let drawing = svg(&view, &SvgStyle { theme, coordinates, size: Some(width), flip: false });
                std::fs::write(folder.join(format!("{name}-{tone}-{width}.svg")), &drawing)?;
                std::fs::write(folder.join(format!("{name}-{tone}-{width}.png")), png(&drawing, width)?)?;
            }
        }
        let plain = svg(&view, &SvgStyle { theme: Theme::Light, flip: true, ..SvgStyle::default() });
        std::fs::write(folder.join(format!("{name}-flipped.png")), png(&plain, 600)?)?;
        println!(
            "{name}\n\n{}\n",
            text(&view, TextStyle { unicode: true, colour: std::env::var_os("NO_COLOR").is_none() })
        );
    }
    Ok(())
}
