#include "run/events/endless_events.h"

#include <fmt/format.h>

#include <algorithm>

#include "run/codes.h"

namespace mica::run {

namespace {

std::vector<std::uint32_t> HeldOfCrossings(const MicaModelTable& t) {
  std::vector<std::uint32_t> held_of_crossing;
  for (std::uint32_t held = 0; held < t.relations_count; ++held)
    held_of_crossing.insert(held_of_crossing.end(), t.relations[held].crossings.count, held);
  return held_of_crossing;
}

constexpr std::string_view kSlidingHint =
    "a hysteresis between the two conditions, or a mode that slides along the switching surface, describes what is "
    "meant";

}  // namespace

EndlessEvents::EndlessEvents(Instance& instance, CrossingWatch& watch, const RunPlan& plan)
    : instance_(instance),
      watch_(watch),
      is_bounded_(plan.method->has_bounded_work()),
      length_(plan.stop - plan.start),
      held_(HeldOfCrossings(instance.table())),
      chatter_(held_.size(), length_),
      accumulation_(instance, held_, is_bounded_ ? plan.step : 0),
      resting_(instance),
      may_rest_(!is_bounded_ && plan.method->discretisation == Discretisation::kNone),
      calendar_(is_bounded_ ? 0 : instance.table().relations_count),
      followed_(held_.size()),
      view_start_(plan.start) {
  Check(held_.size() == watch.size(), "code and block model differ in crossings");
}

std::string EndlessEvents::TextOf(std::size_t crossing) const {
  return RelationText(instance_.table(), held_[crossing]);
}

void EndlessEvents::Note(double time, std::span<const std::size_t> crossed) {
  ++events_;
  accumulation_.Note(time, crossed, watch_);
  if (is_bounded_) return;
  crossed_.assign(crossed.begin(), crossed.end());
  is_along_edge_ = !crossed.empty() && std::ranges::all_of(crossed, [&](std::size_t crossing) {
    return followed_[crossing].events >= ChatterDetector::kEvents && watch_.is_widened(crossing);
  });
  ChatterDetector::Finding finding = chatter_.Note(time, crossed, watch_);
  for (std::size_t crossing : crossed)
    if (watch_.is_widened(crossing)) ++followed_[crossing].events, followed_[crossing].width = watch_.band(crossing);
  if (finding == ChatterDetector::Finding::kNone) return;
  // What a clause puts back again and again rests, if it can: the event in hand is awaited.
  std::size_t first = crossed.front();
  if (resting_.has_impacts(first) && !cannot_rest_.contains(first)) {
    tries_rest_ = first;
    rise_ = std::max(watch_.excursion(first), 2.0) * watch_.band(first);
    return;
  }
  std::vector<std::size_t> culprits = chatter_.Culprits();
  if (!watch_.Widen(culprits)) {
    stands_still_ = finding == ChatterDetector::Finding::kStandstill;
    return;
  }
  for (std::size_t crossing : culprits)
    if (followed_[crossing].events == 0) followed_[crossing].since = time;
  chatter_.Forget();
}

void EndlessEvents::NoteTimeEvent(double time, const EventCalendar& calendar) {
  if (is_bounded_) return;
  ++time_events_;
  due_.reset();
  ticking_.reset();
  const MicaCalendar& c = calendar.raw();
  for (std::uint32_t held = 0; held < c.held_count; ++held) {
    if (!mica_calendar_is_due(&c, held, time)) continue;
    due_ = held;
    calendar_[held].Note(time);
    if (calendar_[held].Accumulates()) accumulated_ = held;
  }
  for (std::uint32_t i = 0; i < c.ticker_count && !due_; ++i)
    if (mica_ticker_time(&c.tickers[i]) <= time) ticking_ = i;
}

std::optional<std::string> EndlessEvents::Settle(bool is_reinitialized, std::span<const double> before,
                                                 DiagnosticSink& sink) {
  accumulation_.Settle(is_reinitialized);
  is_along_edge_ = false;
  if (is_bounded_) return std::nullopt;
  for (std::size_t crossing : std::exchange(crossed_, {})) {
    if (is_reinitialized && may_rest_ && !before.empty()) resting_.NoteImpact(crossing, before);
    // What shrinks with the bounces of a body has its end with them.
    if (!is_reinitialized && chatter_.Accumulates(crossing) && !(reinitialized_ >= chatter_.Before(crossing)))
      accumulated_ = held_[crossing];
  }
  if (std::optional<std::size_t> crossing = std::exchange(tries_rest_, std::nullopt)) {
    std::vector<double> after(before.size());
    instance_.GetStates(after);
    double time = instance_.time();
    if (is_reinitialized)
      rest_ = resting_.Begin(*crossing, time, after, rise_, std::max(accumulation_.LastInterval(*crossing), 0.0));
    instance_.SetTime(time);
    instance_.SetStates(after);
    if (!rest_) cannot_rest_.insert(*crossing);
    chatter_.Forget();
    accumulation_.Forget(*crossing);
  }
  if (is_reinitialized) reinitialized_ = instance_.time();
  if (accumulated_) return ReportAccumulation(instance_.time(), *accumulated_, sink);
  if (!stands_still_) return std::nullopt;
  std::string at = fmt::format("chattering at time = {}", NumberText(instance_.time()));
  Diagnostic error;
  error.code = kChattering;
  std::vector<std::uint32_t> named;
  for (std::size_t crossing : chatter_.Culprits()) {
    if (std::ranges::find(named, held_[crossing]) != named.end()) continue;
    named.push_back(held_[crossing]);
    Span span = SpanOfRelation(crossing);
    if (named.size() > 1) {
      error.notes.push_back({span, "takes part: " + TextOf(crossing)});
      continue;
    }
    error.span = span;
    error.message = fmt::format("{}: {} changes back and forth without end", at, TextOf(crossing));
  }
  error.hint = kSlidingHint;
  sink.Report(std::move(error));
  return at;
}

std::optional<std::string> EndlessEvents::Look(double time, std::span<const double> states, DiagnosticSink& sink) {
  std::optional<std::size_t> lost = accumulation_.Look(time, watch_);
  if (!lost || is_bounded_) return std::nullopt;
  if (may_rest_)
    rest_ = resting_.Begin(*lost, time, states, std::max(accumulation_.LastRise(*lost), 2 * watch_.band(*lost)),
                           accumulation_.LastInterval(*lost));
  if (!rest_) return ReportAccumulation(time, held_[*lost], sink);
  accumulation_.Forget(*lost);
  return std::nullopt;
}

std::string EndlessEvents::ReportAccumulation(double time, std::uint32_t held, DiagnosticSink& sink) const {
  const MicaModelTable& t = instance_.table();
  std::string at = fmt::format("events accumulate at time = {}", NumberText(time));
  sink.Report(kChattering, SpanOf(t, t.relations[held].origin),
              fmt::format("{}: {} changes in ever shorter intervals", at, RelationText(t, held)))
      .hint =
      "say what happens at rest, for example by a state machine that leaves the motion when it has become small";
  return at;
}

std::optional<std::string> EndlessEvents::CountStep(double time, Integrator& integrator, DiagnosticSink& sink) {
  if (is_bounded_ || ++steps_ < kStepsInView) return std::nullopt;
  bool creeps = time - view_start_ < kCreepShare * length_;
  if (creeps) return ReportCreeping(time, integrator, sink);
  steps_ = events_ = time_events_ = 0;
  view_start_ = time;
  return std::nullopt;
}

std::string EndlessEvents::ReportCreeping(double time, Integrator& integrator, DiagnosticSink& sink) const {
  const MicaModelTable& t = instance_.table();
  Diagnostic error;
  error.code = kTimeStandsStill;
  std::string at = fmt::format("time does not get on at {}", NumberText(time));
  error.message = fmt::format("{}: the last {} steps took it no further than {} s", at, kStepsInView,
                              NumberText(time - view_start_));
  std::vector<std::size_t> culprits = chatter_.Culprits();
  if (2 * events_ >= steps_ && !culprits.empty()) {
    error.span = SpanOfRelation(culprits.front());
    for (std::size_t crossing : culprits)
      error.notes.push_back({SpanOfRelation(crossing), "makes events all the time: " + TextOf(crossing)});
    error.hint = kSlidingHint;
  } else if (2 * time_events_ >= steps_ && (due_ || ticking_)) {
    std::uint32_t origin = due_ ? t.relations[*due_].origin : t.samplers[*ticking_].origin;
    error.span = SpanOf(t, origin);
    error.notes.push_back(
        {error.span, "makes events all the time: " +
                         (due_ ? RelationText(t, *due_) : ComponentText(t, origin) + "a clock or sampler")});
    error.hint = "let the next event be later by what matters in the length of the run";
  } else {
    for (std::size_t i : integrator.Suspects()) {
      std::uint32_t state = List(t, t.states)[i], derivative = t.scalars[state].derivative;
      error.notes.push_back({Span(), fmt::format("steps are short for {} = {}, {} = {}", NameOf(t, state),
                                                 NumberText(instance_.value(state)), NameOf(t, derivative),
                                                 NumberText(instance_.value(derivative)))});
    }
    error.hint =
        "these states change faster than time can be resolved: look for a missing inertia or capacity, or a jump where "
        "no event says so";
  }
  sink.Report(std::move(error));
  return at;
}

// Relations that went on switching after their band had become wider.
void EndlessEvents::Report(DiagnosticSink& sink) const {
  accumulation_.Report(held_, sink);
  const MicaModelTable& t = instance_.table();
  for (const Resting::Rest& rest : resting_.rests()) {
    std::string names;
    for (std::size_t i : rest.states)
      names += (names.empty() ? "" : ", ") + std::string(NameOf(t, List(t, t.states)[i]));
    Diagnostic& warning = sink.Report(
        kComesToRest, SpanOfRelation(rest.crossing),
        fmt::format(
            "{} changes in ever shorter intervals until time = {}: from there on {} stays as it is, as long as the "
            "equations drive it against the edge",
            TextOf(rest.crossing), NumberText(rest.since), names));
    warning.hint = "a state machine that leaves the motion when it has become small says what is meant";
  }
  std::vector<std::uint32_t> named;
  for (std::size_t crossing = 0; crossing < followed_.size(); ++crossing) {
    const Followed& followed = followed_[crossing];
    if (followed.events < ChatterDetector::kEvents || std::ranges::find(named, held_[crossing]) != named.end())
      continue;
    named.push_back(held_[crossing]);
    sink.Report(
            kFollowsSurface, SpanOfRelation(crossing),
            fmt::format(
                "{} switches back and forth without end from time = {} on: it is followed along its edge, to within {}",
                TextOf(crossing), NumberText(followed.since), NumberText(followed.width)))
        .hint = kSlidingHint;
  }
}

}  // namespace mica::run
