#include "session/libraries/find_class.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "session/codes.h"
#include "session/libraries/library_path.h"
#include "session/session.h"

namespace mica {

namespace fs = std::filesystem;
using library::Class;
using library::ClassTree;

namespace {

bool IsModelKind(syntax::ClassKind kind) {
  switch (kind) {
    case syntax::ClassKind::kPackage:
    case syntax::ClassKind::kFunction:
    case syntax::ClassKind::kOperatorFunction:
    case syntax::ClassKind::kOperator:
    case syntax::ClassKind::kType:
      return false;
    default:
      return true;
  }
}

// A file inside a structured library is one of its classes: the library around it is read first, and wins over others
// of its name.
void OpenSurroundingLibrary(const fs::path& file, ClassTree& classes) {
  std::error_code error;
  fs::path absolute = fs::absolute(file, error).lexically_normal();
  fs::path top;
  for (fs::path directory = absolute.parent_path(); fs::is_regular_file(directory / "package.mo", error);
       directory = directory.parent_path()) {
    top = directory / "package.mo";
    if (!directory.has_relative_path()) break;
  }
  if (!top.empty() && top != absolute) (void)classes.OpenFile(top);
}

Class* OpenPath(const fs::path& path, ClassTree& classes) {
  std::error_code error;
  fs::path file = fs::is_directory(path, error) && path.extension() != ".mo" ? path / "package.mo" : path;
  OpenSurroundingLibrary(file, classes);
  Result<Class*> opened = classes.OpenFile(file);
  return opened ? *opened : nullptr;
}

bool IsPath(const std::string& model) {
  std::error_code error;
  if (model.ends_with(".mo")) return true;
  return model.find('/') != std::string::npos || fs::is_regular_file(fs::path(model) / "package.mo", error);
}

std::vector<std::string> TopLevelNames(ClassTree& classes, const NameTable& names) {
  std::vector<std::string> found;
  for (const auto& [name, c] : classes.root()->children) found.emplace_back(names.text(name));
  for (const fs::path& directory : classes.search_path())
    for (library::LibraryPlace& place : library::LibrariesIn(directory)) found.push_back(std::move(place.name));
  return found;
}

std::string Nearest(std::string_view wanted, const std::vector<std::string>& candidates) {
  std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return std::string(NearestSpelling(wanted, views));
}

// E9004: how far the name leads, and what comes near the rest of it.
void ReportUnknown(std::string_view wanted, ClassTree& classes, NameTable& names, DiagnosticSink& sink) {
  std::string known;  // the part of the name that leads somewhere
  std::string_view rest = wanted;
  Class* inside = classes.root();
  std::string_view missing;
  while (true) {
    std::size_t dot = std::min(rest.find('.'), rest.size());
    missing = rest.substr(0, dot);
    Class* next = missing.empty() ? nullptr : classes.FindChild(inside, names.Intern(missing));
    if (!next) break;
    inside = next;
    if (!known.empty()) known += '.';
    known += missing;
    if (dot == rest.size()) break;
    rest.remove_prefix(dot + 1);
  }
  if (known.empty()) {
    auto& d = sink.Report(kUnknownClass, {}, fmt::format("there is no class {}", wanted));
    std::string nearest = Nearest(missing, TopLevelNames(classes, names));
    bool is_name = wanted.find_first_of(" /\\") == std::string_view::npos;
    if (!nearest.empty()) {
      d.hint = fmt::format("did you mean {}?", nearest + std::string(wanted.substr(missing.size())));
    } else if (is_name && !missing.empty()) {
      d.hint = fmt::format(
          "{} is in none of the library directories: install it with `mica install {}`, or name its directory with "
          "--library or in MODELICAPATH; "
          "a model in a file is named by that file, as in '{}.mo'",
          missing, missing, missing);
    }
    return;
  }
  std::vector<std::string> children;
  for (Name name : classes.ChildNames(inside)) children.emplace_back(names.text(name));
  std::string nearest = Nearest(missing, children);
  auto& d = sink.Report(kUnknownClass, inside->name_span(), fmt::format("there is no {} in {}", missing, known));
  std::string after(rest.size() > missing.size() ? rest.substr(missing.size()) : "");
  if (!nearest.empty())
    d.hint = fmt::format("did you mean {}.{}{}?", known, nearest, after);
  else
    d.hint = fmt::format("'mica list {}' shows what is there", known);
}

Class* FindInFile(Class* last, const std::string& class_name, ClassTree& classes, NameTable& names,
                  DiagnosticSink& sink) {
  if (class_name.empty()) return last;
  if (Class* found = classes.FindQualified(class_name)) return found;
  for (Class* from : {last, last->parent}) {
    std::string prefix = from ? classes.QualifiedName(from) : "";
    if (prefix.empty()) continue;
    if (Class* found = classes.FindQualified(prefix + "." + class_name)) return found;
  }
  ReportUnknown(class_name, classes, names, sink);
  return nullptr;
}

// Models inside a package, to suggest: full names, at most `limit`.
void CollectModels(Class* c, ClassTree& classes, std::size_t limit, std::vector<std::string>& found) {
  for (Name name : classes.ChildNames(c)) {
    if (found.size() >= limit) return;
    Class* child = classes.FindChild(c, name);
    if (!child || !child->definition) continue;
    if (child->definition->class_kind == syntax::ClassKind::kModel && !child->definition->is_partial)
      found.push_back(classes.QualifiedName(child));
  }
}

}  // namespace

void AddLibraries(const std::vector<fs::path>& libraries, const std::vector<fs::path>& directories, ClassTree& classes,
                  DiagnosticSink& sink) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::path& path : libraries) {
    if (path.extension() == ".mo")
      files.push_back(path);
    else if (fs::is_regular_file(path / "package.mo", error))
      files.push_back(path / "package.mo");
    else if (fs::is_directory(path, error))
      classes.AddSearchPath(path);
    else
      sink.Report(kNoLibraryAtPath, {}, fmt::format("there is no library at {}", path.string())).hint =
          "name a directory that holds libraries, the directory of one library, or a .mo file";
  }
  for (const fs::path& directory : directories) classes.AddSearchPath(directory);
  for (const fs::path& file : files) (void)classes.OpenFile(file);
}

Class* FindClass(const ModelRequest& request, ClassTree& classes, NameTable& names, DiagnosticSink& sink) {
  bool all_read = true;
  for (const std::string& file : request.files) all_read = OpenPath(file, classes) && all_read;
  if (IsPath(request.model)) {
    Class* last = OpenPath(request.model, classes);
    return last && all_read ? FindInFile(last, request.class_name, classes, names, sink) : nullptr;
  }
  if (!all_read) return nullptr;
  std::string name = request.class_name.empty() ? request.model : request.model + "." + request.class_name;
  DiagnosticSink::Mark before = sink.mark();
  Class* found = classes.FindQualified(name);
  if (!found && !sink.HasErrorsSince(before)) ReportUnknown(name, classes, names, sink);
  return found;
}

bool CheckIsModel(Class* c, ClassTree& classes, DiagnosticSink& sink) {
  if (!c->definition || IsModelKind(c->definition->class_kind)) return true;
  std::vector<std::string> models;
  if (c->definition->class_kind == syntax::ClassKind::kPackage) CollectModels(c, classes, 5, models);
  sink.Report(
          kNotAModel, c->name_span(),
          fmt::format("{} is a {}, not a model", classes.QualifiedName(c), syntax::Spelling(c->definition->class_kind)))
      .hint = models.empty() ? "name a model or a block" : fmt::format("models in it: {}", fmt::join(models, ", "));
  return false;
}

}  // namespace mica
