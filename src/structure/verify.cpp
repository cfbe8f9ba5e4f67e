#include "structure/verify.h"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <span>

#include "structure/sort/incidence.h"
#include "structure/stage/linearise_dynamics.h"
#include "structure/systems/lagged_reads.h"
#include "structure/systems/system_jacobian.h"
#include "symbolic/expr_map.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

// What a held relation is in a section: computed there, as at events, or kept from the last one.
enum class HeldRelations : std::uint8_t { kComputed, kKept };

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
    for (const Held& held : model_.held) {
      CheckExpr(held.value);
      for (Expr crossing : held.crossings) CheckExpr(crossing);
    }
  }

  void RunGeneral() {
    Run();
    Section(model_.parameters, "parameters", HeldRelations::kComputed);
    Section(model_.initial, "initial", HeldRelations::kComputed);
    Section(model_.dynamics, "dynamics", HeldRelations::kComputed);
    Section(model_.stage, "stage", HeldRelations::kKept);
    Section(model_.when_terminal, "at the end", HeldRelations::kComputed);
  }

  void RunMode() {
    Run();
    Section(model_.dynamics, "dynamics of a mode", HeldRelations::kKept);
    Section(model_.stage, "stage of a mode", HeldRelations::kKept);
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

  void Compute(ScalarId id) {
    if (!id) return;
    if (is_computed_[id.index()])
      FailCheck(fmt::format("{} is computed twice in section {}", model_.scalars[id].name, section_));
    is_computed_[id.index()] = true;
  }

  // Steps in order. What the section computes at all may not be read before that.
  void Section(const std::vector<Step>& steps, std::string_view section, HeldRelations held) {
    section_ = section;
    held_ = held;
    is_iterated_.assign(model_.scalars.size(), false);
    will_compute_.assign(model_.scalars.size(), false);
    is_computed_.assign(model_.scalars.size(), false);
    for (const Step& step : steps) {
      for (ScalarId id : step.targets)
        if (id) will_compute_[id.index()] = true;
      if (step.kind != Step::Kind::kSolve) continue;
      for (const Step& slope : model_.systems[step.system].slopes)
        for (ScalarId id : slope.targets) will_compute_[id.index()] = true;
    }
    for (const Step& step : steps) {
      CheckExprs(step);
      if (step.kind == Step::Kind::kSolve) {
        CheckSystem(step);
        continue;
      }
      CheckReads(step);
      for (ScalarId id : step.targets) Compute(id);
    }
  }

  // Reads of a step, but for those that are lagged on purpose.
  void CheckReads(const Step& step, std::span<const ScalarId> lagged = {}) {
    occurrences_.Clear();
    occurrences_.Add(step);
    for (const Occurrence& o : occurrences_.found()) {
      bool is_own = std::ranges::find(step.targets, o.scalar) != step.targets.end();
      if (is_own && step.kind == Step::Kind::kAlgorithm) continue;  // what it has assigned so far
      if (std::ranges::find(lagged, o.scalar) == lagged.end()) CheckRead(o);
    }
  }
  void CheckReads(Expr e) {
    occurrences_.Clear();
    occurrences_.Add(e);
    for (const Occurrence& o : occurrences_.found()) CheckRead(o);
  }
  void CheckRead(const Occurrence& o) {
    if (!o.is_needed() || !will_compute_[o.scalar.index()] || is_computed_[o.scalar.index()]) return;
    if ((o.how & (kSolvable | kInCondition)) == 0) {
      if (held_ == HeldRelations::kKept) return;
      if (is_iterated_[o.scalar.index()]) return;  // in a relation that is iterated with the system
    }
    FailCheck(fmt::format("{} is read before it is computed in section {}", model_.scalars[o.scalar].name, section_));
  }

  // Inside a system: the unknowns are there, and the discrete variables as the round before left them. Inner steps,
  // residuals, slopes, entries of the Jacobian and discrete steps then come in this order.
  void CheckSystem(const Step& solve) {
    const System& system = model_.systems[solve.system];
    std::vector<ScalarId> made = system.unknowns;
    auto add_targets = [&](const std::vector<Step>& steps) {
      for (const Step& step : steps) std::ranges::copy_if(step.targets, std::back_inserter(made), &ScalarId::valid);
    };
    add_targets(system.inner);
    add_targets(system.discrete);
    std::vector<ScalarId> promised;
    std::ranges::copy_if(solve.targets, std::back_inserter(promised), &ScalarId::valid);
    std::ranges::sort(made);
    std::ranges::sort(promised);
    Check(made == promised, "the targets of a system are what it computes");
    for (ScalarId id : made) is_iterated_[id.index()] = true;

    for (ScalarId id : system.unknowns) Compute(id);
    for (const Step& step : system.discrete)
      for (ScalarId id : step.targets) Compute(id);
    for (const Step& inner : system.inner) {
      CheckExprs(inner);
      CheckReads(inner);
      for (ScalarId id : inner.targets) Compute(id);
    }
    for (Expr residual : system.residuals) {
      CheckExpr(residual);
      CheckReads(residual);
    }
    for (const Step& slope : system.slopes) {
      CheckExprs(slope);
      CheckReads(slope);
      for (ScalarId id : slope.targets) Compute(id);
    }
    for (const JacobianEntry& entry : system.jacobian) CheckReads(entry.value);
    CheckDiscrete(system.discrete);
    for (ScalarId id : made) is_iterated_[id.index()] = false;
  }

  // One round computes the discrete steps in order, each from those before it, and in a loop of them from the last
  // round.
  void CheckDiscrete(const std::vector<Step>& steps) {
    for (const Step& step : steps)
      for (ScalarId id : step.targets)
        if (id) is_computed_[id.index()] = false;
    std::vector<std::vector<ScalarId>> lagged = LaggedReads(steps, store_);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      CheckExprs(steps[i]);
      CheckReads(steps[i], lagged[i]);
      for (ScalarId id : steps[i].targets) Compute(id);
    }
  }

  const BlockModel& model_;
  const Store& store_;
  OccurrenceCollector occurrences_;
  symbolic::ExprSet seen_;
  std::string_view section_;
  HeldRelations held_ = HeldRelations::kComputed;
  std::vector<bool> will_compute_, is_computed_;
  std::vector<bool> is_iterated_;  // by the system at hand
};

}  // namespace

void VerifyBlocks(const BlockModel& model, const Store& store) { Verifier(model, store).RunGeneral(); }

void VerifyMode(const BlockModel& model, const Store& store) { Verifier(model, store).RunMode(); }

}  // namespace mica::structure
