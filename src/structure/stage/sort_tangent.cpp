#include "structure/stage/sort_tangent.h"

#include <fmt/format.h>

#include "structure/sort/partial_derivative.h"
#include "structure/sort/sort_blocks.h"
#include "structure/values/vanishing_entries.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

class Tangent {
 public:
  explicit Tangent(PassContext& context)
      : context_(context),
        model_(context.model),
        blocks_(context.blocks),
        algebra_(context.store),
        partial_(context.derivatives),
        tangent_of_(context.model.scalars.size()) {}

  bool Run() {
    std::size_t count = model_.equations.size(), scalars = model_.scalars.size();
    for (std::size_t e = 0; e < count; ++e)
      if (!model_.equations[EquationId(e)].is_removed && !Linearise(model_.equations[EquationId(e)])) return false;
    blocks_.stage_gain = model_.AddHiddenInput("$gain", context_.store.types.real());
    for (std::size_t i = 0; i < scalars; ++i)
      if (model_.scalars[ScalarId(i)].kind == ScalarKind::kState && !model_.scalars[ScalarId(i)].alias_of)
        AddState(ScalarId(i));
    return equations_.size() == unknowns_.size() && Sort();
  }

 private:
  ScalarId Make(std::string name) {
    Scalar scalar;
    scalar.name = std::move(name);
    scalar.type = context_.store.types.real();
    scalar.kind = ScalarKind::kAlgebraic;
    scalar.is_hidden = true;
    ScalarFacts facts;
    facts.is_auxiliary = facts.is_put_aside = true;
    unknowns_.push_back(model_.Add(std::move(scalar), facts));
    return unknowns_.back();
  }

  Expr TangentOf(ScalarId x) {
    ScalarId& d = tangent_of_[x.index()];
    if (!d) d = Make(fmt::format("$d({})", model_.scalars[x].name));
    return model_.Ref(d, context_.store);
  }

  bool IsUnknown(ScalarId id) const { return model_.is_continuous(id) && !model_.is_known(id); }

  void Add(Expr left, Expr right, std::uint32_t origin) {
    ScalarEquation equation;
    equation.left = equation.written_left = left;
    equation.right = equation.written_right = right;
    equation.origin = origin;
    equations_.push_back(equation);
  }

  bool Linearise(const ScalarEquation& equation) {
    if (!equation.is_equality()) {
      for (ScalarId target : model_.steps[equation.step].targets)
        if (target && IsUnknown(target)) return false;
      return true;
    }
    if (context_.store.types.kind(context_.store.exprs.type(equation.left)) != TypeKind::kReal) return true;
    auto partials = partial_.All(algebra_.Sub(equation.left, equation.right), [&](ScalarId x) { return IsUnknown(x); });
    if (!partials) return false;
    if (partials->empty()) return true;
    std::uint32_t origin = equation.origin;
    Expr sum;
    for (const PartialTerm& term : *partials) {
      Expr product = algebra_.Mul(term.derivative, TangentOf(term.scalar));
      sum = sum ? algebra_.Add(sum, product) : product;
    }
    Add(sum, context_.store.exprs.Real(0), origin);
    return true;
  }

  void AddState(ScalarId x) {
    const Scalar& derivative = model_.scalars[model_.scalars[x].derivative];
    ScalarId owner = derivative.alias_of ? derivative.alias_of : model_.scalars[x].derivative;
    bool is_negative = derivative.alias_of && derivative.alias_sign < 0;
    Expr slope = IsUnknown(owner) ? TangentOf(owner) : context_.store.exprs.Real(0);
    if (is_negative) slope = algebra_.Neg(slope);
    std::string name = model_.scalars[x].name;
    blocks_.stage_bases.push_back(
        model_.AddHiddenInput(fmt::format("$direction({})", name), context_.store.types.real()));
    blocks_.stage_slopes.push_back(Make(fmt::format("$slope({})", name)));
    Expr given_slope = model_.Ref(blocks_.stage_slopes.back(), context_.store);
    std::uint32_t origin = static_cast<std::uint32_t>(model_.origins.size());
    model_.origins.push_back({{}, {}, "step formula"});
    Add(given_slope, slope, origin);
    Expr gain = model_.Ref(blocks_.stage_gain, context_.store);
    Add(TangentOf(x),
        algebra_.Add(model_.Ref(blocks_.stage_bases.back(), context_.store), algebra_.Mul(gain, given_slope)), origin);
  }

  bool Sort() {
    SortProblem problem;
    for (ScalarId id : unknowns_) problem.AddUnknown(id, model_.scalars.size());
    for (const ScalarEquation& equation : equations_) problem.equations.push_back(&equation);
    problem.graph = BuildEquationGraph(model_, context_.store, problem.equations, problem.column_of,
                                       static_cast<Index>(unknowns_.size()), true);
    graph::Matching matching(static_cast<Index>(problem.graph.rows.size()), static_cast<Index>(unknowns_.size()));
    graph::CompressedRows without = WithoutVanishing(context_, problem.equations, problem.unknowns, problem.graph);
    problem.matching =
        graph::MaximumMatching(problem.graph.solvable, graph::MaximumMatching(without, std::move(matching)));
    if (!problem.matching.UnmatchedRows().empty() || !problem.matching.UnmatchedColumns().empty()) return false;
    return SortBlocks(context_, problem, blocks_.stage);
  }

  PassContext& context_;
  ScalarModel& model_;
  BlockModel& blocks_;
  symbolic::Algebra algebra_;
  PartialDerivative partial_;
  std::vector<ScalarId> tangent_of_, unknowns_;
  std::vector<ScalarEquation> equations_;
};

}  // namespace

bool SortTangent(PassContext& context) {
  BlockModel& blocks = context.blocks;
  DiagnosticSink::Transaction attempt(context.sink);
  std::size_t first_system = blocks.systems.size();
  Counts counts = blocks.counts;
  IdVector<HeldId, Held> held = context.model.held;
  context.in_stage = true;
  bool sorted = Tangent(context).Run();
  context.in_stage = false;
  context.model.held = std::move(held);
  for (std::size_t s = first_system; s < blocks.systems.size(); ++s) blocks.systems[SystemId(s)].discrete.clear();
  if (sorted) return true;
  attempt.RollBack();
  blocks.counts = counts;
  blocks.systems.resize(first_system);
  blocks.stage.clear();
  blocks.stage_bases.clear();
  blocks.stage_slopes.clear();
  blocks.stage_gain = {};
  return true;
}

}  // namespace mica::structure
