#include "session/libraries/format_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "session/codes.h"
#include "syntax/format.h"
#include "syntax/parse/parse.h"

namespace mica {

namespace fs = std::filesystem;

Result<std::string> FormatText(std::string path, std::string text, Session& session) {
  std::string formatted;
  bool has_errors = true;
  bool done = session.Guard("formatting", [&] {
    FileId file = session.sources().Add(std::move(path), std::move(text));
    syntax::SyntaxTree tree = syntax::Parse(file, session.sources(), session.names(), session.sink());
    has_errors = tree.has_errors();
    if (!has_errors) formatted = syntax::Format(tree);
  });
  if (!done || has_errors) return Reported();
  return formatted;
}

std::optional<std::string> ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool ReplaceFile(const fs::path& path, const std::string& text, DiagnosticSink& sink) {
  std::error_code error;
  fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  fs::path beside = target;
  beside += ".mica-new";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out) {
    fs::permissions(beside, fs::status(target, error).permissions(), error);
    fs::rename(beside, target, error);
    if (!error) return true;
  }
  std::error_code ignored;
  fs::remove(beside, ignored);
  sink.Report(kCannotWriteFormatted, {}, fmt::format("cannot write {}", path.string()));
  return false;
}

namespace {

FormatVerdict FormatOne(const fs::path& path, bool write, Session& session,
                        const std::function<void(const std::string&)>& on_line) {
  std::optional<std::string> text = ReadFile(path);
  if (!text) {
    session.sink().Report(kCannotReadSource, {}, fmt::format("cannot read {}", path.string()));
    return FormatVerdict::kFailed;
  }
  Result<std::string> formatted = FormatText(path.string(), *text, session);
  if (!formatted) return FormatVerdict::kFailed;
  if (*formatted == *text) return FormatVerdict::kUnchanged;
  if (write && !ReplaceFile(path, *formatted, session.sink())) return FormatVerdict::kFailed;
  on_line(path.string());
  return FormatVerdict::kChanged;
}

}  // namespace

FormatVerdict FormatPath(const std::string& path, bool write, Session& session,
                         const std::function<void(const std::string&)>& on_line) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return FormatOne(path, write, session, on_line);
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".mo" && entry->is_regular_file(error)) files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  FormatVerdict worst = FormatVerdict::kUnchanged;
  for (const fs::path& file : files) worst = std::max(worst, FormatOne(file, write, session, on_line));
  return worst;
}

}  // namespace mica
