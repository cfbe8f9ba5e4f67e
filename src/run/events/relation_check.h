// Run stage: results checked against the model. After each event and at each output point the held relations must be
// what their sides say, up to the bands that event location works with (crossing_watch.h), and the discrete equations
// of every mixed system must hold with them. What contradicts was decided wrongly, or a change was not noticed: E6317
// names it, and the run ends.
//
// Whether a relation agrees follows from its crossing function g: one evaluation of the crossing functions at an output
// point, none at an event, which has them already. Only where one contradicts is more done. A relation that stands
// behind a condition which is false (`locked and s > 1`) was not evaluated at the last event; nothing reads it, so it
// takes the value that it should have, to be right when something does. To see whether it is read, the equations are
// evaluated once as at an event, with the solutions of systems as they are, and everything is put back: a relation that
// is read has been stored anew. Where a bound on the work cut an event short (work_budget.h) that was noted, and what
// it left open is no contradiction: AfterEvent is not for such an event. No memory is taken as long as nothing is
// reported.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/events/crossing_watch.h"
#include "run/instance.h"

namespace mica::run {

class RelationCheck {
 public:
  // A mode is found up to what rounding leaves of the solution of a system, which may be more than the band: 1e-8 of
  // the largest value of g, then.
  static constexpr double kBands = 100;

  // `tolerance` of the integration, relative.
  RelationCheck(Instance& instance, const CrossingWatch& watch, double tolerance, DiagnosticSink& sink);

  // The instance is evaluated at its present point. False: a contradiction was reported, and the run must end.
  [[nodiscard]] bool AfterEvent(std::span<const double> g);
  [[nodiscard]] bool AtOutput();

 private:
  struct Relation {
    std::uint32_t held;
    std::uint32_t crossing;
    bool is_true_above;  // of zero: x > y
  };
  struct MixedPart {
    std::uint32_t system;
    std::span<const std::uint32_t> discrete;  // scalars
  };
  // Evaluates systems where they are, with relations free to change.
  class Probe;

  enum class Moment : std::uint8_t { kEvent, kOutput };

  bool Passes(std::span<const double> g, Moment moment);
  bool PassesDiscrete(Moment moment);
  // How far a relation is on the side that contradicts it; negative: it agrees.
  double Contradiction(const Relation& relation, double g) const;
  // How far it may be there. At output points states are interpolated, and are what the integration leaves of them: the
  // terms of g are known to its tolerance. A delayed signal that comes to rest exactly at another one is on either side
  // of it.
  double Allowed(const Relation& relation, Moment moment) const;
  // Leaves of wrong_ those that are read.
  void FindRead();
  void Report(const Relation& relation, double g, Moment moment);
  void ReportDiscrete(std::uint32_t scalar, double is, double should, Moment moment);

  Instance& instance_;
  const CrossingWatch& watch_;
  double tolerance_;
  DiagnosticSink& sink_;
  std::vector<Relation> relations_;
  std::vector<MixedPart> mixed_;
  std::vector<double> g_;
  std::vector<Relation> wrong_;                   // that contradict
  std::vector<double> reals_, held_, residuals_;  // while something is tried
  std::vector<const char*> strings_;
};

}  // namespace mica::run
