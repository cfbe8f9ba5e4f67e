// A map from expressions: open addressing on the handle. What memos of symbolic passes are kept in, so small for a
// small expression and fast for a large one.
#pragma once

#include <utility>
#include <vector>

#include "base/hash.h"
#include "expression/expr.h"

namespace mica::symbolic {

template <class T>
class ExprMap {
 public:
  // Null if there is none. Valid until the next Set.
  const T* Find(Expr e) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = Slot(e);; i = (i + 1) & (slots_.size() - 1)) {
      if (!slots_[i].first) return nullptr;
      if (slots_[i].first == e) return &slots_[i].second;
    }
  }
  bool contains(Expr e) const { return Find(e) != nullptr; }

  // True if it was not there; the value is replaced otherwise.
  bool Set(Expr e, T value) {
    if ((size_ + 1) * 4 > slots_.size() * 3) Grow();
    std::size_t i = Slot(e);
    while (slots_[i].first && slots_[i].first != e) i = (i + 1) & (slots_.size() - 1);
    bool is_new = !slots_[i].first;
    size_ += is_new;
    slots_[i] = {e, std::move(value)};
    return is_new;
  }

  std::size_t size() const { return size_; }
  void Clear() {
    slots_.clear();
    size_ = 0;
  }

 private:
  std::size_t Slot(Expr e) const { return std::hash<Expr>()(e) >> 16 & (slots_.size() - 1); }
  void Grow() {
    std::vector<std::pair<Expr, T>> old = std::exchange(slots_, {});
    slots_.resize(old.empty() ? 16 : old.size() * 2);
    size_ = 0;
    for (auto& [e, value] : old)
      if (e) Set(e, std::move(value));
  }

  std::vector<std::pair<Expr, T>> slots_;
  std::size_t size_ = 0;
};

// The same from an expression and a place in it.
class PlaceMap {
 public:
  // Invalid if there is none.
  Expr Find(Expr e, std::uint32_t place) const {
    if (slots_.empty()) return {};
    std::uint64_t key = Key(e, place);
    for (std::size_t i = Slot(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (!slots_[i].value) return {};
      if (slots_[i].key == key) return slots_[i].value;
    }
  }
  void Set(Expr e, std::uint32_t place, Expr value) { Set(Key(e, place), value); }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Expr value;
  };
  static std::uint64_t Key(Expr e, std::uint32_t place) { return static_cast<std::uint64_t>(e.index()) << 32 | place; }
  std::size_t Slot(std::uint64_t key) const { return MixHash(0, key) & (slots_.size() - 1); }
  void Set(std::uint64_t key, Expr value) {
    if ((size_ + 1) * 4 > slots_.size() * 3) {
      std::vector<Entry> old = std::exchange(slots_, {});
      slots_.resize(old.empty() ? 64 : old.size() * 2);
      size_ = 0;
      for (const Entry& entry : old)
        if (entry.value) Set(entry.key, entry.value);
    }
    std::size_t i = Slot(key);
    while (slots_[i].value && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    size_ += !slots_[i].value;
    slots_[i] = {key, value};
  }

  std::vector<Entry> slots_;
  std::size_t size_ = 0;
};

class ExprSet {
 public:
  bool Add(Expr e) { return map_.Set(e, true); }  // true if it is new
  bool contains(Expr e) const { return map_.contains(e); }
  std::size_t size() const { return map_.size(); }
  void Clear() { map_.Clear(); }

 private:
  ExprMap<bool> map_;
};

}  // namespace mica::symbolic
