// One model on its way from class to trajectory. Each stage is done once, when it or a later one is asked for; its outcome stays as long as the
// translation, and its time is kept. A stage that failed has reported why and is not tried again.
#pragma once

#include <memory>
#include <optional>

#include "code/compile.h"
#include "flat/flatten.h"
#include "flat/model.h"
#include "instance/elaboration.h"
#include "library/class_tree.h"
#include "session/block_model_words.h"
#include "session/external_calls.h"
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
  // Whether it turned out that arrays of components must be split (instance/split_array.cpp): then the model has been instantiated again, and what
  // was reported since sink.all().size() was `told` is forgotten.
  bool InstantiateAgain(std::size_t told);
  Result<const flat::Model*> Flatten();
  Result<const structure::BlockModel*> Analyze();
  Result<const code::CompiledModel*> Compile();
  // Compiles with kernels in place of external functions, where there are any (code::LowerOptions). Before Compile.
  void UseKernels() { kernels_for_externals_ = true; }
  // Sorts for a method that is put into the equations, or not; what was sorted otherwise is forgotten. A mixed method needs Prepare.
  void InlineStage(bool inlined) { UseVariant(inlined ? "stage" : ""); }
  // The same for a Rosenbrock method.
  void TangentStage() { UseVariant("tangent"); }
  // All that comes before a run: what is wrong with the request is told first, then the model is translated.
  Outcome Prepare(const SimulationRequest& request);
  // Prepares and runs. May be called again, with other options.
  SimulationReport Simulate(const SimulationRequest& request);
  // The same, keeping step with the clock. Cancelled means that the user ended it, which is no failure.
  SimulationReport RunInRealtime(const RealtimeRequest& request);

  // The outcome of a stage that was not done: the model is wrong, or we are.
  Outcome failure() const;

  std::string name() const;
  Store& store() { return *store_; }
  instance::Elaboration& elaboration() { return *elaboration_; }
  // What is known so far; null before the stage.
  const flat::Model* flat() const { return flat_ ? &*flat_ : nullptr; }
  // Of a model that came from what an earlier run kept: its structural parameters; otherwise null, and EvaluatedParameters finds them.
  const std::vector<EvaluatedParameter>* kept_evaluated() const { return is_restored_ ? &kept_evaluated_ : nullptr; }
  const structure::BlockModel* blocks() const { return blocks_ ? &*blocks_ : nullptr; }
  const StageSeconds& seconds() const { return seconds_; }
  StageSeconds& seconds() { return seconds_; }

 private:
  // How the model is to be sorted: "" for methods with step-size control, "stage" for one that is put into the equations, "tangent" for one that linearises them,
  // other words for a mixed one.
  void UseVariant(std::string variant);
  bool is_mixed() const { return variant_.starts_with("mixed"); }
  // Of a mixed method: a trial run of the model as it is otherwise, which tells the partition to sort with.
  Outcome FindPartition(const SimulationRequest& request);
  // One run of the prepared model.
  void Run(const SimulationRequest& request, SimulationReport& report);
  // After a run that did not get through its initialization: the same with more variables iterated on at the start (structure::InitialIteration), each from its
  // own start value. What is reported if all fail is the first failure, with a note that it was tried.
  void RetryInitialization(const SimulationRequest& request, SimulationReport& report, std::size_t told);
  // Whether the model is there again, with other systems at the start.
  bool IterateOn(structure::InitialIteration iteration);
  // Forgets the blocks and their code.
  void ForgetBlocks();
  run::Runnable MakeRunnable();
  // What is not built in.
  run::SimulationOptions WithoutBuiltIn(run::SimulationOptions options) const;
  // Forgets all stages.
  void Discard();
  // Begins anew with parameters that the structure depends on changed.
  bool TranslateWith(const std::vector<run::Override>& values);
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
  library::Class* translated_;        // the model, or one that extends it with values of the request
  std::vector<run::Override> built_in_;  // those values
  std::unique_ptr<Store> store_;
  std::unique_ptr<ExternalCalls> external_calls_;
  std::unique_ptr<instance::Instances> instances_;
  std::unique_ptr<instance::Elaboration> elaboration_;
  instance::Splits splits_;
  int rounds_ = 0;  // of instantiation, until all arrays of components are split as far as they must be
  instance::Component* top_ = nullptr;
  std::optional<flat::Model> flat_;
  std::optional<structure::BlockModel> blocks_;
  std::optional<code::CompiledModel> code_;
  std::optional<table::ModelTable> table_;
  std::optional<BlockModelWords> words_;
  bool kernels_for_externals_ = false;  // code::LowerOptions
  std::string variant_;
  structure::InitialIteration initial_iteration_ = structure::InitialIteration::kFewest;
  std::optional<structure::StepPartition> partition_;  // of a mixed method, once it is known
  bool instantiate_failed_ = false, flatten_failed_ = false, analyze_failed_ = false, compile_failed_ = false;
  StageSeconds seconds_;
  std::string kept_key_;  // under which the model may be kept; empty: it may not
  bool is_restored_ = false;  // flat_ has no equations then
  std::vector<EvaluatedParameter> kept_evaluated_;
  std::size_t told_ = 0, told_end_ = 0;  // what the sink was told by translating
};

}  // namespace mica
