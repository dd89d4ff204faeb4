//! Connections: a listener whose connections are counted, and that can be stopped.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::{App, Settings, Shared, api};

/// Connections at a time.
const CONNECTIONS: usize = 1024;
/// How long the head of a request may take to arrive.
const HEAD: Duration = Duration::from_secs(30);

/// A server that runs until it is dropped.
pub struct Server {
    address: SocketAddr,
    app: Shared,
    runtime: Option<Runtime>,
}

impl Server {
    /// Listens and answers, on threads of its own.
    pub fn start(settings: Settings) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind((settings.host.as_str(), settings.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let app = App::new(settings);
        runtime.spawn(listen(listener, api::router(&app)));
        Ok(Server { address, app, runtime: Some(runtime) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The state that its requests share.
    pub fn app(&self) -> &Shared {
        &self.app
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.app.jobs.close();
        self.app.games.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn listen(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    answer(stream, router).await;
                    drop(place);
                });
            }
            // Out of files, or the other side is gone already: the next one may do better.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let mut builder =
        hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    // Whatever is wrong with a connection ends it and nothing else.
    let _ = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}
