#include "structure/analyze.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>

#include "structure/passes.h"
#include "structure/scalar/scalar_model_text.h"
#include "structure/stage/linearise_dynamics.h"
#include "structure/verify.h"

namespace mica::structure {

namespace {

constexpr Pass kPipeline[] = {
    {"scalarize", "all that follows works on scalars", Scalarize},
    {"partition-clocks", "which equations are clocked, and with what clock, is known before anything is solved",
     PartitionClocks},
    {"decide-conditions", "whether a derivative is there may hang on a parameter, and decides about states",
     DecideConditions},
    {"check-balance", "say what is missing or too much in the words of the model, before anything is transformed",
     CheckBalance},
    {"split-calls",
     "a call with several outputs that is inlined later has one equation for each: some are aliases and constants",
     SplitCalls},
    {"eliminate-aliases", "connections make most equations x = y: what follows gets several times smaller",
     EliminateAliases, true},
    // Not optional: a constraint that only several sums together show (no zero sequence in a star) is invisible to
    // index reduction, which goes by occurrences, and leaves a singular system.
    {"find-hidden-aliases", "currents that cancel only by several sums together couple what is not coupled",
     FindHiddenAliases},
    {"join-semi-linear", "flows through components in a row: what flows back is known without solving", JoinSemiLinear,
     true},
    {"check-determined", "alias elimination uncovers equations that repeat others", CheckDetermined},
    {"find-invariants", "what follows from parameters alone is not an unknown of the dynamics", FindInvariants, true},
    {"decide-invariants", "what turned out to follow from parameters may decide about structure too", DecideInvariants,
     true},
    {"sort-parameters", "parameters are computed once, in order; what fixed = false leaves open goes to initialization",
     SortParameters},
    {"sort-clocked", "from here on a clocked equation is a when-clause of its clock", SortClocked},
    {"drop-unreachable", "a branch that is never taken couples what it reads to what takes it", DropUnreachable, true},
    {"hold-relations", "events are known before equations are differentiated: a held relation is constant in between",
     HoldRelations},
    {"prefer-states", "a preferred variable that nobody differentiates may be a state only if its derivative is there",
     PreferStates, true},
    {"reduce-index", "differentiate constraints, so that the highest derivatives can be found", ReduceIndex},
    {"inline-calls",
     "functions with derivatives of their own are differentiated as calls; from here on only their values matter",
     InlineCalls},
    {"select-states", "of the differentiated variables some are states, the rest follow from constraints",
     SelectStates},
    {"sort-dynamics", "match, sort and solve what holds always", SortDynamics},
    {"sort-stage", "the formula of an implicit method is an equation like the others: the states are unknown, too",
     SortStage},
    {"sort-initialization", "the same for the initial instant, where states are unknown too", SortInitialization},
    {"classify-steps", "between events only a part has to be computed", ClassifySteps},
    {"gather-steps", "what is used together is computed together", GatherSteps},
    {"assign-storage", "every scalar has its place by now", AssignStorage},
    {"linearise-dynamics",
     "implicit methods of large models solve with the derivatives of the steps, and nothing is decided by these",
     LineariseDynamics, true},
};

void CheckOptions(const Options& options) {
  for (const std::string& name : options.switched_off) {
    auto pass = std::ranges::find(kPipeline, name, &Pass::name);
    Check(pass != std::end(kPipeline), fmt::format("there is no structure pass called {}", name));
    Check(pass->is_optional, fmt::format("the structure pass {} cannot be switched off", name));
  }
}

}  // namespace

std::span<const Pass> Pipeline() { return kPipeline; }

namespace {

// False: the sink has what is wrong.
bool RunPasses(std::span<const Pass> passes, PassContext& context) {
  const Options& options = context.options;
  for (const Pass& pass : passes) {
    if (options.is_cancelled && options.is_cancelled()) return false;
    if (options.leaves_out(pass.name)) continue;
    auto start = std::chrono::steady_clock::now();
    bool ok = pass.run(context);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (options.on_pass) options.on_pass({pass.name, seconds.count()});
    if (!ok) {
      Check(context.sink.has_errors(), fmt::format("the structure pass {} failed without saying why", pass.name));
      return false;
    }
    if (options.dump && options.dump_after == pass.name)
      options.dump(ScalarModelText(context.model, context.store, context.sources));
  }
  return true;
}

}  // namespace

Result<ScalarModel> MakeScalars(const flat::Model& flat, Store& store, const SourceMap& sources, DiagnosticSink& sink,
                                const Options& options) {
  CheckOptions(options);
  PassContext context{flat, store, sources, sink, options, {}, {}, symbolic::FunctionDerivatives(store)};
  if (!RunPasses(Pipeline().first(1), context)) return Reported{};
  return std::move(context.model);
}

Result<BlockModel> AnalyzeScalars(ScalarModel scalars, const flat::Model& flat, Store& store, const SourceMap& sources,
                                  DiagnosticSink& sink, const Options& options) {
  CheckOptions(options);
  PassContext context{
      flat, store, sources, sink, options, std::move(scalars), {}, symbolic::FunctionDerivatives(store)};
  if (!RunPasses(Pipeline().subspan(1), context)) return Reported{};
  VerifyBlocks(context.blocks, store);
  return std::move(context.blocks);
}

Result<BlockModel> Analyze(const flat::Model& flat, Store& store, const SourceMap& sources, DiagnosticSink& sink,
                           const Options& options) {
  CheckOptions(options);
  PassContext context{flat, store, sources, sink, options, {}, {}, symbolic::FunctionDerivatives(store)};
  if (!RunPasses(Pipeline(), context)) return Reported{};
  VerifyBlocks(context.blocks, store);
  return std::move(context.blocks);
}

}  // namespace mica::structure
