//! An input as a Rust test, for whoever keeps the tests of a machine beside it (`explain FILE --as test`).
//!
//! Rules: the test runs the scenario's text form through the target and demands that it passes, so it fails
//! as long as the input does. It needs `actor_laws_fuzz` and nothing else. It names the law that the input
//! breaks now, if any; its verdict does not depend on that.

use crate::finding::plain;
use crate::input::{Input, family_of};
use crate::judge::Judge;
use crate::store::content_name;

/// The test, as source text.
pub(super) fn source(input: &Input, target: &'static str) -> String {
    let law = Judge::new(target).run(&input.bytes).err().map(|breach| breach.law);
    let text = (family_of(target).to_text)(&input.bytes);
    written(target, law.as_deref(), &content_name(&input.bytes), &text)
}

fn written(target: &str, law: Option<&str>, content: &str, text: &str) -> String {
    let subject = law.map_or_else(|| "passes".to_owned(), |law| format!("keeps_{}", name(law)));
    let about = law.map_or_else(
        || format!("A scenario that passes in `{target}`."),
        |law| format!("A scenario that breaks the law `{law}` in `{target}`."),
    );
    let fence = fence(text);
    format!(
        r#"//! {about}

use actor_laws_fuzz::engine::Subject;

/// The text form of the scenario.
const SCENARIO: &str = r{fence}"{text}"{fence};

#[test]
fn {target}_{subject}_{content}() {{
    let mut subject = Subject::named("{target}").expect("a registered target");
    let bytes = (subject.target().family.parse_text)(SCENARIO).expect("the text of a scenario");
    let result = subject.run(&bytes);
    assert!(result.is_ok(), "{{}}", subject.trace(&bytes));
}}
"#
    )
}

/// A law's name as a part of a function's name.
fn name(law: &str) -> String {
    plain(law).to_lowercase().replace('-', "_")
}

/// As many signs as it takes that the text does not end the literal.
fn fence(text: &str) -> String {
    let mut fence = "#".to_owned();
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    fence
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::target_named;

    const EXPECTED: &str = r##"//! A scenario that breaks the law `fifo` in `pool_joins`.

use actor_laws_fuzz::engine::Subject;

/// The text form of the scenario.
const SCENARIO: &str = r#"a scenario
"#;

#[test]
fn pool_joins_keeps_fifo_0123() {
    let mut subject = Subject::named("pool_joins").expect("a registered target");
    let bytes = (subject.target().family.parse_text)(SCENARIO).expect("the text of a scenario");
    let result = subject.run(&bytes);
    assert!(result.is_ok(), "{}", subject.trace(&bytes));
}
"##;

    #[test]
    fn a_test_runs_the_text_and_demands_that_it_passes() {
        assert_eq!(written("pool_joins", Some("fifo"), "0123", "a scenario\n"), EXPECTED);
    }

    #[test]
    fn a_test_holds_the_text_form_of_its_input_whatever_that_contains() {
        let target = target_named("pool_joins").expect("registered");
        let input = Input { path: "x".into(), bytes: b"12345678".to_vec() };
        for source in [source(&input, target), written("pool_joins", None, "0", "\"#\"##")] {
            let file = syn::parse_file(&source).expect("Rust");
            let literal = file.items.iter().find_map(|item| match item {
                syn::Item::Const(item) => Some(item.expr.as_ref()),
                _ => None,
            });
            let Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) = literal
            else {
                panic!("no text in {source}")
            };
            let expected = [(family_of(target).to_text)(&input.bytes), "\"#\"##".to_owned()];
            assert!(expected.contains(&text.value()), "{source}");
            assert!(source.contains("fn pool_joins_passes_"), "{source}");
        }
    }
}
