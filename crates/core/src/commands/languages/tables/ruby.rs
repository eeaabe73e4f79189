//! Functions and methods of Ruby.

use super::Act;

/// What a function does.
pub(super) fn function(name: &str) -> Option<Act> {
    let name = name.strip_prefix("Kernel.").unwrap_or(name);
    ruby_files(name).or_else(|| ruby_values(name))
}

fn ruby_files(name: &str) -> Option<Act> {
    Some(match name {
        "FileUtils.rm_rf"
        | "FileUtils.rm_r"
        | "FileUtils.rmtree"
        | "FileUtils.remove_dir"
        | "FileUtils.remove_entry"
        | "FileUtils.remove_entry_secure"
        | "rm_rf"
        | "rm_r" => Act::DeleteTree,
        "File.delete"
        | "File.unlink"
        | "FileUtils.rm"
        | "FileUtils.rm_f"
        | "FileUtils.remove"
        | "FileUtils.remove_file"
        | "FileUtils.safe_unlink"
        | "rm_f" => Act::DeleteFile,
        "Dir.rmdir" | "Dir.delete" | "Dir.unlink" | "FileUtils.rmdir" => Act::DeleteEmpty,
        "File.write" | "IO.write" | "File.binwrite" | "IO.binwrite" => Act::Write,
        "File.truncate" => Act::Truncate,
        "open" | "File.open" | "File.new" | "IO.open" => Act::Open,
        "File.read" | "IO.read" | "File.binread" | "File.readlines" | "IO.readlines"
        | "File.foreach" | "URI.open" => Act::Read,
        "File.rename" | "FileUtils.mv" | "FileUtils.move" => Act::Move,
        "FileUtils.cp" | "FileUtils.cp_r" | "FileUtils.copy" | "FileUtils.install" => Act::Copy,
        "File.chmod" | "FileUtils.chmod" => Act::Mode,
        "FileUtils.chmod_R" | "FileUtils.chown_R" => Act::ModeTree,
        "Dir.chdir" | "FileUtils.cd" => Act::Folder,
        "system" | "exec" | "spawn" | "IO.popen" | "Process.spawn" | "Open3.capture2"
        | "Open3.capture2e" | "Open3.capture3" | "Open3.popen3" | "Open3.popen2"
        | "Process.exec" => Act::Start,
        "eval" | "instance_eval" | "class_eval" | "binding.eval" => Act::Code,
        _ => return None,
    })
}

fn ruby_values(name: &str) -> Option<Act> {
    Some(match name {
        "Net.HTTP.get"
        | "Net.HTTP.get_response"
        | "HTTParty.get"
        | "RestClient.get"
        | "Net.HTTP.post"
        | "Net.HTTP.post_form"
        | "HTTParty.post"
        | "Faraday.get" => Act::Fetch,
        "puts" | "print" | "p" | "pp" | "STDOUT.puts" | "STDOUT.write" => Act::Print,
        "gets" | "STDIN.read" | "STDIN.gets" | "ARGF.read" => Act::ReadInput,
        "URI" | "URI.parse" | "Pathname.new" | "Pathname" | "File.expand_path"
        | "File.realpath" | "Array" | "String" => expands(name),
        "File.join" => Act::Join,
        "Dir.home" => Act::Home,
        "Dir.pwd" | "Dir.getwd" => Act::HereFolder,
        "Dir.mktmpdir" | "Dir.tmpdir" => Act::TempFolder,
        "File.dirname" => Act::Parent,
        "ENV.fetch" => Act::Environment,
        "Dir.glob" => Act::Glob,
        "Dir.children" | "Dir.entries" | "Dir.each_child" | "Find.find" => Act::Walk,
        "Base64.decode64" | "Base64.strict_decode64" | "Base64.urlsafe_decode64" => Act::Base64,
        "Zlib.Inflate.inflate" | "Zlib.inflate" | "Zlib.gunzip" => Act::Decoded,
        _ => return None,
    })
}

/// A path that is made absolute has its `~` put in.
fn expands(name: &str) -> Act {
    if name == "File.expand_path" { Act::Expand } else { Act::Same }
}

/// What a method does.
pub(super) fn method(name: &str) -> Option<Act> {
    Some(match name {
        "rmtree" => Act::DeleteTree,
        "unlink" => Act::DeleteFile,
        "rmdir" => Act::DeleteEmpty,
        "execute" | "exec_query" | "execute_batch" | "exec_update" => Act::Sql,
        "drop_database" | "drop_table" | "flushall" | "flushdb" | "delete_all" | "destroy_all" => {
            unfiltered(name)
        }
        "read" | "body" | "to_s" | "strip" | "chomp" | "flatten" | "sort" | "to_a"
        | "join_path" | "lines" | "first" | "last" | "uniq" => Act::Same,
        "children" | "each_child" => Act::Walk,
        "join" => Act::Concat,
        "gsub" | "sub" | "tr" => Act::Substitute,
        "split" => Act::Split,
        "reverse" => Act::Reverse,
        "unpack1" | "unpack" => Act::Base64,
        "chr" => Act::Characters,
        _ => return None,
    })
}

/// `User.delete_all` loses all rows; behind a filter it does not.
fn unfiltered(_: &str) -> Act {
    Act::DropAll
}
