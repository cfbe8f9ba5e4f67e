#include "run/report/value_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/codes.h"

namespace mica::run {

namespace {

constexpr double kLargestInteger =
    9007199254740992.0;  // 2^53: the largest that the storage, doubles, holds with all smaller ones

}  // namespace

ValueCheck::ValueCheck(Instance& instance, DiagnosticSink& sink)
    : instance_(instance), sink_(sink), is_known_(instance.table().scalars_count) {
  const MicaModelTable& t = instance.table();
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (scalar.kind == MICA_KIND_CONSTANT || scalar.kind == MICA_KIND_PARAMETER) continue;
    if (scalar.owner == i && scalar.type == MICA_TYPE_INTEGER) integers_.push_back(i);
  }
}

bool ValueCheck::IsBad(std::uint32_t id) const {
  const MicaScalar& scalar = instance_.table().scalars[id];
  return !is_known_[id] && IsReal(scalar) && scalar.kind != MICA_KIND_OBJECT && !std::isfinite(instance_.value(id));
}

bool ValueCheck::Explain(Section section) {
  const MicaModelTable& t = instance_.table();
  const ModelWords* words = instance_.runnable().words;
  std::vector<std::uint32_t> bad;  // in the order of computation
  for (MicaRange list : {t.states, section == Section::kDynamics ? t.computed : t.computed_parameters})
    for (std::uint32_t id : List(t, list))
      if (IsBad(id)) bad.push_back(id);
  std::size_t shown = 0;
  for (std::uint32_t id : bad) {
    std::optional<DiagnosticNote> cause =
        words && shown < kMostShown ? words->ExplainValue(id, section, instance_.raw()) : std::nullopt;
    if (!cause) continue;
    ++shown;
    StepWords step = words->StepOf(id, section).value_or(StepWords());
    Diagnostic& error =
        sink_.Report(kOutsideDomain, step.span.valid() ? step.span : cause->span,
                     fmt::format("{}{} is {} at time = {}: {}", step.component, NameOf(t, id),
                                 NumberText(instance_.value(id)), NumberText(instance_.time()), cause->message));
    if (cause->span.valid() && cause->span != error.span) error.notes.push_back({cause->span, "evaluated here"});
  }
  if (shown > 0) return false;
  if (!bad.empty() && warnings_ < kMostShown) {
    ++warnings_;
    StepWords step = words ? words->StepOf(bad[0], section).value_or(StepWords()) : StepWords();
    Diagnostic& warning =
        sink_.Report(kValueNotFinite, step.span,
                     fmt::format("{}{} is {} at time = {}, and the run goes on", step.component, NameOf(t, bad[0]),
                                 NumberText(instance_.value(bad[0])), NumberText(instance_.time())));
    if (step.kind == StepWords::Kind::kAssign)
      warning.notes.push_back({step.span, fmt::format("{} = {}", NameOf(t, bad[0]), step.value)});
    if (bad.size() > 1)
      warning.notes.push_back(
          {Span(), fmt::format("{} more that are computed after it are not finite either", bad.size() - 1)});
  }
  for (std::uint32_t id : bad) is_known_[id] = true;
  return true;
}

bool ValueCheck::PassesConstants(std::span<const double> values) {
  if (std::ranges::none_of(values, [](double value) { return std::isnan(value); })) return true;
  return Explain(Section::kParameters);
}

bool ValueCheck::PassesIntegers() {
  for (std::uint32_t id : integers_) {
    double value = instance_.value(id);
    if (std::abs(value) < kLargestInteger) continue;
    const ModelWords* words = instance_.runnable().words;
    StepWords step = words ? words->StepOf(id, Section::kDynamics).value_or(StepWords()) : StepWords();
    Diagnostic& error = sink_.Report(
        kIntegerBeyondExact, step.span,
        fmt::format("{}the Integer {} = {} is too large at time = {}: beyond 2^53 Integers are not exact",
                    step.component, NameOf(instance_.table(), id), NumberText(value), NumberText(instance_.time())));
    error.hint = "a Real variable has the range for it";
    return false;
  }
  return true;
}

}  // namespace mica::run
