//! The machine, its packages and its disks.

use super::super::verbs::{Verb, verb};
use super::Program;
use crate::commands::effect::EffectKind::{Disk, KillProcesses, System};

const APT: &[Verb] = &[
    verb("purge", System),
    verb("autoremove", System),
    verb("autopurge", System),
    verb("remove", System),
];
const RPM: &[Verb] = &[verb("remove", System), verb("erase", System), verb("autoremove", System)];
const FIREWALL: &[Verb] = &[verb("", System).with("-F* --flush -X --delete-chain")];
const ALWAYS_SYSTEM: &[Verb] = &[verb("", System)];
const TEST: &str = "-t --test";

/// Programs, by topic.
pub(super) static PROGRAMS: &[Program] = &[
    ("shutdown", &[verb("", System).without("-c --show")]),
    ("reboot", ALWAYS_SYSTEM),
    ("halt", ALWAYS_SYSTEM),
    ("poweroff", ALWAYS_SYSTEM),
    ("service", &[verb("* stop", System)]),
    ("launchctl", &[verb("unload", System), verb("bootout", System), verb("remove", System)]),
    ("update-rc.d", &[verb("** remove", System), verb("** disable", System)]),
    ("iptables", FIREWALL),
    ("ip6tables", FIREWALL),
    ("nft", &[verb("flush", System), verb("delete table", System)]),
    ("ufw", &[verb("disable", System), verb("reset", System)]),
    ("userdel", ALWAYS_SYSTEM),
    ("deluser", ALWAYS_SYSTEM),
    ("groupdel", ALWAYS_SYSTEM),
    ("delgroup", ALWAYS_SYSTEM),
    ("passwd", &[verb("", System).with("-d -l --delete --lock")]),
    ("visudo", &[verb("", System).without("-c* --check -V --version")]),
    ("rmmod", ALWAYS_SYSTEM),
    ("modprobe", &[verb("", System).with("-r --remove")]),
    ("umount", &[verb("", System).with("-a --all")]),
    ("swapoff", ALWAYS_SYSTEM),
    ("sysctl", &[verb("", System).with("-w --write")]),
    ("setenforce", &[verb("0", System), verb("Permissive", System)]),
    ("apt", APT),
    ("apt-get", APT),
    ("aptitude", APT),
    ("dpkg", &[verb("", System).with("-r -P --remove --purge")]),
    ("yum", RPM),
    ("dnf", RPM),
    ("zypper", &[verb("rm", System), verb("remove", System)]),
    ("rpm", &[verb("", System).with("-e* --erase")]),
    ("pacman", &[verb("", System).with("-R* --remove")]),
    ("apk", &[verb("del", System)]),
    ("snap", &[verb("remove", System)]),
    ("tmutil", &[verb("disable", System), verb("delete*", System)]),
    ("csrutil", &[verb("disable", System)]),
    ("nvram", &[verb("", System).with("-c")]),
    ("vssadmin", &[verb("delete", System), verb("Delete", System)]),
    ("wbadmin", &[verb("delete", System)]),
    ("fuser", &[verb("", KillProcesses).with("-km -mk")]),
    ("lvremove", &[verb("", Disk).without(TEST)]),
    ("vgremove", &[verb("", Disk).without(TEST)]),
    ("pvremove", &[verb("", Disk).without(TEST)]),
    ("zpool", &[verb("destroy", Disk), verb("labelclear", Disk)]),
    (
        "zfs",
        &[verb("destroy", Disk).without("-n* -vn -rn* -rvn"), verb("rollback", Disk).with("-r -R")],
    ),
    (
        "diskutil",
        &[
            verb("erase*", Disk),
            verb("partitionDisk", Disk),
            verb("zeroDisk", Disk),
            verb("randomDisk", Disk),
            verb("secureErase", Disk),
            verb("reformat", Disk),
            verb("apfs delete*", Disk),
            verb("apfs erase*", Disk),
        ],
    ),
    (
        "cryptsetup",
        &[
            verb("luksFormat", Disk),
            verb("luksErase", Disk),
            verb("erase", Disk),
            verb("luksKillSlot", Disk),
            verb("reencrypt", Disk),
        ],
    ),
    ("mdadm", &[verb("", Disk).with("--zero-superblock --stop -S --create -C")]),
    ("hdparm", &[verb("", Disk).with("--security-erase* --trim-sector-ranges*")]),
    ("nvme", &[verb("format", Disk), verb("sanitize", Disk)]),
    ("badblocks", &[verb("", Disk).with("-w* -sw -wsv -svw")]),
    ("losetup", &[verb("", Disk).with("-D --detach-all")]),
    ("resize2fs", &[verb("* *", Disk)]),
    ("dmsetup", &[verb("remove_all", Disk), verb("wipe_table", Disk)]),
    ("btrfs", &[verb("subvolume delete", Disk)]),
];
