#include "library/class_tree.h"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <set>

#include "library/codes.h"
#include "syntax/parse/parse.h"

namespace mica::library {

namespace fs = std::filesystem;

ClassTree::ClassTree(SourceMap& sources, NameTable& names, DiagnosticSink& sink)
    : sources_(sources), names_(names), sink_(sink) {
  root_.is_indexed = true;
}

void ClassTree::AddSearchPath(fs::path directory) {
  search_path_.push_back(std::move(directory));
  absent_.clear();
}

namespace {

// The whole file, or nothing when it cannot be read.
std::optional<std::string> ReadWhole(const fs::path& path) {
  std::error_code error;
  auto size = fs::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text;
  if (!error) {
    text.resize(size);
    in.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

}  // namespace

const syntax::SyntaxTree* ClassTree::ParseText(std::string path, std::string text, DiagnosticSink& sink) {
  bytes_read_ += text.size();
  FileId file = sources_.Add(std::move(path), std::move(text));
  trees_.push_back(syntax::Parse(file, sources_, names_, sink));
  return &trees_.back();
}

const syntax::SyntaxTree* ClassTree::ReadTree(const fs::path& file, DiagnosticSink& sink) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    sink.Report(kDirectoryAsFile, {}, fmt::format("{} is a directory, not a Modelica file", file.string()));
    return nullptr;
  }
  constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 31;
  if (auto size = fs::file_size(file, error); !error && size > kLargestFile) {
    sink.Report(kFileTooLarge, {}, fmt::format("{} has {} bytes; Mica reads files up to 2 GB", file.string(), size));
    return nullptr;
  }
  if (auto converted = converted_.find(file.string()); converted != converted_.end())
    return ParseText(file.string(), converted->second, sink);
  auto text = ReadWhole(file);
  if (!text) {
    bool exists = fs::exists(file, error);
    sink.Report(kUnreadableFile, {}, (exists ? "this file cannot be read: " : "there is no file ") + file.string());
    return nullptr;
  }
  return ParseText(file.string(), std::move(*text), sink);
}

Class* ClassTree::AddClass(Class* parent, const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree) {
  if (parent == &root_) PrepareUses(definition, tree);
  classes_.push_back({definition.name, &definition, &tree, parent});
  Class* c = &classes_.back();
  parent->children[definition.name] = c;
  if (parent == &root_) CheckUses(c);
  return c;
}

Result<Class*> ClassTree::OpenFile(const fs::path& path) {
  const syntax::SyntaxTree* tree = ReadTree(path, sink_);
  if (tree) tree = ConvertToVersions(tree, path);
  if (!tree) return Reported();
  if (tree->root().classes.empty()) {
    if (!sink_.has_errors())
      sink_.Report(kNoClassInFile, Span{tree->file(), 0, 0},
                   fmt::format("{} holds no class definition", path.string()));
    return Reported();
  }
  Class* parent = &root_;
  if (const syntax::TypeName* within = tree->root().within) {
    for (Name name : within->names) {
      Class* next = parent == &root_ ? FindTopLevel(name) : FindChild(parent, name);
      if (!next) {
        auto& d = sink_.Report(
            kWithinNotFound, tree->SpanOf(*within),
            fmt::format("this file is to be within {}, but {} is not found", tree->Text(*within), names_.text(name)));
        d.hint = "add the directory of that library with --library, or to MODELICAPATH";
        return Reported();
      }
      parent = next;
    }
  }
  Class* last = nullptr;
  for (const syntax::ClassDefinition* definition : tree->root().classes)
    if (definition->name.valid()) last = AddClass(parent, *definition, *tree);
  if (!last) return Reported();
  if (path.filename() == "package.mo") last->directory = path.parent_path();
  return last;
}

Class* ClassTree::OpenText(std::string path, std::string text) {
  const syntax::SyntaxTree* tree = ConvertToVersions(ParseText(path, std::move(text), sink_), path);
  Class* last = nullptr;
  for (const syntax::ClassDefinition* definition : tree->root().classes) last = AddClass(&root_, *definition, *tree);
  return last;
}

Class* ClassTree::FindTopLevel(Name name) {
  if (auto found = root_.children.find(name); found != root_.children.end()) return found->second;
  if (absent_.contains(name)) return nullptr;
  if (loading_.contains(name)) return nullptr;
  if (auto file = LocateTopLevel(names_.text(name))) return ReadChild(&root_, name, *file);
  absent_[name] = nullptr;
  return nullptr;
}

Class* ClassTree::ReadChild(Class* parent, Name name, const fs::path& file) {
  parent->unread.erase(name);
  const syntax::SyntaxTree* tree = ReadTree(file, sink_);
  if (tree && parent == &root_) tree = ConvertToVersions(tree, file);
  Class* found = nullptr;
  if (tree) {
    for (const syntax::ClassDefinition* definition : tree->root().classes)
      if (definition->name == name) found = AddClass(parent, *definition, *tree);
    if (!found && !tree->root().classes.empty()) {
      const syntax::ClassDefinition& other = *tree->root().classes[0];
      if (other.name.valid())
        sink_.Report(kFileNameDiffers, tree->SpanOf(other.name_token),
                     fmt::format("this file should define the class {}, as its name says, but defines {}",
                                 names_.text(name), names_.text(other.name)));
    }
  }
  if (!found) {
    if (parent == &root_) absent_[name] = nullptr;
    return nullptr;
  }
  if (file.filename() == "package.mo") found->directory = file.parent_path();
  return found;
}

void ClassTree::IndexDirectory(Class* c, const fs::path& directory) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const fs::path& path = entry.path();
    if (entry.is_directory(error)) {
      if (fs::path file = path / "package.mo"; fs::is_regular_file(file, error))
        c->unread.emplace(names_.Intern(path.filename().string()), file);
    } else if (path.extension() == ".mo" && path.filename() != "package.mo") {
      c->unread.emplace(names_.Intern(path.stem().string()), path);
    }
  }
}

void ClassTree::Index(Class* c) {
  if (c->is_indexed) return;
  c->is_indexed = true;
  for (const syntax::Element* element : c->definition->elements)
    if (const auto* definition = element->As<syntax::ClassDefinition>())
      if (definition->name.valid() && !c->children.contains(definition->name)) AddClass(c, *definition, *c->tree);
  if (!c->directory.empty()) {
    IndexDirectory(c, c->directory);
    for (const auto& [name, child] : c->children) c->unread.erase(name);
  }
}

Class* ClassTree::FindChild(Class* parent, Name name) {
  if (parent == &root_) return FindTopLevel(name);
  Index(parent);
  if (auto found = parent->children.find(name); found != parent->children.end()) return found->second;
  if (auto found = parent->unread.find(name); found != parent->unread.end()) {
    fs::path file = found->second;
    return ReadChild(parent, name, file);
  }
  return nullptr;
}

Class* ClassTree::FindQualified(std::string_view qualified_name) {
  Class* c = &root_;
  while (c) {
    // A quoted identifier may hold dots.
    std::size_t end = 0;
    bool quoted = false;
    for (; end < qualified_name.size() && (quoted || qualified_name[end] != '.'); ++end)
      if (qualified_name[end] == '\'' && (end == 0 || qualified_name[end - 1] != '\\')) quoted = !quoted;
    std::string_view part = qualified_name.substr(0, end);
    if (part.empty()) return nullptr;
    c = FindChild(c, names_.Intern(part));
    if (end >= qualified_name.size()) return c;
    qualified_name.remove_prefix(end + 1);
  }
  return nullptr;
}

std::vector<Name> ClassTree::ChildNames(Class* parent) {
  Index(parent);
  std::vector<Name> result;
  std::set<Name> seen;
  auto add = [&](Name name) {
    if ((parent->children.contains(name) || parent->unread.contains(name)) && seen.insert(name).second)
      result.push_back(name);
  };
  if (!parent->directory.empty()) {
    std::ifstream order(parent->directory / "package.order");
    for (std::string line; std::getline(order, line);) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      if (!line.empty()) add(names_.Intern(line));
    }
  }
  if (parent->definition)
    for (const syntax::Element* element : parent->definition->elements)
      if (const auto* definition = element->As<syntax::ClassDefinition>()) add(definition->name);
  std::vector<Name> rest;
  for (const auto& [name, child] : parent->children) rest.push_back(name);
  for (const auto& [name, file] : parent->unread) rest.push_back(name);
  std::ranges::sort(rest, {}, [&](Name name) { return names_.text(name); });
  for (Name name : rest) add(name);
  return result;
}

std::string ClassTree::QualifiedName(const Class* c) const {
  if (!c || !c->name.valid()) return "";
  std::string prefix = QualifiedName(c->parent);
  return prefix.empty() ? std::string(names_.text(c->name)) : prefix + "." + std::string(names_.text(c->name));
}

fs::path ClassTree::ResourceDirectory(const Class* c) const {
  while (c && c->parent && c->parent->name.valid()) c = c->parent;
  if (!c) return {};
  if (!c->directory.empty()) return c->directory;
  if (!c->tree) return {};
  return fs::path(sources_.path(c->tree->file())).parent_path();
}

}  // namespace mica::library
