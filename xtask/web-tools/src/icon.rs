//! The icons of the installed application, drawn from the icon of the pages.

use std::path::Path;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The paper behind a maskable icon, as in the manifest.
const PAPER: (u8, u8, u8) = (0xf6, 0xf1, 0xe4);
/// The share of a maskable icon's width that no mask cuts off; the drawing is inside.
const SAFE: f32 = 0.66;

/// Draws every icon that the manifest names.
pub(crate) fn write_all(svg: &Path, folder: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(svg).map_err(|error| format!("{}: {error}", svg.display()))?;
    let tree = Tree::from_str(&text, &Options::default()).map_err(|error| error.to_string())?;
    for (name, size, maskable) in
        [("icon-192.png", 192, false), ("icon-512.png", 512, false), ("icon-maskable.png", 512, true)]
    {
        let image = draw(&tree, size, maskable).ok_or("an icon without a size")?;
        image.save_png(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

fn draw(tree: &Tree, size: u32, maskable: bool) -> Option<Pixmap> {
    let mut image = Pixmap::new(size, size)?;
    let width = size as f32;
    let share = if maskable { SAFE } else { 1.0 };
    if maskable {
        let (red, green, blue) = PAPER;
        image.fill(Color::from_rgba8(red, green, blue, 255));
    }
    let scale = width * share / tree.size().width();
    let margin = width * (1.0 - share) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(margin, margin);
    resvg::render(tree, place, &mut image.as_mut());
    Some(image)
}
