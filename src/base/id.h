// Strong ids: 32-bit handles that do not mix. `struct VarTag; using VarId = Id<VarTag>;`. A default-made id is invalid.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/check.h"

namespace mica {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<std::uint32_t>(index)) {}

  constexpr bool valid() const { return value_ != kInvalid; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr std::uint32_t index() const { return value_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t kInvalid = UINT32_MAX;
  std::uint32_t value_ = kInvalid;
};

// A vector that is indexed by one kind of id only.
template <class IdType, class T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(std::size_t size, const T& value = T()) : items_(size, value) {}

  IdType Add(T item) {
    items_.push_back(std::move(item));
    return IdType(items_.size() - 1);
  }
  decltype(auto) operator[](IdType id) {
    DCheck(id.index() < items_.size(), "id out of range");
    return items_[id.index()];
  }
  decltype(auto) operator[](IdType id) const {
    DCheck(id.index() < items_.size(), "id out of range");
    return items_[id.index()];
  }
  bool contains(IdType id) const { return id.index() < items_.size(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void resize(std::size_t size) { items_.resize(size); }
  void resize(std::size_t size, const T& value) { items_.resize(size, value); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const std::vector<T>& items() const { return items_; }

 private:
  std::vector<T> items_;
};

}  // namespace mica

template <class Tag>
struct std::hash<mica::Id<Tag>> {
  std::size_t operator()(mica::Id<Tag> id) const noexcept { return id.index() * 0x9E3779B97F4A7C15ull; }
};
