// `mica list`: the classes of a package, or the libraries that can be found.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace mica {

struct ListedClass {
  std::string name;  // full
  std::string kind;  // «model», «partial block», «library 4.1.0»
  std::string description;
};

// What is in the package of that name (or file, or directory); all below it if `recursive`. An empty name lists the libraries.
Result<std::vector<ListedClass>> ListClasses(const std::string& package, bool recursive, Session& session);

// The description of a class; may be empty.
std::string DescriptionOf(const library::Class& c);

}  // namespace mica
