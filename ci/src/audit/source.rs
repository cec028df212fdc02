//! A source file of the core: where its functions are, and the same file with variants of their bodies.
//!
//! Rules: a variant replaces the body of an outermost function, whole. All variants of a function stand
//! in one `match` over the number of the variant that runs, so a tree with all of them is compiled once,
//! and each runs as if it were alone: the others are never entered. A `const fn` that constants call
//! cannot ask which variant runs; its variants are built alone.

use proc_macro2::Span;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// What a wrong design puts where it differs.
pub(super) const MARKER: &str = "// wrong from here";

/// One function that is in no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// Its own name.
    pub(super) name: String,
    /// Bytes of the whole item.
    pub(super) item: Range<usize>,
    /// Bytes between the braces of its body.
    pub(super) body: Range<usize>,
    /// Bytes of the word `const`, if it is one that can run at compile time.
    pub(super) constness: Option<Range<usize>>,
}

/// A file with its functions in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) text: String,
    pub(super) functions: Vec<Function>,
    /// Names of functions that constants call.
    pub(super) called_by_constants: Vec<String>,
}

/// Bodies that replace the one of a function, by the number of their variant.
pub(super) type Bodies = BTreeMap<usize, Vec<(u32, String)>>;

/// A written file, and which of its lines belong to which variant.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) lines: Vec<(Range<usize>, u32)>,
}

impl Source {
    /// Reads a file's text.
    pub(super) fn parse(text: String) -> syn::Result<Self> {
        let file = syn::parse_file(&text)?;
        let mut finder = Finder::default();
        finder.visit_file(&file);
        Ok(Self { text, functions: finder.functions, called_by_constants: finder.called })
    }

    /// The function around a place.
    pub(super) fn function_at(&self, place: usize) -> Option<usize> {
        self.functions.iter().position(|function| function.item.contains(&place))
    }

    /// The byte at a line and a column, both counted from 1, the column in characters.
    pub(super) fn byte_at(&self, line: usize, column: usize) -> Option<usize> {
        let mut starts = [0].into_iter().chain(self.text.match_indices('\n').map(|(at, _)| at + 1));
        let start = starts.nth(line.checked_sub(1)?)?;
        let rest = self.text.get(start..)?;
        let offset = rest.char_indices().map(|(offset, _)| offset).chain([rest.len()]);
        offset.clone().nth(column - 1).map(|offset| start + offset)
    }

    /// The text of a function's body with one part of it replaced.
    pub(super) fn body_with(&self, function: usize, part: &Range<usize>, new: &str) -> String {
        let body = &self.functions[function].body;
        format!("{}{new}{}", &self.text[body.start..part.start], &self.text[part.end..body.end])
    }

    /// Whether a constant calls the function, so that it must stay one that can run at compile time.
    pub(super) fn runs_at_compile_time(&self, function: usize) -> bool {
        let function = &self.functions[function];
        function.constness.is_some() && self.called_by_constants.contains(&function.name)
    }

    /// The functions whose bodies differ in `other`, with their new bodies; `None` if anything else does.
    pub(super) fn differing_bodies(&self, other: &Self) -> Option<Vec<(usize, String)>> {
        let same_outside = self.skeleton() == other.skeleton();
        let pairs = self.functions.iter().zip(&other.functions).enumerate();
        let differing = pairs.filter_map(|(index, (own, new))| {
            let new = &other.text[new.body.clone()];
            (self.text[own.body.clone()] != *new).then(|| (index, new.to_owned()))
        });
        same_outside.then(|| differing.collect())
    }

    /// The text without the bodies.
    fn skeleton(&self) -> Vec<&str> {
        let mut from = 0;
        let mut parts = Vec::new();
        for function in &self.functions {
            parts.push(&self.text[from..function.body.start]);
            from = function.body.end;
        }
        parts.push(&self.text[from..]);
        parts
    }

    /// Writes the file with all these bodies.
    pub(super) fn write(&self, bodies: &Bodies) -> Written {
        let mut written = Written { text: String::new(), lines: Vec::new() };
        let mut from = 0;
        for (index, bodies) in bodies {
            let function = &self.functions[*index];
            let fixed = self.runs_at_compile_time(*index);
            match function.constness.as_ref().filter(|_| !fixed) {
                Some(word) => {
                    written.text.push_str(&self.text[from..word.start]);
                    written.text.push_str(&self.text[word.end..function.body.start]);
                }
                None => written.text.push_str(&self.text[from..function.body.start]),
            }
            if fixed {
                written.only(&bodies[0]);
            } else {
                written.choice(&self.text[function.body.clone()], bodies);
            }
            from = function.body.end;
        }
        written.text.push_str(&self.text[from..]);
        written
    }
}

impl Written {
    /// The body of a function that has variants.
    fn choice(&mut self, own: &str, bodies: &[(u32, String)]) {
        self.text.push_str("\nmatch crate::audit::active() {\n");
        for (number, body) in bodies {
            let marked = body.contains(MARKER);
            let body = body.replace(MARKER, "crate::audit::ran();");
            let ran = if marked { "" } else { "crate::audit::ran();" };
            let first = self.line();
            self.text.push_str(&format!("{number} => {{ {ran}\n{body}\n}}\n"));
            self.lines.push((first..self.line(), *number));
        }
        self.text.push_str(&format!("_ => {{\n{own}\n}}\n}}\n"));
    }

    /// The body of a function that cannot ask which variant runs: the one variant of its tree.
    fn only(&mut self, (number, body): &(u32, String)) {
        self.text.push('\n');
        let first = self.line();
        self.text.push_str(&format!("{body}\n"));
        self.lines.push((first..self.line(), *number));
    }

    /// The number of the line that comes next, counted from 1.
    fn line(&self) -> usize {
        self.text.matches('\n').count() + 1
    }
}

/// Collects functions and what constants call.
#[derive(Default)]
struct Finder {
    functions: Vec<Function>,
    called: Vec<String>,
    in_constant: bool,
}

impl Finder {
    fn function(&mut self, signature: &syn::Signature, item: Span, block: &syn::Block) {
        let body = block.brace_token.span;
        self.functions.push(Function {
            name: signature.ident.to_string(),
            item: item.byte_range(),
            body: body.open().byte_range().end..body.close().byte_range().start,
            constness: signature.constness.as_ref().map(|word| word.span().byte_range()),
        });
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.in_constant, true);
        visit(self);
        self.in_constant = outside;
    }

    fn is_test(attributes: &[syn::Attribute]) -> bool {
        attributes.iter().any(|attribute| {
            attribute.path().is_ident("test")
                || attribute.path().is_ident("cfg")
                    && attribute
                        .meta
                        .require_list()
                        .is_ok_and(|list| list.tokens.to_string() == "test")
        })
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if !Self::is_test(&item.attrs) {
            self.function(&item.sig, item.span(), &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig, item.span(), &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, item.span(), block);
        }
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !Self::is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.constant(|finder| visit::visit_item_const(finder, item));
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.constant(|finder| visit::visit_impl_item_const(finder, item));
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if let Some(last) = path.path.segments.last().filter(|_| self.in_constant) {
            self.called.push(last.ident.to_string());
        }
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        if self.in_constant {
            self.called.push(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "impl A {\n    pub const fn one(&self) -> u8 {\n        1\n    }\n\n    fn two(&self) -> u8 {\n        fn inner() {}\n        inner();\n        2\n    }\n}\n\nconst C: u8 = three();\n\nconst fn three() -> u8 {\n    3\n}\n\n#[cfg(test)]\nmod tests {\n    fn helper() {}\n}\n";

    fn source() -> Source {
        Source::parse(TEXT.to_owned()).expect("well-formed")
    }

    #[test]
    fn functions_are_the_outermost_ones_outside_of_tests() {
        let names: Vec<_> = source().functions.into_iter().map(|function| function.name).collect();
        assert_eq!(names, ["one", "two", "three"]);
    }

    #[test]
    fn only_what_constants_call_must_stay_constant() {
        let source = source();
        let fixed: Vec<_> = (0..3).map(|place| source.runs_at_compile_time(place)).collect();
        assert_eq!(fixed, [false, false, true]);
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let source = Source { text: "ä = 1;\nb".to_owned(), ..source() };
        assert_eq!(source.byte_at(1, 3), Some(3));
        assert_eq!(source.byte_at(2, 1), Some(8));
        assert_eq!(source.byte_at(9, 1), None);
    }

    #[test]
    fn all_variants_stand_in_one_choice_with_their_lines() {
        let source = source();
        let bodies = Bodies::from([(
            0,
            vec![(7, "\n        9\n    ".to_owned()), (8, format!("{MARKER}\n8"))],
        )]);
        let written = source.write(&bodies);
        syn::parse_file(&written.text).expect("it parses");
        assert!(written.text.contains("pub  fn one"), "{}", written.text);
        let line = |number: usize| written.text.lines().nth(number - 1).unwrap_or_default().trim();
        let [(seven, 7), (eight, 8)] = &written.lines[..] else { panic!("{:?}", written.lines) };
        assert!(line(seven.start).starts_with("7 => { crate::audit::ran();"));
        // The marker is the call; a variant that has one is not said to have run elsewhere.
        assert_eq!(line(eight.start), "8 => {");
        assert_eq!(line(eight.start + 1), "crate::audit::ran();");
    }

    #[test]
    fn a_patch_may_change_bodies_and_nothing_else() {
        let body = Source::parse(TEXT.replace("        2\n", "        4\n")).expect("well-formed");
        let differing = source().differing_bodies(&body).expect("only a body differs");
        assert_eq!(differing.len(), 1);
        assert_eq!(differing[0].0, 1);
        let signature = Source::parse(TEXT.replace("fn two(&self)", "fn two(&mut self)"));
        assert_eq!(source().differing_bodies(&signature.expect("well-formed")), None);
    }
}
