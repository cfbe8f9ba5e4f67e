// A selection of elements of an array value: what subscripts of all kinds mean (the specification, 10.5). It covers the
// leading dimensions of a value; dimensions after them are taken whole. Subscripts count from 1 (false is 1, true is 2,
// a literal its ordinal).
#pragma once

#include "expression/value.h"

namespace mica {

class Selection {
 public:
  // Adds dimensions of these sizes at the end, taken whole.
  void Extend(std::span<const std::int32_t> sizes);
  // Applies subscripts to the dimensions that are left, in order; an empty subscript is a colon. False, with a message,
  // when one is out of range or there are too many.
  bool Narrow(std::span<const std::optional<Value>> subscripts, std::string& message);

  bool is_whole() const { return whole_; }
  std::size_t dimensions() const { return dimensions_.size(); }
  // Of what is selected: scalar subscripts drop their dimension.
  std::vector<std::int32_t> sizes() const;

  // `base` has at least the dimensions of the selection.
  Value Read(const Value& base, Types& types) const;
  // The elements of `value`, whose sizes are those selected (and then those of `base` after them).
  bool Write(Value& base, const Value& value, std::string& message) const;

 private:
  enum class Kind : std::uint8_t { kAll, kOne /* scalar subscript: the dimension is dropped */, kList };
  struct Dimension {
    std::int32_t size = 0;
    Kind kind = Kind::kAll;
    std::int32_t one = 0;            // from 0
    std::vector<std::int32_t> list;  // from 0
    std::int32_t count() const {
      return kind == Kind::kAll ? size : kind == Kind::kOne ? 1 : static_cast<std::int32_t>(list.size());
    }
  };
  // Offsets of the selected elements in row-major order of the dimensions covered.
  std::vector<std::size_t> Offsets() const;
  void ReadInto(Value& result, const Value& base, const std::vector<std::size_t>& offsets) const;
  bool WriteInto(Value& base, const Value& value, const std::vector<std::size_t>& offsets, std::string& message) const;

  std::vector<Dimension> dimensions_;
  bool whole_ = true;
};

}  // namespace mica
