//! What an audit is about: the mutants and their partitions, the wrong designs, and one tree of all of them.
//!
//! Rules: mutants are numbered in the order of the tool's list, designs after them, and last one variant
//! a partition that changes nothing. The numbers are those of the whole list whatever is selected, so the
//! tree is the same for every selection.

use super::design::Design;
use super::mutant::{self, Mutant};
use super::partition::{Partition, Partitions};
use super::source::Source;
use super::tree::{Tree, Variant};
use crate::outcome::Problem;
use crate::workspace::Workspace;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Everything that can be run, numbered.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) partitions: Partitions,
    pub(super) mutants: Vec<Mutant>,
    /// The partition of each mutant.
    pub(super) assigned: Vec<usize>,
    pub(super) designs: Vec<Design>,
    pub(super) sources: BTreeMap<String, Source>,
    pub(super) tool: PathBuf,
}

impl Plan {
    /// Reads everything that is committed, and the tool's list.
    pub(super) fn read(workspace: &Workspace, partitions: Partitions) -> Result<Self, Problem> {
        let tool = mutant::install(workspace)?;
        let mutants = mutant::list(workspace, &tool, None)?;
        let assigned = partitions.assign(&mutants)?;
        let stale = partitions.stale_entries(&mutants);
        if !stale.is_empty() {
            let list = stale.join("\n");
            return Err(Problem::environment(
                format!("these entries of {} match no mutant:\n{list}", super::partition::FILE),
                "remove them, or write them as the tool names the function",
            ));
        }
        let sources = Tree::core_sources(workspace.root())?;
        let designs = Design::load_all(workspace.root())?;
        Ok(Self { partitions, mutants, assigned, designs, sources, tool })
    }

    /// The wrong designs alone; the tool is not needed for them.
    pub(super) fn of_designs(workspace: &Workspace, designs: Vec<Design>) -> Result<Self, Problem> {
        let partitions = Partitions::load(workspace.root())?;
        let sources = Tree::core_sources(workspace.root())?;
        let (mutants, assigned) = (Vec::new(), Vec::new());
        Ok(Self { partitions, mutants, assigned, designs, sources, tool: PathBuf::new() })
    }

    /// The number of a mutant's variant, by its place in the list.
    pub(super) fn number_of_mutant(place: usize) -> u32 {
        u32::try_from(place + 1).expect("fewer mutants than numbers")
    }

    /// The number of a design's variant.
    pub(super) fn number_of_design(&self, place: usize) -> u32 {
        Self::number_of_mutant(self.mutants.len() + place)
    }

    /// The number of the variant that changes nothing in a partition.
    pub(super) fn number_of_noop(&self, partition: usize) -> u32 {
        self.number_of_design(self.designs.len() + partition)
    }

    /// The partition of a mutant.
    pub(super) fn partition_of(&self, place: usize) -> &Partition {
        &self.partitions.all[self.assigned[place]]
    }

    /// The partition of a design: the folder that it lies in.
    pub(super) fn partition_of_design(&self, design: &Design) -> Result<&Partition, Problem> {
        let folder = design.partition();
        let partition = self.partitions.all.iter().find(|partition| partition.name == folder);
        partition.ok_or_else(|| {
            Problem::environment(
                format!("{}: `{folder}` is no partition", design.name),
                "move the patch into the folder of its partition",
            )
        })
    }

    /// The variant of a mutant.
    pub(super) fn variant_of(&self, place: usize) -> Result<Variant, Problem> {
        let bodies = vec![self.body_of(&self.mutants[place])?];
        Ok(Variant { number: Self::number_of_mutant(place), bodies })
    }

    /// Whether a mutant must be built alone, because its function runs at compile time.
    pub(super) fn is_alone(&self, place: usize) -> Result<bool, Problem> {
        let (file, function, _) = self.body_of(&self.mutants[place])?;
        Ok(self.sources[&file].runs_at_compile_time(function))
    }

    /// All variants of the common tree, each with its number.
    pub(super) fn variants(&self) -> Result<Vec<Variant>, Problem> {
        let mut variants = Vec::new();
        for place in 0..self.mutants.len() {
            if !self.is_alone(place)? {
                variants.push(self.variant_of(place)?);
            }
        }
        variants.extend(self.variants_of_designs()?);
        for partition in 0..self.partitions.all.len() {
            let bodies = vec![self.noop_of(partition)?];
            variants.push(Variant { number: self.number_of_noop(partition), bodies });
        }
        Ok(variants)
    }

    /// The variants of the wrong designs alone.
    pub(super) fn variants_of_designs(&self) -> Result<Vec<Variant>, Problem> {
        let variant = |(place, design): (usize, &Design)| {
            let bodies = design.bodies(&self.sources)?;
            Ok(Variant { number: self.number_of_design(place), bodies })
        };
        self.designs.iter().enumerate().map(variant).collect()
    }

    /// A design must compile.
    pub(super) fn demand_viable_designs(
        &self,
        unviable: &BTreeMap<u32, String>,
    ) -> Result<(), Problem> {
        let lame = self.designs.iter().enumerate().find_map(|(place, design)| {
            let why = unviable.get(&self.number_of_design(place))?;
            Some(format!("{}: {why}", design.name))
        });
        let remedy = "write the patch anew: it must compile";
        lame.map_or(Ok(()), |lame| Err(Problem::environment(lame, remedy)))
    }

    /// The body that a mutant puts in place of its function's.
    fn body_of(&self, mutant: &Mutant) -> Result<(String, usize, String), Problem> {
        let lost = || {
            Problem::environment(
                format!("{}: there is no such place in a function of the core", mutant.name),
                "this is a defect of the audit: report it with the mutant's name",
            )
        };
        let source = self.sources.get(&mutant.file).ok_or_else(lost)?;
        let place = |place: super::mutant::Place| source.byte_at(place.line, place.column);
        let start = place(mutant.span.start).ok_or_else(lost)?;
        let end = place(mutant.span.end).ok_or_else(lost)?;
        let function = source.function_at(start).ok_or_else(lost)?;
        if start < source.functions[function].body.start {
            return Err(lost());
        }
        let body = source.body_with(function, &(start..end), &mutant.replacement);
        Ok((mutant.file.clone(), function, body))
    }

    /// The body of a partition's first mutated function, as it stands.
    fn noop_of(&self, partition: usize) -> Result<(String, usize, String), Problem> {
        let place = self.assigned.iter().position(|assigned| *assigned == partition);
        let place = place.ok_or_else(|| {
            let name = &self.partitions.all[partition].name;
            Problem::environment(format!("partition {name} has no mutant"), "remove the partition")
        })?;
        let (file, function, _) = self.body_of(&self.mutants[place])?;
        let source = &self.sources[&file];
        let body = source.text[source.functions[function].body.clone()].to_owned();
        Ok((file, function, body))
    }

    /// What names the audited state: tool, core, suites' sources, partitions and designs.
    pub(super) fn key(&self, workspace: &Workspace) -> Result<String, Problem> {
        let mut digest = Sha256::new();
        digest.update(mutant::TOOL.version);
        for folder in ["core", "fuzz", "corpus", "ci/designs"] {
            for path in super::tree::files_below(&workspace.root().join(folder))? {
                let content = std::fs::read(&path).map_err(|error| Problem::file(&path, &error))?;
                digest.update(
                    path.strip_prefix(workspace.root())
                        .unwrap_or(&path)
                        .to_string_lossy()
                        .as_bytes(),
                );
                digest.update(Sha256::digest(content));
            }
        }
        for mutant in &self.mutants {
            digest.update(&mutant.name);
        }
        Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}
