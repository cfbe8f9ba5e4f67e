// `mica list`: the classes of a package, or the libraries that can be found.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace mica {

struct ListedClass {
  std::string name;  // full
  std::string kind;  // 'model', 'partial block', 'library 4.1.0'
  std::string description;
  bool is_example = false;  // a model with an experiment annotation, not partial
};

// What `mica list` shows of what it finds. Empty fields filter nothing.
struct ListFilter {
  bool examples_only = false;
  std::string kind;     // 'model', 'function'; with `partial` or without
  std::string pattern;  // fits the full name; * and ? stand for any characters
};

ListedClass Describe(library::Class& c, Session& session);

// What is in the package of that name (or file, or directory) and passes the filter; all below it if `recursive`. An
// empty name lists the libraries.
Result<std::vector<ListedClass>> ListClasses(const std::string& package, bool recursive, const ListFilter& filter,
                                             Session& session);

// An array of objects.
std::string ListJson(const std::vector<ListedClass>& classes);

// The description of a class; may be empty.
std::string DescriptionOf(const library::Class& c);

}  // namespace mica
