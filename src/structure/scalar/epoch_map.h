// A small hash map from 64-bit keys to 32-bit values that is emptied in constant time: entries of earlier epochs count
// as free. What walks over expressions mark visited nodes with; it stays as small as the largest walk.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace mica::structure {

class EpochMap {
 public:
  void Clear() {
    size_ = 0;
    if (++epoch_ == 0) {
      slots_.assign(slots_.size(), {});
      epoch_ = 1;
    }
  }

  // The value of the key; `value` is put there if it was absent. The second part says whether it was.
  std::pair<std::uint32_t, bool> Insert(std::uint64_t key, std::uint32_t value) {
    if ((size_ + 1) * 2 > slots_.size()) Grow();
    std::size_t mask = slots_.size() - 1, at = MixHash(0, key) & mask;
    while (slots_[at].epoch == epoch_) {
      if (slots_[at].key == key) return {slots_[at].value, false};
      at = (at + 1) & mask;
    }
    slots_[at] = {key, value, epoch_};
    ++size_;
    return {value, true};
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
    std::uint32_t epoch = 0;
  };
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 32 : slots_.size() * 2);
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old)
      if (slot.epoch == epoch_) Insert(slot.key, slot.value);
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::uint32_t epoch_ = 1;
};

}  // namespace mica::structure
