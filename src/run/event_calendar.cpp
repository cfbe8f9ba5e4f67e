#include "run/event_calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

bool SameTime(double a, double b) {
  return std::abs(a - b) <= 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
}

double EventCalendar::Sampler::Time() const {
  __extension__ using Wide = __int128;
  Wide count = static_cast<Wide>(tick) * step + first;
  if (denominator == 1) return start + static_cast<double>(count) * interval;
  Wide a = count, b = denominator;
  while (b != 0) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  return start + interval * static_cast<double>(count / a) / static_cast<double>(denominator / a);
}

EventCalendar::EventCalendar(Instance& instance) : instance_(instance), times_(instance.code().held_count) {
  const MicaModelTable& t = instance.table();
  for (const MicaSampler& sampler : std::span(t.samplers, t.samplers_count)) {
    samplers_.emplace_back();
    samplers_.back().slot = sampler.flag;
    samplers_.back().first = sampler.first;
    samplers_.back().step = sampler.step;
    samplers_.back().denominator = sampler.denominator;
  }
  std::fill(times_.begin(), times_.end(), std::numeric_limits<double>::infinity());
}

bool EventCalendar::Start(double start_time, double stop_time, DiagnosticSink& sink) {
  std::vector<double> values(2 * samplers_.size());
  if (instance_.Samplers(values) != Status::kOk) return false;
  bool good = true;
  for (std::size_t i = 0; i < samplers_.size(); ++i) {
    Sampler& sampler = samplers_[i];
    sampler.start = values[2 * i];
    sampler.interval = values[2 * i + 1];
    const MicaModelTable& t = instance_.table();
    std::uint32_t origin = t.samplers[i].origin;
    if (!(sampler.interval > 0) || !std::isfinite(sampler.start)) {
      sink.Error("E6304", SpanOf(t, origin),
                 fmt::format("{}sample({}, {}): the interval must be positive and the start finite",
                             ComponentText(t, origin), NumberText(sampler.start), NumberText(sampler.interval)));
      good = false;
      continue;
    }
    double period = sampler.interval * static_cast<double>(sampler.step) / static_cast<double>(sampler.denominator);
    if (stop_time > start_time && sampler.start <= stop_time && SameTime(stop_time - period, stop_time)) {
      Diagnostic& error = sink.Error("E6333", SpanOf(t, origin),
                                     fmt::format("{}the period of {} s is shorter than the resolution of time at {} s: time cannot advance by it",
                                                 ComponentText(t, origin), NumberText(period), NumberText(stop_time)));
      error.hint = "choose a longer period, or an earlier stop time";
      good = false;
      continue;
    }
    // The first tick that is not before the start.
    double behind = std::ceil((start_time - sampler.start) / (sampler.interval * static_cast<double>(sampler.step) / static_cast<double>(sampler.denominator)) -
                              static_cast<double>(sampler.first) / static_cast<double>(sampler.step));
    sampler.tick = behind > 0 ? static_cast<std::int64_t>(std::min(behind, 9e15)) - 1 : 0;
    sampler.tick = std::max<std::int64_t>(sampler.tick, 0);
    while (sampler.Time() < start_time && !SameTime(sampler.Time(), start_time)) ++sampler.tick;
  }
  return good;
}

bool EventCalendar::Refresh() { return instance_.TimeEvents(times_) == Status::kOk; }

double EventCalendar::Next(double time) const {
  double next = instance_.delays().NextDiscontinuity(time);
  for (const Sampler& sampler : samplers_)
    if (sampler.Time() > time) next = std::min(next, sampler.Time());
  for (double t : times_)
    if (t > time) next = std::min(next, t);
  return next;
}

bool EventCalendar::TicksAt(double time) const {
  return std::any_of(samplers_.begin(), samplers_.end(), [&](const Sampler& s) { return s.Time() <= time || SameTime(s.Time(), time); });
}

bool EventCalendar::SetFlags(double time) {
  bool any = false;
  for (Sampler& sampler : samplers_) {
    if (sampler.Time() > time && !SameTime(sampler.Time(), time)) continue;
    sampler.flagged = any = true;
    instance_.reals()[sampler.slot] = 1;
    while (sampler.Time() <= time || SameTime(sampler.Time(), time)) ++sampler.tick;
  }
  return any;
}

bool EventCalendar::has_flags() const {
  return std::any_of(samplers_.begin(), samplers_.end(), [](const Sampler& s) { return s.flagged; });
}

bool EventCalendar::ClearFlags() {
  bool any = false;
  for (Sampler& sampler : samplers_) {
    if (!sampler.flagged) continue;
    sampler.flagged = false;
    any = true;
    instance_.reals()[sampler.slot] = 0;
  }
  return any;
}

void EventCalendar::DueRelations(double time, std::vector<std::size_t>& due) const {
  due.clear();
  for (std::size_t i = 0; i < times_.size(); ++i)
    if (times_[i] <= time || (std::isfinite(times_[i]) && SameTime(times_[i], time))) due.push_back(i);
}

}  // namespace mica::run
