// Study stage: one model, many runs with other values, in memory.
//
// Once per model: translation, code, the plan. Once per run: the values, an instance, the solver's memory. Values that
// decide about the structure (sizes, conditions, start values) make variants of the model, each translated once; a run
// belongs to one of them. Preparing uses the session and is for one thread; running uses none of it, and any number of
// threads may run at the same time. What a run reports is its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "session/session.h"
#include "study/measure/samples.h"

namespace mica::study {

// Values for one run, as --set takes them.
using RunValues = std::vector<run::Override>;

struct RunEnd {
  run::Outcome outcome = run::Outcome::kFailed;
  std::string message;  // of a run that failed: the first error
  double time = 0;      // that was reached

  bool is_good() const { return outcome == run::Outcome::kFinished || outcome == run::Outcome::kTerminated; }
};

class ModelRuns {
 public:
  // `base`: method, times and values of all runs. `session` and `model` outlive it.
  ModelRuns(Session& session, library::Class* model, SimulationRequest base);

  // Other times, tolerance, inputs and values for all later runs; the method stays. False: reported.
  bool UseOptions(run::SimulationOptions options, DiagnosticSink& sink);
  // The values that all runs have.
  const RunValues& base_values() const { return base_.options.overrides; }

  // The variant of the model for these values, translated if there is none yet. Not in the middle of runs. Anything but
  // kDone has been reported. E9506: more than kMostVariants of them.
  Outcome Prepare(const RunValues& values, std::size_t& variant);
  static constexpr std::size_t kMostVariants = 1000;
  std::size_t variant_count() const { return variants_.size(); }

  // One run of a variant. `names` become the columns of `samples`; a name that is not a signal fails the run.
  RunEnd Run(std::size_t variant, const RunValues& values, const std::vector<std::string>& names, Samples& samples,
             std::stop_token stop = {}) const;

  // The same by another plan of that variant.
  RunEnd Run(std::size_t variant, run::RunPlan plan, const RunValues& values, const std::vector<std::string>& names,
             Samples& samples, std::stop_token stop = {}) const;

  // One run into a writer, by itself, with times, tolerance, inputs and values of its own; the method is that of all
  // runs. What the run reports goes to `sink`, what translation reports to the session. A run that does not get through
  // its initialization is tried as Translation::Simulate does, with more variables iterated on, and later runs of that
  // variant start from there. For one thread.
  enum class Rows : std::uint8_t { kGrid /* of the output points alone */, kAll /* and of both sides of events */ };
  Outcome Simulate(const run::SimulationOptions& options, Rows rows, ResultWriter& writer,
                   run::SimulationResult& result, DiagnosticSink& sink, const run::Progress& progress = {},
                   std::stop_token stop = {});

  // The plan of a run of a variant with such options, and of one with the values of all runs alone. Nothing: reported.
  std::optional<run::RunPlan> PlanOf(std::size_t variant, const run::SimulationOptions& options,
                                     DiagnosticSink& sink) const;
  // Values that are part of the variant.
  const RunValues& built_in(std::size_t variant) const { return variants_[variant].built_in; }
  // Values that a run of the variant sets when it starts: those of the run and of all runs.
  RunValues ValuesAtStart(std::size_t variant, const RunValues& values) const;
  const run::RunPlan& plan(std::size_t variant) const { return variants_[variant].plan; }
  const run::Runnable& runnable(std::size_t variant) const { return variants_[variant].runnable; }

  // The first variant: the model itself.
  Translation& translation(std::size_t variant = 0) { return *variants_[variant].translation; }

 private:
  struct Variant {
    Translation* translation = nullptr;
    run::Runnable runnable;
    run::RunPlan plan;                         // without the values of a run
    std::vector<run::Override> built_in;       // which of all values are part of the model
    std::set<std::string, std::less<>> known;  // values that may be set when a run starts, as KeyOf has them
  };
  // Whether a run with these values may be one of the variant; what was learnt about them is kept there.
  bool Fits(Variant& variant, const RunValues& all) const;
  // Whether the model, as far as its equations, is the same with these values.
  bool HasSameEquations(const Variant& variant, const RunValues& all) const;
  // After a failed initialization: the variant is sorted with more variables iterated on. False: to no avail.
  bool SortForInitialization(Variant& variant, const run::SimulationOptions& options, DiagnosticSink& sink,
                             std::stop_token stop);
  // The base and, where it has none of that name, those of the run.
  RunValues Merged(const RunValues& values) const;

  Session& session_;
  library::Class* model_;
  SimulationRequest base_;
  std::vector<Variant> variants_;
};

// Calls work(i) for i = 0 … count-1 on `threads` threads (0: as many as there are processors) with deep stacks, until
// all are done or a stop is requested. What a call throws comes out here, after the others have ended.
void RunParallel(std::size_t count, unsigned threads, std::stop_token stop,
                 const std::function<void(std::size_t)>& work);

}  // namespace mica::study
