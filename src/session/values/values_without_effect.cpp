#include "session/values/values_without_effect.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "session/codes.h"

namespace mica {

namespace {

void CollectScalars(Expr root, const Store& store, std::unordered_set<std::uint32_t>& seen,
                    std::unordered_set<ScalarId>& found) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    Expr e = stack.back();
    stack.pop_back();
    if (!e.valid() || !seen.insert(e.index()).second) continue;
    if (store.exprs.op(e) == Op::kScalar) found.insert(store.exprs.scalar(e));
    for (Expr arg : store.exprs.args(e)) stack.push_back(arg);
  }
}

// Scalars that something is computed from. Statements of algorithms are taken to read everything.
class ReadScalars {
 public:
  ReadScalars(const structure::BlockModel& blocks, const Store& store) : store_(store) {
    for (const structure::Scalar& scalar : blocks.scalars)
      for (Expr each : {scalar.start, scalar.nominal, scalar.min, scalar.max}) Add(each);
    for (const auto* section :
         {&blocks.parameters, &blocks.initial, &blocks.dynamics, &blocks.stage, &blocks.when_terminal})
      Add(*section);
    for (const structure::System& system : blocks.systems) {
      Add(system.inner);
      Add(system.discrete);
      Add(system.slopes);
      for (Expr residual : system.residuals) Add(residual);
      for (const structure::JacobianEntry& entry : system.jacobian) Add(entry.value);
    }
    for (const structure::Held& held : blocks.held) Add(held.value), Add(held.time_event);
    for (const structure::Sampler& sampler : blocks.samplers) Add(sampler.start), Add(sampler.interval);
    for (const structure::Delay& delay : blocks.delays) Add(delay.value), Add(delay.delay_time), Add(delay.delay_max);
    if (!blocks.distributions.empty()) reads_all_ = true;
  }
  bool Has(ScalarId id) const { return reads_all_ || found_.contains(id); }

 private:
  void Add(Expr e) { CollectScalars(e, store_, seen_, found_); }
  void Add(const std::vector<structure::Step>& steps) {
    for (const structure::Step& step : steps) {
      Add(step.value);
      Add(step.condition);
      Add(step.message);
      if (!step.statements.empty()) reads_all_ = true;
      for (const structure::Step::Branch& branch : step.branches) Add(branch.trigger), Add(branch.steps);
    }
  }

  const Store& store_;
  std::unordered_set<std::uint32_t> seen_;
  std::unordered_set<ScalarId> found_;
  bool reads_all_ = false;
};

bool IsIterated(ScalarId id, const std::vector<structure::Step>& steps, const structure::BlockModel& blocks) {
  return std::any_of(steps.begin(), steps.end(), [&](const structure::Step& step) {
    if (step.kind != structure::Step::Kind::kSolve) return false;
    const structure::System& system = blocks.systems[step.system];
    bool starts_somewhere = !system.is_linear || !system.discrete.empty();
    return starts_somewhere && std::find(system.unknowns.begin(), system.unknowns.end(), id) != system.unknowns.end();
  });
}

}  // namespace

void ReportWithoutEffect(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks,
                         const Store& store, const std::vector<run::Override>& built_in, DiagnosticSink& sink) {
  if (overrides.empty()) return;
  std::unordered_map<std::string_view, ScalarId> by_name;
  for (std::size_t i = 0; i < blocks.scalars.size(); ++i)
    by_name.emplace(blocks.scalars[ScalarId(i)].name, ScalarId(i));
  std::optional<ReadScalars> reads;
  for (const run::Override& each : overrides) {
    bool is_start = each.name.ends_with(".start") && !by_name.contains(each.name);
    auto found = by_name.find(is_start ? std::string_view(each.name).substr(0, each.name.size() - 6)
                                       : std::string_view(each.name));
    if (found == by_name.end()) continue;  // an array, or a record
    const structure::Scalar& named = blocks.scalars[found->second];
    ScalarId owner = named.alias_of.valid() ? named.alias_of : found->second;
    const structure::Scalar& scalar = blocks.scalars[owner];
    if (is_start) {
      const auto& open = blocks.initialization.activated_starts;
      bool counts = scalar.fixed || scalar.kind == structure::ScalarKind::kInput ||
                    std::find(open.begin(), open.end(), owner) != open.end() ||
                    IsIterated(owner, blocks.initial, blocks) || IsIterated(owner, blocks.dynamics, blocks) ||
                    scalar.kind == structure::ScalarKind::kParameter || scalar.kind == structure::ScalarKind::kDiscrete;
      if (!counts)
        sink.Report(kSetWithoutEffect, {},
                    fmt::format("--set {}={} has no effect: {} is not fixed, and the initial conditions determine it",
                                each.name, each.value, named.name));
      continue;
    }
    if (scalar.kind != structure::ScalarKind::kParameter || !scalar.value.valid()) continue;
    if (std::ranges::find(built_in, each) != built_in.end()) continue;
    if (!reads) reads.emplace(blocks, store);
    if (!reads->Has(owner))
      sink.Report(kSetWithoutEffect, {},
                  fmt::format("--set {}={} has no effect: nothing depends on {}", each.name, each.value, each.name));
  }
}

}  // namespace mica
