#include "run/result_rows.h"

#include <optional>

namespace mica::run {

namespace {

std::optional<SignalType> TypeOf(const MicaScalar& scalar) {
  if (scalar.kind == MICA_KIND_OBJECT) return std::nullopt;
  switch (scalar.type) {
    case MICA_TYPE_NONE:
    case MICA_TYPE_REAL:
      return SignalType::kReal;
    case MICA_TYPE_INTEGER:
      return SignalType::kInteger;
    case MICA_TYPE_BOOLEAN:
      return SignalType::kBoolean;
    case MICA_TYPE_ENUMERATION:
      return SignalType::kEnumeration;
    default:
      return std::nullopt;
  }
}

SignalKind KindOf(const MicaScalar& scalar) {
  bool is_declared = HasFlag(scalar, MICA_SCALAR_DECLARED),
       is_parameter = HasFlag(scalar, MICA_SCALAR_DECLARED_PARAMETER);
  switch (scalar.kind) {
    // A variable that follows from parameters alone is computed with them, but is a variable to the user.
    case MICA_KIND_PARAMETER:
      return !is_declared || is_parameter ? SignalKind::kParameter : SignalKind::kConstant;
    case MICA_KIND_CONSTANT:
      return is_parameter ? SignalKind::kParameter : SignalKind::kConstant;
    case MICA_KIND_DISCRETE:
    case MICA_KIND_TIME_FLAG:
      return SignalKind::kDiscrete;
    default:
      return TypeOf(scalar) == SignalType::kReal ? SignalKind::kContinuous : SignalKind::kDiscrete;
  }
}

Signal Describe(const MicaScalar& scalar, const MicaModelTable& t) {
  Signal signal;
  signal.name = Text(t, scalar.name);
  signal.type = *TypeOf(scalar);
  signal.kind = KindOf(scalar);
  signal.description = Text(t, scalar.description);
  signal.unit = Text(t, scalar.unit);
  signal.display_unit = Text(t, scalar.display_unit);
  return signal;
}

}  // namespace

ResultRows::ResultRows(const Runnable& runnable) {
  const MicaModelTable& t = *runnable.table;
  std::vector<SignalId> owner(t.scalars_count);  // by scalar that is not an alias: the signal with its column
  std::vector<double> owner_sign(t.scalars_count, 1.0);
  auto add = [&](std::uint32_t id, const MicaScalar& shown, double sign) {
    const MicaScalar& scalar = t.scalars[id];
    Signal signal = Describe(shown, t);
    signal.kind = KindOf(scalar);
    owner[id] = signals_.Add(signal);
    owner_sign[id] = sign;
    (signal.constant() ? constants_ : columns_).push_back({scalar.slot, sign, signal.kind == SignalKind::kDiscrete});
  };
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (scalar.owner == i && !HasFlag(scalar, MICA_SCALAR_HIDDEN) && TypeOf(scalar)) add(i, scalar, 1);
  }
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (scalar.owner == i || HasFlag(scalar, MICA_SCALAR_HIDDEN) || !TypeOf(scalar) || !TypeOf(t.scalars[scalar.owner]))
      continue;
    // The first alias of something hidden takes the column.
    if (!owner[scalar.owner].valid())
      add(scalar.owner, scalar, scalar.sign);
    else
      signals_.AddAlias(Describe(scalar, t), owner[scalar.owner], scalar.sign * owner_sign[scalar.owner] < 0);
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

bool ResultRows::HasPulse(std::span<const double> before, std::span<const double> during,
                          std::span<const double> after) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].is_discrete && during[i] != before[i] && during[i] != after[i]) return true;
  return false;
}

}  // namespace mica::run
