//! Reports that stand on their own: one HTML file with tables, board diagrams and charts in SVG.
//!
//! ```text
//! Diagram, LineChart, IntervalChart ── to_svg ──┐
//! Table ────────────────────────────────────────┼──> Page ── to_html ──> one file, no network, no script
//!    └── to_csv: the same numbers as data       │
//! ```
//! A page follows the reader's light or dark setting, fits a phone and prints. Pictures carry their light
//! colours as attributes, so an SVG is right outside a page too; the page's style sheet overrides them.
//! Equal input gives equal bytes.
//!
//! ```
//! use dunhuang::report::{Column, Diagram, Page, Table};
//! use dunhuang::{Color, Size};
//! let size = Size::square(9);
//! let mut table = Table::new("moves", [Column::text("move"), Column::interval("score", 1)]);
//! table.row(["E5".into(), (1.25, 0.5).into()]);
//! let mut page = Page::new("An example");
//! page.figure(&Diagram::new(size, "a stone").stones(|p| (p == size.point(40)).then_some(Color::Black)).to_svg(), "One stone.");
//! page.table(&table);
//! assert!(page.to_html().contains("1.2 ± 0.5"));
//! assert_eq!(table.to_csv(), "move,score,score error\nE5,1.25,0.5\n");
//! ```

mod chart;
mod diagram;
mod markup;
mod page;
mod scale;
mod table;

pub use chart::{Interval, IntervalChart, LineChart, Sample, Series};
pub use diagram::{Diagram, Mark};
pub use page::Page;
pub use table::{Column, Table, TableCell, fixed};
