#include "run/history/distributions.h"

#include <algorithm>

#include "base/check.h"
#include "run/table_view.h"

namespace mica::run {

Distributions::Distributions(const MicaModelTable& table)
    : distributions_(table.distribution_points.count), memory_(table.distribution_points.count) {
  std::size_t cells = 0;
  for (std::uint32_t points : List(table, table.distribution_points)) {
    points_.push_back(points);
    cells += 4 + 2 * std::size_t{points};
  }
  values_.resize(cells);
}

void Distributions::MakeRoom(std::size_t which, std::size_t points) {
  MicaDistribution& distribution = distributions_[which];
  std::size_t needed = std::max<std::size_t>(points, distribution.count) + MICA_DISTRIBUTION_STEP + 2;
  if (needed <= distribution.room) return;
  // Twice the memory: points move to the middle of it when they reach an end.
  std::size_t room = 2 * needed + 16;
  std::vector<double> memory(2 * room);
  mica_distribution_move(&distribution, memory.data(), memory.data() + room, static_cast<std::uint32_t>(room));
  memory_[which] = std::move(memory);
}

double Distributions::Value(std::uint32_t output, double in0, double in1, double x,
                            bool positive_velocity) const noexcept {
  const MicaDistribution& distribution = distributions_[output / 2];
  if (distribution.count == 0) return positive_velocity ? in0 : in1;
  return mica_distribution_value(&distribution, static_cast<int>(output % 2), in0, in1, x, positive_velocity);
}

void Distributions::Visit(StateBytes& bytes) {
  bytes.Value(has_begun_);
  for (std::size_t i = 0; i < distributions_.size(); ++i) {
    MicaDistribution& distribution = distributions_[i];
    bytes.List(memory_[i]);
    bytes.Value(distribution.first);
    bytes.Value(distribution.count);
    bytes.Value(distribution.x);
    auto room = static_cast<std::uint32_t>(memory_[i].size() / 2);
    if (distribution.first > room || distribution.count > room - distribution.first) bytes.Refuse();
    distribution.room = room;
    distribution.at = memory_[i].data();
    distribution.value = memory_[i].data() + room;
  }
}

void Distributions::Record() {
  const double* at = values_.data();
  for (std::size_t i = 0; i < distributions_.size(); ++i) {
    std::uint32_t count = points_[i];
    MakeRoom(i, has_begun_ ? 0 : count);
    int done = has_begun_ ? mica_distribution_advance(&distributions_[i], at[0], at[1], at[2], at[3] != 0)
                          : mica_distribution_start(&distributions_[i], count, at + 4, at + 4 + count, at[2]);
    // What comes in at the start need not be what the distribution begins with.
    if (!has_begun_ && done) done = mica_distribution_advance(&distributions_[i], at[0], at[1], at[2], at[3] != 0);
    Check(done != 0, "there is no memory for a spatial distribution");
    at += 4 + 2 * count;
  }
  has_begun_ = true;
}

}  // namespace mica::run
