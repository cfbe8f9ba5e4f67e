// Which version of a library is taken (specification 13.3 and 18.8). A version that the call requires is the only one
// that will do. One that a class asks for with `uses` is looked for in all directories: the version itself, then one
// that serves its users as they are, then one that can convert them. Without a wish the first directory that has the
// library decides, with its newest version. The first class that was read and uses a library decides for all: there is
// one version of a library in a session.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "library/class_tree.h"
#include "library/codes.h"
#include "library/library_place.h"
#include "library/version.h"

namespace mica::library {

namespace fs = std::filesystem;

void ClassTree::AddPreferred(std::string_view name, fs::path file) {
  preferred_.try_emplace(names_.Intern(name), std::move(file));
}

void ClassTree::Require(std::string_view name, std::string version) {
  wishes_[names_.Intern(name)] = {std::move(version), {}, ""};
}

const LibraryFacts& ClassTree::FactsOf(const Class* top_level) {
  auto [place, is_new] = facts_.try_emplace(top_level);
  if (is_new && top_level->definition)
    place->second = ReadLibraryFacts(*top_level->definition, *top_level->tree, names_);
  return place->second;
}

// Reads the file for its annotations alone; what is wrong in it is reported when it is taken.
LibraryFacts ClassTree::FactsIn(const fs::path& file, std::string_view name) {
  auto [place, is_new] = facts_of_files_.try_emplace(file.string());
  if (!is_new) return place->second;
  DiagnosticSink quiet;
  if (const syntax::SyntaxTree* tree = ReadTree(file, quiet))
    for (const syntax::ClassDefinition* definition : tree->root().classes)
      if (definition->name.valid() && names_.text(definition->name) == name)
        place->second = ReadLibraryFacts(*definition, *tree, names_);
  return place->second;
}

std::optional<fs::path> ClassTree::LocateTopLevel(std::string_view name) {
  std::vector<LibraryPlace> places;
  for (const fs::path& directory : search_path_) {
    std::vector<LibraryPlace> here = LibrariesNamed(name, directory);
    places.insert(places.end(), here.begin(), here.end());
  }
  auto wish = wishes_.find(names_.Intern(name));
  bool is_required = wish != wishes_.end() && !wish->second.span.valid();
  auto preferred = preferred_.find(names_.Intern(name));
  if (preferred != preferred_.end() && !is_required) return preferred->second;
  if (preferred != preferred_.end()) places.insert(places.begin(), {std::string(name), "", preferred->second});
  if (wish == wishes_.end() || (places.empty() && !is_required))
    return places.empty() ? std::nullopt : std::optional(places[0].file);
  if (places.size() == 1 && !is_required) return places[0].file;  // whether it fits is reported when its text is there

  Version wanted = ParseVersion(wish->second.version);
  for (LibraryPlace& place : places) {
    if (place.version.empty()) place.version = FactsIn(place.file, name).version;
    if (ParseVersion(place.version) == wanted) return place.file;
  }
  if (is_required) {
    std::vector<std::string> there;
    for (const LibraryPlace& place : places)
      there.push_back(fmt::format("{} in {}", place.version.empty() ? "one without a version" : place.version,
                                  place.file.string()));
    auto& d = sink_.Report(
        kVersionNotFound, {},
        fmt::format("{} {} is asked for, but it is in none of the library directories", name, wish->second.version));
    d.hint = there.empty() ? "'mica install' puts a library where Mica finds it"
                           : fmt::format("there is {}", fmt::join(there, ", "));
    return std::nullopt;
  }
  for (const LibraryPlace& place : places)
    if (FactsIn(place.file, name).Serves(wish->second.version)) return place.file;
  for (const LibraryPlace& place : places)
    if (FactsIn(place.file, name).FindConversion(wish->second.version)) return place.file;
  return places[0].file;
}

void ClassTree::PrepareUses(const syntax::ClassDefinition& definition, const syntax::SyntaxTree& tree) {
  if (!definition.name.valid() || !loading_.insert(definition.name).second) return;
  for (const UsedLibrary& use : ReadLibraryFacts(definition, tree, names_).uses) {
    Name used = names_.Intern(use.name);
    wishes_.try_emplace(used, VersionWish{use.version, use.span, std::string(names_.text(definition.name))});
    FindTopLevel(used);
  }
  loading_.erase(definition.name);
}

void ClassTree::CheckUse(const Class* user, const UsedLibrary& use, const Class* used) {
  const LibraryFacts& facts = FactsOf(used);
  if (facts.version.empty() || facts.Serves(use.version)) return;
  if (const Conversion* conversion = facts.FindConversion(use.version); conversion && !conversion->script.empty())
    return;  // reported where it is done
  auto& d = sink_.Report(kOtherVersionRead, use.span,
                         fmt::format("{} uses {} {}, but {} {} is read, which says nothing about that version",
                                     names_.text(user->name), use.name, use.version, use.name, facts.version));
  d.notes.push_back({{}, fmt::format("{} {} is in {}", use.name, facts.version, sources_.path(used->tree->file()))});
  auto wish = wishes_.find(used->name);
  if (wish != wishes_.end() && ParseVersion(wish->second.version) == ParseVersion(facts.version)) {
    if (!wish->second.span.valid())
      d.notes.push_back({{}, "the call asks for that one"});
    else if (wish->second.by != names_.text(user->name))
      d.notes.push_back({wish->second.span, fmt::format("{} uses that one", wish->second.by)});
  } else {
    d.hint = fmt::format("'mica install' puts {} {} beside it", use.name, use.version);
  }
}

void ClassTree::CheckUses(const Class* added) {
  for (const UsedLibrary& use : FactsOf(added).uses)
    if (auto used = root_.children.find(names_.Intern(use.name)); used != root_.children.end())
      CheckUse(added, use, used->second);
  for (const auto& [name, user] : root_.children) {
    if (user == added) continue;
    for (const UsedLibrary& use : FactsOf(user).uses)
      if (use.name == names_.text(added->name)) CheckUse(user, use, added);
  }
}

}  // namespace mica::library
