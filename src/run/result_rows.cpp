#include "run/result_rows.h"

#include <optional>

namespace mica::run {

namespace {

using structure::Scalar;
using structure::ScalarKind;

std::string LiteralText(Expr e, const Store& store) {
  return e.valid() && store.exprs.op(e) == Op::kString ? std::string(store.exprs.string(e)) : std::string();
}

std::optional<SignalType> TypeOf(const Scalar& scalar, const Store& store) {
  if (scalar.kind == ScalarKind::kObject) return std::nullopt;
  switch (scalar.type.valid() ? store.types.kind(scalar.type) : TypeKind::kReal) {
    case TypeKind::kReal: return SignalType::kReal;
    case TypeKind::kInteger: return SignalType::kInteger;
    case TypeKind::kBoolean: return SignalType::kBoolean;
    case TypeKind::kEnumeration: return SignalType::kEnumeration;
    default: return std::nullopt;
  }
}

}  // namespace

Signal ResultRows::Describe(const Scalar& scalar, const Runnable& runnable) const {
  Signal signal;
  signal.name = scalar.name;
  signal.type = *TypeOf(scalar, *runnable.store);
  const flat::Variable* source = nullptr;
  if (runnable.flat && scalar.source.valid() && runnable.flat->variables.contains(scalar.source))
    source = &runnable.flat->variables[scalar.source];
  bool declared_parameter = source && source->variability <= flat::Variability::kParameter;
  switch (scalar.kind) {
    // A variable that follows from parameters alone is computed with them, but is a variable to the user.
    case ScalarKind::kParameter: signal.kind = !source || declared_parameter ? SignalKind::kParameter : SignalKind::kConstant; break;
    case ScalarKind::kConstant: signal.kind = declared_parameter ? SignalKind::kParameter : SignalKind::kConstant; break;
    case ScalarKind::kDiscrete:
    case ScalarKind::kTimeFlag: signal.kind = SignalKind::kDiscrete; break;
    default: signal.kind = signal.type == SignalType::kReal ? SignalKind::kContinuous : SignalKind::kDiscrete;
  }
  // A derivative has the source of its state, but neither its unit nor its words.
  if (source && scalar.kind != ScalarKind::kDerivative) {
    signal.description = source->comment;
    signal.unit = LiteralText(source->unit, *runnable.store);
    signal.display_unit = LiteralText(source->display_unit, *runnable.store);
  }
  return signal;
}

ResultRows::ResultRows(const Runnable& runnable) {
  const structure::BlockModel& model = *runnable.model;
  std::vector<SignalId> owner(model.scalars.size());  // by scalar that is not an alias: the signal with its column
  std::vector<double> owner_sign(model.scalars.size(), 1.0);
  auto add = [&](ScalarId id, const Scalar& shown, double sign) {
    const Scalar& scalar = model.scalars[id];
    Signal signal = Describe(shown, runnable);
    signal.kind = Describe(scalar, runnable).kind;
    owner[id.index()] = signals_.Add(signal);
    owner_sign[id.index()] = sign;
    (signal.constant() ? constants_ : columns_).push_back({scalar.slot, sign, signal.kind == SignalKind::kDiscrete});
  };
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const Scalar& scalar = model.scalars[ScalarId(i)];
    if (!scalar.alias_of.valid() && !scalar.is_hidden && TypeOf(scalar, *runnable.store)) add(ScalarId(i), scalar, 1);
  }
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const Scalar& scalar = model.scalars[ScalarId(i)];
    if (!scalar.alias_of.valid() || scalar.is_hidden || !TypeOf(scalar, *runnable.store)) continue;
    std::uint32_t target = scalar.alias_of.index();
    if (!TypeOf(model.scalars[scalar.alias_of], *runnable.store)) continue;
    // The first alias of something hidden takes the column.
    if (!owner[target].valid()) add(scalar.alias_of, scalar, scalar.alias_sign);
    else signals_.AddAlias(Describe(scalar, runnable), owner[target], scalar.alias_sign * owner_sign[target] < 0);
  }
  row_.resize(columns_.size());
}

std::vector<double> ResultRows::Constants(Instance& instance) const {
  std::vector<double> values;
  for (const Source& source : constants_) values.push_back(source.sign * instance.reals()[source.slot]);
  return values;
}

std::span<const double> ResultRows::Row(Instance& instance) {
  std::span<const double> reals = instance.reals();
  for (std::size_t i = 0; i < columns_.size(); ++i) row_[i] = columns_[i].sign * reals[columns_[i].slot];
  return row_;
}

bool ResultRows::HasPulse(std::span<const double> before, std::span<const double> during, std::span<const double> after) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].is_discrete && during[i] != before[i] && during[i] != after[i]) return true;
  return false;
}

}  // namespace mica::run
