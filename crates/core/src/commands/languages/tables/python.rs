//! Functions and methods of Python.

use super::Act;

/// What a function does.
pub(super) fn function(name: &str) -> Option<Act> {
    python_files(name)
        .or_else(|| python_processes(name))
        .or_else(|| python_values(name))
        .or_else(|| python_texts(name))
}

fn python_files(name: &str) -> Option<Act> {
    Some(match name {
        "shutil.rmtree" | "os.removedirs" | "distutils.dir_util.remove_tree" => Act::DeleteTree,
        "os.remove" | "os.unlink" => Act::DeleteFile,
        "os.rmdir" => Act::DeleteEmpty,
        "open" | "io.open" | "codecs.open" | "gzip.open" | "os.fdopen" | "builtins.open" => {
            Act::Open
        }
        "os.truncate" => Act::Truncate,
        "shutil.move" | "os.rename" | "os.replace" | "os.renames" => Act::Move,
        "shutil.copy" | "shutil.copy2" | "shutil.copyfile" | "shutil.copytree" => Act::Copy,
        "os.chmod" => Act::Mode,
        "os.chdir" => Act::Folder,
        "os.system"
        | "os.popen"
        | "subprocess.getoutput"
        | "subprocess.getstatusoutput"
        | "commands.getoutput"
        | "asyncio.create_subprocess_shell"
        | "get_ipython().system"
        | "platform.popen"
        | "pexpect.run" => Act::Line,
        _ => return None,
    })
}

fn python_processes(name: &str) -> Option<Act> {
    Some(match name {
        "subprocess.run"
        | "subprocess.call"
        | "subprocess.Popen"
        | "subprocess.check_call"
        | "subprocess.check_output"
        | "pty.spawn"
        | "asyncio.create_subprocess_exec"
        | "pexpect.spawn"
        | "os.startfile" => Act::Start,
        "os.execv" | "os.execve" | "os.execvp" | "os.execvpe" | "os.execl" | "os.execlp"
        | "os.execle" | "os.execlpe" | "os.posix_spawn" | "os.posix_spawnp" => Act::Replace,
        "os.spawnl" | "os.spawnle" | "os.spawnlp" | "os.spawnlpe" | "os.spawnv" | "os.spawnve"
        | "os.spawnvp" | "os.spawnvpe" => Act::ReplaceMode,
        "exec" | "eval" | "compile" | "builtins.exec" | "builtins.eval" | "__builtins__.exec"
        | "__builtins__.eval" | "pickle.loads" | "marshal.loads" | "runpy.run_path" => code(name),
        "__import__" | "importlib.import_module" => Act::Module,
        "getattr" => Act::Member,
        "map" | "filter" => Act::Each,
        "urllib.request.urlopen"
        | "urllib.urlopen"
        | "urllib2.urlopen"
        | "requests.get"
        | "requests.post"
        | "requests.put"
        | "requests.patch"
        | "requests.request"
        | "httpx.get"
        | "httpx.post"
        | "httpx.put" => Act::Fetch,
        "urllib.request.urlretrieve" | "urllib.urlretrieve" | "wget.download" => Act::Download,
        _ => return None,
    })
}

fn python_values(name: &str) -> Option<Act> {
    Some(match name {
        "print" | "sys.stdout.write" | "pprint.pprint" | "pprint" => Act::Print,
        "sys.stdin.read"
        | "sys.stdin.buffer.read"
        | "sys.stdin.readline"
        | "sys.stdin.readlines"
        | "input"
        | "raw_input" => Act::ReadInput,
        "str"
        | "bytes"
        | "bytearray"
        | "list"
        | "tuple"
        | "set"
        | "sorted"
        | "iter"
        | "next"
        | "enumerate"
        | "reversed"
        | "os.fspath"
        | "os.path.abspath"
        | "os.path.realpath"
        | "os.path.normpath"
        | "json.loads"
        | "json.load"
        | "text"
        | "sqlalchemy.text"
        | "Path"
        | "urllib.request.Request"
        | "textwrap.dedent"
        | "shlex.quote"
        | "tqdm" => passes(name),
        "pathlib.Path" | "pathlib.PurePath" | "pathlib.PosixPath" | "os.path.join" => Act::Join,
        "pathlib.Path.home" | "Path.home" => Act::Home,
        "os.getcwd" | "pathlib.Path.cwd" | "Path.cwd" | "os.getcwdb" => Act::HereFolder,
        "tempfile.mkdtemp"
        | "tempfile.mktemp"
        | "tempfile.gettempdir"
        | "tempfile.TemporaryDirectory"
        | "tempfile.NamedTemporaryFile" => Act::TempFolder,
        "os.path.expanduser" | "os.path.expandvars" => Act::Expand,
        "os.path.dirname" => Act::Parent,
        _ => return None,
    })
}

fn python_texts(name: &str) -> Option<Act> {
    Some(match name {
        "os.getenv" | "os.environ.get" | "os.environ.pop" | "os.environ.setdefault" => {
            Act::Environment
        }
        "glob.glob" | "glob.iglob" => Act::Glob,
        "os.listdir" | "os.scandir" | "os.walk" => Act::Walk,
        "base64.b64decode"
        | "base64.standard_b64decode"
        | "base64.urlsafe_b64decode"
        | "base64.decodebytes"
        | "binascii.a2b_base64" => Act::Base64,
        "bytes.fromhex" | "binascii.unhexlify" | "binascii.a2b_hex" | "bytearray.fromhex" => {
            Act::Hex
        }
        "codecs.decode" | "codecs.encode" => Act::Rot13,
        "zlib.decompress" | "gzip.decompress" | "bz2.decompress" | "lzma.decompress"
        | "base64.b85decode" | "base64.a85decode" | "base64.b32decode" | "base64.b16decode" => {
            Act::Decoded
        }
        "chr" => Act::Characters,
        "shlex.split" => Act::Split,
        _ => return None,
    })
}

/// Functions whose first argument is code, unless it is data that only may hold code.
fn code(name: &str) -> Act {
    if name.ends_with("loads") || name.starts_with("runpy") { Act::Same } else { Act::Code }
}

/// `Path` puts its arguments together, the others pass on the first.
fn passes(name: &str) -> Act {
    if name == "Path" { Act::Join } else { Act::Same }
}

/// What a method does.
pub(super) fn method(name: &str) -> Option<Act> {
    Some(match name {
        "unlink" => Act::DeleteFile,
        "rmtree" => Act::DeleteTree,
        "rmdir" | "removedirs" => Act::DeleteEmpty,
        "write_text" | "write_bytes" => Act::Write,
        "open" => Act::Open,
        "rename" => Act::Move,
        "chmod" => Act::Mode,
        "read_text" | "read_bytes" => Act::Read,
        "execute" | "executescript" | "executemany" | "exec_driver_sql" | "raw_sql" => Act::Sql,
        "drop_all" | "drop_database" | "flushall" | "flushdb" | "dropDatabase" => Act::DropAll,
        "drop_collection" => Act::DropAll,
        "delete_many" => Act::DropFiltered,
        "drop" => Act::DropCollection,
        "read" | "decode" | "encode" | "strip" | "rstrip" | "lstrip" | "lower" | "resolve"
        | "absolute" | "as_posix" | "readlines" | "readline" | "splitlines" | "getvalue"
        | "json" | "expandtabs" | "communicate" | "result" => Act::Same,
        "expanduser" => Act::Expand,
        "joinpath" => Act::Join,
        "glob" | "rglob" => Act::Inside,
        "iterdir" => Act::Walk,
        "join" => Act::Concat,
        "format" => Act::Format,
        "replace" => Act::Substitute,
        "split" => Act::Split,
        "system" => Act::Line,
        _ => return None,
    })
}
