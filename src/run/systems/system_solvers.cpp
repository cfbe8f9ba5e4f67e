#include "run/systems/system_solvers.h"

#include <fmt/format.h>

#include <utility>

#include "run/report/system_report.h"

namespace mica::run {

SystemSolvers::SystemSolvers(Instance& instance, WorkBudget& budget, DiagnosticSink& sink)
    : instance_(instance), sink_(sink) {
  // The last may be one that nobody solves.
  std::uint32_t count = instance.code().system_count - (instance.table().linearisation != MICA_NONE ? 1 : 0);
  for (std::uint32_t i = 0; i < count; ++i) entries_.push_back(std::make_unique<Entry>(instance, i, budget));
}

Status SystemSolvers::Solve(std::uint32_t system) {
  Check(system < entries_.size(), "a system that does not exist");
  Entry& entry = *entries_[system];
  bool solved = false;
  if (instance_.raw().event != 0) {
    SystemFailure failure;
    solved = entry.mixed.SolveAtEvent(failure, is_later_pass_);
    if (!solved)
      failure_ = std::move(failure);
    else if (entry.mixed.has_mode() && entry.solver.was_singular())
      has_open_mode_ = true;
  } else {
    solved = entry.solver.Solve();
    if (!solved) failure_ = entry.solver.failure();
  }
  if (solved && !entry.told_singular && entry.solver.leaves_open() && instance_.reports().accepted()) {
    if (!is_reserved_)
      WarnSingular(system, instance_.time());
    else if (!entry.singular_time)
      entry.singular_time = instance_.time();
  }
  return solved ? Status::kOk : Status::kFailed;
}

void SystemSolvers::Reserve() {
  is_reserved_ = true;
  for (auto& entry : entries_) {
    entry->solver.Reserve();
    entry->mixed.Reserve();
  }
}

void SystemSolvers::ReportSingularLater() {
  for (std::uint32_t system = 0; system < entries_.size(); ++system)
    if (entries_[system]->singular_time && !entries_[system]->told_singular)
      WarnSingular(system, *entries_[system]->singular_time);
}

void SystemSolvers::WarnSingular(std::uint32_t system, double time) {
  Entry& entry = *entries_[system];
  entry.told_singular = true;
  ReportSingular(system, entry.solver.singular_unknowns(), time, instance_, sink_);
}

void SystemSolvers::TakeAttributes() {
  for (auto& entry : entries_) entry->solver.TakeAttributes();
}

void SystemSolvers::InvalidateAll() {
  for (auto& entry : entries_) entry->solver.Invalidate();
}

void SystemSolvers::NoteEvent() {
  for (auto& entry : entries_) {
    entry->solver.NoteEvent();
    entry->solver.ForgetHistory();
  }
}

void SystemSolvers::Visit(StateBytes& bytes) {
  bytes.Value(has_open_mode_);
  bytes.Value(is_later_pass_);
  for (auto& entry : entries_) entry->solver.Visit(bytes);
}

bool SystemSolvers::TakeOpenMode() { return std::exchange(has_open_mode_, false); }

SystemTotals SystemSolvers::Totals() const {
  SystemTotals sum;
  for (const auto& entry : entries_) {
    sum.solutions += entry->solver.totals().solutions;
    sum.iterations += entry->solver.totals().iterations;
    sum.residuals += entry->solver.totals().residuals;
    sum.jacobians += entry->solver.totals().jacobians;
  }
  return sum;
}

}  // namespace mica::run
