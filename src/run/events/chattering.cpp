#include "run/events/chattering.h"

#include <algorithm>
#include <limits>
#include <map>

namespace mica::run {

// A few events at about one time, after a long one without any, are not a series: friction that comes to rest in
// several joints. Bodies that keep less than this share of their speed in a bounce rest at once.
static constexpr double kAbrupt = 1e-3;  // of the interval before

void ShrinkingIntervals::Note(double time) {
  double interval = time - last_;
  bool shrinks = has_last_ && interval_ > 0 && interval < kShrinks * interval_ && interval > kAbrupt * interval_;
  if (shrinks && count_ == 0) first_ = interval_;
  count_ = shrinks ? count_ + 1 : 0;
  if (has_last_) interval_ = interval;
  has_last_ = true;
  last_ = time;
}

ChatterDetector::Finding ChatterDetector::Note(double time, std::span<const std::size_t> crossed,
                                               const CrossingWatch& watch) {
  if (crossed.empty()) return Finding::kNone;
  bool near = false;
  for (std::size_t crossing : crossed) {
    near = near || watch.excursion(crossing) < kNearBands;
    history_[2 * crossing + (watch.is_above(crossing) ? 1 : 0)].Note(time);
  }
  recent_.push_back({time, crossed.front(), near});
  if (recent_.size() > kEvents) recent_.pop_front();
  if (recent_.size() < kEvents) return Finding::kNone;
  // One relation all the time, at nearly the same time: wherever it goes in between, this has no end.
  bool is_one = std::all_of(recent_.begin(), recent_.end(),
                            [&](const Event& event) { return event.crossing == recent_.front().crossing; });
  if (is_one && time - recent_.front().time < kInstantShare * simulated_time_) return Finding::kStandstill;
  if (!std::all_of(recent_.begin(), recent_.end(), [](const Event& event) { return event.near; }))
    return Finding::kNone;
  double taken = time - recent_.front().time;
  return taken < kStandstillShare * simulated_time_  ? Finding::kStandstill
         : taken < kSwitchingShare * simulated_time_ ? Finding::kSwitching
                                                     : Finding::kNone;
}

double ChatterDetector::NextLook(double now) const {
  double look = std::numeric_limits<double>::infinity();
  for (const ShrinkingIntervals& history : history_) {
    if (history.count() < 2) continue;
    for (double share : {0.25, 0.5, 0.75, 1.0}) {
      double at = history.last() + share * history.interval();
      if (at - now > 0.1 * history.interval()) {
        look = std::min(look, at);
        break;
      }
    }
  }
  return look;
}

std::vector<std::size_t> ChatterDetector::Culprits() const {
  std::map<std::size_t, std::size_t> counts;
  constexpr std::size_t kLast = 20;
  for (std::size_t i = recent_.size() > kLast ? recent_.size() - kLast : 0; i < recent_.size(); ++i)
    ++counts[recent_[i].crossing];
  std::vector<std::size_t> culprits;
  for (const auto& [crossing, count] : counts) culprits.push_back(crossing);
  std::stable_sort(culprits.begin(), culprits.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  return culprits;
}

}  // namespace mica::run
