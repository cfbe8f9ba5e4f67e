#include "structure/verify.h"

#include <fmt/format.h>
#include <algorithm>

#include "structure/sort/incidence.h"
#include "structure/stage/linearise_dynamics.h"
#include "structure/systems/system_jacobian.h"
#include "symbolic/expr_map.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

class Verifier {
 public:
  Verifier(const BlockModel& model, const Store& store) : model_(model), store_(store), occurrences_(store) {}

  void Run() {
    const System* linearised = FindLinearisation(model_);
    for (const System& system : model_.systems) {
      bool is_solved = &system != linearised;
      Check(!is_solved || system.unknowns.size() == system.residuals.size(),
            "a system has as many residuals as unknowns");
      std::size_t rows = system.unknowns.size() + (is_solved ? ExtendedCount(system) : 0),
                  columns = rows + (is_solved ? 0 : model_.states.size());
      for (const JacobianEntry& entry : system.jacobian) {
        Check(entry.row < rows && entry.column < columns, "a Jacobian entry lies within its system");
        CheckExpr(entry.value);
      }
    }
    for (const Scalar& scalar : model_.scalars)
      Check(!scalar.alias_of || !model_.scalars[scalar.alias_of].alias_of,
            "an alias points at something that is no alias");
    Section(model_.parameters, "parameters", false);
    Section(model_.initial, "initial", false);
    Section(model_.dynamics, "dynamics", false);
    Section(model_.stage, "stage", true);
    for (const Held& held : model_.held) {
      CheckExpr(held.value);
      for (Expr crossing : held.crossings) CheckExpr(crossing);
    }
  }

 private:
  void CheckExpr(Expr e) {
    if (!e) return;
    symbolic::PostOrder(
        store_.exprs, e, seen_, [](Expr) { return true; },
        [&](Expr node) {
          switch (store_.exprs.op(node)) {
            case Op::kVar:
            case Op::kDer:
            case Op::kSample:
            case Op::kEdge:
            case Op::kChange:
            case Op::kNoEvent:
            case Op::kSmooth:
              FailCheck(fmt::format("the block model holds a node of kind {}", OpName(store_.exprs.op(node))));
            case Op::kScalar:
              Check(model_.scalars.contains(store_.exprs.scalar(node)), "a scalar is not in the model");
              if (model_.scalars[store_.exprs.scalar(node)].alias_of)
                FailCheck(
                    fmt::format("the block model reads an alias: {}", model_.scalars[store_.exprs.scalar(node)].name));
              break;
            default:
              break;
          }
        });
  }

  void CheckExprs(const Step& step) {
    CheckExpr(step.value);
    CheckExpr(step.condition);
    CheckExpr(step.message);
    for (const Statement& statement : step.statements) CheckStatement(statement);
    for (const Step::Branch& branch : step.branches) {
      CheckExpr(branch.trigger);
      for (const Step& inner : branch.steps) CheckExprs(inner);
    }
  }
  void CheckStatement(const Statement& statement) {
    for (Expr target : statement.targets) CheckExpr(target);
    CheckExpr(statement.value);
    for (const StatementBranch& branch : statement.branches) {
      CheckExpr(branch.condition);
      for (const Statement& inner : branch.body) CheckStatement(inner);
    }
  }

  void Compute(ScalarId id, std::string_view section) {
    if (!id) return;
    if (computed_[id.index()])
      FailCheck(fmt::format("{} is computed twice in section {}", model_.scalars[id].name, section));
    computed_[id.index()] = true;
  }

  // What the section computes at all, so that reading it earlier is a fault.
  void Section(const std::vector<Step>& steps, std::string_view section, bool is_between_events) {
    std::vector<bool> will_compute(model_.scalars.size(), false);
    computed_.assign(model_.scalars.size(), false);
    for (const Step& step : steps)
      for (ScalarId id : step.targets)
        if (id) will_compute[id.index()] = true;
    auto check_reads = [&](const Step& step) {
      occurrences_.Clear();
      occurrences_.Add(step);
      for (const Occurrence& o : occurrences_.found()) {
        if (is_between_events && (o.how & (kSolvable | kInCondition)) == 0)
          continue;  // held relations keep their values
        if (!o.is_needed() || !will_compute[o.scalar.index()] || computed_[o.scalar.index()]) continue;
        if (std::ranges::find(step.targets, o.scalar) != step.targets.end() && step.kind == Step::Kind::kAlgorithm)
          continue;
        FailCheck(
            fmt::format("{} is read before it is computed in section {}", model_.scalars[o.scalar].name, section));
      }
    };
    for (const Step& step : steps) {
      CheckExprs(step);
      if (step.kind == Step::Kind::kSolve) {
        const System& system = model_.systems[step.system];
        for (ScalarId id : step.targets) Compute(id, section);
        for (const Step& inner : system.inner) CheckExprs(inner), check_reads(inner);
        for (const Step& slope : system.slopes) CheckExprs(slope);
        for (const Step& inner : system.discrete) CheckExprs(inner), check_reads(inner);
        for (Expr residual : system.residuals) CheckExpr(residual);
        continue;
      }
      check_reads(step);
      for (ScalarId id : step.targets) Compute(id, section);
    }
  }

  const BlockModel& model_;
  const Store& store_;
  OccurrenceCollector occurrences_;
  symbolic::ExprSet seen_;
  std::vector<bool> computed_;
};

}  // namespace

void VerifyBlocks(const BlockModel& model, const Store& store) { Verifier(model, store).Run(); }

}  // namespace mica::structure
