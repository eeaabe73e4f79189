//! Rows for programs that are described by their words and options.

use super::verbs::{Verb, verb};
use crate::commands::effect::EffectKind::{
    DestroyInfra, Disk, DropData, KillProcesses, Publish, RunRemoteCode, System,
};

/// One program or several that share their rows.
pub(super) type Program = (&'static str, &'static [Verb]);

const TERRAFORM: &[Verb] = &[
    verb(&["destroy"], DestroyInfra),
    verb(&["apply"], DestroyInfra).with(&[
        "-auto-approve",
        "--auto-approve",
        "-destroy",
        "--destroy",
    ]),
    verb(&["state", "rm"], DestroyInfra),
    verb(&["workspace", "delete"], DestroyInfra),
    verb(&["run-all", "destroy"], DestroyInfra),
    verb(&["destroy-all"], DestroyInfra),
    verb(&["run-all", "apply"], DestroyInfra).possibly(),
    verb(&["**", "destroy"], DestroyInfra),
];
const DELETES: &[Verb] = &[
    verb(&["**", "delete"], DestroyInfra),
    verb(&["**", "destroy"], DestroyInfra),
    verb(&["**", "purge"], DestroyInfra),
    verb(&["**", "terminate"], DestroyInfra),
];
const RAILS: &[Verb] = &[
    verb(&["db:drop*"], DropData),
    verb(&["db:reset*"], DropData),
    verb(&["db:purge*"], DropData),
    verb(&["db:migrate:reset"], DropData),
    verb(&["db:schema:load"], DropData),
    verb(&["db:truncate_all"], DropData),
    verb(&["db:setup"], DropData).possibly(),
];
const APT: &[Verb] = &[
    verb(&["purge"], System),
    verb(&["autoremove"], System),
    verb(&["autopurge"], System),
    verb(&["remove"], System),
];
const RPM: &[Verb] =
    &[verb(&["remove"], System), verb(&["erase"], System), verb(&["autoremove"], System)];
const FIREWALL: &[Verb] = &[verb(&[], System).with(&["-F*", "--flush", "-X", "--delete-chain"])];
const ALWAYS_SYSTEM: &[Verb] = &[verb(&[], System)];
const FLY: &[Verb] = &[
    verb(&["apps", "destroy"], DestroyInfra),
    verb(&["**", "destroy"], DestroyInfra),
    verb(&["volumes", "delete"], DestroyInfra),
];
const FROM_ADDRESS: &[&str] = &["git+*", "http://*", "https://*", "git://*", "github:*"];

const TEST: &[&str] = &["-t", "--test"];

/// Programs, by name.
pub(super) static PROGRAMS: &[Program] = &[
    // Infrastructure
    ("terraform", TERRAFORM),
    ("tofu", TERRAFORM),
    ("terragrunt", TERRAFORM),
    (
        "pulumi",
        &[
            verb(&["destroy"], DestroyInfra),
            verb(&["down"], DestroyInfra),
            verb(&["up"], DestroyInfra).with(&["--yes", "-y", "-f", "--skip-preview"]),
            verb(&["stack", "rm"], DestroyInfra),
        ],
    ),
    ("cdk", &[verb(&["destroy"], DestroyInfra)]),
    ("cdktf", &[verb(&["destroy"], DestroyInfra)]),
    ("serverless", &[verb(&["remove"], DestroyInfra)]),
    ("sls", &[verb(&["remove"], DestroyInfra)]),
    ("sam", &[verb(&["delete"], DestroyInfra)]),
    ("eb", &[verb(&["terminate"], DestroyInfra)]),
    ("copilot", &[verb(&["**", "delete"], DestroyInfra)]),
    ("vagrant", &[verb(&["destroy"], DestroyInfra)]),
    (
        "helm",
        &[
            verb(&["uninstall"], DestroyInfra),
            verb(&["delete"], DestroyInfra),
            verb(&["del"], DestroyInfra),
            verb(&["un"], DestroyInfra),
        ],
    ),
    ("helmfile", &[verb(&["destroy"], DestroyInfra), verb(&["delete"], DestroyInfra)]),
    ("kind", &[verb(&["delete"], DestroyInfra)]),
    ("k3d", &[verb(&["**", "delete"], DestroyInfra)]),
    ("minikube", &[verb(&["delete"], DestroyInfra)]),
    ("eksctl", &[verb(&["delete"], DestroyInfra)]),
    ("argocd", &[verb(&["**", "delete"], DestroyInfra)]),
    ("flux", &[verb(&["uninstall"], DestroyInfra), verb(&["delete"], DestroyInfra)]),
    ("istioctl", &[verb(&["uninstall"], DestroyInfra)]),
    ("velero", &[verb(&["**", "delete"], DestroyInfra)]),
    (
        "aws",
        &[
            verb(&["s3", "rb"], DestroyInfra),
            verb(&["s3", "rm"], DestroyInfra).with(&["--recursive"]),
            verb(&["s3", "sync"], DestroyInfra).with(&["--delete"]).possibly(),
            verb(&["*", "delete-*"], DestroyInfra),
            verb(&["*", "terminate-*"], DestroyInfra),
            verb(&["*", "purge-*"], DestroyInfra),
            verb(&["*", "batch-delete-*"], DestroyInfra),
            verb(&["*", "schedule-key-deletion"], DestroyInfra),
            verb(&["*", "deregister-*"], DestroyInfra).possibly(),
            verb(&["*", "stop-instances"], DestroyInfra).possibly(),
        ],
    ),
    (
        "gcloud",
        &[
            verb(&["**", "delete"], DestroyInfra),
            verb(&["storage", "rm"], DestroyInfra).with(&["-r", "-R", "--recursive"]),
            verb(&["**", "destroy"], DestroyInfra),
        ],
    ),
    (
        "gsutil",
        &[
            verb(&["rb"], DestroyInfra),
            verb(&["rm"], DestroyInfra).with(&["-r", "-R", "-a", "*/**"]),
            verb(&["rsync"], DestroyInfra).with(&["-d"]).possibly(),
        ],
    ),
    ("az", DELETES),
    ("doctl", DELETES),
    ("hcloud", DELETES),
    ("linode-cli", DELETES),
    ("oci", DELETES),
    ("ibmcloud", &[verb(&["**", "*-delete"], DestroyInfra), verb(&["**", "delete"], DestroyInfra)]),
    ("scw", DELETES),
    ("wrangler", DELETES),
    ("pscale", DELETES),
    (
        "heroku",
        &[
            verb(&["apps:destroy"], DestroyInfra),
            verb(&["destroy"], DestroyInfra),
            verb(&["addons:destroy"], DestroyInfra),
            verb(&["pg:reset"], DropData),
            verb(&["pg:credentials:destroy"], DestroyInfra),
            verb(&["*:destroy"], DestroyInfra),
        ],
    ),
    ("fly", FLY),
    ("flyctl", FLY),
    ("vercel", &[verb(&["remove"], DestroyInfra), verb(&["rm"], DestroyInfra)]),
    ("netlify", &[verb(&["sites:delete"], DestroyInfra)]),
    ("railway", &[verb(&["down"], DestroyInfra), verb(&["delete"], DestroyInfra)]),
    ("firebase", &[verb(&["*:delete"], DestroyInfra)]),
    (
        "rclone",
        &[
            verb(&["purge"], DestroyInfra),
            verb(&["delete"], DestroyInfra),
            verb(&["sync"], DestroyInfra).possibly(),
        ],
    ),
    (
        "s3cmd",
        &[
            verb(&["rb"], DestroyInfra),
            verb(&["del"], DestroyInfra).with(&["--recursive", "-r"]),
            verb(&["rm"], DestroyInfra).with(&["--recursive", "-r"]),
        ],
    ),
    (
        "mc",
        &[verb(&["rb"], DestroyInfra), verb(&["rm"], DestroyInfra).with(&["--recursive", "-r"])],
    ),
    ("nomad", &[verb(&["**", "stop"], DestroyInfra).with(&["-purge", "--purge"])]),
    ("consul", &[verb(&["kv", "delete"], DestroyInfra).with(&["-recurse", "--recurse"])]),
    (
        "vault",
        &[
            verb(&["delete"], DestroyInfra),
            verb(&["kv", "destroy"], DestroyInfra),
            verb(&["kv", "metadata", "delete"], DestroyInfra),
            verb(&["secrets", "disable"], DestroyInfra),
        ],
    ),
    ("etcdctl", &[verb(&["del"], DropData)]),
    (
        "gh",
        &[
            verb(&["repo", "delete"], DestroyInfra),
            verb(&["release", "delete"], Publish),
            verb(&["api"], DestroyInfra).with(&["DELETE", "-XDELETE", "--method=DELETE"]),
        ],
    ),
    // Data
    (
        "prisma",
        &[
            verb(&["db", "push"], DropData).with(&["--accept-data-loss", "--force-reset"]),
            verb(&["migrate", "reset"], DropData),
        ],
    ),
    ("rails", RAILS),
    ("rake", RAILS),
    (
        "artisan",
        &[
            verb(&["migrate:fresh"], DropData),
            verb(&["migrate:refresh"], DropData),
            verb(&["migrate:reset"], DropData),
            verb(&["db:wipe"], DropData),
        ],
    ),
    ("manage.py", &[verb(&["flush"], DropData), verb(&["reset_db"], DropData)]),
    ("django-admin", &[verb(&["flush"], DropData)]),
    (
        "console",
        &[verb(&["doctrine:database:drop"], DropData), verb(&["doctrine:schema:drop"], DropData)],
    ),
    ("alembic", &[verb(&["downgrade", "base"], DropData)]),
    ("sequelize", &[verb(&["db:drop"], DropData), verb(&["db:migrate:undo:all"], DropData)]),
    ("sequelize-cli", &[verb(&["db:drop"], DropData), verb(&["db:migrate:undo:all"], DropData)]),
    ("knex", &[verb(&["migrate:rollback"], DropData).with(&["--all"])]),
    ("typeorm", &[verb(&["schema:drop"], DropData)]),
    ("drizzle-kit", &[verb(&["drop"], DropData), verb(&["push"], DropData).with(&["--force"])]),
    (
        "mix",
        &[
            verb(&["ecto.drop"], DropData),
            verb(&["ecto.reset"], DropData),
            verb(&["hex.publish"], Publish),
        ],
    ),
    ("diesel", &[verb(&["database", "reset"], DropData)]),
    ("sqlx", &[verb(&["database", "drop"], DropData), verb(&["database", "reset"], DropData)]),
    ("flyway", &[verb(&["**", "clean"], DropData)]),
    ("liquibase", &[verb(&["**", "dropAll"], DropData), verb(&["**", "drop-all"], DropData)]),
    ("supabase", &[verb(&["db", "reset"], DropData), verb(&["projects", "delete"], DestroyInfra)]),
    ("dbmate", &[verb(&["drop"], DropData)]),
    ("goose", &[verb(&["**", "reset"], DropData)]),
    ("dropdb", &[verb(&[], DropData)]),
    ("dropuser", &[verb(&[], DropData)]),
    ("mysqladmin", &[verb(&["**", "drop"], DropData)]),
    ("influx", &[verb(&["delete"], DropData), verb(&["bucket", "delete"], DropData)]),
    (
        "rabbitmqctl",
        &[
            verb(&["delete_*"], DropData),
            verb(&["purge_queue"], DropData),
            verb(&["reset"], DropData),
            verb(&["force_reset"], DropData),
        ],
    ),
    ("kafka-topics", &[verb(&[], DropData).with(&["--delete"])]),
    ("kafka-topics.sh", &[verb(&[], DropData).with(&["--delete"])]),
    // Packages
    (
        "npm",
        &[
            verb(&["publish"], Publish),
            verb(&["unpublish"], Publish),
            verb(&["deprecate"], Publish),
            verb(&["owner", "rm"], Publish),
            verb(&["install"], RunRemoteCode).with(FROM_ADDRESS),
            verb(&["i"], RunRemoteCode).with(FROM_ADDRESS),
        ],
    ),
    ("pnpm", &[verb(&["publish"], Publish)]),
    ("yarn", &[verb(&["publish"], Publish), verb(&["npm", "publish"], Publish)]),
    ("bun", &[verb(&["publish"], Publish)]),
    ("lerna", &[verb(&["publish"], Publish)]),
    ("vsce", &[verb(&["publish"], Publish), verb(&["unpublish"], Publish)]),
    (
        "cargo",
        &[
            verb(&["publish"], Publish),
            verb(&["yank"], Publish),
            verb(&["owner"], Publish).with(&["--remove", "-r"]),
        ],
    ),
    ("gem", &[verb(&["push"], Publish), verb(&["yank"], Publish)]),
    ("twine", &[verb(&["upload"], Publish)]),
    ("poetry", &[verb(&["publish"], Publish)]),
    ("uv", &[verb(&["publish"], Publish)]),
    ("hatch", &[verb(&["publish"], Publish)]),
    ("flit", &[verb(&["publish"], Publish)]),
    (
        "pip",
        &[verb(&["install"], RunRemoteCode).with(FROM_ADDRESS).without(&[
            "-i",
            "--index-url",
            "-f",
            "--find-links",
            "--extra-index-url",
        ])],
    ),
    (
        "pip3",
        &[verb(&["install"], RunRemoteCode).with(FROM_ADDRESS).without(&[
            "-i",
            "--index-url",
            "-f",
            "--find-links",
            "--extra-index-url",
        ])],
    ),
    ("gradle", &[verb(&["publish*"], Publish).without(&["publishToMavenLocal"])]),
    ("gradlew", &[verb(&["publish*"], Publish).without(&["publishToMavenLocal"])]),
    ("mvn", &[verb(&["**", "deploy"], Publish)]),
    ("nuget", &[verb(&["push"], Publish), verb(&["delete"], Publish)]),
    ("dotnet", &[verb(&["nuget", "push"], Publish), verb(&["nuget", "delete"], Publish)]),
    ("pod", &[verb(&["trunk", "push"], Publish), verb(&["trunk", "delete"], Publish)]),
    // The system
    ("shutdown", &[verb(&[], System).without(&["-c", "--show"])]),
    ("reboot", ALWAYS_SYSTEM),
    ("halt", ALWAYS_SYSTEM),
    ("poweroff", ALWAYS_SYSTEM),
    ("service", &[verb(&["*", "stop"], System)]),
    (
        "launchctl",
        &[verb(&["unload"], System), verb(&["bootout"], System), verb(&["remove"], System)],
    ),
    ("update-rc.d", &[verb(&["**", "remove"], System), verb(&["**", "disable"], System)]),
    ("iptables", FIREWALL),
    ("ip6tables", FIREWALL),
    ("nft", &[verb(&["flush"], System), verb(&["delete", "table"], System)]),
    ("ufw", &[verb(&["disable"], System), verb(&["reset"], System)]),
    ("userdel", ALWAYS_SYSTEM),
    ("deluser", ALWAYS_SYSTEM),
    ("groupdel", ALWAYS_SYSTEM),
    ("delgroup", ALWAYS_SYSTEM),
    ("passwd", &[verb(&[], System).with(&["-d", "-l", "--delete", "--lock"])]),
    ("visudo", &[verb(&[], System).without(&["-c*", "--check", "-V", "--version"])]),
    ("rmmod", ALWAYS_SYSTEM),
    ("modprobe", &[verb(&[], System).with(&["-r", "--remove"])]),
    ("umount", &[verb(&[], System).with(&["-a", "--all"])]),
    ("swapoff", ALWAYS_SYSTEM),
    ("sysctl", &[verb(&[], System).with(&["-w", "--write"])]),
    ("setenforce", &[verb(&["0"], System), verb(&["Permissive"], System)]),
    ("apt", APT),
    ("apt-get", APT),
    ("aptitude", APT),
    ("dpkg", &[verb(&[], System).with(&["-r", "-P", "--remove", "--purge"])]),
    ("yum", RPM),
    ("dnf", RPM),
    ("zypper", &[verb(&["rm"], System), verb(&["remove"], System)]),
    ("rpm", &[verb(&[], System).with(&["-e*", "--erase"])]),
    ("pacman", &[verb(&[], System).with(&["-R*", "--remove"])]),
    ("apk", &[verb(&["del"], System)]),
    ("snap", &[verb(&["remove"], System)]),
    ("tmutil", &[verb(&["disable"], System), verb(&["delete*"], System)]),
    ("csrutil", &[verb(&["disable"], System)]),
    ("nvram", &[verb(&[], System).with(&["-c"])]),
    ("vssadmin", &[verb(&["delete"], System), verb(&["Delete"], System)]),
    ("wbadmin", &[verb(&["delete"], System)]),
    ("fuser", &[verb(&[], KillProcesses).with(&["-km", "-mk"])]),
    // Disks
    ("lvremove", &[verb(&[], Disk).without(TEST)]),
    ("vgremove", &[verb(&[], Disk).without(TEST)]),
    ("pvremove", &[verb(&[], Disk).without(TEST)]),
    ("zpool", &[verb(&["destroy"], Disk), verb(&["labelclear"], Disk)]),
    (
        "zfs",
        &[
            verb(&["destroy"], Disk).without(&["-n*", "-vn", "-rn*", "-rvn"]),
            verb(&["rollback"], Disk).with(&["-r", "-R"]),
        ],
    ),
    (
        "diskutil",
        &[
            verb(&["erase*"], Disk),
            verb(&["partitionDisk"], Disk),
            verb(&["zeroDisk"], Disk),
            verb(&["randomDisk"], Disk),
            verb(&["secureErase"], Disk),
            verb(&["reformat"], Disk),
            verb(&["apfs", "delete*"], Disk),
            verb(&["apfs", "erase*"], Disk),
        ],
    ),
    (
        "cryptsetup",
        &[
            verb(&["luksFormat"], Disk),
            verb(&["luksErase"], Disk),
            verb(&["erase"], Disk),
            verb(&["luksKillSlot"], Disk),
            verb(&["reencrypt"], Disk),
        ],
    ),
    ("mdadm", &[verb(&[], Disk).with(&["--zero-superblock", "--stop", "-S", "--create", "-C"])]),
    ("hdparm", &[verb(&[], Disk).with(&["--security-erase*", "--trim-sector-ranges*"])]),
    ("nvme", &[verb(&["format"], Disk), verb(&["sanitize"], Disk)]),
    ("badblocks", &[verb(&[], Disk).with(&["-w*", "-sw", "-wsv", "-svw"])]),
    ("losetup", &[verb(&[], Disk).with(&["-D", "--detach-all"])]),
    ("resize2fs", &[verb(&["*", "*"], Disk)]),
    ("dmsetup", &[verb(&["remove_all"], Disk), verb(&["wipe_table"], Disk)]),
    ("btrfs", &[verb(&["subvolume", "delete"], Disk)]),
];
