//! Plots as SVG: series over two axes, with bands for intervals.
//!
//! Black becomes `currentColor` and the background is left out, so a plot follows the page around it, light
//! or dark. The series have middle tones that are visible on both.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;

use crate::stats::summary::histogram;

use super::show_number;

const SIZE: (u32, u32) = (760, 440);
const COLOURS: [RGBColor; 6] = [
    RGBColor(46, 120, 196),
    RGBColor(216, 108, 38),
    RGBColor(38, 150, 110),
    RGBColor(178, 76, 150),
    RGBColor(150, 130, 30),
    RGBColor(120, 110, 200),
];

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Mark {
    /// Points joined by a line.
    Line,
    /// Points alone, with error bars where they have ends.
    Points,
    /// Bars down to zero; x is the middle of a bar.
    Bars,
}

/// A named series.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// How it is drawn.
    pub mark: Mark,
    /// Points (x, y) in ascending x.
    #[serde(with = "plywood_core::number")]
    pub points: Vec<(f64, f64)>,
    /// Ends (low, high) for each point; empty where there are none.
    #[serde(with = "plywood_core::number")]
    pub ends: Vec<(f64, f64)>,
}

impl Series {
    /// A series without ends.
    pub fn new(name: impl Into<String>, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), mark, points, ends: Vec::new() }
    }

    /// How many values lie in each bin of a width, as a line.
    pub fn histogram(name: impl Into<String>, values: &[f64], width: f64) -> Self {
        Self::new(name, Mark::Line, histogram(values, width))
    }
}

/// A plot.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Plot {
    /// Its title.
    pub title: String,
    /// Label of the x axis.
    pub x: String,
    /// Label of the y axis.
    pub y: String,
    /// Whether y is logarithmic.
    pub log: bool,
    /// The series.
    pub series: Vec<Series>,
}

impl Plot {
    /// A plot without series.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Self {
        Self { title: title.into(), x: x.into(), y: y.into(), log: false, series: Vec::new() }
    }

    /// Adds a series.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The same plot with a logarithmic y axis.
    pub fn logarithmic(mut self) -> Self {
        self.log = true;
        self
    }

    /// The plot as SVG; a plot without any finite point is an empty frame.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            // Drawing into a string cannot fail.
            let _ = self.draw(&area);
        }
        svg.replace("\"#000000\"", "\"currentColor\"")
            .replace("font-family=\"sans-serif\"", "font-family=\"inherit\"")
            .replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", escape(&self.title)), 1)
    }

    fn draw(&self, area: &DrawingArea<SVGBackend, Shift>) -> Result<(), Box<dyn std::error::Error>> {
        let (x, y) = self.ranges();
        let mut builder = ChartBuilder::on(area);
        builder.margin(14).x_label_area_size(44).y_label_area_size(64);
        if self.log {
            self.fill(builder.build_cartesian_2d(x.0..x.1, (y.0..y.1).log_scale())?)
        } else {
            self.fill(builder.build_cartesian_2d(x.0..x.1, y.0..y.1)?)
        }
    }

    /// Ranges of both axes that hold every finite point and end, with a little air.
    fn ranges(&self) -> ((f64, f64), (f64, f64)) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ends = self.series.iter().flat_map(|series| &series.ends).flat_map(|&(low, high)| [low, high]);
        let bars = self.series.iter().any(|series| series.mark == Mark::Bars);
        let x = range(points().map(|point| point.0));
        let y = range(points().map(|point| point.1).chain(ends).chain(bars.then_some(0.0)));
        if self.log {
            let least = points().map(|point| point.1).filter(|y| *y > 0.0).fold(f64::INFINITY, f64::min);
            return (air(x), (least.min(y.1.max(1e-9)) / 1.3, y.1.max(1e-9) * 1.3));
        }
        let aired = air(y);
        (air(x), if y.0 >= 0.0 && aired.0 < 0.0 { (0.0, aired.1) } else { aired })
    }

    fn fill<'a, Y>(
        &self,
        mut chart: ChartContext<'a, SVGBackend<'a>, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let label = |value: &f64| show_number(*value, 3);
        let axis_style = BLACK.mix(0.45);
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            .bold_line_style(BLACK.mix(0.13))
            .light_line_style(TRANSPARENT)
            .axis_style(axis_style)
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .draw()?;
        for (index, series) in self.series.iter().enumerate() {
            draw_series(&mut chart, series, COLOURS[index % COLOURS.len()])?;
        }
        if self.series.len() > 1 {
            chart
                .configure_series_labels()
                .border_style(TRANSPARENT)
                .label_font(("sans-serif", 13))
                .position(SeriesLabelPosition::UpperLeft)
                .margin(12)
                .draw()?;
        }
        Ok(())
    }
}

fn draw_series<'a, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>,
    series: &Series,
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>>
where
    Y: Ranged<ValueType = f64>,
{
    let finite = |(x, y): &&(f64, f64)| x.is_finite() && y.is_finite();
    let points: Vec<(f64, f64)> = series.points.iter().filter(finite).copied().collect();
    let key = move |(x, y): (i32, i32)| Rectangle::new([(x, y - 4), (x + 14, y + 4)], colour.filled());
    if series.mark == Mark::Bars {
        let width = points.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
        let half = if width.is_finite() { 0.45 * width } else { 0.45 };
        let bars = points
            .iter()
            .map(|&(x, y)| Rectangle::new([(x - half, 0.0), (x + half, y)], colour.mix(0.55).filled()));
        chart.draw_series(bars)?.label(&series.name).legend(key);
        return Ok(());
    }
    let ends = series.points.iter().zip(&series.ends);
    let bounded: Vec<(f64, f64, f64, f64)> = ends
        .map(|(&(x, y), &(low, high))| (x, y, low, high))
        .filter(|p| p.2.is_finite() && p.3.is_finite())
        .collect();
    match series.mark {
        Mark::Line => {
            let outline = bounded.iter().map(|p| (p.0, p.3)).chain(bounded.iter().rev().map(|p| (p.0, p.2)));
            let outline: Vec<(f64, f64)> = outline.collect();
            if !outline.is_empty() {
                chart.draw_series(std::iter::once(Polygon::new(outline, colour.mix(0.15))))?;
            }
            let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
            chart.draw_series(line)?.label(&series.name).legend(key);
            if points.len() <= 40 {
                chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
            }
        }
        _ => {
            chart.draw_series(bounded.iter().map(|&(x, y, low, high)| {
                ErrorBar::new_vertical(x, low, y, high, colour.stroke_width(1), 8)
            }))?;
            let circles = points.iter().map(|&point| Circle::new(point, 4, colour.filled()));
            chart.draw_series(circles)?.label(&series.name).legend(key);
        }
    }
    Ok(())
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

/// A twentieth of the width more on either side; a unit range where there is none.
fn air((low, high): (f64, f64)) -> (f64, f64) {
    if low > high {
        return (0.0, 1.0);
    }
    let margin = if high > low { 0.05 * (high - low) } else { 0.5 * low.abs().max(1.0) };
    (low - margin, high + margin)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_every_mark_and_survives_empty_and_odd_data() {
        let points: Vec<(f64, f64)> = (1..20).map(|k| (f64::from(k), f64::from(k * k))).collect();
        for mark in [Mark::Line, Mark::Points, Mark::Bars] {
            let ends = points.iter().map(|p| (p.1 - 1.0, p.1 + 1.0)).collect();
            let series = Series { ends, ..Series::new("squares & <more>", mark, points.clone()) };
            for log in [false, true] {
                let plot = Plot { log, ..Plot::new("a \"title\"", "x", "y").with(series.clone()) };
                let svg = plot.svg();
                assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
                assert!(svg.contains("aria-label=\"a &quot;title&quot;\"") && !svg.contains("\"#000000\""));
                assert!(svg.contains("#2E78C4"), "the series is drawn");
            }
        }
        let odd = Series::new("odd", Mark::Line, vec![(1.0, f64::NAN), (2.0, f64::INFINITY)]);
        assert!(Plot::new("", "", "").with(odd).svg().contains("</svg>"));
        assert!(Plot::new("", "", "").logarithmic().svg().contains("</svg>"));
    }
}
