//! Pictures of every screen, wide and narrow, light and dark, for people to look at.

use std::path::Path;

use base64::Engine;

use crate::driver::Tab;
use crate::stories::{self, SCREENS};

/// Writes a picture of every screen, as it opens and as stories leave it.
pub fn take(tab: &Tab, folder: &Path) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let only = std::env::var("PLYWOOD_STORY").unwrap_or_default();
    if only.is_empty() {
        for screen in SCREENS {
            tab.go(screen);
            tab.until("its heading", "document.querySelector('main h1')");
            all(tab, folder, screen);
        }
        for (name, spec) in stories::board_games() {
            let players = plywood_registry::game(spec).expect("its example").nature().players;
            stories::begin(tab, name, &vec!["random"; players - 1]);
            all(tab, folder, &format!("board-{name}"));
        }
    }
    for (name, story) in stories::ALL.iter().filter(|(name, _)| name.contains(&only)) {
        tab.pretend(1280, 900, false);
        story(tab);
        all(tab, folder, &name.replace([' ', ','], "-"));
    }
}

fn all(tab: &Tab, folder: &Path, name: &str) {
    for (width, height) in [(1280, 900), (390, 844)] {
        for (dark, theme) in [(false, "light"), (true, "dark")] {
            tab.pretend(width, height, dark);
            // What changes its shape with the window is drawn a moment later.
            tab.js("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))", vec![]);
            let bytes = base64::engine::general_purpose::STANDARD.decode(tab.picture()).expect("a picture");
            std::fs::write(folder.join(format!("{name}-{width}-{theme}.png")), bytes).expect("it is written");
        }
    }
}
