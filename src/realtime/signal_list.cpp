#include "realtime/signal_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::realtime {

namespace {

using structure::Scalar;
using structure::ScalarKind;

bool IsNumber(const run::Instance& instance, const Scalar& scalar) {
  if (scalar.kind == ScalarKind::kObject || !scalar.type.valid()) return false;
  TypeKind kind = instance.runnable().store->types.kind(scalar.type);
  return kind == TypeKind::kReal || kind == TypeKind::kInteger || kind == TypeKind::kBoolean || kind == TypeKind::kEnumeration;
}

ExchangedSignal SignalOf(const run::Instance& instance, ScalarId id) {
  const structure::BlockModel& model = instance.model();
  const Scalar& scalar = model.scalars[id];
  const Scalar& owner = scalar.alias_of.valid() ? model.scalars[scalar.alias_of] : scalar;
  bool is_discrete = instance.runnable().store->types.kind(scalar.type) != TypeKind::kReal;
  return {scalar.name, owner.slot, scalar.alias_of.valid() ? static_cast<double>(scalar.alias_sign) : 1.0, is_discrete};
}

template <class Fits>
std::vector<ScalarId> Select(const run::Instance& instance, const Fits& fits) {
  std::vector<ScalarId> found;
  const auto& scalars = instance.model().scalars;
  for (std::size_t i = 0; i < scalars.size(); ++i)
    if (!scalars[ScalarId(i)].is_hidden && IsNumber(instance, scalars[ScalarId(i)]) && fits(scalars[ScalarId(i)])) found.push_back(ScalarId(i));
  return found;
}

// The scalar of that name among `candidates`; invalid and reported if there is none.
ScalarId Named(const run::Instance& instance, const std::vector<ScalarId>& candidates, const std::string& name, std::string_view code, std::string_view what,
               DiagnosticSink& sink) {
  std::vector<std::string_view> names;
  for (ScalarId id : candidates) {
    if (instance.model().scalars[id].name == name) return id;
    names.push_back(instance.model().scalars[id].name);
  }
  Diagnostic& error = sink.Error(code, {}, fmt::format("the model has no {} '{}'", what, name));
  std::string_view nearest = NearestSpelling(name, names);
  if (!nearest.empty()) error.hint = fmt::format("did you mean '{}'?", nearest);
  else if (names.empty()) error.hint = fmt::format("it has no {} at all", what);
  return {};
}

}  // namespace

std::vector<ExchangedSignal> FindInputs(const run::Instance& instance, const std::vector<std::string>& names, DiagnosticSink& sink) {
  std::vector<ScalarId> inputs = Select(instance, [](const Scalar& scalar) { return scalar.kind == ScalarKind::kInput; });
  std::vector<ExchangedSignal> found;
  if (names.empty())
    for (ScalarId id : inputs) found.push_back(SignalOf(instance, id));
  for (const std::string& name : names)
    if (ScalarId id = Named(instance, inputs, name, "E6405", "input of its top level called", sink); id.valid()) found.push_back(SignalOf(instance, id));
  return found;
}

std::vector<ExchangedSignal> FindOutputs(const run::Instance& instance, const std::vector<std::string>& names, DiagnosticSink& sink) {
  const flat::Model* flat = instance.runnable().flat;
  std::vector<ScalarId> all = Select(instance, [](const Scalar&) { return true; });
  std::vector<ExchangedSignal> found;
  for (ScalarId id : all) {
    const Scalar& scalar = instance.model().scalars[id];
    bool is_output = flat && scalar.kind != ScalarKind::kDerivative && scalar.source.valid() && flat->variables.contains(scalar.source) &&
                     flat->variables[scalar.source].causality == flat::Causality::kOutput;
    if (is_output) found.push_back(SignalOf(instance, id));
  }
  for (const std::string& name : names)
    if (ScalarId id = Named(instance, all, name, "E6404", "variable", sink); id.valid()) found.push_back(SignalOf(instance, id));
  return found;
}

}  // namespace mica::realtime
