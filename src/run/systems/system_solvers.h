// Run stage: all simultaneous systems of an instance, as its code calls for them. Chooses between a plain and a mixed
// solution, keeps the last failure for reports, and counts.
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "run/systems/mixed_system.h"

namespace mica::run {

class SystemSolvers final : public SystemHost {
 public:
  SystemSolvers(Instance& instance, WorkBudget& budget, DiagnosticSink& sink);

  Status Solve(std::uint32_t system) override;

  void TakeAttributes();
  // Takes the memory that work within the bounds of the budget needs.
  void Reserve();
  // Tells of singular systems that were solved while no memory was to be taken.
  void ReportSingularLater();
  void InvalidateAll();
  void NoteEvent();  // also forgets the points before it
  // Of an event iteration: the first, or one that follows another at the same point.
  void SetLaterPass(bool is_later) { is_later_pass_ = is_later; }

  const std::optional<SystemFailure>& failure() const { return failure_; }
  void ClearFailure() { failure_.reset(); }
  // Whether a system with relations in it was solved since the last call though its equations leave something open in
  // the present mode.
  bool TakeOpenMode();
  // Of systems with bounded work; others begin anew.
  void Visit(StateBytes& bytes);
  SystemTotals Totals() const;
  std::span<const double> starts(std::uint32_t system) const override { return entries_[system]->solver.starts(); }

 private:
  struct Entry {
    SystemSolver solver;
    MixedSystem mixed;
    bool told_singular = false;
    std::optional<double> singular_time;  // to be reported later
    Entry(Instance& instance, std::uint32_t system, WorkBudget& budget)
        : solver(instance, system, budget), mixed(instance, system, solver, budget) {}
  };
  void WarnSingular(std::uint32_t system, double time);

  Instance& instance_;
  DiagnosticSink& sink_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::optional<SystemFailure> failure_;
  bool is_reserved_ = false, has_open_mode_ = false, is_later_pass_ = false;
};

}  // namespace mica::run
