// The class tree: classes as they stand in files, before any instantiation (specification 13.4). A package stored as a
// directory is read file by file, when a name in it is wanted: naming one model of a large library does not read the
// rest.
//
// Top-level names are found, in this order: among files that were opened by path, among libraries that come first
// whatever the search path holds, then in the directories of the search path (library_place.h). Of several versions the
// one that was asked for is taken, by the call or by the `uses` annotation that was read first (library_choice.cpp).
// Classes live as long as the tree; pointers to them stay valid.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "library/conversion_rules.h"
#include "library/library_facts.h"
#include "syntax/tree.h"

namespace mica::library {

struct Class {
  Name name;                                            // invalid for the root
  const syntax::ClassDefinition* definition = nullptr;  // null for the root
  const syntax::SyntaxTree* tree = nullptr;
  Class* parent = nullptr;
  std::filesystem::path directory;  // of a package stored as a directory; its children may be files there
  // Children whose text has been read, and how to find the others. Made by ClassTree when first asked for.
  std::unordered_map<Name, Class*> children;
  std::unordered_map<Name, std::filesystem::path> unread;
  bool is_indexed = false;

  Span name_span() const { return definition ? tree->SpanOf(definition->name_token) : Span{}; }
};

class ClassTree {
 public:
  ClassTree(SourceMap& sources, NameTable& names, DiagnosticSink& sink);
  ClassTree(const ClassTree&) = delete;
  ClassTree& operator=(const ClassTree&) = delete;

  // Directories that hold libraries, searched in order.
  void AddSearchPath(std::filesystem::path directory);
  const std::vector<std::filesystem::path>& search_path() const { return search_path_; }
  // A library that comes before others of its name in the directories that are searched.
  void AddPreferred(std::string_view name, std::filesystem::path file);
  // This version of a library and no other: E2007 when it is not there.
  void Require(std::string_view name, std::string version);

  // Reads one file; its classes become top-level, or children of the package that its within-clause names. Gives the
  // last of them.
  Result<Class*> OpenFile(const std::filesystem::path& path);
  // Text that has no file, such as the predefined classes: `path` is what messages show.
  Class* OpenText(std::string path, std::string text);

  Class* root() { return &root_; }
  // Null when there is no such class.
  Class* FindTopLevel(Name name);
  Class* FindChild(Class* parent, Name name);
  // "A.B.C"; null when there is none.
  Class* FindQualified(std::string_view qualified_name);
  // The names of all children: package.order first, then what it leaves out.
  std::vector<Name> ChildNames(Class* parent);
  std::string QualifiedName(const Class* c) const;
  // The directory with `Resources/` for what class `c` belongs to: that of its top-level package. Empty when it has
  // none.
  std::filesystem::path ResourceDirectory(const Class* c) const;
  // What a top-level class says about versions.
  const LibraryFacts& FactsOf(const Class* top_level);
  // Files whose text was converted to newer versions of what they use, as it was read: by path
  // (library_conversion.cpp).
  const std::map<std::string, std::string>& converted_files() const { return converted_; }
  std::size_t files_read() const { return trees_.size(); }
  std::size_t bytes_read() const { return bytes_read_; }

 private:
  void Index(Class* c);
  void IndexDirectory(Class* c, const std::filesystem::path& directory);
  Class* ReadChild(Class* parent, Name name, const std::filesystem::path& file);
  const syntax::SyntaxTree* ReadTree(const std::filesystem::path& file, DiagnosticSink& sink);
  const syntax::SyntaxTree* ParseText(std::string path, std::string text, DiagnosticSink& sink);
  Class* AddClass(Class* parent, const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree);

  // library_choice.cpp
  struct VersionWish {
    std::string version;
    Span span;       // of the `uses` annotation; invalid: the call asks for it
    std::string by;  // the class that has it
  };
  std::optional<std::filesystem::path> LocateTopLevel(std::string_view name);
  std::optional<std::filesystem::path> LocateVersion(std::string_view name,
                                                     const std::vector<std::filesystem::path>& places,
                                                     const VersionWish& wish);
  LibraryFacts FactsIn(const std::filesystem::path& file, std::string_view name);
  // Before a top-level class is added: the libraries that it uses are looked up, in the versions that it asks for.
  void PrepareUses(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree);

  // library_conversion.cpp
  // The tree of a file that holds top-level classes, converted where it uses older versions than there are.
  const syntax::SyntaxTree* ConvertToVersions(const syntax::SyntaxTree* tree, const std::filesystem::path& file);
  bool ConvertUse(const syntax::ClassDefinition& user, const syntax::SyntaxTree& tree, const UsedLibrary& use,
                  Class* used, const std::filesystem::path& file);
  ConversionRules ReadConversionRules(const Conversion& conversion, const Class* used);

  // After that: what it uses, and who uses it, fit.
  void CheckUses(const Class* added);
  void CheckUse(const Class* user, const UsedLibrary& use, const Class* used);

  SourceMap& sources_;
  NameTable& names_;
  DiagnosticSink& sink_;
  std::vector<std::filesystem::path> search_path_;
  std::deque<syntax::SyntaxTree> trees_;
  std::deque<Class> classes_;
  Class root_;
  std::unordered_map<Name, Class*> absent_;  // top-level names that were looked for in vain
  std::unordered_map<Name, std::filesystem::path> preferred_;
  std::unordered_map<Name, VersionWish> wishes_;  // the first for each name
  std::unordered_map<const Class*, LibraryFacts> facts_;
  std::unordered_map<std::string, LibraryFacts> facts_of_files_;
  std::map<std::string, std::string> converted_;
  std::unordered_set<Name> loading_;  // top-level classes whose libraries are being looked for
  std::size_t bytes_read_ = 0;
};

}  // namespace mica::library
