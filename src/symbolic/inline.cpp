#include "symbolic/inline.h"

#include <algorithm>

#include "symbolic/substitute.h"
#include "symbolic/visit.h"

namespace mica::symbolic {

namespace {

constexpr int kMostStatements = 300;    // executed, loops unrolled
constexpr std::size_t kSmallBody = 12;  // nodes of a body that is inlined without being asked

// Runs a body on expressions instead of values.
class Body {
 public:
  Body(Store& store, const Function& function, std::span<const Expr> args)
      : store_(store), algebra_(store), pool_(store.exprs), types_(store.types), function_(function), args_(args) {}

  std::optional<std::vector<Expr>> Run() {
    values_.resize(function_.variables.size());
    for (std::size_t i = 0; i < args_.size() && i < function_.input_count; ++i) values_[i] = args_[i];
    if (function_.is_external) return Builtin();
    if (!Initialize()) return std::nullopt;
    if (function_.is_record_constructor) return Record();
    if (!Execute(function_.body)) return std::nullopt;
    std::vector<Expr> outputs;
    for (std::size_t i = 0; i < function_.output_count; ++i) {
      outputs.push_back(values_[function_.input_count + i]);
      if (!outputs.back()) return std::nullopt;
    }
    return outputs;
  }

 private:
  // With the values that the locals have now; invalid if one has none.
  Expr Now(Expr e) {
    if (!e) return {};
    Substitution values(store_);
    std::vector<Expr> roots{e};
    for (Expr local : Collect(pool_, roots, [&](Expr x) { return pool_.op(x) == Op::kLocal; })) {
      Expr value = values_[pool_.payload(local)];
      if (!value) return {};
      values.Set(local, value);
    }
    return values.Apply(EventFree(e));
  }

  Expr EventFree(Expr root) {
    return Rewrite(
        pool_, root, event_free_,
        [&](Expr e) { return pool_.args(e).empty() || pool_.op(e) == Op::kNoEvent ? e : Expr(); },
        [&](Expr e, std::span<const Expr> args) {
          Expr same = WithArgs(pool_, e, args);
          bool event = IsRelation(pool_.op(e)) || ClassOf(pool_.op(e)) == OpClass::kEventMath;
          bool reals = std::ranges::any_of(pool_.args(e),
                                           [&](Expr arg) { return types_.kind(pool_.type(arg)) == TypeKind::kReal; });
          return event && reals ? algebra_.NoEvent(same) : same;
        });
  }

  // Start values, in whatever order they depend on each other. A variable without one may still be assigned later.
  bool Initialize() {
    bool progress = true;
    while (progress) {
      progress = false;
      for (std::size_t i = 0; i < function_.variables.size(); ++i) {
        const FunctionVariable& variable = function_.variables[i];
        if (values_[i] || !variable.binding) continue;
        values_[i] = Now(variable.binding);
        progress |= values_[i].valid();
      }
    }
    for (std::size_t i = 0; i < function_.variables.size(); ++i)
      if (!values_[i] && (function_.variables[i].binding || i < function_.input_count)) return false;
    return true;
  }

  std::optional<std::vector<Expr>> Record() {
    TypeId type = function_.output(0).type;
    std::vector<Expr> fields;
    for (const RecordField& field : types_.record(type).fields) {
      auto variable = std::ranges::find_if(function_.variables, [&](const FunctionVariable& v) {
        return v.name == field.name && v.role != FunctionRole::kOutput;
      });
      if (variable == function_.variables.end()) return std::nullopt;
      Expr value = values_[static_cast<std::size_t>(variable - function_.variables.begin())];
      if (!value) return std::nullopt;
      fields.push_back(types_.kind(field.type) == TypeKind::kReal ? algebra_.ToReal(value) : value);
    }
    return std::vector{pool_.Make(Op::kRecord, type, fields)};
  }

  std::optional<std::vector<Expr>> Builtin() {
    if (function_.external.language != "builtin" || function_.output_count != 1) return std::nullopt;
    auto op = FindMathOp(function_.external.name);
    if (!op) return std::nullopt;
    std::vector<Expr> args;
    for (Expr argument : function_.external.arguments) {
      args.push_back(Now(argument));
      if (!args.back()) return std::nullopt;
    }
    return std::vector{algebra_.Make(*op, function_.output(0).type, args)};
  }

  bool Execute(std::span<const Statement> statements) {
    for (const Statement& statement : statements)
      if (++executed_ > kMostStatements || !ExecuteOne(statement)) return false;
    return true;
  }

  bool ExecuteOne(const Statement& statement) {
    switch (statement.kind) {
      case Statement::Kind::kAssign: {
        Expr value = Now(statement.value);
        return value && Assign(statement.targets[0], value);
      }
      case Statement::Kind::kTupleAssign: {
        Expr call = Now(statement.value);
        if (!call) return false;
        for (std::size_t i = 0; i < statement.targets.size(); ++i) {
          if (!statement.targets[i]) continue;
          TypeId type = pool_.type(call);
          if (types_.kind(type) == TypeKind::kTuple) type = types_[type].parts[i];
          if (!Assign(statement.targets[i], algebra_.TupleItem(call, i, type))) return false;
        }
        return true;
      }
      case Statement::Kind::kIf:
        return ExecuteIf(statement, 0);
      case Statement::Kind::kFor:
        return ExecuteFor(statement);
      default:
        return false;
    }
  }

  bool ExecuteIf(const Statement& statement, std::size_t branch) {
    if (branch == statement.branches.size()) return true;
    const StatementBranch& here = statement.branches[branch];
    if (!here.condition) return Execute(here.body);
    Expr condition = Now(here.condition);
    if (!condition) return false;
    if (pool_.op(condition) == Op::kBoolean)
      return pool_.boolean(condition) ? Execute(here.body) : ExecuteIf(statement, branch + 1);
    std::vector<Expr> before = values_;
    if (!Execute(here.body)) return false;
    std::vector<Expr> taken = std::exchange(values_, std::move(before));
    if (!ExecuteIf(statement, branch + 1)) return false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] == taken[i]) continue;
      values_[i] = values_[i] && taken[i] ? algebra_.If(condition, taken[i], values_[i]) : Expr();
    }
    return true;
  }

  bool ExecuteFor(const Statement& statement) {
    Expr range = Now(statement.value);
    if (!range || types_.has_unknown_size(pool_.type(range)) || types_.rank(pool_.type(range)) != 1) return false;
    std::int32_t count = types_.sizes(pool_.type(range))[0];
    if (count > kMostStatements) return false;
    for (std::int32_t i = 0; i < count; ++i) {
      Substitution iterator(store_);
      iterator.Set(statement.iterator, algebra_.Index(range, {{pool_.Integer(i + 1)}}));
      if (!Execute(iterator.Apply(statement.branches[0].body))) return false;
    }
    return true;
  }

  // What a variable holds, also before it was assigned: the zero that elements are then put into.
  Expr Current(Expr target) {
    if (pool_.op(target) == Op::kLocal) {
      std::size_t place = pool_.payload(target);
      if (values_[place]) return values_[place];
      const FunctionVariable& variable = function_.variables[place];
      TypeId type = variable.type;
      if (types_.has_unknown_size(type)) {
        std::vector<std::int32_t> sizes(types_.sizes(type).begin(), types_.sizes(type).end());
        for (std::size_t i = 0; i < sizes.size(); ++i) {
          if (sizes[i] >= 0) continue;
          Expr size = i < variable.sizes.size() ? Now(variable.sizes[i]) : Expr();
          if (!size || pool_.op(size) != Op::kInteger) return {};
          sizes[i] = static_cast<std::int32_t>(pool_.integer(size));
        }
        type = types_.WithSizes(type, sizes);
      }
      return HasZero(type) ? algebra_.Zero(type) : Expr();
    }
    Expr base = Current(pool_.arg(target, 0));
    if (!base) return {};
    if (pool_.op(target) == Op::kField) return algebra_.Field(base, pool_.payload(target));
    std::vector<Expr> subscripts;
    if (!Subscripts(target, subscripts)) return {};
    return algebra_.Index(base, subscripts);
  }

  bool HasZero(TypeId type) const {
    if (types_.kind(type) == TypeKind::kRecord)
      return std::ranges::all_of(types_.record(type).fields, [&](const RecordField& f) {
        return HasZero(f.type) && !types_.has_unknown_size(f.type);
      });
    return types_.is_numeric(type);
  }

  bool Subscripts(Expr target, std::vector<Expr>& subscripts) {
    for (std::size_t i = 1; i < pool_.args(target).size(); ++i) {
      Expr subscript = pool_.arg(target, i);
      subscripts.push_back(pool_.op(subscript) == Op::kColon ? subscript : Now(subscript));
      if (!subscripts.back()) return false;
    }
    return true;
  }

  bool Assign(Expr target, Expr value) {
    if (types_.kind(pool_.type(target)) == TypeKind::kReal) value = algebra_.ToReal(value);
    if (pool_.op(target) == Op::kLocal) {
      values_[pool_.payload(target)] = value;
      return true;
    }
    Expr base_target = pool_.arg(target, 0), base = Current(base_target);
    if (!base) return false;
    if (pool_.op(target) == Op::kField) {
      std::vector<Expr> fields;
      TypeId type = pool_.type(base);
      for (std::size_t i = 0; i < types_.record(type).fields.size(); ++i)
        fields.push_back(i == pool_.payload(target) ? value : algebra_.Field(base, i));
      return Assign(base_target, pool_.Make(Op::kRecord, type, fields));
    }
    std::vector<Expr> subscripts;
    if (!Subscripts(target, subscripts)) return false;
    Expr changed = Replaced(base, subscripts, value);
    return changed && Assign(base_target, changed);
  }

  // The array with the element or row at literal subscripts replaced.
  Expr Replaced(Expr array, std::span<const Expr> subscripts, Expr value) {
    if (subscripts.empty()) return value;
    TypeId type = pool_.type(array);
    if (types_.has_unknown_size(type) || pool_.op(subscripts[0]) != Op::kInteger) return {};
    std::int32_t count = types_.sizes(type)[0];
    std::int64_t at = pool_.integer(subscripts[0]) - 1;
    if (at < 0 || at >= count || count > kMostStatements) return {};
    std::vector<Expr> items;
    for (std::int32_t i = 0; i < count; ++i) {
      Expr item = algebra_.Index(array, {{pool_.Integer(i + 1)}});
      if (i == at) item = Replaced(item, subscripts.subspan(1), value);
      if (!item) return {};
      items.push_back(item);
    }
    return pool_.Make(Op::kArray, type, items);
  }

  Store& store_;
  Algebra algebra_;
  ExprPool& pool_;
  Types& types_;
  const Function& function_;
  std::span<const Expr> args_;
  std::vector<Expr> values_;
  ExprMap<Expr> event_free_;
  int executed_ = 0;
};

}  // namespace

bool Inliner::Wants(FunctionId id) const {
  const Function& function = store_.functions[id];
  if (function.is_record_constructor) return true;
  if (function.is_external) return function.external.language == "builtin";
  if (function.is_impure || function.inlining == InlineKind::kNever) return false;
  if (function.inlining == InlineKind::kUnset &&
      (!function.derivatives.empty() || !function.inverses.empty() || function.body.size() != 1))
    return false;
  if (calls_->CallsItself(id, store_)) return false;
  switch (function.inlining) {
    case InlineKind::kNever:
      return false;
    case InlineKind::kInline:
      return true;
    case InlineKind::kAfterIndexReduction:
      return stage_ != InlineStage::kEarly;
    case InlineKind::kLateInline:
      return stage_ == InlineStage::kLate;
    case InlineKind::kUnset:
      break;
  }
  if (!function.derivatives.empty() || !function.inverses.empty() || function.body.size() != 1 ||
      function.body[0].kind != Statement::Kind::kAssign || function.output_count != 1)
    return false;
  std::vector<Expr> roots{function.body[0].value};
  return Collect(store_.exprs, roots, [](Expr) { return true; }).size() <= kSmallBody;
}

std::optional<std::vector<Expr>> Inliner::Outputs(FunctionId id, std::span<const Expr> args) {
  std::vector<Expr> copy(args.begin(), args.end());
  return Body(store_, store_.functions[id], copy).Run();
}

// Whether all arrays that the body computes with have known sizes. Where one has not (it depends on a value that is
// known at run time only), the expression cannot be written out in scalars, and the call stays: compiled functions work
// with any size.
bool Inliner::HasKnownSizes(Expr output, std::span<const Expr> args) const {
  const ExprPool& pool = store_.exprs;
  std::vector<Expr> stack{output};
  ExprMap<bool> seen;
  for (Expr arg : args) seen.Set(arg, true);
  if (store_.types.has_unknown_size(pool.type(output))) return false;
  while (!stack.empty()) {
    Expr e = stack.back();
    stack.pop_back();
    if (seen.Find(e)) continue;
    seen.Set(e, true);
    bool takes_any_size = pool.op(e) == Op::kCall || pool.op(e) == Op::kCallValue || pool.op(e) == Op::kSize;
    for (Expr arg : pool.args(e)) {
      if (!takes_any_size && store_.types.has_unknown_size(pool.type(arg))) return false;
      stack.push_back(arg);
    }
  }
  return true;
}

std::optional<std::vector<Expr>> Inliner::SizedOutputs(FunctionId id, std::span<const Expr> args) {
  auto made = Outputs(id, args);
  bool is_sized = made && (store_.functions[id].is_record_constructor ||
                           std::ranges::all_of(*made, [&](Expr output) { return HasKnownSizes(output, args); }));
  return is_sized ? made : std::nullopt;
}

Expr Inliner::Inline(Expr root) {
  constexpr std::size_t kDeepest = 30;
  ExprPool& pool = store_.exprs;
  auto outputs = [&](FunctionId id, std::span<const Expr> args, std::size_t place) -> Expr {
    if (!Wants(id) || active_.contains(id) || active_.size() > kDeepest) return {};
    auto made = SizedOutputs(id, args);
    if (!made || place >= made->size()) return {};
    // Calls in the body, with a memo of their own: what may be inlined depends on what is active.
    active_.insert(id);
    ExprMap<Expr> outer = std::exchange(memo_, {});
    for (Expr arg : args) memo_.Set(arg, arg);  // done already
    Expr result = Inline((*made)[place]);
    memo_ = std::move(outer);
    active_.erase(id);
    return result;
  };
  return Rewrite(
      pool, root, memo_, [&](Expr e) { return pool.args(e).empty() && pool.op(e) != Op::kCall ? e : Expr(); },
      [&](Expr e, std::span<const Expr> args) {
        const ExprNode node = pool[e];
        std::vector<Expr> copy(args.begin(), args.end());
        if (node.op == Op::kCall && store_.functions[FunctionId(node.payload)].output_count == 1)
          if (Expr inlined = outputs(FunctionId(node.payload), copy, 0)) return inlined;
        if (node.op == Op::kTupleItem && pool.op(copy[0]) == Op::kCall)
          if (Expr inlined = outputs(pool.function(copy[0]), pool.ArgsCopy(copy[0]), node.payload)) return inlined;
        if (std::ranges::equal(pool.args(e), copy)) return e;
        return algebra_.Make(node.op, node.type, copy, node.payload);
      });
}

}  // namespace mica::symbolic
