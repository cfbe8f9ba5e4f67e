#include "session/show/listing.h"

#include <nlohmann/json.hpp>
#include <set>

#include "base/pattern.h"
#include "library/annotation.h"
#include "library/version.h"
#include "session/libraries/library_path.h"

namespace mica {

std::string DescriptionOf(const library::Class& c) {
  if (!c.definition) return "";
  if (c.definition->description) return std::string(c.definition->description->value);
  if (c.definition->comment && c.definition->comment->description)
    return std::string(c.definition->comment->description->value);
  return "";
}

ListedClass Describe(library::Class& c, Session& session) {
  ListedClass listed{session.classes().QualifiedName(&c), std::string(syntax::Spelling(c.definition->class_kind)),
                     DescriptionOf(c)};
  listed.is_example =
      !c.definition->is_partial && library::FindAnnotation(*c.definition, "experiment", session.names());
  if (c.definition->is_partial) listed.kind.insert(0, "partial ");
  return listed;
}

namespace {

bool Passes(const ListedClass& listed, const ListFilter& filter) {
  if (filter.examples_only && !listed.is_example) return false;
  std::string_view kind = listed.kind;
  if (kind.starts_with("partial ") && !filter.kind.starts_with("partial ")) kind.remove_prefix(8);
  if (!filter.kind.empty() && kind != filter.kind) return false;
  return filter.pattern.empty() || FitsPattern(listed.name, filter.pattern);
}

void ListInto(library::Class* package, bool recursive, const ListFilter& filter, Session& session,
              std::vector<ListedClass>& found) {
  for (Name name : session.classes().ChildNames(package)) {
    library::Class* child = session.classes().FindChild(package, name);
    if (!child || !child->definition) continue;
    if (ListedClass listed = Describe(*child, session); Passes(listed, filter)) found.push_back(std::move(listed));
    if (recursive) ListInto(child, recursive, filter, session, found);
  }
}

void ListLibraries(Session& session, std::vector<ListedClass>& found) {
  std::set<std::string> seen;
  auto add = [&](const std::string& name, const std::string& version) {
    if (!seen.insert(name + " " + version).second) return;
    library::Class* c = session.classes().FindTopLevel(session.names().Intern(name));
    if (!c) return;
    std::string own = session.classes().FactsOf(c).version;
    bool is_taken = version.empty() || library::ParseVersion(version) == library::ParseVersion(own);
    if (is_taken && !seen.insert(name + " " + own + " taken").second) return;  // hidden by one that is found first
    std::string shown = is_taken ? own : version;
    found.push_back({name, shown.empty() ? "library" : "library " + shown,
                     is_taken ? DescriptionOf(*c) : "(another version is taken)"});
  };
  std::vector<std::string> opened;
  for (const auto& [name, c] : session.classes().root()->children) opened.emplace_back(session.names().text(name));
  std::set<std::string> sorted(opened.begin(), opened.end());
  for (const std::string& name : sorted) add(name, "");
  // The working directory holds single models, too: of it, libraries are what is stored as directories.
  std::error_code error;
  std::filesystem::path here = std::filesystem::current_path(error);
  for (const std::filesystem::path& directory : session.classes().search_path())
    for (const library::LibraryPlace& place : library::LibrariesIn(directory))
      if (directory != here || place.file.filename() == "package.mo") add(place.name, place.version);
}

}  // namespace

Result<std::vector<ListedClass>> ListClasses(const std::string& package, bool recursive, const ListFilter& filter,
                                             Session& session) {
  std::vector<ListedClass> found;
  library::Class* c = nullptr;
  if (!package.empty()) {
    Result<library::Class*> opened = session.FindClass({package, "", {}});
    if (!opened) return Reported();
    c = *opened;
  }
  bool done = session.Guard("listing classes", [&] {
    if (c)
      ListInto(c, recursive, filter, session, found);
    else
      ListLibraries(session, found);
    if (!c)
      std::erase_if(found, [&](const ListedClass& each) {
        return !filter.pattern.empty() && !FitsPattern(each.name, filter.pattern);
      });
  });
  if (!done) return Reported();
  return found;
}

std::string ListJson(const std::vector<ListedClass>& classes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ListedClass& each : classes) {
    nlohmann::ordered_json entry = {{"name", each.name}, {"kind", each.kind}, {"description", each.description}};
    if (each.is_example) entry["example"] = true;
    list.push_back(std::move(entry));
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mica
