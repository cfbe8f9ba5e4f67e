#include "run/report/system_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/codes.h"

namespace mica::run {

namespace {

constexpr std::size_t kShownEquations = 5, kShownUnknowns = 6;

std::string EquationText(const MicaSystem& system, std::size_t row, const MicaModelTable& t) {
  std::span<const std::uint32_t> origins = List(t, system.origins), texts = List(t, system.texts);
  std::string text = row < origins.size() ? ComponentText(t, origins[row]) : std::string();
  if (row < texts.size() && texts[row] != 0) return text + std::string(Text(t, texts[row]));
  return text + fmt::format("equation {}", row + 1);
}

Span EquationSpan(const MicaSystem& system, std::size_t row, const MicaModelTable& t) {
  return row < system.origins.count ? SpanOf(t, List(t, system.origins)[row]) : Span();
}

// 'nonlinear system of 2 equations for x, y'; of a system whose continuous part was solved in formulas, all that it is
// about.
std::string SystemText(const MicaSystem& system, const MicaModelTable& t) {
  bool has_unknowns = system.unknowns.count > 0;
  std::span<const std::uint32_t> named = List(t, has_unknowns ? system.unknown_scalars : system.named);
  std::size_t size = has_unknowns ? named.size() : system.size_before_tearing;
  std::string_view kind = !has_unknowns ? "mixed" : (system.flags & MICA_SYSTEM_LINEAR) != 0 ? "linear" : "nonlinear";
  std::string names;
  for (std::size_t i = 0; i < named.size() && i < kShownUnknowns; ++i)
    names += fmt::format("{}{}", i > 0 ? ", " : "", NameOf(t, named[i]));
  if (named.size() > kShownUnknowns) names += ", …";
  return fmt::format("{} system of {} equation{} for {}", kind, size, size == 1 ? "" : "s", names);
}

std::string_view EndText(SolveEnd end) {
  switch (end) {
    case SolveEnd::kNotEvaluable:
      return "the equations could not be evaluated";
    case SolveEnd::kSingular:
      return "the equations do not determine the unknowns (the Jacobian is singular)";
    case SolveEnd::kNoDescent:
      return "no step reduces the residuals any further";
    case SolveEnd::kTooManyIterations:
      return "the iteration does not converge";
    case SolveEnd::kUnresolved:
      return "its unknowns are found, but variables that follow from them change by more than a tenth when these are "
             "moved by what they may be off";
    case SolveEnd::kInconsistent:
      return "the equations are linear, singular and contradict each other";
    case SolveEnd::kNoMode:
      return "no combination of its relations and discrete variables is consistent with its own solution";
  }
  return "";
}

std::string_view AttemptText(AttemptKind kind) {
  switch (kind) {
    case AttemptKind::kExtrapolated:
      return "from the extrapolation of earlier solutions";
    case AttemptKind::kPrevious:
      return "from the last solution";
    case AttemptKind::kStarts:
      return "from the start values";
    case AttemptKind::kNominals:
      return "from nominal values where the start value is 0";
    case AttemptKind::kNegativeNominals:
      return "from negative nominal values where the start value is 0";
    case AttemptKind::kChangeOfSign:
      return "by a change of sign";
    case AttemptKind::kBeyondBounds:
      return "from the last solution, without bounds";
    case AttemptKind::kLeastNorm:
      return "by least-norm steps, without bounds";
    case AttemptKind::kCurve:
      return "by continuation from the start values";
  }
  return "";
}

// 'tried from the start values: no step reduces the residuals any further, the largest is 0.3 of its equation's terms'.
std::string RecordText(const AttemptRecord& record) {
  if (record.kind == AttemptKind::kChangeOfSign && !std::isfinite(record.error))
    return "tried by a change of sign: there is none";
  if (record.kind == AttemptKind::kCurve && record.share > 0)
    return fmt::format("tried {}: {:.0f} % of the way", AttemptText(record.kind), 100 * record.share);
  std::string text = fmt::format("tried {}: {}", AttemptText(record.kind), EndText(record.end));
  if (std::isfinite(record.error))
    text += fmt::format("; the largest residual is {:.2g} of the terms of its equation", record.error);
  return text;
}

// The first part of a system that cannot be evaluated, at these unknowns, which stay in the instance.
std::optional<DiagnosticNote> ExplainSystem(std::uint32_t index, std::span<const double> unknowns, Instance& instance) {
  const MicaModelTable& t = instance.table();
  std::span<const std::uint32_t> slots = List(t, t.systems[index].unknowns);
  const ModelWords* words = instance.runnable().words;
  if (!words || unknowns.size() != slots.size()) return std::nullopt;
  for (std::size_t i = 0; i < slots.size(); ++i) instance.reals()[slots[i]] = unknowns[i];
  std::vector<double> residuals(unknowns.size());
  Instance::ScratchMark mark = instance.MarkScratch();
  (void)instance.code().systems[index].residual(&instance.raw(),
                                                residuals.data());  // for the values of the inner steps
  instance.ReleaseScratch(mark);
  return words->ExplainSystem(index, instance.raw());
}

// How odd the value of an unknown looks: the suspects of a failure, worst first.
double Suspicion(double value, double start, double nominal, double lower, double upper, bool undetermined) {
  if (!std::isfinite(value)) return 1e300;
  double suspicion = undetermined ? 1e6 : 0;
  if (value <= lower || value >= upper) suspicion += 1e5;
  suspicion +=
      std::min(1e4, std::abs(value - start) / std::max({std::abs(start), nominal, std::numeric_limits<double>::min()}));
  return suspicion;
}

}  // namespace

void ReportSystemFailure(const SystemFailure& failure, std::span<const double> starts, Instance& instance,
                         const DiagnosticCode& code, DiagnosticSink& sink) {
  const MicaModelTable& t = instance.table();
  const MicaSystem& system = t.systems[failure.system];
  std::span<const std::uint32_t> unknowns = List(t, system.unknown_scalars);
  std::vector<std::size_t> rows(failure.residuals.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  auto size = [&](std::size_t row) {
    double r = std::abs(failure.residuals[row]);
    return std::isfinite(r) ? r : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });

  Diagnostic report;
  report.code = code;
  report.span = rows.empty() ? Span() : EquationSpan(system, rows.front(), t);
  report.message = fmt::format("the {} has no solution that could be found at time = {}: {}", SystemText(system, t),
                               NumberText(failure.time), EndText(failure.end));
  if (failure.raised)
    report.notes.push_back(instance.reports().Describe(*failure.raised));
  else if (failure.end == SolveEnd::kNotEvaluable)
    if (std::optional<DiagnosticNote> cause = ExplainSystem(failure.system, failure.unknowns, instance))
      report.notes.push_back(std::move(*cause));
  if (failure.end != SolveEnd::kNotEvaluable)
    for (std::size_t k = 0; k < rows.size() && k < kShownEquations; ++k)
      report.notes.push_back(
          {EquationSpan(system, rows[k], t),
           fmt::format("residual {} in {}", NumberText(failure.residuals[rows[k]]), EquationText(system, rows[k], t))});
  else if (!failure.raised)
    for (std::size_t row = 0; row < std::min(unknowns.size(), kShownEquations); ++row)
      report.notes.push_back({EquationSpan(system, row, t), EquationText(system, row, t)});
  for (const std::string& mode : failure.modes)
    report.notes.push_back({Span(), fmt::format("finds no consistent value: {}", mode)});

  std::vector<std::pair<double, std::size_t>> suspects;
  for (std::size_t i = 0; i < failure.unknowns.size(); ++i) {
    std::uint32_t slot = t.scalars[unknowns[i]].slot;
    bool undetermined =
        std::find(failure.undetermined.begin(), failure.undetermined.end(), i) != failure.undetermined.end();
    suspects.emplace_back(Suspicion(failure.unknowns[i], starts[i], instance.nominal()[slot], instance.min()[slot],
                                    instance.max()[slot], undetermined),
                          i);
  }
  std::stable_sort(suspects.begin(), suspects.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < suspects.size() && k < kShownUnknowns; ++k) {
    std::size_t i = suspects[k].second;
    const MicaScalar& scalar = t.scalars[unknowns[i]];
    std::string text = fmt::format("{} = {} (start = {}{}", Text(t, scalar.name), NumberText(failure.unknowns[i]),
                                   NumberText(starts[i]), HasFlag(scalar, MICA_SCALAR_HAS_START) ? "" : ", not given");
    double lower = instance.min()[scalar.slot], upper = instance.max()[scalar.slot];
    if (failure.unknowns[i] <= lower) text += fmt::format(", at its min = {}", NumberText(lower));
    if (failure.unknowns[i] >= upper) text += fmt::format(", at its max = {}", NumberText(upper));
    bool undetermined =
        std::find(failure.undetermined.begin(), failure.undetermined.end(), i) != failure.undetermined.end();
    if (undetermined) text += ", not determined by the equations";
    report.notes.push_back({Span(), text + ")"});
  }
  if (failure.attempts.size() > 1)
    for (const AttemptRecord& record : failure.attempts) report.notes.push_back({Span(), RecordText(record)});
  switch (failure.end) {
    case SolveEnd::kSingular:
    case SolveEnd::kInconsistent:
      // Equations of several components, which connections bring together.
      if ((system.flags & MICA_SYSTEM_OF_COMPONENTS) != 0)
        report.hint = "look for components in series or parallel that fix one quantity twice, and leave another free";
      else
        report.hint =
            "these equations contradict each other near this point: they have no solution, or one that other start "
            "values lead to";
      break;
    case SolveEnd::kNoMode:
      report.hint =
          "a relation inside an algebraic loop contradicts itself; pre() of the condition, or a hysteresis, breaks the "
          "loop";
      break;
    default:
      report.hint = "better start values of these unknowns may help";
  }
  sink.Report(std::move(report));
}

void ReportSingular(std::uint32_t index, const std::vector<std::size_t>& unknowns, double time, Instance& instance,
                    DiagnosticSink& sink) {
  const MicaModelTable& t = instance.table();
  const MicaSystem& system = t.systems[index];
  std::string names;
  for (std::size_t i : unknowns)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", NameOf(t, List(t, system.unknown_scalars)[i]));
  bool is_linear = (system.flags & MICA_SYSTEM_LINEAR) != 0;
  std::string_view verb = unknowns.size() == 1 ? "is" : "are";
  Diagnostic& warning = is_linear
                            ? sink.Report(kSingularLinearSystem, EquationSpan(system, 0, t),
                                          fmt::format("the linear system of {} equations is singular at time = {}, "
                                                      "but its equations agree: {} {} not determined, and the "
                                                      "values nearest to the previous ones are taken",
                                                      system.unknowns.count, NumberText(time), names, verb))
                            : sink.Report(kSingularJacobian, EquationSpan(system, 0, t),
                                          fmt::format("the {} is solved at time = {}, but its Jacobian is singular "
                                                      "there: {} {} not determined by slopes, and other values may "
                                                      "solve it, too",
                                                      SystemText(system, t), NumberText(time),
                                                      names.empty() ? "some unknowns" : names, verb));
  for (std::size_t row = 0; row < std::min<std::size_t>(system.unknowns.count, kShownEquations); ++row)
    warning.notes.push_back({EquationSpan(system, row, t), EquationText(system, row, t)});
}

}  // namespace mica::run
