#include "session/libraries/convert_files.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "library/annotation.h"
#include "library/library_facts.h"
#include "library/text_edits.h"
#include "session/libraries/format_file.h"
#include "syntax/parse/parse.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

// Behind the opening parenthesis of a modification that is there.
void InsertArgument(const syntax::Modification& into, const std::string& argument, const syntax::SyntaxTree& tree,
                    library::TextEdits& edits) {
  edits.Insert(tree.SpanOf(into).begin + 1, argument + (into.arguments.empty() ? "" : ", "));
}

// `uses(Name(version = "…"))` among the annotations of the class.
void InsertUse(const syntax::ClassDefinition& definition, const std::string& use, const syntax::SyntaxTree& tree,
               const NameTable& names, library::TextEdits& edits) {
  const syntax::ElementModification* uses = library::FindAnnotation(definition, "uses", names);
  if (uses && uses->modification) return InsertArgument(*uses->modification, use, tree, edits);
  std::string whole = fmt::format("uses({})", use);
  if (!definition.annotations.empty() && definition.annotations[0]->modification)
    return InsertArgument(*definition.annotations[0]->modification, whole, tree, edits);
  if (definition.last_token.index() == 0) return;
  Span before_name = tree.SpanOf(syntax::TokenId(definition.last_token.index() - 1));
  if (tree.text().substr(before_name.begin, before_name.end - before_name.begin) == "end")
    edits.Insert(before_name.begin, fmt::format("  annotation ({});\n", whole));
}

// The text with what it was written for, where it does not say so; unchanged if it does.
std::string WithUses(const std::string& file, const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& from, Session& session) {
  DiagnosticSink quiet;
  FileId id = session.sources().Add(file, text);
  syntax::SyntaxTree tree = syntax::Parse(id, session.sources(), session.names(), quiet);
  if (tree.root().within || tree.has_errors()) return text;
  library::TextEdits edits(text);
  for (const syntax::ClassDefinition* definition : tree.root().classes) {
    std::vector<library::UsedLibrary> uses = library::ReadLibraryFacts(*definition, tree, session.names()).uses;
    std::string missing;
    for (const auto& [name, version] : from)
      if (std::ranges::find(uses, name, &library::UsedLibrary::name) == uses.end())
        missing += fmt::format("{}{}(version = \"{}\")", missing.empty() ? "" : ", ", name, version);
    if (!missing.empty()) InsertUse(*definition, missing, tree, session.names(), edits);
  }
  return edits.Text();
}

// Reads the file as if it said what it was written for. False: reported, or there is nothing to add.
bool ReadAsWrittenFor(const std::string& path, const std::vector<std::pair<std::string, std::string>>& from,
                      Session& session) {
  std::error_code error;
  fs::path file = fs::is_directory(path, error) ? fs::path(path) / "package.mo" : fs::path(path);
  std::optional<std::string> text = ReadFile(file);
  if (!text) return false;
  std::string with_uses = WithUses(file.string(), *text, from, session);
  return with_uses != *text && session.ReadText(file.string(), with_uses).ok();
}

}  // namespace

Outcome ConvertFiles(const std::string& path, const std::vector<std::pair<std::string, std::string>>& from, bool write,
                     Session& session, const std::function<void(const std::string&)>& on_line) {
  std::set<std::string> before;
  for (const auto& [file, text] : session.classes().converted_files()) before.insert(file);
  // A directory or file by its path, though a class could have that name.
  std::error_code error;
  bool is_path = path.ends_with(".mo") || fs::is_directory(path, error);
  bool is_read = is_path && !from.empty() && ReadAsWrittenFor(path, from, session);
  if (session.sink().has_errors()) return Outcome::kModelWrong;
  if (!is_read && !session.FindClass({is_path && path.find('/') == std::string::npos ? "./" + path : path, "", {}}))
    return Outcome::kModelWrong;
  for (const auto& [file, text] : session.classes().converted_files()) {
    if (before.contains(file)) continue;
    if (ReadFile(file) == text) continue;
    if (write && !ReplaceFile(file, text, session.sink())) return Outcome::kCallWrong;
    on_line(file);
  }
  return Outcome::kDone;
}

}  // namespace mica
