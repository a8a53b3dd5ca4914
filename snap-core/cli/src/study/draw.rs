//! Pictures: a plain SVG, words, bars and lines on it.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::error::Error;

pub const FONT: &str = "sans-serif";
/// Colours that the colour-blind tell apart (Okabe and Ito).
pub const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];
pub const GRID: RGBColor = RGBColor(200, 200, 200);

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The text of a picture of this size.
///
/// # Errors
/// What the library says of its own text.
pub fn svg(
    [width, height]: [u32; 2],
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<String, Error> {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
    let filled = root.fill(&WHITE).map_err(|e| e.to_string());
    let drawn = filled.and_then(|()| draw(&root).map_err(|e| e.to_string()));
    let done = drawn.and_then(|()| root.present().map_err(|e| e.to_string()));
    drop(root);
    done.map_err(|e| Error::Output(std::io::Error::other(e)))?;
    Ok(text)
}

/// Words at a place, their middle at its height.
pub fn word(
    area: &Area<'_>,
    words: &str,
    at: (i32, i32),
    size: i32,
    h: HPos,
    color: RGBColor,
) -> Drawn {
    let style = TextStyle::from((FONT, size).into_font())
        .color(&color)
        .pos(Pos::new(h, VPos::Center));
    Ok(area.draw_text(words, &style, at)?)
}

/// Words that run upwards.
pub fn upright(area: &Area<'_>, words: &str, at: (i32, i32), size: i32) -> Drawn {
    let font = (FONT, size).into_font().transform(FontTransform::Rotate270);
    let style = TextStyle::from(font)
        .color(&BLACK)
        .pos(Pos::new(HPos::Center, VPos::Center));
    Ok(area.draw_text(words, &style, at)?)
}

pub fn bar(area: &Area<'_>, corners: [(i32, i32); 2], color: RGBColor) -> Drawn {
    Ok(area.draw(&Rectangle::new(corners, color.filled()))?)
}

pub fn line(area: &Area<'_>, points: &[(i32, i32)], color: RGBColor, width: u32) -> Drawn {
    Ok(area.draw(&PathElement::new(
        points.to_vec(),
        color.stroke_width(width),
    ))?)
}

/// One of six shapes, so that no figure depends on colours alone.
pub fn mark(area: &Area<'_>, kind: usize, at: (i32, i32), color: RGBColor) -> Drawn {
    if kind.is_multiple_of(6) {
        area.draw(&Circle::new(at, RADIUS, color.filled()))?;
    } else {
        area.draw(&Polygon::new(corners(kind, at), color.filled()))?;
    }
    outline(area, kind, at, BLACK, 1)
}

/// The same shapes, hollow.
pub fn outline(area: &Area<'_>, kind: usize, at: (i32, i32), color: RGBColor, width: u32) -> Drawn {
    if kind.is_multiple_of(6) {
        return Ok(area.draw(&Circle::new(at, RADIUS, color.stroke_width(width)))?);
    }
    let corners = corners(kind, at);
    let around: Vec<_> = corners.iter().chain(&corners[..1]).copied().collect();
    line(area, &around, color, width)
}

const RADIUS: i32 = 6;

fn corners(kind: usize, (x, y): (i32, i32)) -> Vec<(i32, i32)> {
    const R: i32 = RADIUS;
    let corners: &[(i32, i32)] = match kind % 6 {
        1 => &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
        2 => &[(0, -R), (R, 5), (-R, 5)],
        3 => &[(0, -7), (7, 0), (0, 7), (-7, 0)],
        4 => &[(0, R), (R, -5), (-R, -5)],
        _ => &[(-2, -7), (2, -7), (2, 7), (-2, 7)],
    };
    corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// A colour between white and dark blue: 0 is the one that stands back.
pub fn shade(share: f64) -> RGBColor {
    let share = share.clamp(0.0, 1.0);
    let mix = |light: f64, dark: f64| (light + (dark - light) * share).round() as u8;
    RGBColor(mix(247.0, 8.0), mix(251.0, 69.0), mix(255.0, 148.0))
}

/// What is legible on such a ground; nearly black, as the page of reports turns black into its own ink.
pub fn ink_on(share: f64) -> RGBColor {
    if share > 0.55 {
        WHITE
    } else {
        RGBColor(1, 1, 1)
    }
}
