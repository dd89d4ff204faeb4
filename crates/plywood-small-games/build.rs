//! Writes down what this room's code is known by.

fn main() {
    plywood_digest::write(&["src"]);
}
