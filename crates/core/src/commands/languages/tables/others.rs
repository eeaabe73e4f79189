//! Functions of Lua and R.

use super::Act;

/// What a function of Lua does.
pub(super) fn lua(name: &str) -> Option<Act> {
    Some(match name {
        "os.execute" | "io.popen" => Act::Line,
        "os.remove" => Act::DeleteFile,
        "os.rename" => Act::Move,
        "io.open" | "io.output" => Act::Open,
        "io.read" => Act::ReadInput,
        "load" | "loadstring" | "dostring" => Act::Code,
        "print" | "io.write" => Act::Print,
        "os.getenv" => Act::Environment,
        "string.char" => Act::Characters,
        "string.reverse" => Act::Reverse,
        "string.format" => Act::Format,
        "tostring" => Act::Same,
        _ => return None,
    })
}

/// What a function of R does.
pub(super) fn statistics(name: &str) -> Option<Act> {
    Some(match name {
        "unlink" | "file.remove" | "fs.file_delete" => Act::DeleteFile,
        "fs.dir_delete" => Act::DeleteTree,
        "system" | "shell" => Act::Line,
        "system2" => Act::Start,
        "file.rename" => Act::Move,
        "file.copy" => Act::Copy,
        "Sys.chmod" => Act::Mode,
        "setwd" => Act::Folder,
        "getwd" => Act::HereFolder,
        "source" | "readLines" => Act::Read,
        "writeLines" | "cat" | "print" | "message" => Act::Print,
        "parse" => Act::Same,
        "eval" => Act::Code,
        "download.file" => Act::Download,
        "file.path" => Act::Join,
        "paste" | "paste0" => Act::Concat,
        "Sys.getenv" => Act::Environment,
        "Sys.glob" => Act::Glob,
        "list.files" => Act::Walk,
        "path.expand" | "normalizePath" => Act::Expand,
        "tempdir" | "tempfile" => Act::TempFolder,
        "dbExecute" | "DBI.dbExecute" | "dbGetQuery" => Act::Sql,
        _ => return None,
    })
}
