//! Functions and methods of JavaScript: Node, Deno, Bun and the shell of MongoDB.

use super::Act;

/// What a function does.
pub(super) fn function(name: &str) -> Option<Act> {
    let name = name.strip_suffix(".default").unwrap_or(name);
    let name = name.strip_prefix("globalThis.").unwrap_or(name);
    if let Some(rest) = name.strip_prefix("fs.") {
        return script_files(rest.strip_prefix("promises.").unwrap_or(rest));
    }
    if let Some(rest) = name.strip_prefix("Deno.") {
        return deno(rest);
    }
    script_processes(name).or_else(|| script_modules(name)).or_else(|| script_values(name))
}

fn script_processes(name: &str) -> Option<Act> {
    Some(match name {
        "rimraf" | "rimraf.sync" | "rimraf.rimraf" | "rimraf.rimrafSync" | "rimraf.native"
        | "del" | "del.deleteAsync" | "del.deleteSync" | "del.sync" | "trash-cli" => {
            Act::DeleteTree
        }
        "Bun.write" => Act::Write,
        "Bun.file" => Act::Open,
        "shelljs.rm" => Act::DeleteFile,
        "shelljs.mv" => Act::Move,
        "shelljs.cp" => Act::Copy,
        "process.chdir" | "shelljs.cd" => Act::Folder,
        "child_process.exec"
        | "child_process.execSync"
        | "shelljs.exec"
        | "execa.command"
        | "execa.commandSync"
        | "execa.execaCommand"
        | "execa.execaCommandSync"
        | "Bun.$"
        | "zx.$"
        | "$"
        | "execa.$"
        | "bun.$"
        | "dax.$" => Act::Line,
        "child_process.spawn"
        | "child_process.spawnSync"
        | "child_process.execFile"
        | "child_process.execFileSync"
        | "execa"
        | "execa.execa"
        | "execa.execaSync"
        | "execa.sync"
        | "cross-spawn"
        | "cross-spawn.sync"
        | "Bun.spawn"
        | "Bun.spawnSync" => Act::Start,
        "eval"
        | "Function"
        | "vm.runInNewContext"
        | "vm.runInThisContext"
        | "vm.runInContext"
        | "vm.Script"
        | "setTimeout"
        | "setInterval"
        | "setImmediate" => Act::Code,
        _ => return None,
    })
}

fn script_modules(name: &str) -> Option<Act> {
    Some(match name {
        "require"
        | "import"
        | "process.binding"
        | "process.getBuiltinModule"
        | "module.require"
        | "process.mainModule.require"
        | "globalThis.require" => Act::Module,
        "fetch" | "axios" | "axios.get" | "axios.post" | "axios.put" | "axios.request" | "got"
        | "got.get" | "got.post" | "https.get" | "http.get" | "https.request" | "http.request"
        | "node-fetch" | "undici.fetch" | "undici.request" => Act::Fetch,
        "console.log"
        | "console.info"
        | "console.error"
        | "console.warn"
        | "console.dir"
        | "process.stdout.write"
        | "print"
        | "printjson" => Act::Print,
        _ => return None,
    })
}

fn script_values(name: &str) -> Option<Act> {
    Some(match name {
        "String"
        | "Buffer.concat"
        | "JSON.parse"
        | "JSON.stringify"
        | "Promise.resolve"
        | "Array.from"
        | "URL"
        | "path.normalize"
        | "path.posix.normalize"
        | "Object.values"
        | "decodeURIComponent"
        | "unescape"
        | "util.promisify"
        | "promisify"
        | "Promise.all" => Act::Same,
        "path.join" | "path.resolve" | "path.posix.join" | "path.win32.join" => Act::Join,
        "path.dirname" => Act::Parent,
        "os.homedir" => Act::Home,
        "os.tmpdir" => Act::TempFolder,
        "process.cwd" => Act::HereFolder,
        "glob.sync" | "glob.globSync" | "glob.glob" | "glob" | "fast-glob.sync" | "globby.sync" => {
            Act::Glob
        }
        "Buffer.from" => Act::Rot13,
        "atob" => Act::Base64,
        "String.fromCharCode" | "String.fromCodePoint" => Act::Characters,
        "zlib.gunzipSync" | "zlib.inflateSync" | "zlib.brotliDecompressSync" => Act::Decoded,
        "db.dropDatabase" => Act::DropAll,
        "db.shutdownServer" => Act::Shutdown,
        _ => return None,
    })
}

fn script_files(name: &str) -> Option<Act> {
    let name = name.strip_suffix("Sync").unwrap_or(name);
    Some(match name {
        "rm" | "unlink" => Act::DeleteFile,
        "rmdir" => Act::DeleteEmpty,
        "remove" | "emptyDir" | "emptydir" | "rimraf" => Act::DeleteTree,
        "writeFile" | "outputFile" | "writeJson" | "outputJson" | "createWriteStream" => Act::Write,
        "appendFile" => Act::Append,
        "truncate" => Act::Truncate,
        "open" => Act::Open,
        "readFile" | "createReadStream" => Act::Read,
        "rename" | "move" => Act::Move,
        "copyFile" | "cp" | "copy" => Act::Copy,
        "chmod" => Act::Mode,
        "readdir" | "opendir" => Act::Walk,
        "realpath" => Act::Same,
        "mkdtemp" => Act::TempFolder,
        _ => return None,
    })
}

fn deno(name: &str) -> Option<Act> {
    let name = name.strip_suffix("Sync").unwrap_or(name);
    Some(match name {
        "remove" => Act::DeleteFile,
        "writeTextFile" | "writeFile" => Act::Write,
        "truncate" => Act::Truncate,
        "rename" => Act::Move,
        "copyFile" => Act::Copy,
        "chmod" => Act::Mode,
        "open" => Act::Open,
        "create" => Act::Truncate,
        "readTextFile" | "readFile" => Act::Read,
        "readDir" => Act::Walk,
        "chdir" => Act::Folder,
        "cwd" => Act::HereFolder,
        "run" | "Command" | "spawn" => Act::Start,
        "env.get" => Act::Environment,
        _ => return None,
    })
}

/// What a method does.
pub(super) fn method(name: &str) -> Option<Act> {
    Some(match name {
        "query" | "execute" | "$executeRawUnsafe" | "$executeRaw" | "$queryRawUnsafe"
        | "$queryRaw" | "raw" | "executeSql" => Act::Sql,
        "exec" | "run" | "prepare" => Act::Sql,
        "dropDatabase" | "dropCollection" | "dropSchema" | "flushAll" | "flushall" | "flushDb"
        | "flushdb" | "dropIndexes" | "dropUser" | "dropAllUsers" | "dropAllRoles" => Act::DropAll,
        "deleteMany" | "updateMany" | "destroy" => filtered(name),
        "remove" | "drop" => collection(name),
        "adminCommand" | "runCommand" => Act::Command,
        "text" | "toString" | "trim" | "json" | "arrayBuffer" | "toLowerCase" | "valueOf"
        | "flat" | "values" | "on" | "finally" | "catch" | "collection" | "quiet" | "nothrow" => {
            Act::Same
        }
        "join" => Act::Concat,
        "concat" => Act::Concat,
        "replace" | "replaceAll" => Act::Substitute,
        "split" => Act::Split,
        "reverse" => Act::Reverse,
        _ => return None,
    })
}

fn filtered(name: &str) -> Act {
    if name == "destroy" { Act::Same } else { Act::DropFiltered }
}

fn collection(name: &str) -> Act {
    if name == "drop" { Act::DropCollection } else { Act::Remove }
}
