//! What the command line orders.

use super::{Fixed, corpus};
use crate::checks::{Check, Checks};
use crate::engine::Subject;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

/// How the command line is written.
pub const USAGE: &str = "\
usage: suite corpus --targets A,B [--corpus DIR] [--without CHECKS] [--law L]
       suite seeds --targets A,B --count N [--without CHECKS] [--law L]
       suite hunt --target A --seed S --seconds N [--with KEY=VALUE] [--without CHECKS] [--law L]
       suite shrink --target A --input FILE --tries N [--without CHECKS]
KEY is a construction choice that all scenarios of the hunt share: roles (of a pool)
CHECKS are of oracle, invariants, custody; with --law, failures of other laws are passed over";

/// One suite, and how it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// What is run.
    pub order: Order,
    /// By which checks.
    pub checks: Checks,
    /// The law that is wanted; any, if there is none.
    pub law: Option<String>,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The committed inputs of these targets and their regressions.
    Corpus {
        /// Names of targets.
        targets: Vec<String>,
        /// The folder of the corpus.
        folder: PathBuf,
    },
    /// Seeded scenarios of these targets.
    Seeds {
        /// Names of targets.
        targets: Vec<String>,
        /// Scenarios of each.
        count: u64,
    },
    /// Seeded scenarios of one target until a failure, which is shrunk.
    Hunt {
        /// Name of the target.
        target: String,
        /// Which stretch of seeds: they begin at this number times 2^40.
        start: u64,
        /// Seconds of wall-clock time after which the hunt gives up.
        seconds: u64,
        /// The construction choice that its scenarios share.
        with: Option<Fixed>,
    },
    /// One failing input, shrunk.
    Shrink {
        /// Name of the target.
        target: String,
        /// The file of the input.
        input: PathBuf,
        /// Tries in vain after which it gives up.
        tries: u64,
    },
}

impl Arguments {
    /// Reads the words after the program's name.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut words = words.into_iter();
        let order = words.next().ok_or("a suite is missing")?;
        let mut options = Options::parse(words)?;
        let order = match order.as_str() {
            "corpus" => Order::Corpus {
                targets: targets(&options.needed("--targets")?)?,
                folder: options.take("--corpus").map_or_else(corpus::folder, PathBuf::from),
            },
            "seeds" => Order::Seeds {
                targets: targets(&options.needed("--targets")?)?,
                count: options.number("--count")?,
            },
            "hunt" => Order::Hunt {
                target: options.needed("--target")?,
                start: options.number("--seed")?,
                seconds: options.number("--seconds")?,
                with: options.take("--with").map(|words| words.parse()).transpose()?,
            },
            "shrink" => Order::Shrink {
                target: options.needed("--target")?,
                input: options.needed("--input")?.into(),
                tries: options.number("--tries")?,
            },
            other => return Err(format!("`{other}` is no suite")),
        };
        let checks = checks(options.take("--without").as_deref())?;
        let law = options.take("--law");
        options.end()?;
        Ok(Self { order, checks, law })
    }

    /// A target of this name, judged as is ordered.
    pub(super) fn subject(&self, target: &str) -> Result<Subject, String> {
        let subject = Subject::named(target).ok_or_else(|| format!("`{target}` is no target"))?;
        Ok(subject.checked(self.checks))
    }
}

fn targets(names: &str) -> Result<Vec<String>, String> {
    let names: Vec<String> =
        names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.is_empty() { Err("no target is named".to_owned()) } else { Ok(names) }
}

fn checks(without: Option<&str>) -> Result<Checks, String> {
    let names = without.unwrap_or_default().split(',').filter(|name| !name.is_empty());
    names.into_iter().try_fold(Checks::ALL, |checks, name| {
        let check = Check::named(name).ok_or_else(|| format!("`{name}` is no check"))?;
        Ok(checks.without(check))
    })
}

/// Options with their values, each at most once.
struct Options(BTreeMap<String, String>);

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = BTreeMap::new();
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{name}` has no value"))?;
            if options.insert(name.clone(), value).is_some() {
                return Err(format!("`{name}` stands twice"));
            }
        }
        Ok(Self(options))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    fn needed(&mut self, name: &str) -> Result<String, String> {
        self.take(name).ok_or_else(|| format!("`{name}` is missing"))
    }

    fn number<T: FromStr>(&mut self, name: &str) -> Result<T, String> {
        let value = self.needed(name)?;
        value.parse().map_err(|_| format!("`{name} {value}` is no number"))
    }

    fn end(self) -> Result<(), String> {
        let unknown = self.0.into_keys().next();
        unknown.map_or(Ok(()), |name| Err(format!("`{name}` is no option of this suite")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn each_suite_is_read_with_its_options() {
        let arguments = parsed("seeds --targets a,b --count 7 --without custody,oracle --law l");
        let targets = ["a", "b"].map(str::to_owned).to_vec();
        let checks = Checks { oracle: false, invariants: true, custody: false };
        let order = Order::Seeds { targets, count: 7 };
        assert_eq!(arguments, Ok(Arguments { order, checks, law: Some("l".to_owned()) }));
        let order = Order::Corpus { targets: vec!["a".to_owned()], folder: "/c".into() };
        let all = |order| Ok(Arguments { order, checks: Checks::ALL, law: None });
        assert_eq!(parsed("corpus --targets a --corpus /c"), all(order));
        let hunt = |with| Order::Hunt { target: "a".to_owned(), start: 1, seconds: 2, with };
        assert_eq!(parsed("hunt --seconds 2 --seed 1 --target a"), all(hunt(None)));
        let with = Some(Fixed { key: "roles".to_owned(), value: 1 });
        let line = "hunt --target a --seed 1 --seconds 2 --with roles=1";
        assert_eq!(parsed(line), all(hunt(with)));
        let order = Order::Shrink { target: "a".to_owned(), input: "/i".into(), tries: 9 };
        assert_eq!(parsed("shrink --target a --input /i --tries 9"), all(order));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |line: &str| parsed(line).expect_err("it is wrong");
        assert_eq!(refused(""), "a suite is missing");
        assert_eq!(refused("all"), "`all` is no suite");
        assert_eq!(refused("corpus"), "`--targets` is missing");
        assert_eq!(refused("corpus --targets ,"), "no target is named");
        assert_eq!(refused("corpus --targets"), "`--targets` has no value");
        assert_eq!(refused("corpus --law a --law b"), "`--law` stands twice");
        assert_eq!(refused("seeds --targets a --count -1"), "`--count -1` is no number");
        assert_eq!(refused("corpus --targets a --without laws"), "`laws` is no check");
        assert_eq!(refused("corpus --targets a --count 1"), "`--count` is no option of this suite");
        let seeds = "seeds --targets a --count 1 --with roles=1";
        assert_eq!(refused(seeds), "`--with` is no option of this suite");
        let hunt = |with| refused(&format!("hunt --target a --seed 1 --seconds 2 --with {with}"));
        assert_eq!(hunt("roles"), "`roles` is no KEY=VALUE");
        assert_eq!(hunt("roles=many"), "`roles=many` is no number");
    }
}
