#include "session/values/structural_overrides.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include "expression/evaluate.h"
#include "run/codes.h"
#include "session/codes.h"
#include "session/values/named_variables.h"

namespace mica {

namespace {

// Only what is surely a literal goes into text that is parsed again.
bool IsLiteralText(const std::string& text) {
  if (text == "true" || text == "false") return true;
  double value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value);
  bool digits_only = text.find_first_not_of("+-.0123456789eE") == std::string::npos;  // no 'inf', no 'nan'
  return error == std::errc() && stopped == end && digits_only;
}

bool IsSetAtStart(const flat::Variable& variable, const Store& store) {
  if (variable.is_evaluated) return false;
  if (!variable.binding) return true;
  return IsLiteral(store.exprs.op(variable.binding));
}

// False, and E6005, for a literal that is not of the type of the variable.
bool CheckLiteral(const run::Override& wanted, const flat::Variable& variable, const Store& store,
                  DiagnosticSink& sink) {
  if (!IsLiteralText(wanted.value)) return true;
  bool is_boolean = wanted.value == "true" || wanted.value == "false";
  double number = 0;
  std::from_chars(wanted.value.data(), wanted.value.data() + wanted.value.size(), number);
  std::string problem;
  switch (KindOf(variable, store)) {
    case TypeKind::kInteger:
      if (is_boolean)
        problem = "must be an Integer";
      else if (number != std::floor(number))
        problem = fmt::format("must be an Integer, but {} is Real", wanted.value);
      break;
    case TypeKind::kReal:
      if (is_boolean) problem = "must be a Real";
      break;
    case TypeKind::kBoolean:
      if (!is_boolean) problem = "must be true or false";
      break;
    default:
      break;
  }
  if (problem.empty()) return true;
  sink.Report(run::kSetWrongType, {},
              fmt::format("--set {}={}: {} {}", wanted.name, wanted.value, wanted.name, problem));
  return false;
}

enum class Place { kRun, kModel, kWrong };

Place PlaceOf(const run::Override& wanted, const NamedVariables& variables, DiagnosticSink& sink) {
  const Store& store = variables.store();
  std::string attribute;
  if (const flat::Variable* variable = variables.FindAttribute(wanted.name, attribute)) {
    if (attribute == "start" && !CheckLiteral(wanted, *variable, store, sink)) return Place::kWrong;
    return Place::kModel;
  }
  if (std::size_t bracket = wanted.name.rfind("].start");
      bracket != std::string::npos && bracket + 7 == wanted.name.size()) {
    std::string whole = wanted.name.substr(0, wanted.name.find('['));
    sink.Report(kSetElementStart, {},
                fmt::format("--set {}: an element of an array cannot have a start value of its own", wanted.name))
        .hint = fmt::format("give the whole array: --set '{}.start={{…}}'", whole);
    return Place::kWrong;
  }
  const flat::Variable* variable = variables.Find(wanted.name);
  if (!variable) {
    // A whole record, by its constructor.
    std::vector<const flat::Variable*> below = variables.Below(wanted.name);
    bool are_parameters = !below.empty() && std::all_of(below.begin(), below.end(), [](const flat::Variable* each) {
      return each->variability == flat::Variability::kParameter;
    });
    bool is_record = wanted.value.find('(') != std::string::npos;
    return are_parameters && is_record ? Place::kModel : Place::kRun;
  }
  if (variable->variability != flat::Variability::kParameter || variable->is_final) return Place::kRun;
  if (!CheckLiteral(wanted, *variable, store, sink)) return Place::kWrong;
  if (RankOf(*variable) > 0) return Place::kModel;
  TypeKind kind = KindOf(*variable, store);
  bool is_plain = IsLiteralText(wanted.value) || kind == TypeKind::kString || kind == TypeKind::kEnumeration;
  if (!is_plain && kind == TypeKind::kBoolean && wanted.value.find_first_of(" <>=(") == std::string::npos)
    return Place::kRun;  // a misspelt true
  return is_plain && IsSetAtStart(*variable, store) ? Place::kRun : Place::kModel;
}

}  // namespace

std::optional<std::vector<run::Override>> FindStructuralOverrides(const std::vector<run::Override>& overrides,
                                                                  const flat::Model& model, const Store& store,
                                                                  const std::vector<run::Override>& built_in,
                                                                  DiagnosticSink& sink) {
  std::vector<run::Override> found;
  if (overrides.empty()) return found;
  NamedVariables variables(model, store);
  bool good = true;
  for (const run::Override& wanted : overrides) {
    if (std::any_of(built_in.begin(), built_in.end(),
                    [&](const run::Override& each) { return each.name == wanted.name; })) {
      found.push_back(wanted);
      continue;
    }
    Place place = PlaceOf(wanted, variables, sink);
    if (place == Place::kModel) found.push_back(wanted);
    good = good && place != Place::kWrong;
  }
  return good ? std::optional(found) : std::nullopt;
}

namespace {

// Parameters with the values that are asked for, and what follows from them.
class NewValues final : public Environment {
 public:
  NewValues(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, const Store& store)
      : blocks_(blocks), store_(store) {
    for (const run::Override& each : overrides)
      if (IsLiteralText(each.value)) texts_.emplace(each.name, each.value);
    for (const structure::Step& step : blocks.parameters)
      if (step.kind == structure::Step::Kind::kAssign && !step.targets.empty())
        steps_.emplace(step.targets[0], step.value);
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
      return kind == TypeKind::kInteger ? std::optional(Value::Integer(static_cast<std::int64_t>(number), store_.types))
                                        : std::nullopt;
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

// Whether all assertions about parameters hold with the values that are asked for; those of the model itself are among
// them, which does not matter.
bool DecisionsHold(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks,
                   const Store& store) {
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

bool AddDecidingOverrides(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks,
                          const Store& store, std::vector<run::Override>& values) {
  if (overrides.empty() || blocks.decided_by.empty()) return false;
  bool hold = DecisionsHold(overrides, blocks, store), any = false;
  for (const run::Override& wanted : overrides) {
    auto is_wanted = [&](const run::Override& each) { return each.name == wanted.name; };
    if (!IsLiteralText(wanted.value) || std::any_of(values.begin(), values.end(), is_wanted)) continue;
    bool decides = std::any_of(blocks.decided_by.begin(), blocks.decided_by.end(), [&](ScalarId id) {
      const structure::Scalar& scalar = blocks.scalars[id];
      return scalar.name == wanted.name && scalar.value.valid() && (!hold || StartsOrEndsAtZero(wanted, scalar, store));
    });
    if (!decides) continue;
    values.push_back(wanted);
    any = true;
  }
  return any;
}

}  // namespace mica
