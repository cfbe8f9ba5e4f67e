// A small cache in front of the session's NameTable: most names of a file were met a few lines before. Internal to the
// stage.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "base/hash.h"
#include "base/name.h"

namespace mica::syntax {

class NameCache {
 public:
  explicit NameCache(NameTable& names) : names_(names) {}

  Name Intern(std::string_view text) {
    Entry& entry = entries_[Slot(text)];
    if (entry.text != text) entry = {text, names_.Intern(text)};
    return entry.name;
  }

 private:
  struct Entry {
    std::string_view text;  // in the file that is being read; empty: free
    Name name;
  };
  static constexpr std::size_t kEntries = 2048;

  // Of the length, the first eight and the last eight bytes.
  static std::size_t Slot(std::string_view text) {
    std::uint64_t head = 0, tail = 0;
    std::size_t n = text.size() < 8 ? text.size() : 8;
    std::memcpy(&head, text.data(), n);
    std::memcpy(&tail, text.data() + text.size() - n, n);
    return MixHash(head, tail + text.size()) % kEntries;
  }

  NameTable& names_;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace mica::syntax
