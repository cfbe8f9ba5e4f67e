#include "library/text_edits.h"

#include <utility>

namespace mica::library {

void TextEdits::Replace(std::uint32_t begin, std::uint32_t end, std::string by) {
  ++count_;
  auto inside = edits_.lower_bound(begin);
  while (inside != edits_.end() && inside->first < end && inside->second.end <= end) inside = edits_.erase(inside);
  auto [place, is_new] = edits_.try_emplace(begin, Edit{end, by});
  if (is_new) return;
  if (begin == end)
    place->second.by = by + place->second.by;  // an insertion before a change
  else if (place->second.end == begin)
    place->second = {end, place->second.by + by};  // a change after an insertion
  else
    place->second = {end, std::move(by)};
}

std::string TextEdits::TextOf(std::uint32_t begin, std::uint32_t end) const {
  std::string out;
  std::uint32_t at = begin;
  for (auto edit = edits_.lower_bound(begin); edit != edits_.end() && edit->first <= end && edit->second.end <= end;
       ++edit) {
    if (edit->first == end && edit->first != edit->second.end) break;
    out += text_.substr(at, edit->first - at);
    out += edit->second.by;
    at = edit->second.end;
  }
  return out + std::string(text_.substr(at, end - at));
}

}  // namespace mica::library
