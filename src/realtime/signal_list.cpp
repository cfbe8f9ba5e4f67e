#include "realtime/signal_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "realtime/codes.h"

namespace mica::realtime {

namespace {

using run::HasFlag;
using run::NameOf;

bool IsNumber(const MicaScalar& scalar) {
  return scalar.kind != MICA_KIND_OBJECT && (scalar.type == MICA_TYPE_REAL || scalar.type == MICA_TYPE_INTEGER ||
                                             scalar.type == MICA_TYPE_BOOLEAN || scalar.type == MICA_TYPE_ENUMERATION);
}

ExchangedSignal SignalOf(const MicaModelTable& t, std::uint32_t id) {
  const MicaScalar& scalar = t.scalars[id];
  return {std::string(NameOf(t, id)), scalar.slot, static_cast<double>(scalar.sign), scalar.type != MICA_TYPE_REAL};
}

template <class Fits>
std::vector<std::uint32_t> Select(const MicaModelTable& t, const Fits& fits) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < t.scalars_count; ++i)
    if (!HasFlag(t.scalars[i], MICA_SCALAR_HIDDEN) && IsNumber(t.scalars[i]) && fits(t.scalars[i])) found.push_back(i);
  return found;
}

// The scalar of that name among `candidates`; MICA_NONE and reported if there is none.
std::uint32_t Named(const MicaModelTable& t, const std::vector<std::uint32_t>& candidates, const std::string& name,
                    const DiagnosticCode& code, std::string_view what, DiagnosticSink& sink) {
  std::vector<std::string_view> names;
  for (std::uint32_t id : candidates) {
    if (NameOf(t, id) == name) return id;
    names.push_back(NameOf(t, id));
  }
  Diagnostic& error = sink.Report(code, {}, fmt::format("the model has no {} '{}'", what, name));
  std::string_view nearest = NearestSpelling(name, names);
  if (!nearest.empty())
    error.hint = fmt::format("did you mean '{}'?", nearest);
  else if (names.empty())
    error.hint = fmt::format("it has no {} at all", what);
  return MICA_NONE;
}

}  // namespace

std::vector<ExchangedSignal> FindInputs(const run::Instance& instance, const std::vector<std::string>& names,
                                        DiagnosticSink& sink) {
  const MicaModelTable& t = instance.table();
  std::vector<std::uint32_t> inputs =
      Select(t, [](const MicaScalar& scalar) { return scalar.kind == MICA_KIND_INPUT; });
  std::vector<ExchangedSignal> found;
  if (names.empty())
    for (std::uint32_t id : inputs) found.push_back(SignalOf(t, id));
  for (const std::string& name : names)
    if (std::uint32_t id = Named(t, inputs, name, kUnknownInput, "input of its top level called", sink);
        id != MICA_NONE)
      found.push_back(SignalOf(t, id));
  return found;
}

std::vector<ExchangedSignal> FindOutputs(const run::Instance& instance, const std::vector<std::string>& names,
                                         DiagnosticSink& sink) {
  const MicaModelTable& t = instance.table();
  std::vector<std::uint32_t> all = Select(t, [](const MicaScalar&) { return true; });
  std::vector<ExchangedSignal> found;
  for (std::uint32_t id : all)
    if (HasFlag(t.scalars[id], MICA_SCALAR_OUTPUT)) found.push_back(SignalOf(t, id));
  for (const std::string& name : names)
    if (std::uint32_t id = Named(t, all, name, kUnknownOutput, "variable", sink); id != MICA_NONE)
      found.push_back(SignalOf(t, id));
  return found;
}

}  // namespace mica::realtime
