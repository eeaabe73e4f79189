//! Clients of MongoDB.

use crate::commands::languages::{self, Language, Program};
use crate::commands::run::{Arg, Call, Flow, Run};

/// Options with a value, besides those with code.
const VALUES: &str = "-u --username -p --password --host --port --authenticationDatabase --db";

/// `mongosh --eval`, a script, a here-document, or a piped script.
pub(super) fn document(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut texts: Vec<String> = Vec::new();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let text = arg.text.as_str();
        let script = |run: &mut Run<'_>, path: &str| run.contents(&Arg::plain(path)).text;
        match text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value))) {
            ("--eval" | "-e", value) => {
                texts.extend(
                    value.map(str::to_owned).or_else(|| args.next().map(|arg| arg.text.clone())),
                );
            }
            ("--file" | "-f", value) => {
                let path =
                    value.map(str::to_owned).or_else(|| args.next().map(|arg| arg.text.clone()));
                texts.extend(path.and_then(|path| script(run, &path)));
            }
            (name, None) if VALUES.split(' ').any(|own| own == name) => drop(args.next()),
            (name, _) if name.ends_with(".js") => texts.extend(script(run, name)),
            _ => {}
        }
    }
    texts.extend(call.input.text.clone());
    let (language, input) = (Language::JavaScript, &Flow::nothing());
    for text in &texts {
        let program = Program { language, text, args: &[], input, prints: false };
        drop(languages::run(run, &program));
    }
    Flow::default()
}
