#include "run/continue_from.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "run/codes.h"

namespace mica::run {

namespace {

// Linear between rows for what is continuous; at an event the later row counts.
std::optional<double> ValueAt(const InitialPoint& point, const std::string& name) {
  SignalId id = point.data.signals.Find(name);
  if (!id.valid()) return std::nullopt;
  SignalView view = point.data.View(id);
  if (view.size() == 0 && !view.constant()) return std::nullopt;
  if (view.constant()) return view[0];
  TimeBracket bracket = Bracket(point.data.time, point.time);
  if (bracket.share >= 1) return view[bracket.after];
  bool is_discrete = point.data.signals[id].kind == SignalKind::kDiscrete;
  return is_discrete ? view[bracket.before]
                     : view[bracket.before] + bracket.share * (view[bracket.after] - view[bracket.before]);
}

}  // namespace

ContinueFrom::ContinueFrom(const InitialPoint& point, Instance& instance) : point_(point), instance_(instance) {
  const MicaModelTable& t = instance.table();
  // Results have aliases by all their names; a result of other settings may lack some of them.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> aliases;
  for (std::uint32_t i = 0; i < t.scalars_count; ++i)
    if (t.scalars[i].owner != i) aliases[t.scalars[i].owner].push_back(i);
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (scalar.owner != i || IsString(scalar)) continue;
    bool is_computed = scalar.kind == MICA_KIND_PARAMETER && !HasFlag(scalar, MICA_SCALAR_FIXED) &&
                       !HasFlag(scalar, MICA_SCALAR_HAS_BINDING) && HasFlag(scalar, MICA_SCALAR_INITIAL);
    bool counts = scalar.kind == MICA_KIND_STATE || scalar.kind == MICA_KIND_DISCRETE || is_computed;
    if (!counts && scalar.kind != MICA_KIND_ALGEBRAIC) continue;
    std::string name(Text(t, scalar.name));
    std::optional<double> value = ValueAt(point, name);
    if (auto others = aliases.find(i); !value && others != aliases.end())
      for (std::uint32_t alias : others->second)
        if (!value)
          if (auto found = ValueAt(point, std::string(NameOf(t, alias)))) value = t.scalars[alias].sign * *found;
    if (value)
      (counts ? fixed_ : guesses_).push_back({scalar.slot, *value});
    else if (counts && !HasFlag(scalar, MICA_SCALAR_HIDDEN))
      missing_.push_back(name);
  }
}

void ContinueFrom::ReportMissing(DiagnosticSink& sink) const {
  if (instance_.table().delay_count > 0 || instance_.table().distribution_points.count > 0)
    sink.Report(
        kHistoryNotInResult, {},
        fmt::format(
            "what delay() and spatialDistribution() remember is not in {}: they start with the values at the start",
            point_.file));
  if (missing_.empty()) return;
  constexpr std::size_t kShown = 8;
  std::string names;
  for (std::size_t i = 0; i < missing_.size() && i < kShown; ++i) names += (i == 0 ? "" : ", ") + missing_[i];
  if (missing_.size() > kShown) names += fmt::format(" and {} more", missing_.size() - kShown);
  sink.Report(kStatesNotInResult, {},
              fmt::format("{} does not have {}: {} as the model says", point_.file, names,
                          missing_.size() == 1 ? "it starts" : "they start"));
}

void ContinueFrom::Put() {
  for (const Found& each : guesses_) instance_.SetReal(each.slot, each.value);
  for (const Found& each : fixed_) {
    instance_.SetReal(each.slot, each.value);
    instance_.pre()[each.slot] = each.value;
  }
}

void ContinueFrom::Apply() {
  Put();
  instance_.raw().event = 1;
  // Conditions and relations as they stand at the point. What when-clauses do in this pass is taken back.
  (void)instance_.Event();
  (void)instance_.ApplyReinits();
  instance_.raw().event = 0;
  Put();
  instance_.UpdatePre();
  Put();
}

}  // namespace mica::run
