#include "structure/sort/initial_system.h"

#include <algorithm>
#include <unordered_map>

#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"
#include "symbolic/algebra.h"

namespace mica::structure {

Expr StartOf(const Scalar& scalar, Store& store) {
  if (scalar.start) return scalar.start;
  switch (store.types.kind(scalar.type)) {
    case TypeKind::kInteger:
      return store.exprs.Integer(0);
    case TypeKind::kBoolean:
      return store.exprs.Boolean(false);
    case TypeKind::kString:
      return store.exprs.String("");
    case TypeKind::kEnumeration:
      return store.exprs.EnumLiteral(scalar.type, 1);
    default:
      return store.exprs.Real(0);
  }
}

namespace {

class Maker {
 public:
  explicit Maker(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        rewrite_(store_, [this](Expr e) { return Replace(e); }) {}

  InitialSystem Run() {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      const Scalar& scalar = model_.scalars[id];
      if (scalar.alias_of || model_.facts[id].is_put_aside) continue;
      if (!model_.is_known(id) || model_.facts[id].solved_initially) system_.unknowns.push_back(id);
    }
    std::size_t equation_count = model_.equations.size();
    for (std::size_t i = 0; i < equation_count; ++i)
      if (const ScalarEquation& equation = model_.equations[EquationId(i)]; !equation.is_removed && !equation.is_choice)
        AddDynamic(equation);
    for (const StateSet& set : context_.blocks.state_sets) AddChoice(set);
    for (const ScalarEquation& equation : std::vector<ScalarEquation>(model_.initial_equations))
      AddRewritten(equation, InitialGroup::kInitialEquation);
    AddStarts();
    for (auto [d, pre] : pre_of_) system_.unknowns.push_back(pre);
    std::ranges::sort(system_.unknowns);
    return std::move(system_);
  }

 private:
  ScalarId PreOf(ScalarId d) {
    auto [at, is_new] = pre_of_.try_emplace(d, ScalarId());
    if (!is_new) return at->second;
    Scalar scalar;
    scalar.name = "$pre." + model_.scalars[d].name;
    scalar.type = model_.scalars[d].type;
    scalar.kind = ScalarKind::kDiscrete;
    scalar.start = model_.scalars[d].start;
    scalar.is_hidden = true;
    ScalarFacts facts;
    facts.is_auxiliary = true;
    ScalarId id = model_.Add(std::move(scalar), facts);
    pre_of_[d] = id;
    pre_order_.push_back(d);
    return id;
  }

  Expr Replace(Expr e) {
    switch (exprs_.op(e)) {
      case Op::kInitial:
        return exprs_.Boolean(true);
      case Op::kTerminal:
        return exprs_.Boolean(false);
      case Op::kPre: {
        Expr arg = exprs_.arg(e, 0);
        if (exprs_.op(arg) != Op::kScalar) return {};
        ScalarId id = exprs_.scalar(arg);
        if (model_.scalars[id].kind == ScalarKind::kTimeFlag) return exprs_.Boolean(false);
        if (model_.scalars[id].kind != ScalarKind::kDiscrete) return arg;
        return model_.Ref(PreOf(id), store_);
      }
      // Before its time has passed, a delay gives the value at the start (the specification, 3.7.4.1).
      case Op::kDelay:
        return rewrite_(exprs_.arg(e, 0));
      // Nothing has moved yet: the ends are those of the initial distribution (3.7.4.3).
      case Op::kSpatialDistribution:
        return rewrite_(exprs_.arg(e, 4 + exprs_.payload(e) % 2));
      case Op::kScalar:
        // No sample() ticks while the initial values are sought.
        return model_.scalars[exprs_.scalar(e)].kind == ScalarKind::kTimeFlag ? exprs_.Boolean(false) : Expr();
      default:
        return {};
    }
  }

  InitialEquation& Add(InitialGroup group, Expr left, Expr right, std::uint32_t origin) {
    InitialEquation made;
    made.group = group;
    made.equation.left = left;
    made.equation.right = right;
    made.equation.written_left = left;
    made.equation.written_right = right;
    made.equation.origin = origin;
    system_.equations.push_back(made);
    return system_.equations.back();
  }

  // A permutation's inverse is its transpose: places = choice' · variables.
  void AddChoice(const StateSet& set) {
    symbolic::Algebra algebra(store_);
    std::size_t count = set.variables.size();
    auto origin = static_cast<std::uint32_t>(model_.origins.size());
    model_.origins.push_back(set.origin);
    for (std::size_t i = 0; i < count; ++i) {
      Expr sum = exprs_.Real(0);
      for (std::size_t j = 0; j < count; ++j)
        if (ScalarId entry = set.choice[j * count + i])
          sum = algebra.Add(sum, algebra.Mul(model_.Ref(entry, store_), model_.Ref(set.variables[j], store_)));
      Add(InitialGroup::kDynamics, model_.Ref(set.places[i], store_), sum, origin);
    }
  }

  void AddStep(Step step, std::uint32_t origin, InitialGroup group) {
    InitialEquation made;
    made.group = group;
    made.equation.origin = origin;
    made.equation.step = static_cast<std::uint32_t>(model_.steps.size());
    model_.steps.push_back(std::move(step));
    system_.equations.push_back(made);
  }

  void AddRewritten(const ScalarEquation& equation, InitialGroup group) {
    if (!equation.is_equality()) {
      Step step = model_.steps[equation.step];
      rewrite_.Apply(step);
      AddStep(std::move(step), equation.origin, group);
      return;
    }
    InitialEquation made;
    made.group = group;
    made.equation = equation;
    rewrite_.Apply(made.equation.left);
    rewrite_.Apply(made.equation.right);
    system_.equations.push_back(made);
  }

  void AddDynamic(const ScalarEquation& equation) {
    if (equation.is_equality()) return AddRewritten(equation, InitialGroup::kDynamics);
    switch (model_.steps[equation.step].kind) {
      case Step::Kind::kWhen:
        return AddWhen(equation);
      case Step::Kind::kCall:
        return AddRewritten(equation, InitialGroup::kDynamics);
      case Step::Kind::kAlgorithm:
        return AddAlgorithm(equation);
      default:
        return;  // assertions are checked by the first evaluation of the dynamics
    }
  }

  // A when-statement that is not active assigns nothing: as in a when-clause, v = pre(v), and an initial equation for v
  // tells what was before. What is left is the algorithm.
  void AddAlgorithm(const ScalarEquation& equation) {
    Step step = model_.steps[equation.step];
    rewrite_.Apply(step);
    step.statements = WithoutInactive(std::move(step.statements));
    std::vector<ScalarId> assigned = AssignedScalars(step.statements, store_), left;
    for (ScalarId target : step.targets) {
      bool keeps =
          model_.scalars[target].kind == ScalarKind::kDiscrete && std::ranges::find(assigned, target) == assigned.end();
      if (keeps)
        Add(InitialGroup::kDynamics, model_.Ref(target, store_), model_.Ref(PreOf(target), store_), equation.origin);
      else
        left.push_back(target);
    }
    step.targets = std::move(left);
    if (!step.targets.empty()) AddStep(std::move(step), equation.origin, InitialGroup::kDynamics);
  }

  // If-statements whose conditions are literals by now, decided.
  std::vector<Statement> WithoutInactive(std::vector<Statement> statements) {
    std::vector<Statement> result;
    for (Statement& statement : statements) {
      for (StatementBranch& branch : statement.branches) branch.body = WithoutInactive(std::move(branch.body));
      if (statement.kind != Statement::Kind::kIf) {
        result.push_back(std::move(statement));
        continue;
      }
      auto is = [&](const StatementBranch& branch, bool value) {
        return branch.condition
                   ? exprs_.op(branch.condition) == Op::kBoolean && exprs_.boolean(branch.condition) == value
                   : value;
      };
      std::erase_if(statement.branches, [&](const StatementBranch& branch) { return is(branch, false); });
      if (statement.branches.empty()) continue;
      if (is(statement.branches[0], true))
        for (Statement& inner : statement.branches[0].body) result.push_back(std::move(inner));
      else
        result.push_back(std::move(statement));
    }
    return result;
  }

  void AddWhen(const ScalarEquation& equation) {
    Step when = model_.steps[equation.step];
    std::vector<Step>* active = nullptr;
    for (Step::Branch& branch : when.branches) {
      rewrite_.Apply(branch.trigger);
      if (exprs_.op(branch.trigger) == Op::kBoolean && exprs_.boolean(branch.trigger)) {
        active = &branch.steps;
        break;
      }
    }
    if (!active) {
      for (ScalarId target : when.targets)
        if (target)
          Add(InitialGroup::kDynamics, model_.Ref(target, store_), model_.Ref(PreOf(target), store_), equation.origin);
      return;
    }
    for (Step& step : *active) {
      rewrite_.Apply(step);
      switch (step.kind) {
        case Step::Kind::kAssign:
          Add(InitialGroup::kDynamics, model_.Ref(step.targets[0], store_), step.value, equation.origin);
          break;
        case Step::Kind::kReinit:
          break;  // states follow from the initialization itself
        case Step::Kind::kTerminate:
          break;
        default:
          AddStep(std::move(step), equation.origin, InitialGroup::kDynamics);
      }
    }
  }

  void AddStart(InitialGroup group, ScalarId unknown, ScalarId of, std::uint32_t origin) {
    InitialEquation& made = Add(group, model_.Ref(unknown, store_), StartOf(model_.scalars[of], store_), origin);
    made.start_of = of;
  }

  void AddStarts() {
    flat::Origin origin{{}, context_.flat.span, "start value"};
    std::vector<ScalarId> fixed, optional;
    for (ScalarId id : system_.unknowns) {
      const Scalar& scalar = model_.scalars[id];
      if (scalar.kind == ScalarKind::kDiscrete) {
        if (scalar.fixed) PreOf(id);
        continue;
      }
      if (scalar.kind == ScalarKind::kState && model_.facts[id].is_auxiliary)
        continue;  // of a state set: it stands for a variable
      (scalar.fixed && scalar.kind != ScalarKind::kParameter ? fixed : optional).push_back(id);
    }
    auto add_origin = [&](ScalarId id) {
      flat::Origin at = origin;
      if (VarId source = model_.scalars[id].source) {
        const flat::Variable& variable = context_.flat.variables[source];
        at.span = variable.start_span.valid() ? variable.start_span : variable.span;
      }
      model_.origins.push_back(at);
      return static_cast<std::uint32_t>(model_.origins.size() - 1);
    };
    for (ScalarId id : fixed) AddStart(InitialGroup::kFixedStart, id, id, add_origin(id));
    // Discrete variables with a fixed start value, then those that nothing else determines: pre(d) = start.
    std::vector<ScalarId> discrete = pre_order_;
    std::ranges::stable_partition(discrete, [&](ScalarId d) { return model_.scalars[d].fixed; });
    for (ScalarId d : discrete)
      AddStart(model_.scalars[d].fixed ? InitialGroup::kFixedStart : InitialGroup::kPreStart, pre_of_.at(d), d,
               add_origin(d));
    std::ranges::stable_sort(optional, [&](ScalarId a, ScalarId b) { return Wish(a) > Wish(b); });
    for (ScalarId id : optional) AddStart(InitialGroup::kStart, id, id, add_origin(id));
  }

  // How much the start value of an unknown is wanted as an initial condition; greater is more. That of a parameter with
  // fixed = false is a guess: an initial equation determines the parameter, maybe by way of a state, whose start value
  // then counts first. Where a state is declared with fixed = false and without a start value, nobody says what it
  // should be.
  int Wish(ScalarId id) const {
    const Scalar& scalar = model_.scalars[id];
    const ScalarFacts& facts = model_.facts[id];
    if (scalar.kind == ScalarKind::kParameter) return scalar.start ? 29 : 25;
    int wish = scalar.kind == ScalarKind::kState || facts.in_state_set ? 40 : 0;
    if (facts.fixed_given && !scalar.fixed) wish -= 30;  // fixed = false was written: the user asks for it to be found
    if (scalar.start) wish += 20;
    return wish + static_cast<int>(facts.state_select);
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  InitialSystem system_;
  std::unordered_map<ScalarId, ScalarId> pre_of_;
  std::vector<ScalarId> pre_order_;
  Rewriter rewrite_;
};

}  // namespace

InitialSystem MakeInitialSystem(PassContext& context) { return Maker(context).Run(); }

}  // namespace mica::structure
