#include "structure/scalar/scalar_expressions.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "structure/codes.h"
#include "structure/scalar/call_outputs.h"

namespace mica::structure {

namespace {

// What is differentiated in an initial equation is a variable at all times, with an equation of the dynamics.
class AtAllTimes {
 public:
  explicit AtAllTimes(bool& is_initial) : is_initial_(is_initial), before_(std::exchange(is_initial, false)) {}
  ~AtAllTimes() { is_initial_ = before_; }
  AtAllTimes(const AtAllTimes&) = delete;
  AtAllTimes& operator=(const AtAllTimes&) = delete;

 private:
  bool& is_initial_;
  bool before_;
};

}  // namespace

ScalarExpressions::ScalarExpressions(PassContext& context)
    : context_(context),
      model_(context.model),
      store_(context.store),
      exprs_(context.store.exprs),
      algebra_(context.store),
      inliner_(context.store, symbolic::InlineStage::kEarly),
      structural_(context.flat, context.store),
      elements_(
          context.store,
          [this](Expr variable, std::size_t place) {
            ScalarId id(model_.first_scalar[exprs_.var(variable).index()].index() + place);
            return model_.Ref(id, store_);
          },
          [this](Expr condition) { return structural_.Decide(condition); }),
      structural_values_(
          store_,
          [this](Expr e) { return exprs_.op(e) == Op::kVar ? structural_.Literal(exprs_.var(e), exprs_) : Expr(); }),
      plain_(
          store_,
          [this](Expr e) {
            if (ClassOf(exprs_.op(e)) == OpClass::kClock && exprs_.args(e).empty())
              Expand(e);  // interval(), firstTick(): noted
            return Expr();
          },
          [this](Expr e) { return Expand(e); }),
      extracting_(store_, [this](Expr e) { return Extract(e); }, [this](Expr e) { return Expand(e); }) {}

Expr ScalarExpressions::Fail(std::string_view why) {
  context_.sink.Report(kNoScalarForm, model_.origins[origin_].span,
                       fmt::format("this cannot be written out in scalars: {}", why));
  return {};
}

Expr ScalarExpressions::Finish(Expr e, bool extract) {
  return !e ? Fail(elements_.error()) : extract ? extracting_(e) : plain_(e);
}

Expr ScalarExpressions::Scalar(Expr e) { return Finish(elements_.Scalar(Inlined(e)), !in_branch_); }
Expr ScalarExpressions::PlainScalar(Expr e) { return Finish(elements_.Scalar(Inlined(e)), false); }
Expr ScalarExpressions::PlainWhole(Expr e) { return Finish(elements_.Whole(Inlined(e)), false); }

std::optional<std::vector<Expr>> ScalarExpressions::InlinedOutputs(Expr call) {
  if (exprs_.op(call) != Op::kCall || !inliner_.Wants(exprs_.function(call))) return std::nullopt;
  call = structural_values_(call);
  return inliner_.SizedOutputs(exprs_.function(call), exprs_.ArgsCopy(call));
}

Expr ScalarExpressions::Element(Expr e, std::size_t place) {
  e = Inlined(e);
  return Finish(elements_.Element(e, store_.types.is_scalar(exprs_.type(e)) ? 0 : place), false);
}

bool ScalarExpressions::FlattenInto(Expr e, bool extract, std::vector<Expr>& out) {
  TypeId type = exprs_.type(e);
  if (store_.types.kind(type) == TypeKind::kRecord) {
    std::size_t count = store_.types.record(type).fields.size();
    for (std::size_t i = 0; i < count; ++i)
      if (!FlattenInto(algebra_.Field(e, i), extract, out)) return false;
    return true;
  }
  if (store_.types.has_unknown_size(type)) return Fail("the size of an array is not known").valid();
  std::int64_t count = store_.types.ElementCount(type);
  for (std::int64_t i = 0; i < count; ++i) {
    Expr item = Finish(elements_.Element(e, static_cast<std::size_t>(i)), extract);
    if (!item) return false;
    out.push_back(item);
  }
  return true;
}

std::optional<std::vector<Expr>> ScalarExpressions::Items(Expr e) {
  std::vector<Expr> out;
  return FlattenInto(Inlined(e), !in_branch_, out) ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<std::vector<Expr>> ScalarExpressions::PlainItems(Expr e) {
  std::vector<Expr> out;
  return FlattenInto(Inlined(e), false, out) ? std::optional(std::move(out)) : std::nullopt;
}

ScalarId ScalarExpressions::NewAuxiliary(std::string name, TypeId type) {
  structure::Scalar scalar;
  scalar.name = std::move(name);
  scalar.type = type;
  scalar.kind = store_.types.kind(type) == TypeKind::kReal ? ScalarKind::kAlgebraic : ScalarKind::kDiscrete;
  scalar.is_hidden = true;
  ScalarFacts facts;
  facts.is_auxiliary = true;
  facts.variability =
      scalar.kind == ScalarKind::kAlgebraic ? flat::Variability::kContinuous : flat::Variability::kDiscrete;
  if (is_initial_) {
    scalar.kind = ScalarKind::kParameter;
    facts.variability = flat::Variability::kParameter;
    facts.solved_initially = true;
  }
  return model_.Add(std::move(scalar), facts);
}

void ScalarExpressions::Put(const ScalarEquation& equation) {
  if (is_initial_)
    model_.initial_equations.push_back(equation);
  else
    model_.equations.Add(equation);
}

ScalarId ScalarExpressions::Auxiliary(std::string name, Expr value) {
  ScalarId id = NewAuxiliary(std::move(name), exprs_.type(value));
  ScalarEquation equation;
  equation.left = equation.written_left = model_.Ref(id, store_);
  equation.right = equation.written_right = value;
  equation.origin = origin_;
  Put(equation);
  return id;
}

const std::vector<Expr>& ScalarExpressions::CallOutputs(Expr whole_call) {
  if (auto found = calls_.find(whole_call); found != calls_.end()) return found->second;
  std::string name = "$call" + std::to_string(++call_count_);
  Step step;
  step.kind = Step::Kind::kCall;
  step.value = whole_call;
  std::vector<Expr> outputs;
  std::vector<Expr> items = ScalarItems(whole_call, store_);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ScalarId id = NewAuxiliary(fmt::format("{}[{}]", name, i + 1), exprs_.type(items[i]));
    step.targets.push_back(id);
    outputs.push_back(model_.Ref(id, store_));
  }
  ScalarEquation equation;
  equation.step = static_cast<std::uint32_t>(model_.steps.size());
  equation.origin = origin_;
  model_.steps.push_back(std::move(step));
  Put(equation);
  return calls_.emplace(whole_call, std::move(outputs)).first->second;
}

Expr ScalarExpressions::Extract(Expr e) {
  if (ClassOf(exprs_.op(e)) == OpClass::kClock && exprs_.args(e).empty()) Expand(e);
  switch (exprs_.op(e)) {
    case Op::kIf: {  // calls in branches stay where they are
      Expr condition = extracting_(exprs_.arg(e, 0));
      Expr then_value = plain_(exprs_.arg(e, 1)), else_value = plain_(exprs_.arg(e, 2));
      return algebra_.If(condition, then_value, else_value);
    }
    case Op::kDer: {
      AtAllTimes guard(is_initial_);
      return Derivative(extracting_(exprs_.arg(e, 0)));
    }
    case Op::kIndex:
    case Op::kField:
    case Op::kTupleItem:
      break;
    default:
      return {};
  }
  if (!store_.types.is_scalar(exprs_.type(e)) || store_.types.kind(exprs_.type(e)) == TypeKind::kRecord) return {};
  Expr base = e;
  while (exprs_.op(base) == Op::kIndex || exprs_.op(base) == Op::kField || exprs_.op(base) == Op::kTupleItem)
    base = exprs_.arg(base, 0);
  if (exprs_.op(base) != Op::kCall || store_.functions[exprs_.function(base)].is_impure) return {};
  if (store_.types.has_unknown_size(exprs_.type(base))) return {};
  std::vector<Expr> items = ScalarItems(base, store_);
  auto place = std::ranges::find(items, e);
  if (place == items.end()) return {};  // a subscript that is not literal
  auto index = static_cast<std::size_t>(place - items.begin());
  std::vector<Expr> args = exprs_.ArgsCopy(base);
  for (Expr& arg : args) arg = extracting_(arg);
  Expr call = exprs_.Make(Op::kCall, exprs_.type(base), args, exprs_.payload(base));
  return CallOutputs(call)[index];
}

Expr ScalarExpressions::PushPre(Expr e) {
  Rewriter push(store_, [&](Expr node) -> Expr {
    switch (exprs_.op(node)) {
      case Op::kPre:
        return node;
      case Op::kScalar: {
        ScalarKind kind = model_.scalars[exprs_.scalar(node)].kind;
        if (kind == ScalarKind::kConstant || kind == ScalarKind::kParameter) return node;
        return exprs_.Make(Op::kPre, exprs_.type(node), {node});
      }
      default:
        return {};
    }
  });
  return push(e);
}

// One of the two outputs, of the distribution that both are of.
Expr ScalarExpressions::Distributed(Expr e) {
  std::uint64_t output = exprs_.payload(e);
  if (output > 1) return e;  // numbered already
  std::vector<Expr> args = exprs_.ArgsCopy(e);
  std::size_t count = (args.size() - 4) / 2;
  auto [at, is_new] = distributions_.try_emplace(exprs_.Make(Op::kSpatialDistribution, exprs_.type(e), args),
                                                 model_.distributions.size());
  if (is_new) {
    Distribution made{args[0], args[1], args[2], args[3], {}, {}, model_.origins[origin_]};
    made.points.assign(args.begin() + 4, args.begin() + 4 + static_cast<std::ptrdiff_t>(count));
    made.values.assign(args.begin() + 4 + static_cast<std::ptrdiff_t>(count), args.end());
    model_.distributions.push_back(std::move(made));
  }
  return exprs_.Make(Op::kSpatialDistribution, exprs_.type(e),
                     {args[0], args[1], args[2], args[3], args[4 + count], args.back()}, 2 + 2 * at->second + output);
}

Expr ScalarExpressions::Derivative(Expr e) {
  AtAllTimes guard(is_initial_);
  if (exprs_.is_literal(e)) return exprs_.Real(0);
  if (exprs_.op(e) == Op::kTime) return exprs_.Real(1);
  if (exprs_.op(e) == Op::kNeg) return algebra_.Neg(Derivative(exprs_.arg(e, 0)));
  if (exprs_.op(e) == Op::kScalar) {
    ScalarId id = exprs_.scalar(e);
    switch (model_.scalars[id].kind) {
      case ScalarKind::kConstant:
      case ScalarKind::kParameter:
        return exprs_.Real(0);
      case ScalarKind::kAlgebraic:
        return model_.Ref(model_.DerivativeOf(id, store_), store_);
      case ScalarKind::kInput: {
        auto [at, is_new] = differentiated_.try_emplace(e, ScalarId());
        if (is_new) at->second = Auxiliary("$input." + model_.scalars[id].name, e);
        return model_.Ref(model_.DerivativeOf(at->second, store_), store_);
      }
      default:
        break;
    }
    context_.sink.Report(kDerOfDiscrete, model_.origins[origin_].span,
                         fmt::format("der({}) is not defined: {} changes at events only", model_.scalars[id].name,
                                     model_.scalars[id].name));
    return exprs_.Real(0);
  }
  auto [at, is_new] = differentiated_.try_emplace(e, ScalarId());
  if (is_new) {
    ScalarId id = Auxiliary(fmt::format("$der{}", differentiated_.size()), e);
    at = differentiated_.find(e);
    at->second = id;
  }
  return model_.Ref(model_.DerivativeOf(at->second, store_), store_);
}

Expr ScalarExpressions::Expand(Expr e) {
  TypeId boolean = store_.types.boolean();
  switch (exprs_.op(e)) {
    case Op::kDer:
      return Derivative(exprs_.arg(e, 0));
    case Op::kPre:
      return exprs_.op(exprs_.arg(e, 0)) == Op::kPre ? e : PushPre(exprs_.arg(e, 0));
    case Op::kEdge: {
      Expr b = exprs_.arg(e, 0);
      return algebra_.And(b, algebra_.Not(PushPre(b)));
    }
    case Op::kChange: {
      Expr v = exprs_.arg(e, 0), before = PushPre(v);
      if (v == before) return exprs_.Boolean(false);
      return exprs_.Make(Op::kNotEqual, boolean, {v, before});
    }
    case Op::kSample: {
      auto [at, is_new] = flags_.try_emplace(e, ScalarId());
      if (is_new) {
        ScalarId flag = NewAuxiliary(fmt::format("$sample{}", flags_.size()), boolean);
        model_.scalars[flag].kind = ScalarKind::kTimeFlag;
        model_.samplers.push_back(
            {algebra_.ToReal(exprs_.arg(e, 0)), algebra_.ToReal(exprs_.arg(e, 1)), flag, model_.origins[origin_]});
        at = flags_.find(e);
        at->second = flag;
      }
      return model_.Ref(at->second, store_);
    }
    case Op::kDelay: {
      std::vector<Expr> args = exprs_.ArgsCopy(e);
      Expr numbered = exprs_.Make(Op::kDelay, exprs_.type(e), args, model_.delays.size());
      model_.delays.push_back({args[0], args[1], args.size() > 2 ? args[2] : args[1], model_.origins[origin_]});
      return numbered;
    }
    case Op::kSpatialDistribution:
      return Distributed(e);
    case Op::kActiveState:
    case Op::kTicksInState:
    case Op::kTimeInState:
      // Those that a state machine answers are gone since flattening.
      context_.sink.Report(kNoStateMachine, model_.origins[origin_].span,
                           fmt::format("{}() is used outside a state machine", OpName(exprs_.op(e))));
      return e;
    case Op::kError:
      return e;
    default:
      if (ClassOf(exprs_.op(e)) == OpClass::kClock) model_.has_clocks = true;
      return e;
  }
}

}  // namespace mica::structure
