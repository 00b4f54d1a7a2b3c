//! Patterns of stones: small ones that are worth a reply at once, and learned ones that tell how
//! likely a move is.

mod features;
mod local3x3;
mod model;
mod shapes;

pub use features::{Features, GROUPS, Layout, Sight};
pub use local3x3::Local3x3;
pub use model::{BadLine, MoveModel};
