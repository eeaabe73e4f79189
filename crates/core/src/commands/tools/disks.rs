//! Programs that write to disks, partitions and volumes.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// A program that writes to the device among its operands.
struct Writer {
    name: &'static str,
    values: &'static str,
    /// Letters and long names with which it only looks.
    reads: &'static str,
    reads_long: Words,
    /// Words among the operands with which it only looks.
    looks: Words,
    /// Letters or long names without which it only looks; empty where it always writes.
    needs: &'static str,
    needs_long: Words,
}

const ANY: Writer = Writer {
    name: "",
    values: "",
    reads: "",
    reads_long: words("help version"),
    looks: words(""),
    needs: "",
    needs_long: words(""),
};

/// The last row fits every other name.
static WRITERS: &[Writer] = &[
    Writer { name: "blkdiscard", values: "olp", ..ANY },
    Writer { name: "cfdisk", ..ANY },
    Writer {
        name: "fdisk",
        values: "bBcCHLStoux",
        reads: "lsVh",
        reads_long: words("list help"),
        ..ANY
    },
    Writer { name: "gdisk", reads: "l", ..ANY },
    Writer {
        name: "parted",
        values: "a",
        reads: "lhv",
        reads_long: words("list help version"),
        looks: words("print unit help align-check"),
        ..ANY
    },
    Writer {
        name: "sfdisk",
        values: "NXoY",
        reads: "ldnJsgVFT",
        reads_long: words("list dump json verify no-act show-size"),
        ..ANY
    },
    Writer {
        name: "sgdisk",
        values: "nctudRAasSmNeEfFi",
        reads: "pvVDFfLO",
        reads_long: words("print verify list-types pretend"),
        ..ANY
    },
    Writer {
        name: "wipefs",
        values: "otO",
        reads: "n",
        reads_long: words("no-act help"),
        needs: "ao",
        needs_long: words("all offset"),
        ..ANY
    },
    Writer { values: "LUtbiIOmNEGJgTCFfTnSsdorRMlc", reads: "nNV", ..ANY },
];

/// `mkfs`, `wipefs`, `fdisk` and their kin.
pub(super) fn writer(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let Some(row) = WRITERS.iter().find(|row| row.name == call.name).or(WRITERS.last()) else {
        return Flow::default();
    };
    let options = Options::parse(
        call.args,
        &Spec { values: row.values, longs: words("type types label"), ..FLAGS },
    );
    let looks = options.short(row.reads)
        || row.reads_long.iter().any(|name| options.long(name))
        || options.operands.iter().any(|arg| row.looks.contains(arg.text.as_str()));
    let acts = row.needs.is_empty()
        || options.short(row.needs)
        || row.needs_long.iter().any(|name| options.long(name));
    if looks || !acts {
        return Flow::default();
    }
    // The device may also have been taken for a value of an option that is not known here.
    let mut found = false;
    for operand in call.args.iter().filter(|arg| !arg.is_option()) {
        let target = run.target(operand);
        if target.class == TargetClass::Device {
            found = true;
            run.effect(EffectKind::Disk, target, Certainty::Certain, None);
        }
    }
    if let (false, Some(last)) = (found, options.operands.first()) {
        image(run, last);
    }
    Flow::default()
}

/// What is no device is a file with a disk's image, or a device that is not known.
pub(super) fn image(run: &mut Run<'_>, operand: &Arg) {
    let target = run.target(operand);
    let kind = match target.class {
        TargetClass::Unknown | TargetClass::Protected => EffectKind::Disk,
        _ => EffectKind::Overwrite,
    };
    run.effect(kind, target, Certainty::Certain, None);
}

/// `dd of=…`.
pub(super) fn dd(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let operand = |name: &str| {
        let value =
            |arg: &Arg| Some(Arg { text: arg.text.strip_prefix(name)?.to_owned(), ..arg.clone() });
        call.args.iter().find_map(value)
    };
    let input = match operand("if=") {
        Some(path) => run.contents(&path),
        None => call.input.clone(),
    };
    let Some(path) = operand("of=") else { return input };
    run.on_path(EffectKind::Overwrite, &path);
    run.keep(&path, input);
    Flow::nothing()
}

/// A disk that is named by something other than a path, such as `disk2` of `diskutil`.
pub(super) fn named(run: &mut Run<'_>, name: &str) {
    let target = Target::named(name, TargetClass::Device);
    run.effect(EffectKind::Disk, target, Certainty::Certain, None);
}
