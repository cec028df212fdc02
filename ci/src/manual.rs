//! Completions and the manual, both made from the command line itself (`cargo laws completions`, `cargo
//! laws man`), so that neither can lag behind it.

use crate::cli::{self, CompletionsArguments, ManArguments};
use crate::outcome::{Ending, Outcome, Problem};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write;
use std::path::Path;

/// The program's own name. Shells complete by the first word of a line, so completions serve the program,
/// or an alias of this name for `cargo laws`.
const NAME: &str = "laws";

/// Prints a shell's completions.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Ending {
    print(&completions_of(arguments.shell))
}

fn completions_of(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), NAME, &mut text);
    text
}

/// Prints the first page, or writes all.
pub(crate) fn pages(arguments: &ManArguments) -> Ending {
    let Some(folder) = &arguments.out else {
        return print(&page(cli::command())?);
    };
    std::fs::create_dir_all(folder).map_err(|error| Problem::file(folder, &error))?;
    for (name, command) in shown() {
        let path = folder.join(format!("{name}.1"));
        let written = std::fs::write(&path, page(command)?);
        written.map_err(|error| Problem::file(&path, &error))?;
    }
    Ok(Outcome::Clean)
}

/// The program and each verb that help shows, by the names of their pages.
fn shown() -> Vec<(String, Command)> {
    let mut program = cli::command().disable_help_subcommand(true);
    program.build();
    let verbs = program.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    let pages: Vec<_> = [program.clone()].into_iter().chain(verbs).collect();
    // `build` has named them: `laws`, `laws-fuzz` and so on.
    let named = |page: Command| (page.get_display_name().unwrap_or(NAME).to_owned(), page);
    pages.into_iter().map(named).collect()
}

fn page(command: Command) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::new();
    let rendered = Man::new(command).render(&mut text);
    rendered.map_err(|error| Problem::file(Path::new("the manual"), &error))?;
    Ok(text)
}

fn print(bytes: &[u8]) -> Ending {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        // A reader that has seen enough is no trouble.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Problem::file(Path::new("standard output"), &error))
        }
        Ok(()) | Err(_) => Ok(Outcome::Clean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_shell_completes_every_verb() {
        for shell in Shell::value_variants() {
            let text = String::from_utf8(completions_of(*shell)).expect("text");
            for (page, _) in shown().iter().skip(1) {
                let verb = page.strip_prefix("laws-").expect("a verb's page");
                assert!(text.contains(verb), "{shell}: {verb}");
            }
        }
    }

    #[test]
    fn every_page_is_a_manual_page_and_a_verbs_has_its_examples() {
        let pages = shown();
        assert!(pages.len() > 7);
        for (name, command) in pages {
            let text = String::from_utf8(page(command).expect("rendered")).expect("text");
            assert!(text.contains(&format!(".TH {name} 1")), "{text}");
            let ending = if name == NAME { "Exit codes:" } else { "Examples:" };
            assert!(text.contains(ending), "{name}");
        }
    }
}
