#include "flat/unit_check.h"

#include <fmt/format.h>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "flat/codes.h"
#include "flat/text.h"

namespace mica::flat {

namespace {

// What is known of an expression's unit: nothing, that it is a literal and takes any, or the unit.
struct Knowledge {
  enum class Kind : std::uint8_t { kUnknown, kAny, kKnown } kind = Kind::kUnknown;
  Unit unit;

  static Knowledge Any() { return {Kind::kAny, {}}; }
  static Knowledge Known(const Unit& unit) { return {Kind::kKnown, unit}; }
  bool known() const { return kind == Kind::kKnown; }
};

// What people write as a number without a unit: twelfths up to a thousand, and such parts of pi.
bool LooksLikeANumber(double value) {
  constexpr double kRounding = 1e-9;  // of twelfths up to 12 000, which rounding moves by 1e-12
  auto simple = [](double v) { return std::abs(v) <= 1000 && std::abs(v * 12 - std::round(v * 12)) < kRounding; };
  return simple(value) || simple(value / std::numbers::pi);
}

class Checker {
 public:
  Checker(const Model& model, const Store& store, DiagnosticSink& sink)
      : model_(model), store_(store), sink_(sink), names_(model, store.names) {
    units_.resize(model.variables.size());
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
      Expr unit = model.variables[VarId(i)].unit;
      if (!unit.valid() || store.exprs.op(unit) != Op::kString || store.exprs.string(unit).empty()) continue;
      declared_any_ = true;
      if (std::optional<Unit> parsed = ParseUnit(store.exprs.string(unit)))
        units_[i] = *parsed;
      else
        ReportUnknown(store.exprs.string(unit), model.variables[VarId(i)]);
    }
  }

  std::unordered_map<VarId, Unit> Run() {
    if (!declared_any_) return {};
    // Deduction until nothing new is found; chains as long as a model may have are cut after a while.
    for (int round = 0; round < 20; ++round) {
      changed_ = false;
      Sweep();
      if (!changed_) break;
    }
    reporting_ = true;
    Sweep();
    return std::move(deduced_);
  }

 private:
  // Once for each text: a type with a wrong unit has many variables.
  void ReportUnknown(std::string_view unit, const Variable& variable) {
    if (!unknown_.emplace(unit).second) return;
    sink_
        .Report(kUnknownUnit, variable.span,
                fmt::format("\"{}\" is not a unit: nothing is checked where it stands", unit))
        .hint =
        "units are written as in \"kg.m/s2\" or \"W/(m2.K)\": symbols with prefixes, joined by a dot, exponents as "
        "digits";
  }

  void Sweep() {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const Variable& variable = model_.variables[VarId(i)];
      if (!variable.binding.valid() || store_.types.kind(variable.type) != TypeKind::kReal) continue;
      place_ = variable.binding_span.valid() ? variable.binding_span : variable.span;
      clashed_ = false;
      memo_.clear();
      Balance({}, VarId(i), variable.binding, "this value");
    }
    for (const Equation& equation : model_.equations) SweepEquation(equation);
    for (const Equation& equation : model_.initial_equations) SweepEquation(equation);
    for (const Algorithm& algorithm : model_.algorithms) SweepStatements(algorithm.statements);
    for (const Algorithm& algorithm : model_.initial_algorithms) SweepStatements(algorithm.statements);
  }

  void SweepEquation(const Equation& equation) {
    if (equation.kind == Equation::Kind::kEqual || equation.kind == Equation::Kind::kReinit) {
      place_ = equation.origin.span;
      clashed_ = false;
      memo_.clear();
      Balance(equation.left, {}, equation.right, "this equation");
    }
    for (const EquationBranch& branch : equation.branches)
      for (const Equation& inner : branch.equations) SweepEquation(inner);
  }

  void SweepStatements(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kReinit) {
        place_ = statement.span;
        clashed_ = false;
        memo_.clear();
        Balance(statement.targets[0], {}, statement.value, "this assignment");
      }
      for (const StatementBranch& branch : statement.branches) SweepStatements(branch.body);
    }
  }

  // Both sides have one unit. `variable` stands for the left side where there is no expression for it.
  void Balance(Expr left, VarId variable, Expr right, std::string_view what) {
    Knowledge a = left.valid() ? UnitOf(left) : FromVariable(variable);
    Knowledge b = UnitOf(right);
    if (a.known() && b.known() && !(a.unit == b.unit))
      Clash(what, left.valid() ? ExprText(left, store_, names_, 120) : names_.Reference(variable, {}), a.unit,
            ExprText(right, store_, names_, 120), b.unit, left, variable, right);
    else if (a.known())
      Deduce(right, a.unit);
    else if (b.known() && left.valid())
      Deduce(left, b.unit);
    else if (b.known() && variable.valid())
      Learn(variable, b.unit);
  }

  Knowledge FromVariable(VarId id) const {
    const std::optional<Unit>& unit = units_[id.index()];
    return unit ? Knowledge::Known(*unit) : Knowledge();
  }

  void Learn(VarId id, const Unit& unit) {
    const Variable& variable = model_.variables[id];
    if (units_[id.index()] || variable.unit.valid() || store_.types.kind(variable.type) != TypeKind::kReal ||
        unit.offset != 0)
      return;
    if (variable.variability <= Variability::kParameter)
      return;  // a parameter without a unit may be meant as a plain number
    units_[id.index()] = unit;
    deduced_[id] = unit;
    changed_ = true;
  }

  // An expression that must have this unit: if it is one unknown variable, now it is known. Elements of an array may
  // differ: left alone.
  void Deduce(Expr e, const Unit& unit) {
    const ExprPool& exprs = store_.exprs;
    switch (exprs.op(e)) {
      case Op::kVar:
        if (store_.types.is_scalar(exprs.type(e))) Learn(exprs.var(e), unit);
        break;
      case Op::kNeg:
      case Op::kNoEvent:
      case Op::kPre:
        Deduce(exprs.arg(e, 0), unit);
        break;
      case Op::kDer:
        Deduce(exprs.arg(e, 0), unit * Second());
        break;
      default:
        break;
    }
  }

  static Unit Second() { return Unit{{0, 0, 1, 0, 0, 0, 0}}; }

  Knowledge UnitOf(Expr e) {
    if (auto found = memo_.find(e); found != memo_.end()) return found->second;
    Knowledge result = Work(e);
    memo_[e] = result;
    return result;
  }

  Knowledge Work(Expr e) {
    const ExprPool& exprs = store_.exprs;
    auto arg = [&](std::size_t i) { return exprs.arg(e, i); };
    switch (exprs.op(e)) {
      case Op::kReal:
      case Op::kInteger:
        return Knowledge::Any();
      case Op::kVar:
        return FromVariable(exprs.var(e));
      case Op::kIndex:
      case Op::kNeg:
      case Op::kAbs:
      case Op::kPre:
      case Op::kNoEvent:
      case Op::kDelay:
      case Op::kSpatialDistribution:
      case Op::kTranspose:
      case Op::kFill:
      case Op::kSumOf:
      case Op::kMinOf:
      case Op::kMaxOf:
      case Op::kArrayFor:
      case Op::kSumFor:
      case Op::kPromote:
      case Op::kScalarOf:
      case Op::kVectorOf:
      case Op::kMatrixOf:
        return UnitOf(arg(0));
      case Op::kSmooth:
        return UnitOf(arg(1));
      case Op::kHomotopy:
      case Op::kAdd:
      case Op::kSub:
      case Op::kMin:
      case Op::kMax:
        return Agree(arg(0), arg(1), OpName(exprs.op(e)));
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kGreater:
      case Op::kGreaterEqual:
        Agree(arg(0), arg(1), OpName(exprs.op(e)));
        return {};
      case Op::kIf:
        UnitOf(arg(0));
        return Agree(arg(1), arg(2), "if");
      case Op::kAnd:
      case Op::kOr:
        UnitOf(arg(0)), UnitOf(arg(1));
        return {};
      case Op::kNot:
        UnitOf(arg(0));
        return {};
      case Op::kMul:
      case Op::kMatMul:
      case Op::kCross:
      case Op::kDiv:
        return Combine(arg(0), arg(1), exprs.op(e) == Op::kDiv);
      case Op::kPow: {
        Knowledge base = UnitOf(arg(0));
        std::optional<double> exponent = exprs.number(arg(1));
        if (base.known() && exponent) return Knowledge::Known(Power(base.unit, *exponent));
        if (base.known() && base.unit.is_number()) return base;
        return base.kind == Knowledge::Kind::kAny ? base : Knowledge();
      }
      case Op::kSqrt: {
        Knowledge base = UnitOf(arg(0));
        return base.known() ? Knowledge::Known(Power(base.unit, 0.5)) : Knowledge();
      }
      case Op::kDer: {
        Knowledge base = UnitOf(arg(0));
        return base.known() ? Knowledge::Known(base.unit / Second()) : Knowledge();
      }
      case Op::kSin:
      case Op::kCos:
      case Op::kTan:
      case Op::kAsin:
      case Op::kAcos:
      case Op::kAtan:
      case Op::kSinh:
      case Op::kCosh:
      case Op::kTanh:
      case Op::kExp:
      case Op::kLog:
      case Op::kLog10:
        return NumberArgument(e);
      case Op::kAtan2:
        Agree(arg(0), arg(1), "atan2");
        return Knowledge::Known(Unit{});
      case Op::kArray: {
        if (exprs.args(e).empty()) return {};
        Knowledge first = UnitOf(arg(0));
        for (std::size_t i = 1; i < exprs.args(e).size(); ++i) {
          Knowledge next = UnitOf(arg(i));
          if (first.kind == Knowledge::Kind::kAny)
            first = next;
          else if (next.kind != Knowledge::Kind::kAny &&
                   (!next.known() || !first.known() || !(next.unit == first.unit)))
            return {};
        }
        return first;
      }
      default:
        return {};
    }
  }

  Knowledge NumberArgument(Expr e) {
    Expr argument = store_.exprs.arg(e, 0);
    Knowledge of = UnitOf(argument);
    if (of.known() && !of.unit.same_dimension(Unit{}) && reporting_ && !clashed_) {
      clashed_ = true;
      auto& d =
          sink_.Report(kNumberRequired, place_,
                       fmt::format("the argument of {} should be a number, but {} is in {}", OpName(store_.exprs.op(e)),
                                   ExprText(argument, store_, names_, 120), UnitText(of.unit)));
      AddOrigin(d, argument);
    }
    return Knowledge::Known(Unit{});
  }

  Knowledge Agree(Expr left, Expr right, std::string_view op) {
    Knowledge a = UnitOf(left), b = UnitOf(right);
    if (a.known() && b.known() && !(a.unit == b.unit)) {
      Clash(fmt::format("the two sides of `{}`", op), ExprText(left, store_, names_, 120), a.unit,
            ExprText(right, store_, names_, 120), b.unit, left, {}, right);
      return {};
    }
    if (a.known()) {
      if (b.kind == Knowledge::Kind::kUnknown) Deduce(right, a.unit);
      return a;
    }
    if (b.known()) {
      if (a.kind == Knowledge::Kind::kUnknown) Deduce(left, b.unit);
      return b;
    }
    return a.kind == Knowledge::Kind::kAny && b.kind == Knowledge::Kind::kAny ? a : Knowledge();
  }

  Knowledge Combine(Expr left, Expr right, bool divides) {
    // What is computed from literals alone is as good as one: 4/3 may stand for anything.
    if (UnitOf(left).kind == Knowledge::Kind::kAny && UnitOf(right).kind == Knowledge::Kind::kAny)
      return Knowledge::Any();
    // A literal times a number may be an amplitude in any unit: 5*cos(phi).
    auto is_number = [](const Knowledge& of) { return of.known() && of.unit == Unit{}; };
    Knowledge left_side = UnitOf(left), right_side = UnitOf(right);
    if ((left_side.kind == Knowledge::Kind::kAny && is_number(right_side)) ||
        (right_side.kind == Knowledge::Kind::kAny && is_number(left_side)))
      return Knowledge::Any();
    Knowledge a = Factor(left), b = Factor(right);
    if (!a.known() || !b.known()) return {};
    return Knowledge::Known(divides ? a.unit / b.unit : a.unit * b.unit);
  }

  Knowledge Factor(Expr e) {
    Knowledge of = UnitOf(e);
    if (of.kind != Knowledge::Kind::kAny) return of;
    return CountsAsNumber(e) ? Knowledge::Known(Unit{}) : Knowledge();
  }

  // Literals that look like numbers, and what sums and products make of them and of numbers: beside a factor with a
  // unit, 5*cos(phi) is a number.
  bool CountsAsNumber(Expr e) {
    if (std::optional<double> value = LiteralValue(e)) return LooksLikeANumber(*value);
    Knowledge of = UnitOf(e);
    if (of.known()) return of.unit == Unit{};
    switch (store_.exprs.op(e)) {
      case Op::kNeg:
        return CountsAsNumber(store_.exprs.arg(e, 0));
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul:
      case Op::kDiv:
        return CountsAsNumber(store_.exprs.arg(e, 0)) && CountsAsNumber(store_.exprs.arg(e, 1));
      default:
        return false;
    }
  }

  // Of a product or quotient of literals, such as 2*3.14159….
  std::optional<double> LiteralValue(Expr e) const {
    const ExprPool& exprs = store_.exprs;
    if (std::optional<double> value = exprs.number(e)) return value;
    if (exprs.op(e) == Op::kNeg) {
      std::optional<double> value = LiteralValue(exprs.arg(e, 0));
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (exprs.op(e) != Op::kMul && exprs.op(e) != Op::kDiv) return std::nullopt;
    std::optional<double> a = LiteralValue(exprs.arg(e, 0)), b = LiteralValue(exprs.arg(e, 1));
    if (!a || !b) return std::nullopt;
    return exprs.op(e) == Op::kMul ? *a * *b : *a / *b;
  }

  // The unit as the user wrote it where the expression is a variable that declares it.
  std::string TextOf(Expr e, VarId variable, const Unit& unit) const {
    if (e.valid() && store_.exprs.op(e) == Op::kIndex) e = store_.exprs.arg(e, 0);
    if (e.valid() && store_.exprs.op(e) == Op::kVar)
      variable = store_.exprs.var(e);
    else if (e.valid())
      return UnitText(unit);
    Expr declared = model_.variables[variable].unit;
    return declared.valid() && store_.exprs.op(declared) == Op::kString ? std::string(store_.exprs.string(declared))
                                                                        : UnitText(unit);
  }

  void Clash(std::string_view what, const std::string& left, const Unit& left_unit, const std::string& right,
             const Unit& right_unit, Expr left_expr, VarId variable, Expr right_expr) {
    if (!reporting_ || clashed_) return;
    clashed_ = true;
    auto& d =
        sink_.Report(kUnitsDiffer, place_,
                     fmt::format("the units of {} differ: {} is in {}, {} is in {}", what, left,
                                 TextOf(left_expr, variable, left_unit), right, TextOf(right_expr, {}, right_unit)));
    if (left_expr.valid())
      AddOrigin(d, left_expr);
    else
      AddOrigin(d, variable);
    AddOrigin(d, right_expr);
  }

  // Where the unit of the first variable in the expression comes from.
  void AddOrigin(Diagnostic& d, Expr e) {
    std::vector<Expr> stack{e};
    while (!stack.empty()) {
      Expr at = stack.back();
      stack.pop_back();
      if (store_.exprs.op(at) == Op::kVar && units_[store_.exprs.var(at).index()]) {
        AddOrigin(d, store_.exprs.var(at));
        return;
      }
      auto args = store_.exprs.args(at);
      stack.insert(stack.end(), args.rbegin(), args.rend());
    }
  }

  void AddOrigin(Diagnostic& d, VarId id) {
    const Variable& variable = model_.variables[id];
    std::string name = names_.Reference(id, {});
    bool declared = variable.unit.valid();
    d.notes.push_back(
        {variable.span, declared ? fmt::format("{} is declared in {}", name, store_.exprs.string(variable.unit))
                                 : fmt::format("{} has no unit of its own; {} follows from the other equations", name,
                                               UnitText(*units_[id.index()]))});
  }

  const Model& model_;
  const Store& store_;
  DiagnosticSink& sink_;
  ModelNames names_;
  std::vector<std::optional<Unit>> units_;
  std::unordered_set<std::string> unknown_;
  std::unordered_map<VarId, Unit> deduced_;
  std::unordered_map<Expr, Knowledge> memo_;  // of one equation: deduction changes what is known between them
  Span place_;
  bool changed_ = false, reporting_ = false, clashed_ = false, declared_any_ = false;
};

}  // namespace

std::unordered_map<VarId, Unit> CheckUnits(const Model& model, const Store& store, DiagnosticSink& sink) {
  return Checker(model, store, sink).Run();
}

}  // namespace mica::flat
