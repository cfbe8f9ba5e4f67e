#include "symbolic/derivative_function.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "symbolic/derivative.h"
#include "symbolic/substitute.h"
#include "symbolic/visit.h"

namespace mica::symbolic {

bool FunctionDerivatives::HasReals(TypeId type) const {
  const Types& types = store_.types;
  switch (types.kind(type)) {
    case TypeKind::kReal:
      return true;
    case TypeKind::kRecord:
      return std::ranges::any_of(types.record(type).fields,
                                 [&](const RecordField& field) { return HasReals(field.type); });
    case TypeKind::kTuple:
      return std::ranges::any_of(types[type].parts, [&](TypeId part) { return HasReals(part); });
    default:
      return false;
  }
}

TypeId FunctionDerivatives::DerivativeType(TypeId type) {
  Types& types = store_.types;
  if (types.kind(type) != TypeKind::kRecord) return type;
  TypeId element = types.Element(type);
  auto found = record_types_.find(element);
  if (found == record_types_.end()) {
    const RecordDefinition& record = types.record(element);
    RecordDefinition made{record.name, {}};
    for (const RecordField& field : record.fields)
      if (HasReals(field.type)) made.fields.push_back({field.name, DerivativeType(field.type)});
    TypeId derivative = element;
    if (made.fields != record.fields) {
      made.name = store_.names.Intern(fmt::format("{}$der", store_.names.text(record.name)));
      derivative = types.Record(types.AddRecord(std::move(made)));
    }
    found = record_types_.emplace(element, derivative).first;
  }
  return types.WithSizes(found->second, types.sizes(type));
}

std::optional<std::size_t> FunctionDerivatives::DerivativeField(TypeId record, std::size_t field) {
  const auto& fields = store_.types.record(record).fields;
  if (!HasReals(fields[field].type)) return std::nullopt;
  std::size_t place = 0;
  for (std::size_t i = 0; i < field; ++i) place += HasReals(fields[i].type);
  return place;
}

Expr FunctionDerivatives::Zero(Expr e) {
  Algebra algebra(store_);
  TypeId type = store_.exprs.type(e), derivative = DerivativeType(type);
  if (type == derivative) return algebra.ZeroLike(e);
  std::vector<Expr> fields;
  for (std::size_t i = 0; i < store_.types.record(type).fields.size(); ++i)
    if (DerivativeField(type, i)) fields.push_back(Zero(algebra.Field(e, i)));
  return store_.exprs.Make(Op::kRecord, derivative, fields);
}

namespace {

// Makes the derivative of one body. Derivative variables are first numbered after those of the function; the final
// order comes last.
class BodyDerivative {
 public:
  BodyDerivative(FunctionDerivatives& functions, FunctionId id, const FunctionDerivatives::StillInputs& still)
      : still_(still),
        functions_(functions),
        store_(functions.store()),
        pool_(store_.exprs),
        types_(store_.types),
        algebra_(store_),
        function_(store_.functions[id]),
        derivative_of_(function_.variables.size()),
        differentiator_(functions, [this](Expr leaf) { return Seed(leaf); }) {}

  // Empty with `error` set if some part has no derivative.
  std::optional<Function> Make() {
    FindActive();
    std::size_t next = function_.variables.size();
    for (std::size_t i = 0; i < function_.variables.size(); ++i)
      if (active_[i]) derivative_of_[i] = next++;
    std::vector<Statement> body = Transform(function_.body);
    if (!error.empty()) return std::nullopt;
    return Assemble(std::move(body));
  }

  std::string error;

 private:
  Expr Seed(Expr leaf) {
    if (pool_.op(leaf) != Op::kLocal) return algebra_.ZeroLike(leaf);
    std::size_t place = pool_.payload(leaf);
    if (active_[place]) return pool_.Local(derivative_of_[place], functions_.DerivativeType(pool_.type(leaf)));
    return functions_.Zero(leaf);
  }
  static std::size_t RootOf(const ExprPool& pool, Expr target) {
    while (pool.op(target) != Op::kLocal) target = pool.arg(target, 0);
    return pool.payload(target);
  }

  // Variables with Reals that depend on inputs with Reals: a fixed point over the assignments.
  void FindActive() {
    active_.assign(function_.variables.size(), false);
    for (std::size_t i = 0; i < function_.input_count; ++i)
      active_[i] = functions_.HasReals(function_.variables[i].type) && !(i < still_.size() && still_[i]);
    for (std::size_t i = 0; i < function_.output_count; ++i)
      active_[function_.input_count + i] = functions_.HasReals(function_.output(i).type);
    struct Flow {
      std::size_t to;
      std::vector<std::size_t> from;
    };
    std::vector<Flow> flows;
    auto add = [&](std::size_t to, Expr value) {
      if (!functions_.HasReals(function_.variables[to].type)) return;
      std::vector<Expr> roots{value};
      Flow flow{to, {}};
      for (Expr local : Collect(pool_, roots, [&](Expr e) { return pool_.op(e) == Op::kLocal; }))
        flow.from.push_back(pool_.payload(local));
      flows.push_back(std::move(flow));
    };
    auto visit = [&](auto& self, std::span<const Statement> statements) -> void {
      for (const Statement& s : statements) {
        if (s.kind == Statement::Kind::kAssign || s.kind == Statement::Kind::kTupleAssign)
          for (Expr target : s.targets)
            if (target) add(RootOf(pool_, target), s.value);
        for (const StatementBranch& branch : s.branches) self(self, branch.body);
      }
    };
    visit(visit, function_.body);
    for (std::size_t i = function_.input_count; i < function_.variables.size(); ++i)
      if (function_.variables[i].binding) add(i, function_.variables[i].binding);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Flow& flow : flows) {
        if (active_[flow.to] || !std::ranges::any_of(flow.from, [&](std::size_t i) { return active_[i]; })) continue;
        active_[flow.to] = changed = true;
      }
    }
  }

  Expr D(Expr e) {
    Expr d = differentiator_.Of(e);
    if (!d && error.empty()) error = differentiator_.error();
    return d ? d : e;
  }

  // The place of the derivative that belongs to a target; invalid if the target holds no Reals or is not active.
  Expr TargetOf(Expr target) {
    if (!functions_.HasReals(pool_.type(target)) || !active_[RootOf(pool_, target)]) return {};
    switch (pool_.op(target)) {
      case Op::kLocal:
        return Seed(target);
      case Op::kField: {
        Expr base = TargetOf(pool_.arg(target, 0));
        auto place = functions_.DerivativeField(pool_.type(pool_.arg(target, 0)), pool_.payload(target));
        return pool_.Make(Op::kField, functions_.DerivativeType(pool_.type(target)), {base}, *place);
      }
      default: {
        std::vector<Expr> args = pool_.ArgsCopy(target);
        return pool_.Index(TargetOf(args[0]), std::span(args).subspan(1));
      }
    }
  }

  std::vector<Statement> Transform(std::span<const Statement> statements) {
    std::vector<Statement> result;
    for (const Statement& statement : statements) {
      if (!error.empty()) return result;
      switch (statement.kind) {
        case Statement::Kind::kAssign:
          if (Expr target = TargetOf(statement.targets[0])) {
            Statement s = statement;
            s.targets = {target};
            s.value = functions_.HasReals(pool_.type(statement.value)) ? D(statement.value)
                                                                       : functions_.Zero(statement.targets[0]);
            result.push_back(std::move(s));
          }
          result.push_back(statement);
          break;
        case Statement::Kind::kTupleAssign:
          TransformTuple(statement, result);
          break;
        case Statement::Kind::kCall:
          break;  // its effect belongs to the function itself
        default: {
          Statement s = statement;
          for (StatementBranch& branch : s.branches) branch.body = Transform(branch.body);
          result.push_back(std::move(s));
        }
      }
    }
    return result;
  }

  void TransformTuple(const Statement& statement, std::vector<Statement>& result) {
    bool any = std::ranges::any_of(statement.targets, [&](Expr t) { return t && TargetOf(t); });
    if (any) {
      Expr d = D(statement.value);
      if (!error.empty()) return;
      std::vector<Expr> targets, originals;
      std::span<const TypeId> parts = types_[pool_.type(statement.value)].parts;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!functions_.HasReals(parts[i])) continue;
        Expr target = i < statement.targets.size() ? statement.targets[i] : Expr();
        originals.push_back(target);
        targets.push_back(target ? TargetOf(target) : Expr());
      }
      if (algebra_.IsZero(d)) {
        for (std::size_t i = 0; i < targets.size(); ++i)
          if (targets[i])
            result.push_back({.kind = Statement::Kind::kAssign,
                              .targets = {targets[i]},
                              .value = functions_.Zero(originals[i]),
                              .span = statement.span});
      } else if (types_.kind(pool_.type(d)) == TypeKind::kTuple) {
        result.push_back(
            {.kind = Statement::Kind::kTupleAssign, .targets = targets, .value = d, .span = statement.span});
      } else if (targets[0]) {
        result.push_back(
            {.kind = Statement::Kind::kAssign, .targets = {targets[0]}, .value = d, .span = statement.span});
      }
    }
    result.push_back(statement);
  }

  Name DerivativeName(Name name) {
    std::string text = fmt::format("{}_der", store_.names.text(name));
    auto taken = [&](Name n) {
      return std::ranges::any_of(function_.variables, [&](const FunctionVariable& v) { return v.name == n; });
    };
    while (taken(store_.names.Intern(text))) text += "_";
    return store_.names.Intern(text);
  }

  FunctionVariable DerivativeVariable(std::size_t i, FunctionRole role) {
    FunctionVariable variable = function_.variables[i];
    variable.name = DerivativeName(variable.name);
    variable.role = role;
    variable.type = functions_.DerivativeType(variable.type);
    variable.is_constant = false;
    variable.binding = role == FunctionRole::kInput || !variable.binding ? Expr() : D(variable.binding);
    return variable;
  }

  std::optional<Function> Assemble(std::vector<Statement> body) {
    Function made;
    made.name = store_.names.Intern(fmt::format("{}$der", store_.names.text(function_.name)));
    made.span = function_.span;
    made.inlining = function_.inlining == InlineKind::kNever ? InlineKind::kNever : InlineKind::kUnset;
    std::vector<std::size_t> place(function_.variables.size() + derivative_of_.size(), 0);
    auto take = [&](std::size_t i, FunctionRole role) {
      place[i] = made.variables.size();
      made.variables.push_back(function_.variables[i]);
      made.variables.back().role = role;
    };
    auto take_derivative = [&](std::size_t i, FunctionRole role) {
      place[derivative_of_[i]] = made.variables.size();
      made.variables.push_back(DerivativeVariable(i, role));
    };
    std::size_t inputs = function_.input_count, outputs = function_.output_count, all = function_.variables.size();
    for (std::size_t i = 0; i < inputs; ++i) take(i, FunctionRole::kInput);
    for (std::size_t i = 0; i < inputs; ++i)
      if (active_[i]) take_derivative(i, FunctionRole::kInput);
    made.input_count = made.variables.size();
    for (std::size_t i = inputs; i < inputs + outputs; ++i)
      if (active_[i]) take_derivative(i, FunctionRole::kOutput);
    made.output_count = made.variables.size() - made.input_count;
    for (std::size_t i = inputs; i < all; ++i) take(i, FunctionRole::kProtected);
    for (std::size_t i = inputs + outputs; i < all; ++i)
      if (active_[i]) take_derivative(i, FunctionRole::kProtected);
    if (!error.empty()) return std::nullopt;

    // The final numbers of all locals.
    ExprMap<Expr> memo;
    auto renumber = [&](Expr e) {
      if (!e) return e;
      return Rewrite(
          pool_, e, memo,
          [&](Expr x) {
            if (pool_.op(x) == Op::kLocal) return pool_.Local(place[pool_.payload(x)], pool_.type(x));
            return pool_.args(x).empty() ? x : Expr();
          },
          [&](Expr x, std::span<const Expr> args) { return WithArgs(pool_, x, args); });
    };
    for (FunctionVariable& variable : made.variables) {
      variable.binding = renumber(variable.binding);
      for (Expr& size : variable.sizes) size = renumber(size);
    }
    auto renumber_all = [&](auto& self, std::vector<Statement>& statements) -> void {
      for (Statement& s : statements) {
        for (Expr& target : s.targets) target = renumber(target);
        s.value = renumber(s.value);
        for (StatementBranch& branch : s.branches) {
          branch.condition = renumber(branch.condition);
          self(self, branch.body);
        }
      }
    };
    renumber_all(renumber_all, body);
    made.body = std::move(body);
    return made;
  }

  FunctionDerivatives::StillInputs still_;
  FunctionDerivatives& functions_;
  Store& store_;
  ExprPool& pool_;
  Types& types_;
  Algebra algebra_;
  const Function& function_;
  std::vector<std::size_t> derivative_of_;
  std::vector<bool> active_;
  Differentiator differentiator_;
};

}  // namespace

std::optional<FunctionId> FunctionDerivatives::Of(FunctionId id, const StillInputs& still) {
  std::pair<FunctionId, StillInputs> key(id, still);
  if (auto found = entries_.find(key); found != entries_.end()) {
    // While it is being made (recursion) its id serves already.
    return found->second.error.empty() ? std::optional(found->second.derivative) : std::nullopt;
  }
  const Function& function = store_.functions[id];
  Entry entry;
  if (function.is_external)
    entry.error = fmt::format("the external function {} has no derivative", store_.names.text(function.name));
  else if (function.is_impure)
    entry.error = fmt::format("{} is impure", store_.names.text(function.name));
  else if (function.body.empty())
    entry.error = fmt::format("{} has no body", store_.names.text(function.name));
  if (!entry.error.empty()) {
    entries_[key] = entry;
    return std::nullopt;
  }
  Function placeholder;
  placeholder.name = function.name;
  // Recursive calls need to know the inputs and outputs.
  for (std::size_t i = 0; i < function.input_count; ++i) placeholder.variables.push_back(function.input(i));
  for (std::size_t i = 0; i < function.input_count; ++i)
    if (HasReals(function.input(i).type) && !(i < still.size() && still[i]))
      placeholder.variables.push_back(
          {function.input(i).name, FunctionRole::kInput, DerivativeType(function.input(i).type)});
  placeholder.input_count = placeholder.variables.size();
  for (std::size_t i = 0; i < function.output_count; ++i)
    if (HasReals(function.output(i).type))
      placeholder.variables.push_back(
          {function.output(i).name, FunctionRole::kOutput, DerivativeType(function.output(i).type)});
  placeholder.output_count = placeholder.variables.size() - placeholder.input_count;
  entry.derivative = store_.functions.Add(std::move(placeholder));
  entries_[key] = entry;

  BodyDerivative body(*this, id, still);
  std::optional<Function> made = body.Make();
  if (!made) {
    entries_[key].error = fmt::format("in {}: {}", store_.names.text(function.name), body.error);
    return std::nullopt;
  }
  store_.functions[entry.derivative] = std::move(*made);
  return entry.derivative;
}

std::string FunctionDerivatives::error(FunctionId function) const {
  auto found = entries_.find({function, {}});
  return found == entries_.end() ? "" : found->second.error;
}

}  // namespace mica::symbolic
