#include "run/events/resting.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

void Resting::NoteImpact(std::size_t crossing, std::span<const double> before) {
  Impact& impact = impacts_[crossing];
  impact.after_last_but_one.swap(impact.after);
  impact.after.resize(before.size());
  instance_.GetStates(impact.after);
  impact.jumps.clear();
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (impact.after[i] == before[i]) continue;
    impact.jumps[i] = impact.after[i] - before[i];
    first_.emplace(i, std::abs(impact.after[i]));
  }
}

std::optional<double> Resting::LimitOf(const Impact& impact, std::size_t state) const {
  double value = impact.after[state];
  if (std::abs(value) <= kSlow * first_.at(state)) return 0.0;
  bool is_same = !impact.after_last_but_one.empty() &&
                 std::abs(value - impact.after_last_but_one[state]) <= kStill * std::abs(value);
  return is_same ? std::optional(value) : std::nullopt;
}

bool Resting::Evaluate(double time, std::span<const double> states, std::vector<double>& g) {
  instance_.SetTime(time);
  instance_.SetStates(states);
  instance_.raw().event = 0;
  g.resize(instance_.code().crossing_count);
  return instance_.Derivatives() == Status::kOk && instance_.Crossings(g) == Status::kOk;
}

std::optional<std::vector<double>> Resting::Begin(std::size_t crossing, double time, std::span<const double> now,
                                                  double rise, double interval) {
  auto found = impacts_.find(crossing);
  if (found == impacts_.end() || found->second.jumps.empty()) return std::nullopt;
  Impact& last = found->second;
  std::vector<double> states(now.begin(), now.end()), g, later;
  for (const auto& [i, jump] : last.jumps) {
    std::optional<double> limit = LimitOf(last, i);
    if (!limit) return std::nullopt;
    states[i] = last.values[i] = *limit;
  }
  // What moves by the speed alone goes back to where the last impact found it.
  if (!Evaluate(time, last.after, g)) return std::nullopt;
  std::vector<double> slopes(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) slopes[i] = Slope(i);
  if (!Evaluate(time, states, g)) return std::nullopt;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!last.jumps.contains(i) && std::abs(Slope(i)) <= kStill * std::abs(slopes[i])) states[i] = last.after[i];
  if (!Evaluate(time, states, g) || !(std::abs(g[crossing]) <= rise)) return std::nullopt;
  bool is_driven = false;
  for (const auto& [i, jump] : last.jumps) {
    double push = Slope(i) * jump;
    if (push > 0) return std::nullopt;
    is_driven = is_driven || push < 0;
  }
  if (!is_driven) return std::nullopt;
  std::vector<double> ahead(states);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!last.jumps.contains(i)) ahead[i] += interval * Slope(i);
  if (!Evaluate(time + interval, ahead, later) || !(std::abs(later[crossing] - g[crossing]) <= kStays * rise))
    return std::nullopt;
  Rest& rest = rests_.emplace_back(Rest{crossing, time, {}});
  for (const auto& [i, jump] : last.jumps) rest.states.push_back(i);
  bodies_[crossing] = last;
  impacts_.erase(found);
  Collect();
  return states;
}

bool Resting::IsReleased(const Impact& body) const {
  return std::ranges::any_of(body.jumps, [&](const auto& each) {
    const auto& [i, jump] = each;
    return Slope(i) * jump > 0 || instance_.reals()[instance_.state_slots()[i]] != body.values.at(i);
  });
}

bool Resting::IsDrivenAway() const {
  return std::ranges::any_of(bodies_, [&](const auto& body) { return IsReleased(body.second); });
}

void Resting::Release() {
  std::erase_if(bodies_, [&](const auto& body) { return IsReleased(body.second); });
  Collect();
}

void Resting::Collect() {
  states_.clear();
  for (const auto& [crossing, body] : bodies_)
    for (const auto& [i, jump] : body.jumps) states_.push_back(i);
}

}  // namespace mica::run
