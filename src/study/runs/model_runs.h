// Study stage: one model, many runs with other values, in memory.
//
// Once per model: translation, code, the plan. Once per run: the values, an instance, the solver's memory. Values that
// decide about the structure (sizes, conditions, start values) make variants of the model, each translated once; a run
// belongs to one of them. Preparing uses the session and is for one thread; running uses none of it, and any number of
// threads may run at the same time. What a run reports is its own.
#pragma once

#include <functional>
#include <memory>
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

  // The variant of the model for these values, translated if there is none yet. Not in the middle of runs. Anything but
  // kDone has been reported. E9506: more than kMostVariants of them.
  Outcome Prepare(const RunValues& values, std::size_t& variant);
  static constexpr std::size_t kMostVariants = 1000;
  std::size_t variant_count() const { return variants_.size(); }

  // One run of a variant. `names` become the columns of `samples`; a name that is not a signal fails the run.
  RunEnd Run(std::size_t variant, const RunValues& values, const std::vector<std::string>& names, Samples& samples,
             std::stop_token stop = {}) const;

  // The first variant: the model itself.
  Translation& translation(std::size_t variant = 0) { return *variants_[variant].translation; }

 private:
  struct Variant {
    Translation* translation = nullptr;
    run::Runnable runnable;
    run::RunPlan plan;                    // without the values of a run
    std::vector<run::Override> built_in;  // which of all values are part of the model
    std::vector<std::string> names;       // that it was prepared with
  };
  bool Fits(const Variant& variant, const RunValues& all) const;
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
