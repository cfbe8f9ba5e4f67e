// Interned names. Two names are equal exactly when their text is; comparing them compares 32 bits.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/id.h"

namespace mica {

struct NameTag;
using Name = Id<NameTag>;

class NameTable {
 public:
  NameTable() = default;
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  Name Intern(std::string_view text);
  // The name with this text if anything has interned it; invalid otherwise.
  Name Find(std::string_view text) const;
  std::string_view text(Name name) const { return texts_[name.index()]; }
  const char* c_str(Name name) const { return texts_[name.index()].c_str(); }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Name> names_;
};

}  // namespace mica
