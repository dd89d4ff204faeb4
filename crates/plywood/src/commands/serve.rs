//! `plywood serve`: the page. It is what the program does when it is asked for nothing else.

use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use plywood_lab::store::default_folder;
use plywood_page::{Server, Settings};

use crate::terminal::{interrupt, print};

/// Where the page is when nobody says otherwise and the place is free.
const PORT: u16 = 7878;

/// Serve the page: play, analyse, see trees and run the lab in a browser
#[derive(clap::Args, Default)]
#[command(after_help = "Example: plywood serve --port 8000 --open\nCtrl-C ends it.")]
pub struct Arguments {
    /// The port; by default 7878, or a free one if that is taken
    #[arg(long)]
    port: Option<u16>,
    /// The name or address to listen on; by default only this machine reaches the page
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The data folder; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Let the page start other programs by engine(cmd=…); anyone who reaches the page can then run anything
    #[arg(long)]
    allow_engines: bool,
}

impl Arguments {
    /// Serves until Ctrl-C.
    pub fn run(self) -> anyhow::Result<()> {
        let settings = Settings {
            host: self.host.unwrap_or_else(|| "127.0.0.1".to_string()),
            port: self.port.unwrap_or(PORT),
            data: self.data.unwrap_or_else(default_folder),
            engines: self.allow_engines,
        };
        std::fs::create_dir_all(&settings.data).with_context(|| settings.data.display().to_string())?;
        let local = settings.host == "localhost"
            || settings.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        if !local {
            eprintln!("warning: everybody who reaches {} can use this page", settings.host);
        }
        let place = format!("{}:{}", settings.host, settings.port);
        let started = match Server::start(settings.clone()) {
            Err(error) if self.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
                Server::start(Settings { port: 0, ..settings })
            }
            other => other,
        };
        let server = started.with_context(|| format!("cannot listen at {place}"))?;
        let stop = interrupt();
        print(format!("the page is at {}\nCtrl-C ends it\n", server.url()))?;
        io::stdout().flush()?;
        if self.open
            && let Err(error) = open::that_detached(server.url())
        {
            eprintln!("no browser could be opened: {error}");
        }
        while !stop.raised() {
            std::thread::sleep(Duration::from_millis(50));
        }
        drop(server);
        // Ctrl-C is how it is meant to end.
        stop.lower();
        Ok(())
    }
}
