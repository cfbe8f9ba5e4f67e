#include "session/listing.h"

#include <set>

#include "session/library_path.h"

namespace mica {

std::string DescriptionOf(const library::Class& c) {
  if (!c.definition) return "";
  if (c.definition->description) return std::string(c.definition->description->value);
  if (c.definition->comment && c.definition->comment->description) return std::string(c.definition->comment->description->value);
  return "";
}

namespace {

ListedClass Describe(library::Class& c, Session& session) {
  ListedClass listed{session.classes().QualifiedName(&c), std::string(syntax::Spelling(c.definition->class_kind)), DescriptionOf(c)};
  if (c.definition->is_partial) listed.kind.insert(0, "partial ");
  return listed;
}

void ListInto(library::Class* package, bool recursive, Session& session, std::vector<ListedClass>& found) {
  for (Name name : session.classes().ChildNames(package)) {
    library::Class* child = session.classes().FindChild(package, name);
    if (!child || !child->definition) continue;
    found.push_back(Describe(*child, session));
    if (recursive) ListInto(child, recursive, session, found);
  }
}

void ListLibraries(Session& session, std::vector<ListedClass>& found) {
  std::set<std::string> seen;
  auto add = [&](const std::string& name, const std::string& version) {
    if (!seen.insert(name).second) return;  // hidden by one that is found first
    library::Class* c = session.classes().FindTopLevel(session.names().Intern(name));
    if (c) found.push_back({name, version.empty() ? "library" : "library " + version, DescriptionOf(*c)});
  };
  std::vector<std::string> opened;
  for (const auto& [name, c] : session.classes().root()->children) opened.emplace_back(session.names().text(name));
  std::set<std::string> sorted(opened.begin(), opened.end());
  for (const std::string& name : sorted) add(name, "");
  for (const std::filesystem::path& directory : session.classes().search_path())
    for (const library::LibraryPlace& place : library::LibrariesIn(directory)) add(place.name, place.version);
}

}  // namespace

Result<std::vector<ListedClass>> ListClasses(const std::string& package, bool recursive, Session& session) {
  std::vector<ListedClass> found;
  library::Class* c = nullptr;
  if (!package.empty()) {
    Result<library::Class*> opened = session.FindClass({package, "", {}});
    if (!opened) return Reported();
    c = *opened;
  }
  bool done = session.Guard("listing classes", [&] {
    if (c) ListInto(c, recursive, session, found);
    else ListLibraries(session, found);
  });
  if (!done) return Reported();
  return found;
}

}  // namespace mica
