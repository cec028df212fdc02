//! The report's page as its readers meet it: in a browser, at the width of a phone and of a desk, in a light and
//! in a dark theme.
//!
//! Rules: the page itself is loaded, into frames of both widths, and measured from outside, so nothing is added
//! to it. The tests need a browser and are ignored without being asked for; `cargo laws test` asks
//! for them, and tells the step as degraded where there is none.

#[path = "../../src/browser.rs"]
mod browser;
#[expect(dead_code, reason = "the driver's tests look at files as well")]
#[path = "../driver/checkout.rs"]
mod checkout;
#[path = "../driver/furnished.rs"]
mod furnished;
#[path = "../../src/program.rs"]
mod program;

use checkout::Checkout;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// Contrast that text must have, by the guidelines for accessible content.
const CONTRAST_MIN: f64 = 4.5;

/// Pixels that letters in a plot must have from top to bottom.
const LETTERS_MIN: f64 = 10.0;

const WIDTHS: [u64; 2] = [390, 1280];

/// A theme, as the reader's system has it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Theme {
    Dark = 0,
    Light = 1,
}

/// What a page showed at each width.
fn measured(page: &str, theme: Theme) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bench = folder.path().join("bench.html");
    std::fs::write(&bench, bench_of(page)).expect("written");
    let dom = dom_of(&bench, folder.path(), theme);
    let start = dom.find("MEASURED").expect("the page was measured") + "MEASURED".len();
    let end = dom[start..].find("DERUSAEM").expect("to the end") + start;
    serde_json::from_str(&dom[start..end]).expect("what the bench writes")
}

/// A page that holds this one in frames and measures them.
fn bench_of(page: &str) -> String {
    let escaped = page.replace('&', "&amp;").replace('"', "&quot;");
    let frame = |width: u64| {
        format!(
            "<iframe width=\"{width}\" height=\"900\" style=\"border:0\" srcdoc=\"{escaped}\"></iframe>"
        )
    };
    let frames: String = WIDTHS.into_iter().map(frame).collect();
    format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><style>:root {{ color-scheme: light dark }}</style>{frames}\
         <pre id=\"told\"></pre><script>{}</script>",
        include_str!("measure.js")
    )
}

/// What the browser has made of a file once it is loaded.
fn dom_of(file: &Path, folder: &Path, theme: Theme) -> String {
    let browser = browser::find().expect("a browser; `cargo laws doctor` tells which are known");
    let mut command = Command::new(browser.program);
    let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars --dump-dom";
    command.args(flags.split_whitespace());
    command.arg(format!("--blink-settings=preferredColorScheme={}", theme as u8));
    command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    command.arg(format!("file://{}", file.display())).stdin(Stdio::null());
    let output = command.output().expect("the browser runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn page_of(checkout: &Checkout) -> String {
    checkout.laws("report").assert().code(0);
    std::fs::read_to_string(checkout.path("target/laws/report.html")).expect("there")
}

/// Holds what was seen at one width to all that a reader needs.
fn judge(seen: &Value, width: u64, theme: Theme) {
    let number = |name: &str| seen[name].as_f64().unwrap_or_else(|| panic!("{name}: {seen}"));
    let at = format!("{width} {theme:?}");
    assert_eq!(number("width"), width as f64, "{at}");
    assert_eq!(seen["dark"], theme == Theme::Dark, "{at}");
    assert_eq!(seen["wider"], Value::Array(Vec::new()), "{at}: wider than the page");
    assert_eq!(number("overflow"), 0.0, "{at}: the page scrolls sideways");
    assert_eq!(number("requests"), 0.0, "{at}: the page asks for something");
    assert_eq!(number("scripts") + number("images"), 0.0, "{at}: markup got in");
    assert_eq!(seen["broken"], false, "{at}: a script ran");
    assert!(number("contrast") >= CONTRAST_MIN, "{at}: {}", seen["faintest"]);
    assert!(number("letters") >= LETTERS_MIN, "{at}: letters of {} pixels", number("letters"));
    assert_eq!(number("tables"), number("tables_with_headings"), "{at}: a table without headings");
    let headings = seen["headings"].as_array().expect("headings");
    let levels: Vec<_> = headings.iter().map(|level| level.as_u64().expect("a level")).collect();
    assert_eq!(levels.first(), Some(&1), "{at}");
    assert!(levels.iter().filter(|level| **level == 2).count() == 6, "{at}: {levels:?}");
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{at}: {levels:?}");
}

#[test]
#[ignore = "needs a browser; `cargo laws test` runs it where there is one"]
fn everything_that_can_be_shown_is_readable_at_both_widths_in_both_themes() {
    let checkout = Checkout::furnished();
    #[cfg(unix)]
    checkout.list_mutants();
    let page = page_of(&checkout);
    for theme in [Theme::Light, Theme::Dark] {
        let seen = measured(&page, theme);
        assert_eq!(seen.len(), WIDTHS.len());
        for (seen, width) in seen.iter().zip(WIDTHS) {
            judge(seen, width, theme);
            assert!(seen["plots"].as_u64() > Some(10), "{width} {theme:?}: {}", seen["plots"]);
        }
    }
}

#[test]
#[ignore = "needs a browser; `cargo laws test` runs it where there is one"]
fn the_page_of_a_fresh_checkout_is_readable_as_well() {
    let page = page_of(&Checkout::new());
    for (seen, width) in measured(&page, Theme::Dark).iter().zip(WIDTHS) {
        judge(seen, width, Theme::Dark);
    }
}

#[test]
#[ignore = "needs a browser; `cargo laws test` runs it where there is one"]
fn a_page_that_is_too_wide_or_too_faint_or_not_alone_is_seen_to_be() {
    let wide = "<!DOCTYPE html><h1>a</h1><p style=\"width:2000px\">wide</p>\
        <p style=\"color:#999;background:#aaa\">faint</p><img src=\"http://127.0.0.1:9/nothing.png\"><script>parent.broken = true</script>";
    for seen in measured(wide, Theme::Light) {
        assert!(seen["overflow"].as_f64() > Some(0.0), "{seen}");
        assert_eq!(seen["wider"][0], "P", "{seen}");
        assert!(seen["contrast"].as_f64() < Some(CONTRAST_MIN), "{seen}");
        assert_eq!((&seen["images"], &seen["scripts"]), (&1.into(), &1.into()));
        assert!(seen["requests"].as_f64() > Some(0.0), "{seen}");
        assert_eq!(seen["broken"], true, "{seen}");
    }
}
