#include "fmi/simulate/fmu_signals.h"

#include <cstdlib>

#include <fmt/format.h>

namespace mica::fmi {

StructuralSizes StructuralSizesOf(const Description& description) {
  StructuralSizes sizes;
  for (const DescribedVariable& v : description.variables)
    if (v.causality == "structuralParameter" && !v.start.empty())
      sizes[v.reference] = std::strtoull(v.start.front().c_str(), nullptr, 10);
  return sizes;
}

std::vector<std::size_t> ShapeOf(const DescribedVariable& variable, const StructuralSizes& sizes) {
  std::vector<std::size_t> shape;
  for (const DescribedVariable::Dimension& dimension : variable.dimensions) {
    auto found = sizes.find(dimension.reference);
    shape.push_back(dimension.size ? *dimension.size : found == sizes.end() ? 0 : found->second);
  }
  return shape;
}

std::size_t ElementCount(const std::vector<std::size_t>& shape) {
  std::size_t count = 1;
  for (std::size_t size : shape) count *= size;
  return count;
}

std::string ElementName(const std::string& name, const std::vector<std::size_t>& shape, std::size_t k) {
  if (shape.empty()) return name;
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0; k /= shape[d])
    indices = fmt::format("{}{}{}", k % shape[d] + 1, indices.empty() ? "" : ",", indices);
  return fmt::format("{}[{}]", name, indices);
}

std::optional<MicaFmiType> TypeOf(const DescribedVariable& variable, int version) {
  static const std::map<std::string, MicaFmiType, std::less<>> kTypes = {
      {"Real", MICA_FMI_FLOAT64},    {"Integer", MICA_FMI_INT32}, {"Float64", MICA_FMI_FLOAT64},
      {"Float32", MICA_FMI_FLOAT32}, {"Int8", MICA_FMI_INT8},     {"UInt8", MICA_FMI_UINT8},
      {"Int16", MICA_FMI_INT16},     {"UInt16", MICA_FMI_UINT16}, {"Int32", MICA_FMI_INT32},
      {"UInt32", MICA_FMI_UINT32},   {"Int64", MICA_FMI_INT64},   {"UInt64", MICA_FMI_UINT64},
      {"Boolean", MICA_FMI_BOOLEAN}};
  if (variable.type == "Enumeration") return version == 2 ? MICA_FMI_INT32 : MICA_FMI_INT64;
  auto found = kTypes.find(variable.type);
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

std::size_t FmuValues::Add(MicaFmiType type, std::uint32_t reference, std::size_t count) {
  Group& group = groups_[type];
  std::size_t first = size_;
  size_ += count;
  if (count == 0) return first;
  group.references.push_back(reference);
  group.places.emplace_back(first, count);
  group.values.resize(group.values.size() + count);
  return first;
}

void FmuValues::Get(ForeignFmu& fmu, std::span<double> values) {
  for (auto& [type, group] : groups_) {
    fmu.Do([&](MicaForeignFmu* f) {
      return mica_foreign_get(f, type, group.references.data(), group.references.size(), group.values.data(),
                              group.values.size());
    });
    const double* from = group.values.data();
    for (auto [first, count] : group.places)
      for (std::size_t k = 0; k < count; ++k) values[first + k] = *from++;
  }
}

void FmuValues::Set(ForeignFmu& fmu, std::span<const double> values) {
  for (auto& [type, group] : groups_) {
    double* to = group.values.data();
    for (auto [first, count] : group.places)
      for (std::size_t k = 0; k < count; ++k) *to++ = values[first + k];
    fmu.Do([&](MicaForeignFmu* f) {
      return mica_foreign_set(f, type, group.references.data(), group.references.size(), group.values.data(),
                              group.values.size());
    });
  }
}

namespace {

SignalType SignalTypeOf(const DescribedVariable& v) {
  if (v.is_float()) return SignalType::kReal;
  if (v.type == "Boolean") return SignalType::kBoolean;
  return v.type == "Enumeration" ? SignalType::kEnumeration : SignalType::kInteger;
}

SignalKind SignalKindOf(const DescribedVariable& v) {
  if (v.causality == "parameter" || v.causality == "structuralParameter" || v.causality == "calculatedParameter" ||
      v.variability == "constant" || v.variability == "fixed" || v.variability == "tunable")
    return SignalKind::kParameter;
  return v.variability == "continuous" ? SignalKind::kContinuous : SignalKind::kDiscrete;
}

// A unit of the variable, or of its type.
std::string UnitOf(const DescribedVariable& v, const Description& d) {
  if (!v.unit.empty() || v.declared_type.empty()) return v.unit;
  for (const DescribedType& type : d.types)
    if (type.name == v.declared_type) return type.unit;
  return "";
}

}  // namespace

FmuSignals::FmuSignals(const Description& d, const StructuralSizes& sizes) {
  std::map<std::pair<MicaFmiType, std::uint32_t>, SignalId> owners;  // the first element
  for (const DescribedVariable& v : d.variables) {
    std::optional<MicaFmiType> type = TypeOf(v, d.version);
    if (!type || v.causality == "independent") continue;
    std::vector<std::size_t> shape = ShapeOf(v, sizes);
    std::size_t count = ElementCount(shape);
    auto signal = [&](const std::string& name, std::size_t k) {
      return Signal{
          ElementName(name, shape, k), v.description, UnitOf(v, d), v.display_unit, SignalKindOf(v), SignalTypeOf(v)};
    };
    auto [owner, is_new] = owners.try_emplace({*type, v.reference});
    for (std::size_t k = 0; k < count; ++k) {
      if (!is_new) {
        table_.AddAlias(signal(v.name, k), SignalId(static_cast<std::uint32_t>(owner->second.index() + k)));
        continue;
      }
      SignalId id = table_.Add(signal(v.name, k));
      if (k == 0) owner->second = id;
    }
    if (is_new) (SignalKindOf(v) == SignalKind::kParameter ? constants_ : rows_).Add(*type, v.reference, count);
    for (const DescribedAlias& alias : v.aliases)
      for (std::size_t k = 0; k < count; ++k)
        table_.AddAlias(signal(alias.name, k), SignalId(static_cast<std::uint32_t>(owner->second.index() + k)));
  }
  row_.resize(rows_.size());
}

std::vector<double> FmuSignals::Constants(ForeignFmu& fmu) {
  std::vector<double> values(constants_.size());
  constants_.Get(fmu, values);
  return values;
}

const std::vector<double>& FmuSignals::Row(ForeignFmu& fmu) {
  rows_.Get(fmu, row_);
  return row_;
}

}  // namespace mica::fmi
