//! Functions and methods of Perl.

use super::Act;

/// What a function does.
pub(super) fn function(name: &str) -> Option<Act> {
    let name = name.strip_prefix("CORE.").unwrap_or(name);
    Some(match name {
        "rmtree" | "remove_tree" | "File.Path.rmtree" | "File.Path.remove_tree" => Act::DeleteTree,
        "unlink" => Act::DeleteFile,
        "rmdir" => Act::DeleteEmpty,
        "open" | "sysopen" => Act::OpenPerl,
        "truncate" => Act::Truncate,
        "rename" | "move" | "mv" | "File.Copy.move" => Act::Move,
        "copy" | "cp" | "File.Copy.copy" => Act::Copy,
        "chmod" => Act::Mode,
        "chdir" => Act::Folder,
        "system" | "exec" => Act::Start,
        "readpipe" => Act::Line,
        "eval" => Act::Code,
        "LWP.Simple.get" | "get" => Act::Fetch,
        "getstore" | "LWP.Simple.getstore" => Act::Download,
        "print" | "say" | "printf" => Act::Print,
        "glob" | "File.Glob.bsd_glob" => Act::Glob,
        "decode_base64" | "MIME.Base64.decode_base64" => Act::Base64,
        "chr" => Act::Characters,
        "join" => Act::Concat,
        "reverse" => Act::Reverse,
        "shift" => Act::Shift,
        "sprintf" => Act::Format,
        "cwd" | "getcwd" => Act::HereFolder,
        "dirname" => Act::Parent,
        "catfile" | "catdir" | "File.Spec.catfile" => Act::Join,
        _ => return None,
    })
}

/// What a method does.
pub(super) fn method(name: &str) -> Option<Act> {
    Some(match name {
        "do" | "execute" | "prepare" | "selectall_arrayref" => Act::Sql,
        "remove_tree" => Act::DeleteTree,
        "catfile" | "catdir" => Act::Join,
        "get" | "post" => Act::Fetch,
        "decoded_content" | "content" => Act::Same,
        _ => return None,
    })
}
