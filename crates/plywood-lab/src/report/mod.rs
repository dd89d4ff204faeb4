//! Results made visible: aligned tables, plots as SVG, and the blocks that engine developers paste.

pub mod export;
pub mod files;
pub mod number;
pub mod plot;
pub mod running;
pub mod summary;
pub mod table;

pub use number::show_number;
pub use plot::{Mark, Plot, Series};
pub use table::Table;
