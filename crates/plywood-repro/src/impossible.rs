//! Entries that nobody can run again, and why.

const GONE: &str = "the opposing programs of the tournament are gone";

/// Why an entry cannot be run, if it cannot.
pub fn reason(id: &str) -> Option<&'static str> {
    match id {
        "billiards/table4.18" | "billiards/table4.19" => Some(GONE),
        "lecture/text-status" => {
            Some("quoted facts about other programs; the document makes no claim of its own")
        }
        _ => None,
    }
}
