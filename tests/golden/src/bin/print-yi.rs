//! Writes what the CUDA harness `gpu/yi.cu` needs: the printed text of compute_yi (direct form) for warps of 32 lanes,
//! its argument list, and the tables. `print-yi DIRECTORY [TWOJMAX]`, then in the directory
//! `nvcc -O3 -std=c++17 -arch=sm_90 --fmad=false -I. yi.cu -o yi && ./yi 2000 16000 128000`.

use portax::{Result, TeamPolicy, View};
use portax_golden::Printer;
use snap_core::{
    beta::Beta,
    tables::{CubicForm, YiDirect},
    yi_direct::ComputeYiDirect,
};
use std::{fs, io::Write, path::Path};

/// Team threads (warps) of a block, each with one job.
const WARPS: usize = 4;

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args()
        .nth(1)
        .ok_or("usage: print-yi DIRECTORY [TWOJMAX]")?;
    let twojmax = std::env::args().nth(2).map_or(Ok(8), |s| s.parse())?;
    let directory = Path::new(&directory);
    let form = CubicForm::new(twojmax, false);
    let tables = YiDirect::new(&form);
    let source = text(&form, &tables)?;
    let text = source.replace("px_kernel_compute_yi_direct", "yi_direct");
    fs::write(directory.join("yi_direct.cuh"), &text)?;
    fs::write(directory.join("yi_direct_arguments.h"), arguments(&text))?;
    write_tables(&directory.join("tables.bin"), &form, &tables)?;
    Ok(())
}

/// The text.
fn text(form: &CubicForm, tables: &YiDirect) -> Result<String> {
    let printer = Printer::new(&portax_cuda::CUDA, 32);
    let space = printer.space();
    let (parts, slots) = (tables.jobs.len().div_ceil(WARPS), 64);
    let values = form.half_plane.nvalues();
    let kernel = ComputeYiDirect::<f64, 0> {
        tile_number: View::new(&space, "tile_number", [1])?,
        ntiles: 2,
        tile_element: View::new(&space, "tile_element", [2])?,
        ulisttot: View::new(&space, "ulisttot", [slots, values])?,
        w: View::new(&space, "w", [tables.table.len()])?,
        w_count: tables.table.len() as i32,
        beta: Beta::in_w(),
        items: View::new(&space, "items", [tables.items.len()])?,
        jobs: View::new(&space, "jobs", [tables.jobs.len()])?,
        starts: View::new(&space, "starts", [tables.shapes + 1, tables.jobs.len()])?,
        ylist: View::new(&space, "ylist", [slots, values])?,
        parts,
        shapes: tables.shapes,
    };
    let policy = TeamPolicy::new(parts, WARPS).vector_length(32);
    drop(space.prepare("yi", policy, &kernel)?);
    Ok(printer.take().swap_remove(0).source.text)
}

/// The kernel's arguments by name, in order, as a macro, without the prefix of fields.
fn arguments(text: &str) -> String {
    let start = text.find("yi_direct(").unwrap_or(0);
    let end = start + text[start..].find(") {").unwrap_or(0);
    let names = text[start..end]
        .split(',')
        .filter_map(|a| a.split_whitespace().last())
        .map(|name| name.trim_start_matches("f_"))
        .collect::<Vec<_>>()
        .join(", ");
    format!("#define YI_DIRECT_ARGUMENTS {names}\n")
}

fn write_tables(path: &Path, form: &CubicForm, tables: &YiDirect) -> std::io::Result<()> {
    let mut file = fs::File::create(path)?;
    let ones = vec![
        1.0;
        tables
            .table
            .coefficient
            .iter()
            .max()
            .map_or(0, |&c| c as usize + 1)
    ];
    let mut blocks = Vec::new();
    let mut entries = Vec::new();
    for block in &form.blocks {
        blocks.extend(block.weights.map(|w| form.half_plane.offset(w) as i32));
        blocks.extend(block.n.map(|n| n as i32));
        for a in 0..block.n[0] {
            for b in 0..block.n[1] {
                for c in 0..block.n[2] {
                    entries.push(block.entry([a, b, c]).0);
                }
            }
        }
    }
    let head = [form.half_plane.nvalues(), tables.shapes, WARPS].map(|n| n as i32);
    for ints in [
        &head[..],
        tables.items.as_flattened(),
        tables.jobs.as_flattened(),
        &tables.starts,
        &blocks,
    ] {
        file.write_all(&(ints.len() as i32).to_le_bytes())?;
        ints.iter()
            .try_for_each(|x| file.write_all(&x.to_le_bytes()))?;
    }
    for reals in [tables.table.with_beta(&ones), entries] {
        file.write_all(&(reals.len() as i32).to_le_bytes())?;
        reals
            .iter()
            .try_for_each(|x| file.write_all(&x.to_le_bytes()))?;
    }
    Ok(())
}
