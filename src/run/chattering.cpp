#include "run/chattering.h"

#include <algorithm>
#include <limits>
#include <map>

namespace mica::run {

// Tells whether intervals have shrunk enough to call it an accumulation.
bool ChatterDetector::NoteInterval(History& history, double time) {
  double interval = time - history.last;
  if (!history.has_last) {
    history.has_last = true;
  } else if (history.interval > 0 && interval < 0.98 * history.interval) {
    if (history.shrinking++ == 0) history.first_interval = history.interval;
    history.interval = interval;
  } else {
    history.shrinking = 0;
    history.interval = interval;
  }
  history.last = time;
  return history.shrinking >= kZenoEvents && history.interval < kZenoShrinkage * history.first_interval;
}

ChatterDetector::Finding ChatterDetector::Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch) {
  if (crossed.empty()) return Finding::kNone;
  bool zeno = false, near = false;
  for (std::size_t crossing : crossed) {
    near = near || watch.excursion(crossing) < kChatterBands;
    for (std::size_t direction : {0, 1}) {
      double& excursion = history_[2 * crossing + direction].excursion;
      excursion = std::max(excursion, watch.excursion(crossing));
    }
    History& history = history_[2 * crossing + (watch.is_above(crossing) ? 1 : 0)];
    bool shrinks = NoteInterval(history, time);
    zeno = zeno || (shrinks && history.excursion < std::max(zeno_bands_, 100.0));
    history.excursion = 0;
  }
  recent_.push_back({time, crossed.front(), near});
  if (recent_.size() > kChatterEvents) recent_.pop_front();
  if (zeno) return Finding::kZeno;
  bool chattering = recent_.size() == kChatterEvents && time - recent_.front().time < kChatterShare * simulated_time_ &&
                    std::all_of(recent_.begin(), recent_.end(), [](const Event& event) { return event.near; });
  return chattering ? Finding::kChattering : Finding::kNone;
}

double ChatterDetector::NextLook(double now) const {
  double look = std::numeric_limits<double>::infinity();
  for (const History& history : history_) {
    if (history.shrinking < 2) continue;
    for (double share : {0.25, 0.5, 0.75, 1.0}) {
      double at = history.last + share * history.interval;
      if (at - now > 0.1 * history.interval) {
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
  for (std::size_t i = recent_.size() > kLast ? recent_.size() - kLast : 0; i < recent_.size(); ++i) ++counts[recent_[i].crossing];
  std::vector<std::size_t> culprits;
  for (const auto& [crossing, count] : counts) culprits.push_back(crossing);
  std::stable_sort(culprits.begin(), culprits.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  return culprits;
}

}  // namespace mica::run
