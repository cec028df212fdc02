//! Plots, as pictures that a page holds in itself.
//!
//! Rules: a picture has no fixed size, so that it fits a phone, and no fixed colours: it draws in the page's
//! own, which follow the reader's theme. It has a label for those who do not see it.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Units across; text is readable when one is about a pixel.
const WIDTH: u32 = 340;

/// Units down, of a plot of lines.
const HEIGHT: u32 = 180;

/// Inks that the page chooses: each stands for a colour of its style sheet.
const INKS: [(RGBColor, &str); 4] = [
    (TEXT, "var(--ink)"),
    (RULE, "var(--rule)"),
    (FIRST, "var(--first)"),
    (SECOND, "var(--second)"),
];
const TEXT: RGBColor = RGBColor(1, 1, 1);
const RULE: RGBColor = RGBColor(2, 2, 2);
const FIRST: RGBColor = RGBColor(3, 3, 3);
const SECOND: RGBColor = RGBColor(4, 4, 4);

/// A point, across and up.
pub(super) type At = (f64, f64);

/// A plot.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    /// What it shows, for those who do not see it.
    pub(super) label: String,
    /// At most two lines, in the first and the second ink.
    pub(super) lines: Vec<Vec<At>>,
    /// Dots, in the first ink.
    pub(super) dots: Vec<At>,
    /// What runs across.
    pub(super) across: Axis,
    /// What runs up.
    pub(super) up: Axis,
    /// Units down.
    pub(super) height: u32,
}

/// What an axis tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Seconds since a beginning.
    Time,
    /// Whatever can be counted, as far as it goes.
    Count,
    /// The same from zero on.
    FromZero,
    /// Positive numbers, each step ten times the last.
    Powers,
    /// Places in a list, counted from 1, the first on top.
    Places,
}

impl Plot {
    /// A plot of at most two lines.
    pub(super) fn of_lines(label: String, lines: Vec<Vec<At>>, across: Axis, up: Axis) -> Self {
        Self { label, lines, dots: Vec::new(), across, up, height: HEIGHT }
    }

    /// The picture; `None` if there is nothing to draw.
    pub(super) fn svg(&self) -> Option<String> {
        let points = || self.lines.iter().flatten().chain(&self.dots);
        let across = self.across.range(points().map(|point| point.0))?;
        let up = self.up.range(points().map(|point| point.1))?;
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, (WIDTH, self.height)).into_drawing_area();
        self.draw(&area, across, up).expect("a string takes all");
        drop(area);
        Some(self.in_page(&text))
    }

    fn draw(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        (left, right): At,
        (low, high): At,
    ) -> Result<(), Box<dyn Error + '_>> {
        let mut builder = ChartBuilder::on(area);
        builder.margin(6).margin_right(26).x_label_area_size(24).y_label_area_size(50);
        let mut chart = builder.build_cartesian_2d(left..right, low..high).map_err(told)?;
        let steps = |axis: Axis, from: f64, to: f64| match axis {
            Axis::Powers => (to - from) as usize + 1,
            Axis::Places => (to - from) as usize + 2,
            Axis::Time | Axis::Count | Axis::FromZero => 5,
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(RULE)
            .label_style(("sans-serif", 16).into_font().color(&TEXT))
            .x_labels(steps(self.across, left, right).min(6))
            .y_labels(steps(self.up, low, high))
            .x_label_formatter(&|value| self.across.label(*value))
            .y_label_formatter(&|value| self.up.label(*value))
            .draw()
            .map_err(told)?;
        for (line, ink) in self.lines.iter().zip([FIRST, SECOND]) {
            let points = line.iter().map(|point| self.placed(*point));
            chart.draw_series(LineSeries::new(points, ink.stroke_width(2))).map_err(told)?;
        }
        let dots = self.dots.iter().map(|dot| Circle::new(self.placed(*dot), 3, FIRST.filled()));
        chart.draw_series(dots).map_err(told)?;
        area.present().map_err(told)
    }

    fn placed(&self, (across, up): At) -> At {
        (self.across.placed(across), self.up.placed(up))
    }

    /// The picture as it stands in a page: without a size, in the page's inks, with its label.
    fn in_page(&self, text: &str) -> String {
        let inked = INKS.iter().fold(text.to_owned(), |text, (RGBColor(r, g, b), ink)| {
            text.replace(&format!("\"#{r:02X}{g:02X}{b:02X}\""), &format!("\"{ink}\""))
        });
        let inked = inked.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
        let start = inked.find("viewBox").unwrap_or_default();
        let label = escaped(&self.label);
        format!("<svg role=\"img\" aria-label=\"{label}\" {}", inked[start..].trim_end())
    }
}

fn told<'a>(error: impl Error + 'a) -> Box<dyn Error + 'a> {
    Box::new(error)
}

fn escaped(text: &str) -> String {
    let pairs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];
    pairs.iter().fold(text.to_owned(), |text, (letter, name)| text.replace(letter, name))
}

impl Axis {
    /// From where to where it runs, so that all values are on it; `None` if there is none.
    fn range(self, values: impl Iterator<Item = f64>) -> Option<At> {
        let values = values.filter(|value| value.is_finite()).map(|value| self.placed(value));
        let (low, high) = values
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        let margin = ((high - low) * 0.06).max(if high - low < 1e-9 { 1.0 } else { 0.0 });
        Some(match self {
            Self::Time => (low.min(0.0), high.max(low + 1.0)),
            Self::Count => ((low - margin).max(0.0), high + margin),
            Self::FromZero => (0.0, high + margin),
            Self::Powers => (low.floor(), high.ceil().max(low.floor() + 1.0)),
            Self::Places => (low - 0.7, high + 0.7),
        })
    }

    fn placed(self, value: f64) -> f64 {
        match self {
            Self::Powers => value.max(1e-6).log10(),
            Self::Places => -value,
            Self::Time | Self::Count | Self::FromZero => value,
        }
    }

    fn label(self, value: f64) -> String {
        let is_whole = (value - value.round()).abs() < 1e-6;
        match self {
            Self::Time => time(value),
            Self::Count | Self::FromZero => count(value),
            Self::Powers if is_whole => power(value.round() as i32),
            Self::Places if is_whole => format!("{}", -value.round() as i64),
            Self::Powers | Self::Places => String::new(),
        }
    }
}

/// Seconds, in the unit that reads best.
pub(super) fn time(seconds: f64) -> String {
    let told = |value: f64, unit: &str| {
        let digits = usize::from((value - value.round()).abs() > 0.05);
        format!("{value:.digits$} {unit}")
    };
    match seconds {
        s if s < 120.0 => told(s, "s"),
        s if s < 7_200.0 => told(s / 60.0, "min"),
        s => told(s / 3_600.0, "h"),
    }
}

/// A number, short.
pub(super) fn count(value: f64) -> String {
    let told = |value: f64, unit: &str| {
        let digits = usize::from(value < 10.0 && (value - value.round()).abs() > 0.05);
        format!("{value:.digits$}{unit}")
    };
    match value {
        v if v < 10_000.0 => told(v, ""),
        v if v < 1e6 => told(v / 1e3, "k"),
        v if v < 1e9 => told(v / 1e6, "M"),
        v => told(v / 1e9, "G"),
    }
}

/// Ten to a power, short.
fn power(exponent: i32) -> String {
    if exponent < 0 {
        format!("{:.*}", exponent.unsigned_abs() as usize, 10f64.powi(exponent))
    } else {
        count(10f64.powi(exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[At]) -> Plot {
        let label = "runs <\"& more".to_owned();
        Plot::of_lines(label, vec![points.to_vec()], Axis::Time, Axis::Count)
    }

    #[test]
    fn a_picture_has_no_size_of_its_own_no_fixed_colour_and_a_label() {
        let svg = plot(&[(0.0, 10.0), (60.0, 20.0)]).svg().expect("there are points");
        assert!(
            svg.starts_with("<svg role=\"img\" aria-label=\"runs &lt;&quot;&amp; more\" viewBox=")
        );
        assert!(svg.ends_with("</svg>"));
        assert!(!svg.contains("\"#") && !svg.contains("http"), "{svg}");
        assert!(svg.contains("stroke=\"var(--first)\"") && svg.contains("fill=\"var(--ink)\""));
    }

    #[test]
    fn one_point_and_points_alike_are_drawn_and_none_is_no_picture() {
        assert!(plot(&[(0.0, 0.0)]).svg().is_some());
        assert!(plot(&[(5.0, 7.0), (5.0, 7.0)]).svg().is_some());
        assert!(plot(&[(f64::NAN, f64::NAN)]).svg().is_none());
        assert!(plot(&[]).svg().is_none());
    }

    #[test]
    fn every_value_is_on_its_axis() {
        for axis in [Axis::Time, Axis::Count, Axis::FromZero, Axis::Powers, Axis::Places] {
            for values in [[0.002, 900.0], [7.0, 7.0], [1.0, 3.0]] {
                let (low, high) = axis.range(values.into_iter()).expect("there are values");
                let placed = values.map(|value| axis.placed(value));
                assert!(low < high && placed.iter().all(|v| (low..=high).contains(v)), "{axis:?}");
            }
        }
    }

    #[test]
    fn numbers_are_told_short() {
        assert_eq!(
            [0.0, 4.5, 9_999.0, 12_000.0, 3.4e6].map(count),
            ["0", "4.5", "9999", "12k", "3.4M"]
        );
        assert_eq!([0.5, 90.0, 600.0, 9_000.0].map(time), ["0.5 s", "90 s", "10 min", "2.5 h"]);
        assert_eq!([-3, 0, 5].map(power), ["0.001", "1", "100k"]);
    }
}
