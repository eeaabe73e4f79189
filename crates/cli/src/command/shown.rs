//! A judged line, for people and for programs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use prescan_hook::{Action, JudgedCommand, JudgedEffect, Reason, masked};
use prescan_report::visible;
use serde::Serialize;

/// The answer in JSON.
#[derive(Serialize)]
pub(super) struct Answer {
    decision: Action,
    effects: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unclear: Option<&'static str>,
    reasons: Vec<Said>,
}

/// One effect.
#[derive(Serialize)]
struct Entry {
    effect: &'static str,
    target: String,
    class: &'static str,
    certainty: &'static str,
    action: Action,
    rule: String,
    span: (u64, u64),
    chain: Vec<String>,
    explanation: String,
}

/// One reason.
#[derive(Serialize)]
struct Said {
    action: Action,
    rule: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    floor: bool,
}

impl Answer {
    pub(super) fn of(judged: &JudgedCommand<'_>) -> Self {
        let verdict = judged.verdict();
        Self {
            decision: verdict.action,
            effects: judged.effects.iter().map(Entry::of).collect(),
            unclear: judged.unclear.as_ref().map(|unclear| unclear.why.name()),
            reasons: verdict.reasons.into_iter().map(Said::of).collect(),
        }
    }
}

impl Entry {
    fn of(judged: &JudgedEffect<'_>) -> Self {
        let effect = &judged.effect;
        Self {
            effect: effect.kind.name(),
            target: masked(&effect.target.path),
            class: effect.target.class.name(),
            certainty: effect.certainty.name(),
            action: judged.action(),
            rule: rule(judged).to_owned(),
            span: (effect.span.start, effect.span.end),
            chain: effect.chain.iter().map(|link| masked(link)).collect(),
            explanation: masked(&effect.explain()),
        }
    }
}

impl Said {
    fn of(reason: Reason) -> Self {
        let Reason { action, rule, message, advice, floor, .. } = reason;
        Self { action, rule, message, advice, floor }
    }
}

fn rule<'a>(judged: &'a JudgedEffect<'_>) -> &'a str {
    judged.ruling.line.map_or("policy.unknown", |line| line.id.as_str())
}

/// The decision, then each reason with its advice, or with `explain` each effect with all that is known of it.
pub(super) fn text(
    judged: &JudgedCommand<'_>,
    explain: bool,
    color: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let verdict = judged.verdict();
    let ink = match verdict.action {
        Action::Allow | Action::Modify => AnsiColor::Green.on_default().bold(),
        Action::Ask => AnsiColor::Yellow.on_default().bold(),
        Action::Block => AnsiColor::Red.on_default().bold(),
    };
    let ink = if color { ink } else { Style::new() };
    writeln!(out, "{ink}{}{ink:#}", verdict.action)?;
    if judged.effects.is_empty() && judged.unclear.is_none() {
        writeln!(out, "  It does nothing that prescan knows to be destructive.")?;
    }
    for reason in &verdict.reasons {
        writeln!(out, "  {} [{}]", visible(&reason.message), visible(&reason.rule))?;
        if let Some(advice) = &reason.advice {
            writeln!(out, "    {}", visible(advice))?;
        }
    }
    if explain {
        for judged in &judged.effects {
            details(judged, out)?;
        }
    }
    Ok(())
}

fn details(judged: &JudgedEffect<'_>, out: &mut impl Write) -> io::Result<()> {
    let effect = &judged.effect;
    writeln!(out, "\n  {}", visible(&masked(&effect.explain())))?;
    writeln!(out, "    effect:    {}, {}", effect.kind, effect.certainty)?;
    writeln!(
        out,
        "    target:    {}, {}",
        visible(&masked(&effect.target.path)),
        effect.target.class
    )?;
    let action = judged.ruling.action.name();
    let allowed = if judged.allowed { ", let through by an allowance of the settings" } else { "" };
    writeln!(out, "    policy:    {action} by {}{allowed}", visible(rule(judged)))?;
    if let Some(line) = judged.ruling.line {
        writeln!(out, "    because:   {}", visible(&line.reason))?;
    }
    writeln!(out, "    at:        bytes {} to {} of the line", effect.span.start, effect.span.end)
}
