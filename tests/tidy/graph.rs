//! The module graph of `src`: which module uses which, read from the syntax tree, re-exports followed to where an item is
//! defined. Unit tests (`#[cfg(test)]`) are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};

/// A module as the segments of its path below the crate; the crate root is empty.
pub type Module = Vec<String>;

/// Every module and what it uses.
#[derive(Debug, Default)]
pub struct Graph {
    /// Modules with the modules they use and the path that says so.
    pub uses: BTreeMap<Module, BTreeMap<Module, String>>,
    /// Items that a module re-exports: name to the path it comes from, as segments below the crate.
    reexports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// One path written in a module, as segments below the crate.
struct Written {
    module: Module,
    segments: Vec<String>,
}

impl Graph {
    /// Reads every `.rs` file given as (path below `src`, text).
    pub fn read(files: &[(String, String)]) -> Self {
        let mut graph = Self::default();
        for (path, _) in files {
            graph.uses.insert(module_of(path), BTreeMap::new());
        }
        let mut written = Vec::new();
        for (path, text) in files {
            let module = module_of(path);
            let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let mut collector =
                Collector { module: &module, graph: &mut graph, written: &mut written };
            for item in &file.items {
                collector.visit_item(item);
            }
        }
        for Written { module, segments } in written {
            let target = graph.defining_module(&segments, 0);
            if target != module {
                let said = segments.join("::");
                graph.uses.entry(module).or_default().entry(target).or_insert(said);
            }
        }
        graph
    }

    /// The longest prefix that is a module, then on through re-exports to the module that defines the item.
    fn defining_module(&self, segments: &[String], depth: usize) -> Module {
        let mut length = segments.len();
        while !self.uses.contains_key(&segments[..length]) {
            length -= 1;
        }
        let module = segments[..length].to_vec();
        let item = segments.get(length).and_then(|name| self.reexports.get(&module)?.get(name));
        match item {
            Some(origin) if depth < 8 => {
                let mut whole = origin.clone();
                whole.extend_from_slice(&segments[length + 1..]);
                self.defining_module(&whole, depth + 1)
            }
            _ => module,
        }
    }

    /// The folders: every module that has modules below it.
    pub fn folders(&self) -> BTreeSet<Module> {
        self.uses.keys().filter(|m| !m.is_empty()).map(|m| m[..m.len() - 1].to_vec()).collect()
    }

    /// The graph between the entries of one folder; an edge carries an example. A folder's own code in `mod.rs` is the
    /// entry `mod.rs`.
    pub fn level(&self, folder: &[String]) -> BTreeMap<String, BTreeMap<String, String>> {
        let entry = |module: &Module| {
            let inside = module.strip_prefix(folder)?;
            Some(inside.first().cloned().unwrap_or_else(|| "mod.rs".to_owned()))
        };
        let mut level: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (module, uses) in &self.uses {
            let Some(from) = entry(module) else { continue };
            for (target, said) in uses {
                if let Some(to) = entry(target).filter(|to| *to != from) {
                    let example = format!("{} uses {said}", module.join("::"));
                    level.entry(from.clone()).or_default().entry(to).or_insert(example);
                }
            }
            level.entry(from).or_default();
        }
        level
    }

    /// The import cycles between the entries of one folder, each with an example of every edge inside it.
    pub fn cycles(&self, folder: &[String]) -> Vec<(Vec<String>, Vec<String>)> {
        let level = self.level(folder);
        let reach: BTreeMap<&String, BTreeSet<&String>> =
            level.keys().map(|from| (from, reachable(&level, from))).collect();
        let mut left: BTreeSet<&String> = level.keys().collect();
        let mut cycles = Vec::new();
        while let Some(first) = left.pop_first() {
            let mutual =
                |other: &&String| reach[first].contains(*other) && reach[*other].contains(first);
            let rest: Vec<&String> = left.iter().copied().filter(mutual).collect();
            if rest.is_empty() {
                continue;
            }
            left.retain(|entry| !rest.contains(entry));
            let members: Vec<String> = std::iter::once(first).chain(rest).cloned().collect();
            let edges = members.iter().flat_map(|from| &level[from]);
            let edges = edges.filter(|(to, _)| members.contains(to));
            let examples = edges.map(|(_, example)| example.clone()).collect();
            cycles.push((members, examples));
        }
        cycles
    }
}

fn reachable<'a>(
    level: &'a BTreeMap<String, BTreeMap<String, String>>,
    from: &'a String,
) -> BTreeSet<&'a String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop() {
        for to in level.get(next).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// `search/observe/mod.rs` is the module `search::observe`.
fn module_of(path: &str) -> Module {
    let inside = path.trim_end_matches(".rs").trim_end_matches("/mod");
    let root = ["lib", "main", ""].contains(&inside);
    if root {
        Vec::new()
    } else {
        Path::new(inside).iter().map(|part| part.to_string_lossy().into_owned()).collect()
    }
}

struct Collector<'a> {
    module: &'a Module,
    graph: &'a mut Graph,
    written: &'a mut Vec<Written>,
}

impl Collector<'_> {
    /// Segments below the crate of a path written in this module; `None` for another crate's or a local name.
    fn resolve(&self, segments: &[String]) -> Option<Vec<String>> {
        let first = segments.first()?;
        let mut base = self.module.clone();
        let mut rest = segments;
        match first.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            name => {
                let mut child = base.clone();
                child.push(name.to_owned());
                if !self.graph.uses.contains_key(&child) {
                    return None;
                }
            }
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn add(&mut self, segments: &[String]) {
        if let Some(segments) = self.resolve(segments) {
            self.written.push(Written { module: self.module.clone(), segments });
        }
    }

    fn walk_use(&mut self, tree: &syn::UseTree, before: &[String], public: bool) {
        let mut path = before.to_vec();
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.walk_use(&part.tree, &path, public);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.walk_use(tree, &path, public);
                }
            }
            syn::UseTree::Name(name) => self.name(path, &name.ident.to_string(), None, public),
            syn::UseTree::Rename(name) => {
                let new = name.rename.to_string();
                self.name(path, &name.ident.to_string(), Some(new), public);
            }
            syn::UseTree::Glob(_) => self.add(&path),
        }
    }

    fn name(&mut self, mut path: Vec<String>, name: &str, new: Option<String>, public: bool) {
        let known = new.unwrap_or_else(|| {
            path.last().filter(|_| name == "self").map_or(name, |v| v).to_owned()
        });
        if name != "self" {
            path.push(name.to_owned());
        }
        let inside = self.resolve(&path);
        // A re-export of something below is a façade, not a dependency; users of it depend on where it is defined.
        if let Some(origin) = inside.filter(|_| public) {
            let below = origin.starts_with(self.module);
            self.graph.reexports.entry(self.module.clone()).or_default().insert(known, origin);
            if below {
                return;
            }
        }
        self.add(&path);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            let public = !matches!(item.vis, syn::Visibility::Inherited);
            self.walk_use(&item.tree, &[], public);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let segments: Vec<String> =
                path.segments.iter().map(|part| part.ident.to_string()).collect();
            self.add(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        let text = item.tokens.to_string().replace(' ', "");
        for marker in ["crate::", "super::"] {
            for (at, _) in text.match_indices(marker) {
                let bounded = text[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
                let path: String = text[at..]
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || "_:".contains(*c))
                    .collect();
                if bounded {
                    let parts = path.split("::").filter(|part| !part.is_empty());
                    self.add(&parts.map(str::to_owned).collect::<Vec<_>>());
                }
            }
        }
    }
}
