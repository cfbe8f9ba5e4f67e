// One model on its way from class to trajectory. Each stage is done once, when it or a later one is asked for; its
// outcome stays until a round begins that does it again (round.h), and its time is kept. A stage that failed has
// reported why and is not tried again. What a request makes of it is its plan (plan.h).
#pragma once

#include <memory>
#include <optional>

#include "code/compile.h"
#include "flat/flatten.h"
#include "flat/model.h"
#include "instance/elaboration.h"
#include "library/class_tree.h"
#include "session/external_calls.h"
#include "session/keep/block_model_words.h"
#include "session/plan.h"
#include "session/simulation.h"
#include "session/stage_seconds.h"
#include "structure/analyze.h"
#include "table/model_table.h"

namespace mica {

class Session;
struct EvaluatedParameter;

class Translation {
 public:
  Translation(Session& session, library::Class* model);
  ~Translation();
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  Result<instance::Component*> Instantiate();
  // Whether it turned out that arrays of components must be split (instance/lookup/split_array.cpp): then the model has
  // been instantiated again, and what was reported since then is forgotten.
  bool InstantiateAgain(DiagnosticSink::Mark since);
  Result<const flat::Model*> Flatten();
  Result<const structure::BlockModel*> Analyze();
  Result<const code::CompiledModel*> Compile();
  // Compiles with kernels in place of external functions, where there are any (code::LowerOptions). Before Compile.
  void UseKernels() { kernels_for_externals_ = true; }
  // How far a request takes the model: to its equations with the values of the request that are part of them, to its
  // blocks, to its plan, or to all that comes before a run.
  enum class Until : std::uint8_t { kFlat, kBlocks, kPlan, kCode };
  // What is wrong with the request is reported first, then the model is translated, in as many rounds as it takes.
  // Where the same was asked for last time, nothing is done.
  Outcome Prepare(const SimulationRequest& request, Until until = Until::kCode);
  // Prepares and runs. May be called again, with other options.
  SimulationReport Simulate(const SimulationRequest& request);
  // The same, keeping step with the clock. Cancelled means that the user ended it, which is no failure.
  SimulationReport RunInRealtime(const RealtimeRequest& request);

  // What runs of the prepared model start from, as long as nothing else is asked of it (study/model_runs.h).
  run::Runnable MakeRunnable();

  // Of the last request, once it was prepared as far as that; rounds that its run made necessary are in it, too.
  const std::optional<Plan>& plan() const { return plan_; }
  // Values of the last request that are part of the translated model.
  const std::vector<run::Override>& built_in() const { return built_in_; }
  // All of them, of all requests.
  const std::vector<Round>& rounds() const { return rounds_; }

  // The outcome of a stage that was not done: the model is wrong, or we are.
  Outcome failure() const;

  std::string name() const;
  Store& store() { return *store_; }
  instance::Elaboration& elaboration() { return *elaboration_; }
  // What is known so far; null before the stage.
  const flat::Model* flat() const { return flat_ ? &*flat_ : nullptr; }
  // Of a model that came from what an earlier run kept: its structural parameters; otherwise null, and
  // EvaluatedParameters finds them.
  const std::vector<EvaluatedParameter>* kept_evaluated() const { return is_restored_ ? &kept_evaluated_ : nullptr; }
  const structure::BlockModel* blocks() const { return blocks_ ? &*blocks_ : nullptr; }
  const StageSeconds& seconds() const { return seconds_; }
  StageSeconds& seconds() { return seconds_; }

 private:
  // Whether a gate of Prepare lets the model pass; if not, a new round has begun, or the request ends here.
  struct Verdict {
    Outcome outcome = Outcome::kDone;
    bool goes_back = false;
  };
  // In as many rounds as it takes.
  Outcome PassGates(const SimulationRequest& request, const run::Method& method, Until until);
  // From here on for this variant. Blocks that were sorted for another are forgotten.
  void TakeUp(Variant variant);
  Verdict BuildInStructuralValues(const SimulationRequest& request, const run::Method& method);
  Verdict BuildInDecidingValues(const SimulationRequest& request, const run::Method& method);
  Verdict MakePlan(const SimulationRequest& request, const run::Method& method);
  // Of a mixed method: a trial run of the model as it is otherwise tells the partition to sort with.
  Verdict ChooseImplicitStates(const SimulationRequest& request, const run::Method& method);
  // The next round is that of the model with these values.
  Verdict BuildIn(std::vector<run::Override> values, Round::Reason reason);
  // Forgets what the round does again.
  void Begin(Round round);
  // Forgets what was reported since then, but for mistakes in the text of files: a file is read once.
  void ForgetReports(DiagnosticSink::Mark since);
  // Errors in the text of values of --set are mistakes of the call, not of the model.
  void BlameValues();
  // One run of the prepared model.
  void Run(const SimulationRequest& request, SimulationReport& report);
  // After a run that did not get through its initialization: the same with more variables iterated on at the start
  // (structure::InitialIteration), each from its own start value. What is reported if all fail is the first failure,
  // with a note that it was tried.
  void RetryInitialization(const SimulationRequest& request, SimulationReport& report, DiagnosticSink::Mark since);
  // Whether the model is there again, with other systems at the start.
  bool IterateOn(structure::InitialIteration iteration);
  // Forgets the blocks and their code.
  void ForgetBlocks();
  // Forgets all stages.
  void Discard();
  // Takes up what an earlier run kept of the unchanged model, up to the blocks; false: there is nothing.
  bool Restore();
  // Keeps the model for later runs.
  void Keep();
  // Answers what files `modelica:` addresses name, while the translation lives.
  ExternalCalls::ResourceFinder ResourceFinder();
  // Runs a stage unless it was tried in vain before. `work` tells whether its outcome is there.
  bool RunStage(std::string_view doing, double& seconds, bool& failed, const std::function<bool()>& work);

  Session& session_;
  library::Class* model_;
  library::Class* translated_;           // the model, or one that extends it with values of the request
  std::vector<run::Override> built_in_;  // those values, in the order of the request
  flat::Experiment experiment_;          // of the model itself, where `translated_` is another
  std::unique_ptr<Store> store_;
  std::unique_ptr<ExternalCalls> external_calls_;
  std::unique_ptr<instance::Instances> instances_;
  std::unique_ptr<instance::Elaboration> elaboration_;
  instance::Splits splits_;
  int times_split_ = 0;  // until all arrays of components are split as far as they must be
  instance::Component* top_ = nullptr;
  std::optional<flat::Model> flat_;
  std::optional<structure::BlockModel> blocks_;
  std::optional<code::CompiledModel> code_;
  std::optional<table::ModelTable> table_;
  std::optional<BlockModelWords> words_;
  bool kernels_for_externals_ = false;  // code::LowerOptions
  Variant variant_;
  structure::StageRequest stage_;  // of the variant, as far as it is known
  structure::InitialIteration initial_iteration_ = structure::InitialIteration::kFewest;
  bool instantiate_failed_ = false, flatten_failed_ = false, analyze_failed_ = false, compile_failed_ = false;
  StageSeconds seconds_;
  std::string kept_key_;      // under which the model may be kept; empty: it may not
  bool is_restored_ = false;  // flat_ has no equations then
  std::vector<EvaluatedParameter> kept_evaluated_;
  std::vector<Round> rounds_;
  std::optional<Plan> plan_;
  std::vector<Diagnostic> plan_reports_;  // of the plan, until the stages have reported all of theirs
  std::string planned_method_;            // and its options: what the last request was
  run::SimulationOptions planned_options_;
  std::vector<std::string> planned_passes_off_;
  DiagnosticSink::Mark reported_, reported_end_;  // what the last request has made the stages report is between them
  DiagnosticSink::Mark analyzed_from_;            // where what sorting reported starts
};

}  // namespace mica
