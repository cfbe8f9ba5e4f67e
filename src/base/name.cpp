#include "base/name.h"

namespace mica {

Name NameTable::Intern(std::string_view text) {
  if (auto found = names_.find(text); found != names_.end()) return found->second;
  texts_.emplace_back(text);
  Name name(texts_.size() - 1);
  names_.emplace(texts_.back(), name);
  return name;
}

Name NameTable::Find(std::string_view text) const {
  auto found = names_.find(text);
  return found == names_.end() ? Name() : found->second;
}

}  // namespace mica
