//! Functions and methods of PHP.

use super::Act;

/// What a function does.
pub(super) fn function(name: &str) -> Option<Act> {
    let lower = name.to_ascii_lowercase();
    Some(match lower.trim_start_matches('\\') {
        "unlink" => Act::DeleteFile,
        "rmdir" => Act::DeleteEmpty,
        "file_put_contents" => Act::Write,
        "fopen" => Act::Open,
        "file_get_contents" | "file" | "readfile" => Act::Read,
        "rename" => Act::Move,
        "copy" | "move_uploaded_file" => Act::Copy,
        "chmod" => Act::Mode,
        "chdir" => Act::Folder,
        "exec" | "system" | "shell_exec" | "passthru" | "popen" => Act::Line,
        "proc_open" | "pcntl_exec" => Act::Start,
        "eval" | "create_function" => Act::Code,
        "include" | "include_once" | "require" | "require_once" => Act::Module,
        "array_map" => Act::Each,
        "curl_exec" => Act::Fetch,
        "echo" | "print" | "print_r" | "var_dump" | "printf" => Act::Print,
        "mysqli_query" | "mysql_query" | "pg_query" | "pg_exec" | "sqlite_exec"
        | "sqlsrv_query" | "db.statement" | "db.unprepared" => Act::Sql,
        "db.table().truncate" => Act::DropAll,
        "getenv" => Act::Environment,
        "glob" => Act::Glob,
        "scandir" => Act::Walk,
        "getcwd" => Act::HereFolder,
        "sys_get_temp_dir" => Act::TempFolder,
        "dirname" => Act::Parent,
        "realpath" | "trim" | "strval" | "array_values" | "rtrim" | "stripslashes" => Act::Same,
        "base64_decode" => Act::Base64,
        "hex2bin" => Act::Hex,
        "str_rot13" => Act::Rot13,
        "gzinflate" | "gzuncompress" | "gzdecode" => Act::Decoded,
        "chr" => Act::Characters,
        "implode" | "join" => Act::Concat,
        "strrev" | "array_reverse" => Act::Reverse,
        "sprintf" => Act::Format,
        "call_user_func" => Act::Each,
        _ => return None,
    })
}

/// What a method does.
pub(super) fn method(name: &str) -> Option<Act> {
    Some(match name {
        "query" | "exec" | "statement" | "unprepared" | "multi_query" | "prepare" => Act::Sql,
        "truncate" | "flushAll" | "flushDB" => Act::DropAll,
        _ => return None,
    })
}
