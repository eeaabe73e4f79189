//! Containers and clusters.

use super::verbs::{self, Verb, verb};
use super::wrappers;
use crate::commands::effect::EffectKind::{Publish, RemoveContainers};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

static DOCKER: &[Verb] = &[
    verb("system prune", RemoveContainers).with("--volumes -a -af -fa --all"),
    verb("volume rm", RemoveContainers),
    verb("volume remove", RemoveContainers),
    verb("volume prune", RemoveContainers),
    verb("compose down", RemoveContainers).with("-v --volumes -v*"),
    verb("compose rm", RemoveContainers).with("-v -fv -fsv -vf"),
    verb("stack rm", RemoveContainers),
    verb("stack remove", RemoveContainers),
    verb("service rm", RemoveContainers),
    verb("swarm leave", RemoveContainers).with("--force -f"),
    verb("secret rm", RemoveContainers),
    verb("config rm", RemoveContainers),
    verb("context rm", RemoveContainers),
    verb("machine rm", RemoveContainers),
    verb("push", Publish),
    verb("image push", Publish),
    verb("build", Publish).with("--push"),
    verb("buildx build", Publish).with("--push"),
];
static COMPOSE: &[Verb] = &[
    verb("down", RemoveContainers).with("-v --volumes -v*"),
    verb("rm", RemoveContainers).with("-v -fv -fsv -vf"),
];

/// `docker`, `podman` and `docker-compose`.
pub(super) fn docker(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if let Some(flow) = wrappers::run_remote(run, call) {
        return flow;
    }
    let many = call.args.iter().any(|arg| !arg.is_known() && !arg.is_option());
    let verb = call.args.first().map_or("", |arg| arg.text.as_str());
    if many && matches!(verb, "rm" | "rmi") {
        let target =
            Target::named("containers or images that a search finds", TargetClass::Outside);
        run.effect(RemoveContainers, target, Certainty::Possible, None);
        return Flow::default();
    }
    let rows = if call.name == "docker-compose" { COMPOSE } else { DOCKER };
    verbs::run(rows, run, call)
}

/// Resources that are made again by what owns them.
const REPLACED: Words = words("pod pods po job jobs event events ev");

static KUBECTL: &[Verb] = &[
    verb("delete", EffectKind::DestroyInfra),
    verb("drain", EffectKind::DestroyInfra).possibly(),
    verb("scale", EffectKind::DestroyInfra).with("--replicas=0").possibly(),
    verb("replace", EffectKind::DestroyInfra).with("--force"),
    verb("apply", EffectKind::DestroyInfra).with("--prune").possibly(),
];

/// `kubectl` and `oc`.
pub(super) fn kubectl(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if let Some(flow) = wrappers::run_remote(run, call) {
        return flow;
    }
    let all = |arg: &Arg| {
        matches!(arg.text.as_str(), "--all" | "-A" | "--all-namespaces") || arg.text == "--all=true"
    };
    let deletes = call.args.iter().position(|arg| arg.text == "delete");
    if let Some(at) = deletes
        && !call.args.iter().any(all)
        && let Some(kind) = call.args[at + 1..].iter().find(|arg| !arg.is_option())
        && kind.text.split(',').all(|kind| REPLACED.contains(kind.split('/').next().unwrap_or("")))
        && !call.args[at + 1..].iter().any(|arg| matches!(arg.text.as_str(), "-f" | "-k"))
    {
        return Flow::default();
    }
    verbs::run(KUBECTL, run, call)
}
