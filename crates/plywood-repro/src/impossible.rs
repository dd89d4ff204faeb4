//! Entries that nobody can run again, and why.

/// Why an entry cannot be run, if it cannot.
pub fn reason(id: &str) -> Option<&'static str> {
    match id {
        "lecture/text-status" => {
            Some("quoted facts about other programs; the document makes no claim of its own")
        }
        _ => None,
    }
}
