#include "run/object_report.h"

#include <filesystem>
#include <fmt/format.h>

namespace mica::run {

namespace {

using structure::Scalar;
using structure::ScalarKind;

// The first object in the order of construction that is not there.
const Scalar* FindMissing(Instance& instance) {
  const structure::BlockModel& model = instance.model();
  for (const structure::Step& step : model.parameters) {
    if (step.targets.empty() || !step.targets[0].valid()) continue;
    const Scalar& target = model.scalars[step.targets[0]];
    if (target.kind == ScalarKind::kObject && !instance.raw().objects[target.slot]) return &target;
  }
  return nullptr;
}

// The String parameter of a component whose value the message quotes; the longest such value, which says most.
const Scalar* FindQuoted(Instance& instance, const std::string& component, const std::string& message) {
  constexpr std::size_t kShortest = 3;  // shorter texts are found anywhere
  const structure::BlockModel& model = instance.model();
  const Scalar* found = nullptr;
  std::size_t longest = kShortest - 1;
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const Scalar& scalar = model.scalars[ScalarId(i)];
    if (!instance.is_string(ScalarId(i)) || scalar.alias_of.valid() || !scalar.name.starts_with(component)) continue;
    std::string_view value = instance.raw().strings[scalar.slot];
    if (value.size() <= longest || message.find(value) == std::string::npos) continue;
    longest = value.size();
    found = &scalar;
  }
  return found;
}

}  // namespace

bool ReportObjectFailure(Instance& instance, DiagnosticSink& sink) {
  if (!instance.reports().failure() || instance.reports().failure()->kind != MICA_REPORT_ERROR) return false;
  const Scalar* object = FindMissing(instance);
  const flat::Model* flat = instance.runnable().flat;
  if (!object || !flat) return false;
  std::string message = instance.reports().failure()->message;
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
  std::size_t dot = object->name.rfind('.');
  std::string component = dot == std::string::npos ? std::string() : object->name.substr(0, dot + 1);
  const Scalar* quoted = FindQuoted(instance, component, message);
  const flat::Variable* source = quoted && quoted->source.valid() && flat->variables.contains(quoted->source) ? &flat->variables[quoted->source] : nullptr;
  Span span = !source ? Span() : source->binding_span.valid() ? source->binding_span : source->span;
  Diagnostic& error = sink.Error("E6301", span, fmt::format("{}{}", component.empty() ? std::string() : component.substr(0, component.size() - 1) + ": ", message));
  if (!source) {
    error.notes.push_back({{}, fmt::format("{} could not be made", object->name)});
    return true;
  }
  std::filesystem::path file = instance.raw().strings[quoted->slot];
  std::error_code problem;
  if (file.is_absolute() || std::filesystem::exists(file, problem)) return true;
  error.notes.push_back({{}, fmt::format("{} is looked for in the working directory, {}", file.string(), std::filesystem::current_path(problem).string())});
  error.hint = "give a whole path, or Modelica.Utilities.Files.loadResource(\"modelica://Library/Resources/file\") for a file of a library";
  return true;
}

}  // namespace mica::run
