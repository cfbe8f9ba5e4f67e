#include "session/structural_overrides.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <unordered_map>

#include "expression/evaluate.h"

namespace mica {

namespace {

// Only what is surely a literal goes into text that is parsed again.
bool IsLiteralText(const std::string& text) {
  if (text == "true" || text == "false") return true;
  double value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value);
  bool digits_only = text.find_first_not_of("+-.0123456789eE") == std::string::npos;  // no «inf», no «nan»
  return error == std::errc() && stopped == end && digits_only;
}

bool IsSetAtStart(const flat::Variable& variable, const Store& store) {
  if (variable.is_evaluated) return false;
  if (!variable.binding) return true;
  return IsLiteral(store.exprs.op(variable.binding));
}

}  // namespace

std::vector<run::Override> FindStructuralOverrides(const std::vector<run::Override>& overrides, const flat::Model& model, const Store& store,
                                                   const std::vector<run::Override>& built_in) {
  if (overrides.empty()) return {};
  std::unordered_map<std::string, const flat::Variable*> parameters;
  for (const flat::Variable& variable : model.variables) {
    if (variable.variability != flat::Variability::kParameter || variable.is_final || !variable.type.valid()) continue;
    bool is_scalar = std::all_of(variable.path.begin(), variable.path.end(), [](const flat::PathPart& part) { return part.rank == 0; });
    if (is_scalar) parameters.emplace(flat::PathText(variable.path, store.names), &variable);
  }
  auto is_structural = [&](const run::Override& wanted) {
    if (!IsLiteralText(wanted.value)) return false;
    if (std::any_of(built_in.begin(), built_in.end(), [&](const run::Override& each) { return each.name == wanted.name; })) return true;
    auto found = parameters.find(wanted.name);
    return found != parameters.end() && !IsSetAtStart(*found->second, store);
  };
  std::vector<run::Override> found;
  std::copy_if(overrides.begin(), overrides.end(), std::back_inserter(found), is_structural);
  return found;
}

namespace {

// Parameters with the values that are asked for, and what follows from them.
class NewValues final : public Environment {
 public:
  NewValues(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, const Store& store) : blocks_(blocks), store_(store) {
    for (const run::Override& each : overrides) texts_.emplace(each.name, each.value);
    for (const structure::Step& step : blocks.parameters)
      if (step.kind == structure::Step::Kind::kAssign && !step.targets.empty()) steps_.emplace(step.targets[0], step.value);
  }

  const Value* Scalar(ScalarId id) override {
    if (auto found = values_.find(id); found != values_.end()) return found->second ? &*found->second : nullptr;
    constexpr int kDeepest = 100;
    if (depth_ > kDeepest) return nullptr;
    ++depth_;
    std::optional<Value> value = Find(id);
    --depth_;
    auto& kept = values_[id] = std::move(value);
    return kept ? &*kept : nullptr;
  }

 private:
  std::optional<Value> Find(ScalarId id) {
    const structure::Scalar& scalar = blocks_.scalars[id];
    if (scalar.alias_of.valid()) return std::nullopt;
    if (auto text = texts_.find(scalar.name); text != texts_.end()) {
      TypeKind kind = scalar.type.valid() ? store_.types.kind(scalar.type) : TypeKind::kNone;
      if (kind == TypeKind::kBoolean) return Value::Boolean(text->second == "true", store_.types);
      double number = 0;
      std::from_chars(text->second.data(), text->second.data() + text->second.size(), number);
      if (kind == TypeKind::kReal) return Value::Real(number, store_.types);
      return kind == TypeKind::kInteger ? std::optional(Value::Integer(static_cast<std::int64_t>(number), store_.types)) : std::nullopt;
    }
    if (scalar.value.valid()) return Evaluator(store_, *this).Evaluate(scalar.value);
    auto step = steps_.find(id);
    return step == steps_.end() ? std::nullopt : Evaluator(store_, *this).Evaluate(step->second);
  }

  const structure::BlockModel& blocks_;
  const Store& store_;
  std::unordered_map<std::string, std::string> texts_;
  std::unordered_map<ScalarId, Expr> steps_;
  std::unordered_map<ScalarId, std::optional<Value>> values_;
  int depth_ = 0;
};

// Whether all assertions about parameters hold with the values that are asked for; those of the model itself are among them, which does not matter.
bool DecisionsHold(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, const Store& store) {
  NewValues environment(overrides, blocks, store);
  return std::all_of(blocks.parameters.begin(), blocks.parameters.end(), [&](const structure::Step& step) {
    if (step.kind != structure::Step::Kind::kAssert) return true;
    std::optional<Value> value = Evaluator(store, environment).Evaluate(step.condition);
    return value && value->is_scalar() && value->is_integral() && value->boolean();
  });
}

// A Real parameter that was zero, or is to be.
bool StartsOrEndsAtZero(const run::Override& wanted, const structure::Scalar& scalar, const Store& store) {
  std::optional<double> number = scalar.value.valid() ? store.exprs.number(scalar.value) : std::nullopt;
  if (!number || !scalar.type.valid() || store.types.kind(scalar.type) != TypeKind::kReal) return false;
  double wanted_number = 0;
  std::from_chars(wanted.value.data(), wanted.value.data() + wanted.value.size(), wanted_number);
  return (*number == 0) != (wanted_number == 0);
}

}  // namespace

bool AddDecidingOverrides(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, const Store& store, std::vector<run::Override>& values) {
  if (overrides.empty() || blocks.decided_by.empty()) return false;
  bool hold = DecisionsHold(overrides, blocks, store), any = false;
  for (const run::Override& wanted : overrides) {
    auto is_wanted = [&](const run::Override& each) { return each.name == wanted.name; };
    if (!IsLiteralText(wanted.value) || std::any_of(values.begin(), values.end(), is_wanted)) continue;
    bool decides = std::any_of(blocks.decided_by.begin(), blocks.decided_by.end(),
                               [&](ScalarId id) {
                                 const structure::Scalar& scalar = blocks.scalars[id];
                                 return scalar.name == wanted.name && scalar.value.valid() && (!hold || StartsOrEndsAtZero(wanted, scalar, store));
                               });
    if (!decides) continue;
    values.push_back(wanted);
    any = true;
  }
  return any;
}

std::string ModifiedModelText(const std::string& model, const std::vector<run::Override>& overrides) {
  std::string modifiers;
  for (const run::Override& each : overrides) {
    // a.b.c=1 is written a(b(c=1)): dots inside quoted names are not separators.
    std::string nested, closing;
    bool quoted = false;
    for (std::size_t i = 0; i < each.name.size(); ++i) {
      char c = each.name[i];
      if (c == '\'' && (i == 0 || each.name[i - 1] != '\\')) quoted = !quoted;
      if (c == '.' && !quoted) {
        nested += '(';
        closing += ')';
      } else {
        nested += c;
      }
    }
    modifiers += fmt::format("{}{}={}{}", modifiers.empty() ? "" : ", ", nested, each.value, closing);
  }
  return fmt::format("model 'with values of --set' extends .{}({}); end 'with values of --set';", model, modifiers);
}

}  // namespace mica
