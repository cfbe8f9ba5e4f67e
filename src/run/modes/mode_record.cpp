#include "run/modes/mode_record.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace mica::run {

ModeRecord::ModeRecord(Instance& instance, std::size_t capacity)
    : instance_(instance),
      variables_(instance.table().mode_variables, instance.table().mode_variables_count),
      capacity_(std::max<std::size_t>(capacity, 1)) {
  for (const MicaModeVariable& variable : variables_)
    places_.push_back(variable.held != MICA_NONE ? &instance.held()[variable.held]
                                                 : &instance.reals()[instance.table().scalars[variable.scalar].slot]);
  constexpr std::size_t kMostValues = std::size_t{1} << 20;
  capacity_ = std::clamp<std::size_t>(kMostValues / (variables_.size() + 1), 1, capacity_);
  values_.resize((capacity_ + 1) * variables_.size() + 1);
  visits_.resize(capacity_);
  steps_.resize(capacity_);
  table_.assign(std::bit_ceil(2 * capacity_), kNone);
}

// The row after the last known mode becomes the present one.
void ModeRecord::Read() {
  std::int32_t* row = &values_[count_ * variables_.size()];
  for (std::size_t i = 0; i < places_.size(); ++i) {
    double value = *places_[i];
    constexpr double kLargest = std::numeric_limits<std::int32_t>::max();
    row[i] = value == value ? static_cast<std::int32_t>(std::clamp(value, -kLargest, kLargest)) : 0;
  }
}

std::uint32_t ModeRecord::Find() {
  std::size_t n = variables_.size();
  const std::int32_t* row = &values_[count_ * n];
  std::uint64_t digest = 0xCBF29CE484222325;  // FNV-1a, by words
  for (std::size_t i = 0; i < n; ++i) digest = (digest ^ static_cast<std::uint32_t>(row[i])) * 0x100000001B3;
  std::size_t mask = table_.size() - 1, place = (digest ^ (digest >> 32)) & mask;
  while (table_[place] != kNone && !std::equal(row, row + n, &values_[table_[place] * n])) place = (place + 1) & mask;
  if (table_[place] == kNone && count_ < capacity_) table_[place] = static_cast<std::uint32_t>(count_++);
  return table_[place];
}

std::uint32_t ModeRecord::Note() {
  Read();
  std::size_t n = variables_.size();
  const std::int32_t* row = &values_[count_ * n];
  if (is_known_ && present_ != kNone && std::equal(row, row + n, &values_[present_ * n])) return present_;
  is_known_ = true;
  present_ = Find();
  if (present_ == kNone)
    ++overflow_;
  else if (visits_[present_]++ == 0)
    ++visited_;
  return present_;
}

std::uint32_t ModeRecord::Know(std::span<const std::int32_t> values) {
  Check(values.size() == variables_.size(), "a mode of other variables");
  std::copy(values.begin(), values.end(), &values_[count_ * variables_.size()]);
  return Find();
}

}  // namespace mica::run
