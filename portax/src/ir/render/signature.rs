//! The kernel's head, scratch arrays, and the index decoding of ranges.

use super::{
    Printer, device_scratch_bytes,
    literal::{integer, literal},
};
use crate::ir::{ArrayId, Builtin, Param, Shape, Stmt, Ty, Value, visit};
use std::collections::HashMap;

impl Printer<'_> {
    /// The whole kernel.
    pub(super) fn kernel(&mut self) {
        self.constant_arrays();
        self.head();
        self.indent = 1;
        self.scratch();
        self.builtins();
        if let Some(start) = self.dialect.start {
            self.line(start);
        }
        if let Some(early_next) = self.dialect.early_next.filter(|_| self.options.early_next) {
            self.line(early_next);
        }
        match self.program.shape {
            Shape::Range { rank, right } => self.range(rank, right),
            Shape::Team => self.block(&self.program.body),
        }
        self.indent = 0;
        self.line("}");
    }

    /// Arrays that never change, once each.
    fn constant_arrays(&mut self) {
        let mut printed: HashMap<_, ArrayId> = HashMap::new();
        for (array, numbers) in self.constants.clone() {
            let ty = self.program.array_type(array);
            let values: Vec<_> = numbers
                .iter()
                .map(|&x| literal(self.dialect, ty, x))
                .collect();
            let values = values.join(", ");
            let words = format!("{}{}", self.dialect.constant, self.type_name(ty));
            let names = &mut self.names.locals;
            if let Some(&same) = printed.get(&(ty, numbers.clone())) {
                names[array as usize] = String::clone(&names[same as usize]);
                continue;
            }
            let text = format!(
                "{words} {}[{}] = {{{values}}};",
                names[array as usize],
                numbers.len()
            );
            printed.insert((ty, numbers), array);
            self.line(&text);
        }
    }

    fn head(&mut self) {
        let d = self.dialect;
        let mut words = d.kernel.to_string();
        if let Some([lanes, team]) = self.options.group_size {
            let bound = match (self.options.registers, d.register_cap) {
                (Some(registers), Some(cap)) => cap.replace("{registers}", &registers.to_string()),
                _ => d.group_bound.to_string(),
            };
            words = format!("{words} {bound}");
            if let (true, Some(sub_group)) = (self.options.sub_groups, d.sub_group) {
                words = format!("{words} {sub_group}");
            }
            words = words.replace("{threads}", &(lanes * team).to_string());
            words = words
                .replace("{lanes}", &lanes.to_string())
                .replace("{team}", &team.to_string());
        }
        self.line(&format!("{words} {}(", self.program.name));
        let mut arguments: Vec<String> = (0..self.program.params.len())
            .map(|k| self.argument(k))
            .collect();
        if self.options.has_fault() {
            arguments.push(format!("{}{}* px_fault", d.global, d.i64));
            arguments.push("const int px_launch".to_string());
        }
        let last = arguments.len();
        for (k, a) in arguments.iter().enumerate() {
            self.line(&format!(
                "    {a}{}",
                if k + 1 < last { "," } else { ") {" }
            ));
        }
        if last == 0 {
            self.line("    ) {");
        }
    }

    fn argument(&self, k: usize) -> String {
        let name = &self.names.params[k];
        let ty = match &self.program.params[k] {
            Param::Buffer { ty, .. } => return self.buffer_argument(k, *ty, name),
            Param::Scratch { array, .. } => {
                return self.buffer_argument(k, self.program.scratch[*array].ty, name);
            }
            Param::Report { .. } => return self.buffer_argument(k, Ty::U32, name),
            Param::LaunchNumber => Ty::I32,
            Param::Scalar { ty, .. } => *ty,
            _ => Ty::Index,
        };
        let word = if ty == Ty::Bool {
            "int"
        } else {
            self.type_name(ty)
        };
        format!("const {word} {name}")
    }

    fn buffer_argument(&self, k: usize, ty: Ty, name: &str) -> String {
        let id = self
            .program
            .values
            .iter()
            .position(|v| v.1 == Value::Buffer(k));
        let written = id.is_some_and(|id| self.written[id]);
        let aliased = self.options.aliased.get(k).copied().unwrap_or(false);
        // Other threads write it between barriers: it is not this one's alone.
        let exchanged = written && id.is_some_and(|id| self.exchanged[id]);
        let restrict = if aliased || exchanged {
            String::new()
        } else {
            format!(" {}", self.dialect.restrict)
        };
        let constant = if written { "" } else { "const " };
        format!(
            "{constant}{}{}*{restrict} {name}",
            self.dialect.global,
            self.memory_type(ty)
        )
    }

    /// Declares the scratch arrays: each by itself, or as parts of the block whose size the launch sets.
    fn scratch(&mut self) {
        let group = self.group();
        let dynamic = self.dynamic_scratch();
        if let Some((declaration, _)) = dynamic {
            self.line(declaration);
        }
        let mut offset = 0;
        let used = self.used_scratch();
        for (k, array) in self.program.scratch.iter().enumerate() {
            let name = self.names.scratch[k].clone();
            let (ty, n) = (self.memory_type(array.ty), array.elements(group));
            match dynamic {
                _ if !used[k] => {}
                Some(_) => self.line(&format!(
                    "{ty}* const {name} = ({ty}*)(px_scratch + {offset});"
                )),
                None => self.line(&format!(
                    "{}{ty} {name}[{}];",
                    self.dialect.scratch,
                    n.max(1)
                )),
            }
            offset = array.bytes(group).saturating_add(offset);
        }
        self.scratch_addresses();
        self.rings(dynamic.is_some().then_some(offset));
    }

    /// Addresses of the arrays in which pointers walk.
    fn scratch_addresses(&mut self) {
        let Some([address, _]) = self.dialect.scratch_address else {
            return;
        };
        let mut walked = vec![false; self.program.scratch.len()];
        visit(&self.program.body, &mut |s| {
            if let Stmt::Walk { base, .. } = s
                && let Value::Scratch(k) = self.program.values[*base as usize].1
            {
                walked[k] = true;
            }
        });
        for k in (0..walked.len()).filter(|&k| walked[k]) {
            let name = &self.names.scratch[k];
            let (u32, address) = (self.dialect.u32, address.replace("{array}", name));
            self.line(&format!("const {u32} px_at_{name} = {address};"));
        }
    }

    /// Which scratch arrays does the body use? Sub-groups have no use for those of reductions.
    fn used_scratch(&self) -> Vec<bool> {
        let mut used = vec![false; self.program.scratch.len()];
        visit(&self.program.body, &mut |s| {
            s.operands(&mut |id| {
                if let Value::Scratch(k) = self.program.values[self.program.root(id) as usize].1 {
                    used[k] = true;
                }
            });
        });
        used
    }

    /// Lanes and threads.
    fn group(&self) -> [usize; 2] {
        self.options.group_size.unwrap_or([32, 32])
    }

    /// The declaration and the bytes of scratch whose size the launch sets.
    pub(super) fn dynamic_scratch(&self) -> Option<(&'static str, usize)> {
        let bytes = match self.options.group_size {
            Some(group) => device_scratch_bytes(self.program, self.dialect, group),
            None => self.program.scratch_bytes(self.group()),
        };
        let (limit, declaration) = self.dialect.dynamic_scratch?;
        (bytes > limit).then_some((declaration, bytes))
    }

    /// Decodes the number of the work item, dimension 0 fastest (the last one if `right`).
    fn range(&mut self, rank: usize, right: bool) {
        let order: Vec<usize> = if right {
            (0..rank).rev().collect()
        } else {
            (0..rank).collect()
        };
        let bounds: Vec<[String; 2]> = (0..rank)
            .map(|d| [Param::Begin(d), Param::End(d)].map(|p| self.bound(&p)))
            .collect();
        for (d, [begin, end]) in bounds.iter().enumerate() {
            let span = if begin == "0" {
                end.clone()
            } else {
                format!("{end} - {begin}")
            };
            self.line(&format!("const px_index px_span{d} = {span};"));
        }
        if self.options.tile.is_empty() {
            self.item_of_line(&order, &bounds);
        } else {
            self.item_of_tile(&order, &bounds);
        }
        self.block(&self.program.body);
        self.indent -= 1;
        self.line("}");
    }

    /// The indices of an item where groups have items in a line, and the branch of those inside.
    fn item_of_line(&mut self, order: &[usize], bounds: &[[String; 2]]) {
        let spans: Vec<_> = (0..order.len()).map(|d| format!("px_span{d}")).collect();
        let d = self.dialect;
        let size = self
            .options
            .group_size
            .map_or(d.vector_length.to_string(), |[x, _]| x.to_string());
        self.line(&format!(
            "const px_index px_item = (px_index){} * {size} + {};",
            d.group_rank, d.lane_rank
        ));
        self.line(&format!(
            "if (px_inside(px_item, {})) {{",
            spans.join(" * ")
        ));
        self.indent += 1;
        let mut rest = "px_item".to_string();
        for (place, &dim) in order.iter().enumerate() {
            let last = place + 1 == order.len();
            let digit = if last {
                rest.clone()
            } else {
                format!("{rest} % px_span{dim}")
            };
            self.index(dim, &bounds[dim][0], &digit);
            if !last {
                self.line(&format!(
                    "const px_index px_rest{place} = {rest} / px_span{dim};"
                ));
                rest = format!("px_rest{place}");
            }
        }
    }

    /// The same where groups have a tile each.
    fn item_of_tile(&mut self, order: &[usize], bounds: &[[String; 2]]) {
        let d = self.dialect;
        self.line(&format!("const px_index px_tile = {};", d.group_rank));
        self.line(&format!("const px_index px_item = {};", d.lane_rank));
        let (mut tile, mut item) = ("px_tile".to_string(), "px_item".to_string());
        for (place, &dim) in order.iter().enumerate() {
            let extent = self.options.tile[dim];
            let last = place + 1 == order.len();
            let (of_tiles, of_items) = if last {
                (tile.clone(), item.clone())
            } else {
                self.line(&format!(
                    "const px_index px_tiles{dim} = (px_span{dim} + {}) / {extent};",
                    extent - 1
                ));
                (
                    format!("{tile} % px_tiles{dim}"),
                    format!("{item} % {extent}"),
                )
            };
            let index = format!("({of_tiles}) * {extent} + {of_items}");
            self.index(dim, &bounds[dim][0], &index);
            if !last {
                self.line(&format!(
                    "const px_index px_tile{place} = {tile} / px_tiles{dim}, px_item{place} = {item} / {extent};"
                ));
                (tile, item) = (format!("px_tile{place}"), format!("px_item{place}"));
            }
        }
        let inside: Vec<_> = bounds
            .iter()
            .enumerate()
            .map(|(dim, [_, end])| format!("px_work{dim} < {end}"))
            .collect();
        self.line(&format!("if ({}) {{", inside.join(" && ")));
        self.indent += 1;
    }

    /// An index of a box: the begin, and so far beyond it.
    fn index(&mut self, dim: usize, begin: &str, beyond: &str) {
        let begin = match begin {
            "0" => String::new(),
            begin => format!("{begin} + "),
        };
        self.line(&format!("const px_index px_work{dim} = {begin}{beyond};"));
    }

    /// An argument of the range; 0 for a begin that the program lacks.
    fn bound(&self, param: &Param) -> String {
        match self.program.params.iter().position(|p| p == param) {
            Some(k) => self.param(k),
            None => "0".into(),
        }
    }

    /// An argument or its literal.
    pub(super) fn param(&self, k: usize) -> String {
        match self.options.values.get(k) {
            Some(Some(x)) => match self.program.params[k] {
                Param::Scalar { ty, .. } if ty.is_long() => literal(self.dialect, ty, *x as u64),
                _ => integer(self.dialect, *x),
            },
            _ => self.names.params[k].clone(),
        }
    }

    /// Ranks and sizes that the body uses, as constants with names.
    fn builtins(&mut self) {
        for (_, value) in &self.program.values {
            if let Value::Builtin(b) = value
                && !matches!(b, Builtin::Work(_))
                && !self.is_known(*b)
            {
                let line = format!(
                    "const px_index {} = {};",
                    self.builtin(*b),
                    self.machine_word(*b)
                );
                self.line(&line);
            }
        }
    }

    pub(super) fn builtin(&self, b: Builtin) -> String {
        match (b, self.options.group_size) {
            (Builtin::Work(dim), _) => format!("px_work{dim}"),
            (Builtin::VectorLength, Some([lanes, _])) => lanes.to_string(),
            (Builtin::TeamSize, Some([_, team])) => team.to_string(),
            (Builtin::VectorLength, None) => "px_vector_length".into(),
            (Builtin::TeamSize, None) => "px_team_size".into(),
            (Builtin::LeagueRank, _) => "px_league_rank".into(),
            (Builtin::LeagueSize, _) => "px_league_size".into(),
            (Builtin::TeamRank, _) => "px_team_rank".into(),
            (Builtin::LaneRank, _) => "px_lane_rank".into(),
        }
    }

    fn is_known(&self, b: Builtin) -> bool {
        self.options.group_size.is_some() && matches!(b, Builtin::VectorLength | Builtin::TeamSize)
    }

    fn machine_word(&self, b: Builtin) -> &'static str {
        let d = self.dialect;
        match b {
            Builtin::VectorLength => d.vector_length,
            Builtin::TeamSize => d.team_size,
            Builtin::LeagueRank => d.group_rank,
            Builtin::LeagueSize => d.group_count,
            Builtin::TeamRank => d.team_rank,
            Builtin::LaneRank | Builtin::Work(_) => d.lane_rank,
        }
    }
}
