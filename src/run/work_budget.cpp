#include "run/work_budget.h"

#include <fmt/format.h>

#include "run/codes.h"
#include "run/runnable.h"

namespace mica::run {

namespace {

std::string Times(const WorkBudget::Use& use) {
  return use.reached == 1 ? fmt::format("once, at time = {}", NumberText(use.first_time))
                          : fmt::format("{} times, first at time = {}", use.reached, NumberText(use.first_time));
}

// 'the system of x, y and 3 more'
std::string SystemText(const Runnable& runnable, std::uint32_t system) {
  constexpr std::size_t kShown = 3;
  const MicaModelTable& t = *runnable.table;
  std::span<const std::uint32_t> unknowns = List(t, t.systems[system].unknown_scalars);
  std::string text;
  for (std::size_t i = 0; i < unknowns.size() && i < kShown; ++i)
    text += fmt::format("{}{}", i > 0 ? ", " : "", NameOf(t, unknowns[i]));
  if (unknowns.size() > kShown) text += fmt::format(" and {} more", unknowns.size() - kShown);
  return text.empty() ? "a mixed system" : "the system of " + text;
}

}  // namespace

void WorkBudget::Report(const Runnable& runnable, DiagnosticSink& sink) const {
  if (newton.reached > 0) {
    Diagnostic& warning =
        sink.Report(kNewtonBoundReached, {},
                    fmt::format("{} Newton iterations were not enough for {} ({}); the last iterate was taken",
                                newton.limit, SystemText(runnable, newton.system), Times(newton)));
    warning.hint = "a shorter step needs fewer iterations; --max-newton raises the bound";
  }
  if (passes.reached > 0) {
    Diagnostic& warning =
        sink.Report(kPassBoundReached, {},
                    fmt::format("{} passes did not end an event iteration ({}); it went on at the end of the next step",
                                passes.limit, Times(passes)));
    warning.hint = "--max-passes raises the bound";
  }
  if (modes.reached > 0) {
    Diagnostic& warning =
        sink.Report(kModeBoundReached, {},
                    fmt::format("{} modes of {} were tried, and none was consistent ({}); the last one was taken",
                                modes.limit, SystemText(runnable, modes.system), Times(modes)));
    warning.hint = "--max-modes raises the bound";
  }
}

}  // namespace mica::run
