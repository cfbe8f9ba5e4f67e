// Models that use an older version of a library than there is are converted when they are read, in memory
// (specification 18.8.2). A library that is a directory is converted as a whole, when its package.mo is read: what a
// name in one file stands for may be said in another. Steps follow each other until the library that is there serves
// the version that was reached.
#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "library/class_tree.h"
#include "library/codes.h"
#include "library/convert_text.h"
#include "library/resource_uri.h"
#include "library/version.h"

namespace mica::library {

namespace fs = std::filesystem;

namespace {

void CollectFiles(const fs::path& directory, std::vector<fs::path>& files) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (entry.is_directory(error)) {
      if (fs::is_regular_file(entry.path() / "package.mo", error)) CollectFiles(entry.path(), files);
    } else if (entry.path().extension() == ".mo") {
      files.push_back(entry.path());
    }
  }
}

}  // namespace

const syntax::SyntaxTree* ClassTree::ConvertToVersions(const syntax::SyntaxTree* tree, const fs::path& file) {
  if (tree->root().within || tree->has_errors()) return tree;
  bool converted = false;
  for (const syntax::ClassDefinition* definition : tree->root().classes) {
    if (!definition->name.valid() || root_.children.contains(definition->name)) continue;
    PrepareUses(*definition, *tree);
    for (const UsedLibrary& use : ReadLibraryFacts(*definition, *tree, names_).uses)
      if (auto used = root_.children.find(names_.Intern(use.name)); used != root_.children.end())
        converted = ConvertUse(*definition, *tree, use, used->second, file) || converted;
  }
  if (!converted) return tree;
  return ParseText(file.string(), converted_.at(file.string()), sink_);
}

bool ClassTree::ConvertUse(const syntax::ClassDefinition& user, const syntax::SyntaxTree& read, const UsedLibrary& use,
                           Class* used, const fs::path& file) {
  const LibraryFacts& facts = FactsOf(used);
  std::string version = use.version;
  std::vector<fs::path> files;
  std::size_t changes = 0;
  while (!facts.Serves(version)) {
    const Conversion* conversion = facts.FindConversion(version);
    if (!conversion || conversion->script.empty()) break;
    std::string reached = conversion->to.empty() ? facts.version : conversion->to;
    if (!(ParseVersion(version) < ParseVersion(reached))) break;  // a script that leads nowhere
    if (files.empty()) {
      if (file.filename() == "package.mo") CollectFiles(file.parent_path(), files);
      if (std::ranges::find(files, file) == files.end()) files.push_back(file);
      std::ranges::sort(files);
    }
    DiagnosticSink::Mark before = sink_.mark();
    ConversionRules rules = ReadConversionRules(*conversion, used);
    if (sink_.HasErrorsSince(before)) break;
    std::vector<const syntax::SyntaxTree*> trees;
    std::vector<std::string> paths;
    DiagnosticSink quiet;  // what is wrong in a file is reported when it is read
    for (const fs::path& each : files) {
      bool is_read = each == file && !converted_.contains(file.string());
      const syntax::SyntaxTree* tree = is_read ? &read : ReadTree(each, quiet);
      if (!tree || tree->has_errors()) continue;
      trees.push_back(tree);
      paths.push_back(each.string());
    }
    std::vector<ConvertedText> texts = ConvertTexts(trees, rules, {use.name, version, reached}, names_, sink_);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      changes += texts[i].changes;
      converted_[paths[i]] = std::move(texts[i].text);
    }
    version = reached;
  }
  if (version == use.version) return false;
  sink_
      .Report(kConvertedAsRead, use.span,
              fmt::format("{} uses {} {} and is read as converted to {}: {} change{}", names_.text(user.name), use.name,
                          use.version, version, changes, changes == 1 ? "" : "s"))
      .hint = "'mica convert' writes the converted text";
  return converted_.contains(file.string());
}

ConversionRules ClassTree::ReadConversionRules(const Conversion& conversion, const Class* used) {
  std::string file = conversion.script;
  if (auto resource = ResourceFile(file, *this, names_))
    file = *resource;
  else if (fs::path(file).is_relative())
    file = (ResourceDirectory(used) / file).string();
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    sink_.Report(kScriptNotFound, used->name_span(),
                 fmt::format("the conversion script {} of {} cannot be read", file, QualifiedName(used)));
    return {};
  }
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return ParseConversionScript(file, std::move(text), sources_, names_, sink_);
}

}  // namespace mica::library
