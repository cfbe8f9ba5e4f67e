// Run stage: the modes that a run visits. A mode is one combination of values of what selects branches between events:
// held relations and discrete variables (the mode variables of the table). Discrete Reals (sampled signals) and flags
// of samplers are no part of it.
//
// Modes are numbered in the order in which they were first seen, those of earlier runs before them. They are kept in a
// table of fixed size, made at construction: noting one takes O(variables) and no memory; for models with very many
// variables the table is smaller. A mode beyond the capacity is not distinguished from none: Note gives kNone, and
// `overflow` counts such visits. The values of a mode are not changed once it has its number: another thread may read
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "run/instance.h"

namespace mica::run {

class ModeRecord {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kCapacity = 4096;

  explicit ModeRecord(Instance& instance, std::size_t capacity = kCapacity);

  // Reads the mode that the instance is in: at the start, and after every event.
  std::uint32_t Note();
  // A mode of an earlier run gets its number before it is visited; kNone: there is no room.
  std::uint32_t Know(std::span<const std::int32_t> values);
  // A step has been made in the present mode.
  void CountStep() {
    if (present_ != kNone) ++steps_[present_];
  }

  std::size_t size() const { return visited_; }                               // modes visited
  std::uint32_t known() const { return static_cast<std::uint32_t>(count_); }  // and those known from earlier runs
  std::size_t capacity() const { return capacity_; }
  std::uint32_t present() const { return present_; }
  std::uint64_t overflow() const { return overflow_; }  // visits of modes that found no place

  std::span<const MicaModeVariable> variables() const { return variables_; }
  std::span<const std::int32_t> values(std::uint32_t mode) const {
    return {&values_[mode * variables_.size()], variables_.size()};
  }
  std::uint64_t visits(std::uint32_t mode) const { return visits_[mode]; }  // how often it was entered
  std::uint64_t steps(std::uint32_t mode) const { return steps_[mode]; }

 private:
  void Read();
  // The number of the mode in the row after the last; a new one if there is room.
  std::uint32_t Find();

  Instance& instance_;
  std::span<const MicaModeVariable> variables_;
  std::vector<double*> places_;  // where the values of the variables stand
  std::size_t capacity_;
  std::vector<std::int32_t> values_;  // capacity + 1 rows; the row after the last holds the mode just read
  std::vector<std::uint64_t> visits_, steps_;
  std::vector<std::uint32_t> table_;  // open addressing, a power of two of places: numbers of modes
  std::size_t count_ = 0, visited_ = 0;
  std::uint32_t present_ = kNone;
  bool is_known_ = false;  // present_ has been noted
  std::uint64_t overflow_ = 0;
};

}  // namespace mica::run
