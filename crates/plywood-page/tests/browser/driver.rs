//! A browser driven over WebDriver: Debian's `chromedriver` with its headless Chromium.
//!
//! Elements are found as people and screen readers find them: by role and name. Nothing is ever waited for by sleeping and
//! hoping: a probe is asked again until it answers, as long as something changes on the page.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::{Element, ElementRef};
use fantoccini::wd::{Capabilities, TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// How long the page may stand still, and how long anything may take: only a broken page meets these.
const STILL: Duration = Duration::from_secs(120);
const DEADLINE: Duration = Duration::from_secs(900);
const PAUSE: Duration = Duration::from_millis(25);

/// The program that drives the browser, where it is installed.
pub fn installed() -> bool {
    let answers = |program: &str| {
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    answers("chromedriver") && answers("chromium")
}

/// A running `chromedriver`, ended with this.
struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    fn start() -> Driver {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it has an output")).lines();
        let port = lines
            .find_map(|line| {
                line.ok()?.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver tells its port");
        // What it says later is read by nobody, and must not stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, port }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command that WebDriver does not know but `chromedriver` does.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }
    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// How names are looked up in the page: a visible element of a role by its label.
const LOOKUP: &str = r#"
const selectors = {
  button: 'button, [role=button], summary', link: 'a[href]', field: 'input, select, textarea',
  heading: 'h1, h2, h3', table: 'table', image: 'img, svg[role=img], [role=img]', option: 'option',
};
const clean = text => text.replace(/\s+/g, ' ').trim();
const bare = label => { const copy = label.cloneNode(true);
  copy.querySelectorAll('input, select, textarea, datalist, output').forEach(e => e.remove()); return clean(copy.textContent); };
const name = e => clean(e.getAttribute('aria-label') || (e.labels && e.labels.length ? [...e.labels].map(bare).join(' ') : '')
  || (e.getAttribute('aria-labelledby') ? document.getElementById(e.getAttribute('aria-labelledby'))?.textContent || '' : '')
  || e.querySelector(':scope > caption')?.textContent || e.alt || e.textContent || '');
const visible = e => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
const all = role => [...document.querySelectorAll(selectors[role] || role)].filter(visible);
const middle = e => { e?.scrollIntoView({ block: 'center', inline: 'nearest' }); return e; };
const find = (role, wanted) => all(role).find(e => name(e) === wanted) || all(role).find(e => name(e).startsWith(wanted));
"#;

/// One tab of one browser.
pub struct Tab {
    runtime: Runtime,
    client: Client,
    url: String,
    /// Why the last click went wrong, for those who wait in vain for one.
    trouble: RefCell<String>,
    _driver: Driver,
}

impl Tab {
    /// A browser at a page.
    pub fn open(url: &str) -> Tab {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let driver = Driver::start();
        let options = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900",
                "--force-device-scale-factor=1",
            ] },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(map) = options else { unreachable!("it is written as one") };
        let capabilities: Capabilities = map;
        let address = format!("http://127.0.0.1:{}", driver.port);
        let client = runtime
            .block_on(ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&address))
            .expect("chromium starts");
        let tab = Tab { runtime, client, url: url.to_string(), trouble: RefCell::default(), _driver: driver };
        // Scripts wait for the page as long as everything else does.
        let timeouts = TimeoutConfiguration::new(Some(DEADLINE), Some(DEADLINE), None);
        tab.runtime.block_on(tab.client.update_timeouts(timeouts)).expect("timeouts are set");
        tab.media(false, true);
        tab.runtime.block_on(tab.client.goto(url)).expect("the page opens");
        tab
    }

    /// Closes the browser.
    pub fn close(self) {
        let _ = self.runtime.block_on(self.client.clone().close());
    }

    /// Goes to a screen, as by its address.
    pub fn go(&self, screen: &str) {
        self.runtime
            .block_on(self.client.goto(&format!("{}#/{screen}", self.url)))
            .expect("the screen opens");
    }

    /// Loads the page anew.
    pub fn reload(&self) {
        self.runtime.block_on(self.client.refresh()).expect("the page loads");
    }

    /// What a script returns.
    pub fn js(&self, body: &str, args: Vec<Value>) -> Value {
        let script = format!("{LOOKUP}{body}");
        self.runtime
            .block_on(self.client.execute(&script, args))
            .unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// What a script hands to its last argument, in its own time.
    pub fn js_later(&self, body: &str, args: Vec<Value>) -> Value {
        let script = format!("{LOOKUP}{body}");
        self.runtime
            .block_on(self.client.execute_async(&script, args))
            .unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// All that is to be seen on the page.
    fn sight(&self) -> Value {
        self.js(
            "const drawn = [...document.querySelectorAll('canvas')].map(canvas => canvas.toDataURL());
             const far = [...document.querySelectorAll('progress')].map(progress => progress.value);
             return [location.href, document.body.innerHTML, ...far, ...drawn];",
            vec![],
        )
    }

    /// Asks until there is an answer.
    pub fn wait<T>(&self, what: &str, mut probe: impl FnMut(&Tab) -> Option<T>) -> T {
        let begun = Instant::now();
        let (mut since, mut sight) = (begun, None);
        loop {
            if let Some(found) = probe(self) {
                return found;
            }
            let mut stuck = begun.elapsed() > DEADLINE;
            if since.elapsed() > STILL {
                let now = Some(self.sight());
                stuck |= now == sight;
                (since, sight) = (Instant::now(), now);
            }
            if stuck {
                let text = self.js("return document.body.innerText", vec![]);
                let trouble = self.trouble.borrow();
                let text = text.as_str().unwrap_or_default();
                panic!("waited in vain for {what} (last trouble: {trouble}); the page says:\n{text}");
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits until a script's answer is true.
    pub fn until(&self, what: &str, condition: &str) {
        self.wait(what, |tab| {
            tab.js(&format!("return !!({condition})"), vec![]).as_bool().filter(|holds| *holds)
        });
    }

    fn element(&self, role: &str, name: &str) -> Option<Element> {
        let found = self
            .js("return middle(find(arguments[0], arguments[1])) || null", vec![json!(role), json!(name)]);
        let id = found.as_object()?.values().next()?.as_str()?.to_string();
        Some(Element::from_element_id(self.client.clone(), ElementRef::from(id)))
    }

    /// Clicks a button, link or other thing by its role and name, once it is there and can be clicked.
    pub fn click(&self, role: &str, name: &str) {
        self.wait(&format!("{role} {name:?} to click"), |tab| {
            let element = tab.element(role, name)?;
            if !tab.runtime.block_on(element.is_enabled()).ok()? {
                return None;
            }
            // What is redrawn meanwhile is looked for again.
            let clicked = tab.runtime.block_on(element.click());
            clicked.map_err(|error| *tab.trouble.borrow_mut() = error.to_string()).ok()
        });
    }

    /// Clicks the element that a script returns; false where there is none, or where it is being redrawn.
    pub fn press_found(&self, body: &str) -> bool {
        let found = self.js(body, vec![]);
        let Some(id) = found.as_object().and_then(|one| one.values().next()?.as_str().map(str::to_string))
        else {
            return false;
        };
        let element = Element::from_element_id(self.client.clone(), ElementRef::from(id));
        self.runtime.block_on(element.click()).is_ok()
    }

    /// Whether there is such a thing now.
    pub fn has(&self, role: &str, name: &str) -> bool {
        self.js("return !!find(arguments[0], arguments[1])", vec![json!(role), json!(name)]) == json!(true)
    }

    /// Waits until there is such a thing.
    pub fn see(&self, role: &str, name: &str) {
        self.wait(&format!("{role} {name:?}"), |tab| tab.has(role, name).then_some(()));
    }

    /// Writes into a field, in the place of what is there.
    pub fn fill(&self, label: &str, text: &str) {
        self.see("field", label);
        let set = "const field = find('field', arguments[0]); field.focus();
            const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement
                : field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
            Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, arguments[1]);
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));";
        self.js(set, vec![json!(label), json!(text)]);
    }

    /// Presses a key where the focus is.
    pub fn press(&self, key: char) {
        let element = self.runtime.block_on(self.client.active_element()).expect("something has the focus");
        self.runtime.block_on(element.send_keys(&key.to_string())).expect("the key is pressed");
    }

    /// The text of the first element of a selector; empty where there is none.
    pub fn text(&self, selector: &str) -> String {
        let text =
            self.js("return document.querySelector(arguments[0])?.innerText ?? ''", vec![json!(selector)]);
        text.as_str().unwrap_or_default().to_string()
    }

    /// Errors that the console has told since the last time.
    pub fn errors(&self) -> Vec<String> {
        let told = self.vendor("se/log", json!({ "type": "browser" }));
        let entries = told.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_string()).collect()
    }

    /// What axe finds wrong with the page as it is now.
    pub fn violations(&self, axe: &str) -> Vec<String> {
        self.runtime.block_on(self.client.execute(axe, vec![])).expect("axe loads");
        let run = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(found => done(found.violations.map(one =>
                `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(' | ')}`)),
                error => done([String(error)]));";
        let found = self.runtime.block_on(self.client.execute_async(run, vec![])).expect("axe answers");
        found.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_string)).collect()
    }

    /// Makes the window as wide and high as a device, with its colours.
    pub fn pretend(&self, width: u32, height: u32, dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.vendor(
            "goog/cdp/execute",
            json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": size }),
        );
        self.media(dark, true);
    }

    /// What the reader prefers: dark colours, little motion.
    pub fn media(&self, dark: bool, still: bool) {
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        let motion = json!({ "name": "prefers-reduced-motion", "value": if still { "reduce" } else { "no-preference" } });
        let media = json!({ "features": [scheme, motion] });
        self.vendor("goog/cdp/execute", json!({ "cmd": "Emulation.setEmulatedMedia", "params": media }));
    }

    /// The whole page as a PNG, below the window too.
    pub fn picture(&self) -> String {
        let wanted = json!({ "format": "png", "captureBeyondViewport": true });
        let shot =
            self.vendor("goog/cdp/execute", json!({ "cmd": "Page.captureScreenshot", "params": wanted }));
        shot["data"].as_str().unwrap_or_default().to_string()
    }

    fn vendor(&self, path: &'static str, body: Value) -> Value {
        let command = Vendor { path, body };
        self.runtime
            .block_on(self.client.issue_cmd(command))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}
