#include "run/events/event_calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/codes.h"

namespace mica::run {

EventCalendar::EventCalendar(Instance& instance)
    : instance_(instance), times_(instance.code().held_count, std::numeric_limits<double>::infinity()) {
  const MicaModelTable& t = instance.table();
  for (const MicaSampler& sampler : std::span(t.samplers, t.samplers_count))
    tickers_.push_back({0, 0, sampler.first, sampler.step, sampler.denominator, 0, sampler.flag, 0});
  calendar_ = {tickers_.data(), static_cast<std::uint32_t>(tickers_.size()), static_cast<std::uint32_t>(times_.size()),
               times_.data()};
}

bool EventCalendar::Start(double start_time, double stop_time, DiagnosticSink& sink) {
  std::vector<double> values(2 * tickers_.size());
  if (instance_.Samplers(values) != Status::kOk) return false;
  bool good = true;
  for (std::size_t i = 0; i < tickers_.size(); ++i) {
    MicaTicker& ticker = tickers_[i];
    ticker.start = values[2 * i];
    ticker.interval = values[2 * i + 1];
    const MicaModelTable& t = instance_.table();
    std::uint32_t origin = t.samplers[i].origin;
    if (!(ticker.interval > 0) || !std::isfinite(ticker.start)) {
      sink.Report(kWrongSampleInterval, SpanOf(t, origin),
                  fmt::format("{}sample({}, {}): the interval must be positive and the start finite",
                              ComponentText(t, origin), NumberText(ticker.start), NumberText(ticker.interval)));
      good = false;
      continue;
    }
    double period = ticker.interval * static_cast<double>(ticker.step) / static_cast<double>(ticker.denominator);
    if (stop_time > start_time && ticker.start <= stop_time && SameTime(stop_time - period, stop_time)) {
      Diagnostic& error = sink.Report(
          kPeriodTooShort, SpanOf(t, origin),
          fmt::format("{}the period of {} s is shorter than the resolution of time at {} s: time cannot advance by it",
                      ComponentText(t, origin), NumberText(period), NumberText(stop_time)));
      error.hint = "choose a longer period, or an earlier stop time";
      good = false;
      continue;
    }
    mica_ticker_start(&ticker, start_time);
  }
  return good;
}

double EventCalendar::Next(double time) const {
  return std::min(instance_.delays().NextDiscontinuity(time), mica_calendar_next(&calendar_, time));
}

void EventCalendar::PassTicks(double time) {
  (void)mica_calendar_set_flags(&calendar_, time, instance_.reals().data());
  (void)mica_calendar_clear_flags(&calendar_, instance_.reals().data());
}

}  // namespace mica::run
