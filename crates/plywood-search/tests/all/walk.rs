//! The walk of CONTRIBUTING.md that adds a switch shows code as it stands in the files that it names.

use std::path::Path;

/// The page's section with this heading.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let begin = page.find(heading).unwrap_or_else(|| panic!("CONTRIBUTING.md has no section {heading:?}"));
    let rest = &page[begin + heading.len()..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// Code without the space that formatting puts before and between lines.
fn squeezed(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_piece_of_a_switch_stands_in_the_file_that_is_named_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let mut pieces = 0;
    let mut text = section(&page, "## Add a switch to a search");
    while let Some(begin) = text.find("```text\n") {
        let (before, block) = (&text[..begin], &text[begin + 8..]);
        let end = block.find("```").expect("the block is closed");
        let file = before.rsplit('`').find(|word| word.starts_with("crates/")).expect("a file is named");
        let code = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(
            squeezed(&code).contains(&squeezed(&block[..end])),
            "{file} does not have\n{}",
            &block[..end]
        );
        pieces += 1;
        text = &block[end + 3..];
    }
    assert_eq!(pieces, 3, "declaration, use, oracle case");
}
