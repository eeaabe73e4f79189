//! Databases, migrations, and registries of packages.

use super::super::verbs::{Verb, verb};
use super::Program;
use crate::commands::effect::EffectKind::{DestroyInfra, DropData, Publish, RunRemoteCode};

const RAILS: &[Verb] = &[
    verb("db:drop*", DropData),
    verb("db:reset*", DropData),
    verb("db:purge*", DropData),
    verb("db:migrate:reset", DropData),
    verb("db:schema:load", DropData),
    verb("db:truncate_all", DropData),
    verb("db:setup", DropData).possibly(),
];
const FROM_ADDRESS: &str = "git+* http://* https://* git://* github:*";

/// Programs, by topic.
pub(super) static PROGRAMS: &[Program] = &[
    (
        "prisma",
        &[
            verb("db push", DropData).with("--accept-data-loss --force-reset"),
            verb("migrate reset", DropData),
        ],
    ),
    ("rails", RAILS),
    ("rake", RAILS),
    (
        "artisan",
        &[
            verb("migrate:fresh", DropData),
            verb("migrate:refresh", DropData),
            verb("migrate:reset", DropData),
            verb("db:wipe", DropData),
        ],
    ),
    ("manage.py", &[verb("flush", DropData), verb("reset_db", DropData)]),
    ("django-admin", &[verb("flush", DropData)]),
    (
        "console",
        &[verb("doctrine:database:drop", DropData), verb("doctrine:schema:drop", DropData)],
    ),
    ("alembic", &[verb("downgrade base", DropData)]),
    ("sequelize", &[verb("db:drop", DropData), verb("db:migrate:undo:all", DropData)]),
    ("sequelize-cli", &[verb("db:drop", DropData), verb("db:migrate:undo:all", DropData)]),
    ("knex", &[verb("migrate:rollback", DropData).with("--all")]),
    ("typeorm", &[verb("schema:drop", DropData)]),
    ("drizzle-kit", &[verb("drop", DropData), verb("push", DropData).with("--force")]),
    (
        "mix",
        &[verb("ecto.drop", DropData), verb("ecto.reset", DropData), verb("hex.publish", Publish)],
    ),
    ("diesel", &[verb("database reset", DropData)]),
    ("sqlx", &[verb("database drop", DropData), verb("database reset", DropData)]),
    ("flyway", &[verb("** clean", DropData)]),
    ("liquibase", &[verb("** dropAll", DropData), verb("** drop-all", DropData)]),
    ("supabase", &[verb("db reset", DropData), verb("projects delete", DestroyInfra)]),
    ("dbmate", &[verb("drop", DropData)]),
    ("goose", &[verb("** reset", DropData)]),
    ("dropdb", &[verb("", DropData)]),
    ("dropuser", &[verb("", DropData)]),
    ("mysqladmin", &[verb("** drop", DropData)]),
    ("influx", &[verb("delete", DropData), verb("bucket delete", DropData)]),
    (
        "rabbitmqctl",
        &[
            verb("delete_*", DropData),
            verb("purge_queue", DropData),
            verb("reset", DropData),
            verb("force_reset", DropData),
        ],
    ),
    ("kafka-topics", &[verb("", DropData).with("--delete")]),
    ("kafka-topics.sh", &[verb("", DropData).with("--delete")]),
    (
        "npm",
        &[
            verb("publish", Publish),
            verb("unpublish", Publish),
            verb("deprecate", Publish),
            verb("owner rm", Publish),
            verb("install", RunRemoteCode).with(FROM_ADDRESS),
            verb("i", RunRemoteCode).with(FROM_ADDRESS),
        ],
    ),
    ("pnpm", &[verb("publish", Publish)]),
    ("yarn", &[verb("publish", Publish), verb("npm publish", Publish)]),
    ("bun", &[verb("publish", Publish)]),
    ("lerna", &[verb("publish", Publish)]),
    ("vsce", &[verb("publish", Publish), verb("unpublish", Publish)]),
    (
        "cargo",
        &[
            verb("publish", Publish),
            verb("yank", Publish),
            verb("owner", Publish).with("--remove -r"),
        ],
    ),
    ("gem", &[verb("push", Publish), verb("yank", Publish)]),
    ("twine", &[verb("upload", Publish)]),
    ("poetry", &[verb("publish", Publish)]),
    ("uv", &[verb("publish", Publish)]),
    ("hatch", &[verb("publish", Publish)]),
    ("flit", &[verb("publish", Publish)]),
    (
        "pip",
        &[verb("install", RunRemoteCode)
            .with(FROM_ADDRESS)
            .without("-i --index-url -f --find-links --extra-index-url")],
    ),
    (
        "pip3",
        &[verb("install", RunRemoteCode)
            .with(FROM_ADDRESS)
            .without("-i --index-url -f --find-links --extra-index-url")],
    ),
    ("gradle", &[verb("publish*", Publish).without("publishToMavenLocal")]),
    ("gradlew", &[verb("publish*", Publish).without("publishToMavenLocal")]),
    ("mvn", &[verb("** deploy", Publish)]),
    ("nuget", &[verb("push", Publish), verb("delete", Publish)]),
    ("dotnet", &[verb("nuget push", Publish), verb("nuget delete", Publish)]),
    ("pod", &[verb("trunk push", Publish), verb("trunk delete", Publish)]),
];
