// Changes to a text, by place: collected in any order, applied at once. A change of a range takes the place of those
// inside of it, whose outcome its author can ask for before.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mica::library {

class TextEdits {
 public:
  explicit TextEdits(std::string_view text) : text_(text) {}

  void Replace(std::uint32_t begin, std::uint32_t end, std::string by);
  void Insert(std::uint32_t at, std::string text) { Replace(at, at, std::move(text)); }
  // A part of the text as it is with the changes so far; no change lies across its ends.
  std::string TextOf(std::uint32_t begin, std::uint32_t end) const;
  std::string Text() const { return TextOf(0, static_cast<std::uint32_t>(text_.size())); }
  std::size_t count() const { return count_; }  // of all changes that were asked for

 private:
  struct Edit {
    std::uint32_t end;
    std::string by;
  };
  std::string_view text_;
  std::map<std::uint32_t, Edit> edits_;  // by begin; they do not overlap
  std::size_t count_ = 0;
};

}  // namespace mica::library
