//! Game records: what real files contain, what we write, and what may never happen.

mod golden;
mod properties;
mod robust;
