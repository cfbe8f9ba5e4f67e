#include "run/mode_record.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace mica::run {

using structure::ScalarKind;

ModeRecord::ModeRecord(Instance& instance, std::size_t capacity) : instance_(instance), capacity_(std::max<std::size_t>(capacity, 1)) {
  const structure::BlockModel& model = instance.model();
  const Store& store = *instance.runnable().store;
  for (std::size_t held = 0; held < model.held.size(); ++held) {
    Expr value = model.held[structure::HeldId(held)].value;
    if (!value.valid() || store.types.kind(store.exprs.type(value)) == TypeKind::kBoolean) variables_.push_back({true, static_cast<std::uint32_t>(held), {}});
  }
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const structure::Scalar& scalar = model.scalars[ScalarId(i)];
    if (scalar.alias_of.valid() || scalar.kind != ScalarKind::kDiscrete || !scalar.type.valid()) continue;
    TypeKind kind = store.types.kind(scalar.type);
    if (kind == TypeKind::kBoolean || kind == TypeKind::kInteger || kind == TypeKind::kEnumeration) variables_.push_back({false, scalar.slot, ScalarId(i)});
  }
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
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    double value = variables_[i].is_held ? instance_.held()[variables_[i].place] : instance_.reals()[variables_[i].place];
    constexpr double kLargest = std::numeric_limits<std::int32_t>::max();
    row[i] = value == value ? static_cast<std::int32_t>(std::clamp(value, -kLargest, kLargest)) : 0;
  }
}

std::uint32_t ModeRecord::Note() {
  Read();
  std::size_t n = variables_.size();
  const std::int32_t* row = &values_[count_ * n];
  if (is_known_ && present_ != kNone && std::equal(row, row + n, &values_[present_ * n])) return present_;
  std::uint64_t digest = 0xCBF29CE484222325;  // FNV-1a, by words
  for (std::size_t i = 0; i < n; ++i) digest = (digest ^ static_cast<std::uint32_t>(row[i])) * 0x100000001B3;
  std::size_t mask = table_.size() - 1, place = (digest ^ (digest >> 32)) & mask;
  while (table_[place] != kNone && !std::equal(row, row + n, &values_[table_[place] * n])) place = (place + 1) & mask;
  is_known_ = true;
  present_ = table_[place];
  if (present_ == kNone && count_ < capacity_) present_ = table_[place] = static_cast<std::uint32_t>(count_++);
  if (present_ == kNone) ++overflow_;
  else ++visits_[present_];
  return present_;
}

}  // namespace mica::run
