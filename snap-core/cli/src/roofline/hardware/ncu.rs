//! Counters of NVIDIA's GPUs by Nsight Compute (`ncu`): it runs this program once more, under itself, for one force evaluation, and
//! each kernel as often as its counters need.

use std::env;
use std::process::Command;

use super::super::counted::stage_of;
use super::{Hardware, Stages};

/// What the names of kernels begin with on devices.
const KERNEL: &str = "px_kernel_";
/// Bytes that lanes load, store and update, whatever memory holds them.
const REGISTERS: [&str; 3] = [
    "smsp__sass_data_bytes_mem_global.sum",
    "smsp__sass_data_bytes_mem_local.sum",
    "smsp__sass_data_bytes_mem_shared.sum",
];
/// Bytes that the cache of all compute units is asked for.
const MIDDLE: [&str; 1] = ["lts__t_bytes.sum"];
const MEMORY: [&str; 1] = ["dram__bytes.sum"];
/// Instructions of a lane, and the operations of one.
const OPERATIONS: [(&str, f64); 6] = [
    ("smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1.0),
    ("smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 1.0),
    ("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2.0),
    ("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1.0),
    ("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1.0),
    ("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2.0),
];

/// What a line of it has where something failed.
const ERROR: &str = "==ERROR==";

/// Refuses to go on where counters cannot be read.
///
/// # Errors
/// Why not.
pub fn require() -> Result<(), String> {
    match Command::new("ncu").arg("--version").output() {
        Ok(found) if found.status.success() => Ok(()),
        _ => Err(
            "there is no `ncu`; install NVIDIA's Nsight Compute, and have its folder in PATH"
                .into(),
        ),
    }
}

/// What the hardware counts of each stage while this program evaluates the forces of `twojmax` once.
///
/// # Errors
/// What `ncu` says.
pub fn stages(twojmax: usize) -> Result<Stages, String> {
    let program = env::current_exe().map_err(|e| e.to_string())?;
    // Clocks are left alone.
    let found = Command::new("ncu")
        .args(["--csv", "--page", "raw", "--print-units", "base"])
        .args(["--clock-control", "none", "--kernel-name"])
        .arg(format!("regex:^{KERNEL}"))
        .arg("--metrics")
        .arg(metrics().join(","))
        .arg(program)
        .args(env::args_os().skip(1))
        .args(["--only-evaluate", &twojmax.to_string()])
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&found.stdout);
    let errors = String::from_utf8_lossy(&found.stderr);
    judged(&format!("{text}{errors}"), found.status.success())
}

/// The stages of what `ncu` printed, if it was all well: of a run that broke off it prints what it had.
fn judged(text: &str, is_success: bool) -> Result<Stages, String> {
    let stages = parse(text)?;
    match is_success && !text.contains(ERROR) && !stages.is_empty() {
        true => Ok(stages),
        false => Err(complaint(text)),
    }
}

fn metrics() -> Vec<&'static str> {
    let bytes = REGISTERS.into_iter().chain(MIDDLE).chain(MEMORY);
    bytes.chain(OPERATIONS.map(|(name, _)| name)).collect()
}

/// The first error of what `ncu` printed, or its last line.
fn complaint(text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let error = lines().find(|line| line.contains(ERROR));
    error
        .or(lines().next_back())
        .unwrap_or("it gave no counters")
        .trim()
        .into()
}

/// The stages of the table of all kernels, which is among other lines.
fn parse(text: &str) -> Result<Stages, String> {
    let mut stages = Stages::default();
    let Some(start) = text.lines().position(|line| line.starts_with("\"ID\"")) else {
        return Ok(stages);
    };
    let lines = text.lines().skip(start);
    let table: Vec<_> = lines.filter(|line| line.starts_with('"')).collect();
    let table = table.join("\n");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let heads = rows.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        let found = heads.iter().position(|head| head == name);
        found.ok_or_else(|| format!("there is no column `{name}`"))
    };
    let kernel = column("Kernel Name")?;
    for row in rows.records() {
        let row = row.map_err(|e| e.to_string())?;
        let name = row[kernel].trim_start_matches(KERNEL);
        let Some(stage) = stage_of(name) else {
            continue;
        };
        let value = |name: &str| {
            let text = row[column(name)?].replace(',', "");
            let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
            number.ok_or_else(|| format!("`{name}` is `{text}`"))
        };
        let sum = |names: &[&str]| names.iter().map(|name| value(name)).sum::<Result<f64, _>>();
        let operations = OPERATIONS
            .iter()
            .map(|(name, each)| Ok(value(name)? * each));
        let found = Hardware {
            flops: Some(operations.sum::<Result<f64, String>>()?),
            register_bytes: Some(sum(&REGISTERS)?),
            middle_bytes: sum(&MIDDLE)?,
            memory_bytes: sum(&MEMORY)?,
        };
        stages.add(stage, found);
    }
    Ok(stages)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `ncu` prints it: other words, heads, units, a line a launch.
    fn table(rows: &[(&str, f64)]) -> String {
        let quoted = |cells: Vec<String>| format!("\"{}\"\n", cells.join("\",\""));
        let with = |first: [&str; 2], rest: Vec<String>| {
            quoted(first.map(String::from).into_iter().chain(rest).collect())
        };
        let heads = metrics().into_iter().map(String::from).collect();
        let units = metrics().iter().map(|_| "byte".into()).collect();
        let mut text = String::from("==PROF== Connected to process 487\n");
        text += &with(["ID", "Kernel Name"], heads);
        text += &with(["", ""], units);
        for (n, &(kernel, value)) in rows.iter().enumerate() {
            let values = (1..=metrics().len()).map(|k| format!("1,{:03}.50", value as usize * k));
            text += &with([&n.to_string(), kernel], values.collect());
        }
        text + "==PROF== Disconnected from process 487\n"
    }

    #[test]
    fn launches_of_a_stage_are_summed() {
        let text = table(&[
            ("px_kernel_compute_yi_orbit", 1.0),
            ("px_kernel_wrap", 7.0),
            ("px_kernel_compute_yi_orbit", 2.0),
        ]);
        let found = parse(&text).unwrap();
        let all = found.of("compute_yi").unwrap();
        assert_eq!(found.of("compute_ui"), None);
        // Columns 1 to 3 of both launches, column 4, column 5, and columns 6 to 11 by their operations.
        let base = 1000.5 * 2.0;
        assert_eq!(all.register_bytes.unwrap(), 3.0 * base + 3.0 * 6.0);
        assert_eq!(all.middle_bytes, base + 3.0 * 4.0);
        assert_eq!(all.memory_bytes, base + 3.0 * 5.0);
        let weighted = 6.0 + 7.0 + 2.0 * 8.0 + 9.0 + 10.0 + 2.0 * 11.0;
        assert_eq!(all.flops.unwrap(), 8.0 * base + 3.0 * weighted);
    }

    #[test]
    fn what_a_broken_run_had_is_not_taken() {
        let text = table(&[("px_kernel_compute_ui", 1.0)]);
        assert!(judged(&text, true).is_ok());
        assert!(judged(&text, false).is_err());
        let failed = format!("{text}==ERROR== Failed to profile kernel\n");
        assert!(judged(&failed, true).unwrap_err().contains("Failed"));
        assert!(judged("", true).is_err());
        let odd = text.replace("1,001.50", "nan");
        assert!(judged(&odd, true).unwrap_err().contains("`nan`"));
    }

    #[test]
    fn what_ncu_complains_of_is_told() {
        let text = "==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM: no permission\n==PROF== Disconnected\n";
        assert!(parse(text).unwrap().is_empty());
        assert_eq!(complaint(text), "==ERROR== ERR_NVGPUCTRPERM: no permission");
        assert_eq!(complaint("\n a \n\n"), "a");
        let lacking = "\"ID\",\"Kernel Name\"\n\"0\",\"px_kernel_compute_ui\"\n";
        assert!(parse(lacking).unwrap_err().contains("no column"));
    }
}
