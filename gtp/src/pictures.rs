//! Pictures as PNG, for slides and papers that take no SVG. The font is in the program: a machine that has
//! none draws the same.

use crate::json_lines::write_whole;
use dunhuang::report::Page;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Pixels for a unit of the SVG: a chart as wide as a column of text is then sharp in print.
pub const SCALE: u32 = 3;
/// No picture is larger than this either way.
const MOST_PIXELS: u32 = 20_000;
/// The name of the font, DejaVu Sans (Bitstream Vera licence, LICENSE-DEJAVU).
const FONT: &str = "DejaVu Sans";

/// Why there is no PNG of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureError {
    /// It is no SVG: why.
    NoSvg(String),
    /// It would be larger than any screen: width and height in pixels.
    Size(u32, u32),
    /// It cannot be packed: why.
    Packing(String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PictureError::NoSvg(reason) => write!(f, "a picture cannot be read: {reason}"),
            PictureError::Size(width, height) => {
                write!(f, "a picture of {width}x{height} pixels is too large")
            }
            PictureError::Packing(reason) => write!(f, "a picture cannot be packed: {reason}"),
        }
    }
}

impl std::error::Error for PictureError {}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        let data = fontdb::Source::Binary(Arc::new(dejavu::sans::regular()));
        fonts.load_font_source(data);
        fonts.set_sans_serif_family(FONT);
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// A picture as PNG, [`SCALE`] pixels for a unit, on white. Equal pictures give equal bytes.
///
/// # Errors
/// See [`PictureError`].
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    let options = usvg::Options {
        fontdb: fonts(),
        font_family: FONT.into(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options)
        .map_err(|error| PictureError::NoSvg(error.to_string()))?;
    let scale = SCALE as f32;
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let too_large = PictureError::Size(width, height);
    if width.max(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
    pixmap.fill(Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap
        .encode_png()
        .map_err(|error| PictureError::Packing(error.to_string()))
}

/// Writes every picture of a page beside it, as `NAME-01-TITLE.png`; the files.
///
/// # Errors
/// A picture cannot be drawn or written.
pub fn write_beside(html: &Path, page: &Page) -> anyhow::Result<Vec<PathBuf>> {
    let stem = html.file_stem().unwrap_or_default().to_string_lossy();
    let mut files = Vec::new();
    for (name, svg) in page.pictures() {
        let path = html.with_file_name(format!("{stem}-{name}.png"));
        write_whole(&path, &png(svg)?)?;
        files.push(path);
    }
    Ok(files)
}
