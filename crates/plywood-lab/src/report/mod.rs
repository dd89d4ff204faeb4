//! Results made visible: answers and positions in words, aligned tables, plots as SVG, and the blocks that
//! engine developers paste.

pub mod advice;
pub mod answer;
pub mod date;
pub mod export;
pub mod number;
pub mod plot;
pub mod position;
pub mod record;
pub mod running;
pub mod runs;
pub mod summary;
pub mod table;
pub mod worth;

pub use number::{exact, grouped, show_number, signed};
pub use plot::{Mark, Plot, Series};
pub use table::Table;
