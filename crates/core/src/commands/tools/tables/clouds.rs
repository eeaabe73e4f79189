//! Infrastructure and storage of clouds.

use super::super::verbs::{Verb, verb};
use super::Program;
use crate::commands::effect::EffectKind::{DestroyInfra, DropData, Publish};

const TERRAFORM: &[Verb] = &[
    verb("destroy", DestroyInfra),
    verb("apply", DestroyInfra).with("-auto-approve --auto-approve -destroy --destroy"),
    verb("state rm", DestroyInfra),
    verb("workspace delete", DestroyInfra),
    verb("run-all destroy", DestroyInfra),
    verb("destroy-all", DestroyInfra),
    verb("run-all apply", DestroyInfra).possibly(),
    verb("** destroy", DestroyInfra),
];
const DELETES: &[Verb] = &[
    verb("** delete", DestroyInfra),
    verb("** destroy", DestroyInfra),
    verb("** purge", DestroyInfra),
    verb("** terminate", DestroyInfra),
];
const FLY: &[Verb] = &[
    verb("apps destroy", DestroyInfra),
    verb("** destroy", DestroyInfra),
    verb("volumes delete", DestroyInfra),
];

/// Programs, by topic.
pub(super) static PROGRAMS: &[Program] = &[
    ("terraform", TERRAFORM),
    ("tofu", TERRAFORM),
    ("terragrunt", TERRAFORM),
    (
        "pulumi",
        &[
            verb("destroy", DestroyInfra),
            verb("down", DestroyInfra),
            verb("up", DestroyInfra).with("--yes -y -f --skip-preview"),
            verb("stack rm", DestroyInfra),
        ],
    ),
    ("cdk", &[verb("destroy", DestroyInfra)]),
    ("cdktf", &[verb("destroy", DestroyInfra)]),
    ("serverless", &[verb("remove", DestroyInfra)]),
    ("sls", &[verb("remove", DestroyInfra)]),
    ("sam", &[verb("delete", DestroyInfra)]),
    ("eb", &[verb("terminate", DestroyInfra)]),
    ("copilot", &[verb("** delete", DestroyInfra)]),
    ("vagrant", &[verb("destroy", DestroyInfra)]),
    (
        "helm",
        &[
            verb("uninstall", DestroyInfra),
            verb("delete", DestroyInfra),
            verb("del", DestroyInfra),
            verb("un", DestroyInfra),
        ],
    ),
    ("helmfile", &[verb("destroy", DestroyInfra), verb("delete", DestroyInfra)]),
    ("kind", &[verb("delete", DestroyInfra)]),
    ("k3d", &[verb("** delete", DestroyInfra)]),
    ("minikube", &[verb("delete", DestroyInfra)]),
    ("eksctl", &[verb("delete", DestroyInfra)]),
    ("argocd", &[verb("** delete", DestroyInfra)]),
    ("flux", &[verb("uninstall", DestroyInfra), verb("delete", DestroyInfra)]),
    ("istioctl", &[verb("uninstall", DestroyInfra)]),
    ("velero", &[verb("** delete", DestroyInfra)]),
    (
        "aws",
        &[
            verb("s3 rb", DestroyInfra),
            verb("s3 rm", DestroyInfra).with("--recursive"),
            verb("s3 sync", DestroyInfra).with("--delete").possibly(),
            verb("* delete-*", DestroyInfra),
            verb("* terminate-*", DestroyInfra),
            verb("* purge-*", DestroyInfra),
            verb("* batch-delete-*", DestroyInfra),
            verb("* schedule-key-deletion", DestroyInfra),
            verb("* deregister-*", DestroyInfra).possibly(),
            verb("* stop-instances", DestroyInfra).possibly(),
        ],
    ),
    (
        "gcloud",
        &[
            verb("** delete", DestroyInfra),
            verb("storage rm", DestroyInfra).with("-r -R --recursive"),
            verb("** destroy", DestroyInfra),
        ],
    ),
    (
        "gsutil",
        &[
            verb("rb", DestroyInfra),
            verb("rm", DestroyInfra).with("-r -R -a */**"),
            verb("rsync", DestroyInfra).with("-d").possibly(),
        ],
    ),
    ("az", DELETES),
    ("doctl", DELETES),
    ("hcloud", DELETES),
    ("linode-cli", DELETES),
    ("oci", DELETES),
    ("ibmcloud", &[verb("** *-delete", DestroyInfra), verb("** delete", DestroyInfra)]),
    ("scw", DELETES),
    ("wrangler", DELETES),
    ("pscale", DELETES),
    (
        "heroku",
        &[
            verb("apps:destroy", DestroyInfra),
            verb("destroy", DestroyInfra),
            verb("addons:destroy", DestroyInfra),
            verb("pg:reset", DropData),
            verb("pg:credentials:destroy", DestroyInfra),
            verb("*:destroy", DestroyInfra),
        ],
    ),
    ("fly", FLY),
    ("flyctl", FLY),
    ("vercel", &[verb("remove", DestroyInfra), verb("rm", DestroyInfra)]),
    ("netlify", &[verb("sites:delete", DestroyInfra)]),
    ("railway", &[verb("down", DestroyInfra), verb("delete", DestroyInfra)]),
    ("firebase", &[verb("*:delete", DestroyInfra)]),
    (
        "rclone",
        &[
            verb("purge", DestroyInfra),
            verb("delete", DestroyInfra),
            verb("sync", DestroyInfra).possibly(),
        ],
    ),
    (
        "s3cmd",
        &[
            verb("rb", DestroyInfra),
            verb("del", DestroyInfra).with("--recursive -r"),
            verb("rm", DestroyInfra).with("--recursive -r"),
        ],
    ),
    ("mc", &[verb("rb", DestroyInfra), verb("rm", DestroyInfra).with("--recursive -r")]),
    ("nomad", &[verb("** stop", DestroyInfra).with("-purge --purge")]),
    ("consul", &[verb("kv delete", DestroyInfra).with("-recurse --recurse")]),
    (
        "vault",
        &[
            verb("delete", DestroyInfra),
            verb("kv destroy", DestroyInfra),
            verb("kv metadata delete", DestroyInfra),
            verb("secrets disable", DestroyInfra),
        ],
    ),
    ("etcdctl", &[verb("del", DropData)]),
    (
        "gh",
        &[
            verb("repo delete", DestroyInfra),
            verb("release delete", Publish),
            verb("api", DestroyInfra).with("DELETE -XDELETE --method=DELETE"),
        ],
    ),
];
