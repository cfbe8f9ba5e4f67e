#include "expression/selection.h"

#include <fmt/format.h>

namespace mica {

void Selection::Extend(std::span<const std::int32_t> sizes) {
  for (std::int32_t size : sizes) dimensions_.push_back({size});
}

bool Selection::Narrow(std::span<const std::optional<Value>> subscripts, std::string& message) {
  std::size_t d = 0;
  for (const std::optional<Value>& subscript : subscripts) {
    while (d < dimensions_.size() && dimensions_[d].kind == Kind::kOne) ++d;
    if (d == dimensions_.size()) return message = "more subscripts than dimensions", false;
    Dimension& dimension = dimensions_[d++];
    if (!subscript) continue;
    if (!subscript->is_integral()) return message = "a subscript is not an Integer", false;
    std::vector<std::int32_t> chosen;
    std::int64_t first = subscript->kind == TypeKind::kBoolean ? 0 : 1, count = dimension.count();
    for (std::size_t i = 0; i < subscript->count(); ++i) {
      std::int64_t at = subscript->integer(i) - first;
      if (at < 0 || at >= count)
        return message = fmt::format("subscript {} is out of range: the dimension has the size {}", at + 1, count),
               false;
      auto index =
          dimension.kind == Kind::kAll ? static_cast<std::int32_t>(at) : dimension.list[static_cast<std::size_t>(at)];
      if (subscript->is_scalar())
        dimension.one = index;
      else
        chosen.push_back(index);
    }
    dimension.list = std::move(chosen);
    dimension.kind = subscript->is_scalar() ? Kind::kOne : Kind::kList;
    whole_ = false;
  }
  return true;
}

std::vector<std::int32_t> Selection::sizes() const {
  std::vector<std::int32_t> sizes;
  for (const Dimension& dimension : dimensions_)
    if (dimension.kind != Kind::kOne) sizes.push_back(dimension.count());
  return sizes;
}

std::vector<std::size_t> Selection::Offsets() const {
  std::vector<std::size_t> offsets{0};
  for (const Dimension& dimension : dimensions_) {
    auto size = static_cast<std::size_t>(dimension.size);
    if (dimension.kind == Kind::kOne) {
      for (std::size_t& offset : offsets) offset = offset * size + static_cast<std::size_t>(dimension.one);
      continue;
    }
    std::vector<std::size_t> next;
    next.reserve(offsets.size() * static_cast<std::size_t>(dimension.count()));
    for (std::size_t offset : offsets) {
      if (dimension.kind == Kind::kAll)
        for (std::size_t i = 0; i < size; ++i) next.push_back(offset * size + i);
      else
        for (std::int32_t i : dimension.list) next.push_back(offset * size + static_cast<std::size_t>(i));
    }
    offsets = std::move(next);
  }
  return offsets;
}

// Dimensions of `base` after the covered ones are taken whole: `each` elements at every offset.
void Selection::ReadInto(Value& result, const Value& base, const std::vector<std::size_t>& offsets) const {
  if (base.kind == TypeKind::kRecord) {
    for (std::size_t f = 0; f < base.parts().size(); ++f) ReadInto(result.parts()[f], base.parts()[f], offsets);
    return;
  }
  std::size_t each = CountOf(std::span(base.sizes).subspan(dimensions_.size())), next = 0;
  for (std::size_t offset : offsets)
    for (std::size_t k = 0; k < each; ++k) result.CopyElement(next++, base, offset * each + k);
}

Value Selection::Read(const Value& base, Types& types) const {
  if (whole_) return base;
  std::vector<std::int32_t> result_sizes = sizes();
  result_sizes.insert(result_sizes.end(), base.sizes.begin() + static_cast<std::ptrdiff_t>(dimensions_.size()),
                      base.sizes.end());
  Value result = Value::Like(base, std::move(result_sizes), types);
  ReadInto(result, base, Offsets());
  return result;
}

bool Selection::WriteInto(Value& base, const Value& value, const std::vector<std::size_t>& offsets,
                          std::string& message) const {
  if (base.kind == TypeKind::kRecord) {
    if (value.kind != TypeKind::kRecord || value.parts().size() != base.parts().size())
      return message = "not a record of this type", false;
    for (std::size_t f = 0; f < base.parts().size(); ++f)
      if (!WriteInto(base.parts()[f], value.parts()[f], offsets, message)) return false;
    return true;
  }
  std::size_t each = CountOf(std::span(base.sizes).subspan(dimensions_.size())), next = 0;
  if (value.count() != each * offsets.size()) {
    message = fmt::format("{} elements are assigned to {}", value.count(), each * offsets.size());
    return false;
  }
  for (std::size_t offset : offsets)
    for (std::size_t k = 0; k < each; ++k) base.CopyElement(offset * each + k, value, next++);
  return true;
}

bool Selection::Write(Value& base, const Value& value, std::string& message) const {
  return WriteInto(base, value, Offsets(), message);
}

}  // namespace mica
