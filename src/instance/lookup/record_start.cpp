#include "instance/lookup/record_start.h"

#include <unordered_map>

#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

class StartOfRecord {
 public:
  explicit StartOfRecord(Elaboration& elaboration) : elaboration_(elaboration), store_(elaboration.store()) {}

  // Of a component of record type, from its fields.
  Expr Record(Component* component) {
    TypeId type = elaboration_.RecordTypeOf(component->type);
    if (!type.valid()) return {};
    std::vector<Component*> fields;
    elaboration_.instances().ForEachComponent(component->type, [&](Component* field) { fields.push_back(field); });
    if (fields.size() != store_.types.record(type).fields.size()) return {};
    for (std::size_t i = 0; i < fields.size(); ++i) types_.emplace(fields[i], store_.types.record(type).fields[i].type);
    std::vector<Expr> values;
    for (Component* field : fields) {
      values.push_back(Field(field));
      if (!values.back().valid()) return {};
    }
    return store_.exprs.Make(Op::kRecord, type, values);
  }

  bool says_something() const { return says_something_; }

 private:
  Expr Field(Component* field) {
    auto [at, is_new] = values_.emplace(field, Expr());
    if (!is_new) return at->second;  // invalid: it depends on itself
    Expr value = Unplaced(field);
    return values_[field] = value.valid() ? Placed(value) : Expr();
  }

  Expr Unplaced(Component* field) {
    if (field->binding) {
      says_something_ = true;
      Typer typer(elaboration_, field->binding->scope, field->binding->tree);
      Expr value = typer.Type(*field->binding->value);
      if (elaboration_.ops().is_error(value)) return {};
      return elaboration_.ops().TryCoerce(value, types_.at(field)).value_or(Expr());
    }
    if (field->primitive == Primitive::kNone && field->sizes.empty()) return Record(field);
    return Zero(field, types_.at(field));
  }

  Expr Zero(Component* field, TypeId type) {
    Expr zero = ZeroOf(store_.types.Element(type));
    if (!zero.valid() || store_.types.is_scalar(type)) return zero;
    std::vector<Expr> args{zero};
    for (std::size_t i = 0; i < field->sizes.size(); ++i) {
      bool is_open = !field->size_exprs[i].valid() || store_.exprs.op(field->size_exprs[i]) == Op::kColon;
      says_something_ = says_something_ || (field->sizes[i] < 0 && !is_open);
      args.push_back(is_open ? store_.exprs.Integer(0) : field->size_exprs[i]);
    }
    return store_.exprs.Make(Op::kFill, type, args);
  }

  Expr ZeroOf(TypeId type) {
    ExprPool& exprs = store_.exprs;
    switch (store_.types.kind(type)) {
      case TypeKind::kReal:
        return exprs.Real(0);
      case TypeKind::kInteger:
        return exprs.Integer(0);
      case TypeKind::kBoolean:
        return exprs.Boolean(false);
      case TypeKind::kString:
        return exprs.String("");
      case TypeKind::kEnumeration:
        return exprs.EnumLiteral(type, 1);
      default:
        return {};
    }
  }

  // With the values of fields in the place of what stands for them.
  Expr Placed(Expr e) {
    ExprPool& exprs = store_.exprs;
    if (Component* field = elaboration_.StoodFor(e)) return types_.contains(field) ? Field(field) : Expr();
    std::vector<Expr> args = exprs.ArgsCopy(e);
    bool changed = false;
    for (Expr& arg : args) {
      if (!arg.valid()) continue;  // of a call: an argument that has its default value
      Expr placed = Placed(arg);
      if (!placed.valid()) return {};
      changed = changed || placed != arg;
      arg = placed;
    }
    if (!changed) return e;
    if (exprs.op(e) == Op::kIndex) return exprs.Index(args[0], std::span<const Expr>(args).subspan(1));
    return exprs.Make(exprs.op(e), exprs.type(e), args, exprs.payload(e));
  }

  Elaboration& elaboration_;
  Store& store_;
  std::unordered_map<const Component*, TypeId> types_;
  std::unordered_map<const Component*, Expr> values_;
  bool says_something_ = false;
};

}  // namespace

Expr RecordStart(Elaboration& elaboration, Component* variable) {
  StartOfRecord start(elaboration);
  Expr value = start.Record(variable);
  return start.says_something() ? value : Expr();
}

}  // namespace mica::instance
