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
  ChatterDetector::Finding finding = chatter_.Note(time, crossed, watch_);
  for (std::size_t crossing : crossed)
    if (watch_.is_widened(crossing)) ++followed_[crossing].events, followed_[crossing].width = watch_.band(crossing);
  if (finding == ChatterDetector::Finding::kNone) return;
  std::vector<std::size_t> culprits = chatter_.Culprits();
  if (!watch_.Widen(culprits)) {
    stands_still_ = finding == ChatterDetector::Finding::kStandstill;
    return;
  }
  for (std::size_t crossing : culprits)
    if (followed_[crossing].events == 0) followed_[crossing].since = time;
  chatter_.Forget();
}

std::optional<std::string> EndlessEvents::Settle(bool is_reinitialized, DiagnosticSink& sink) {
  accumulation_.Settle(is_reinitialized);
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

std::optional<std::string> EndlessEvents::Look(double time, DiagnosticSink& sink) {
  std::optional<std::size_t> lost = accumulation_.Look(time, watch_);
  if (!lost || is_bounded_) return std::nullopt;
  std::string at = fmt::format("events accumulate at time = {}", NumberText(time));
  sink.Report(kChattering, SpanOfRelation(*lost),
              fmt::format("{}: {} changes in ever shorter intervals", at, TextOf(*lost)))
      .hint =
      "say what happens at rest, for example by a state machine that leaves the motion when it has become small";
  return at;
}

std::optional<std::string> EndlessEvents::CountStep(double time, Integrator& integrator, DiagnosticSink& sink) {
  if (is_bounded_ || ++steps_ < kStepsInView) return std::nullopt;
  bool creeps = time - view_start_ < kCreepShare * length_;
  if (creeps) return ReportCreeping(time, integrator, sink);
  steps_ = events_ = 0;
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
