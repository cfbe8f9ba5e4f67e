#include "run/report/object_report.h"

#include <fmt/format.h>
#include <filesystem>
#include <optional>

#include "run/codes.h"

namespace mica::run {

namespace {

// The first object in the order of construction that is not there.
std::optional<std::uint32_t> FindMissing(Instance& instance) {
  const MicaModelTable& t = instance.table();
  for (std::uint32_t object : List(t, t.objects))
    if (!instance.raw().objects[t.scalars[object].slot]) return object;
  return std::nullopt;
}

// The String parameter of a component whose value the message quotes; the longest such value, which says most.
std::optional<std::uint32_t> FindQuoted(Instance& instance, const std::string& component, const std::string& message) {
  constexpr std::size_t kShortest = 3;  // shorter texts are found anywhere
  const MicaModelTable& t = instance.table();
  std::optional<std::uint32_t> found;
  std::size_t longest = kShortest - 1;
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (!IsString(scalar) || scalar.owner != i || !NameOf(t, i).starts_with(component)) continue;
    std::string_view value = instance.raw().strings[scalar.slot];
    if (value.size() <= longest || message.find(value) == std::string::npos) continue;
    longest = value.size();
    found = i;
  }
  return found;
}

}  // namespace

bool ReportObjectFailure(Instance& instance, DiagnosticSink& sink) {
  if (!instance.reports().failure() || instance.reports().failure()->kind != MICA_REPORT_ERROR) return false;
  std::optional<std::uint32_t> object = FindMissing(instance);
  const ModelWords* words = instance.runnable().words;
  if (!object || !words) return false;
  std::string message = instance.reports().failure()->message;
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
  const MicaModelTable& t = instance.table();
  std::string name(NameOf(t, *object));
  std::size_t dot = name.rfind('.');
  std::string component = dot == std::string::npos ? std::string() : name.substr(0, dot + 1);
  std::optional<std::uint32_t> quoted = FindQuoted(instance, component, message);
  bool is_declared = quoted && HasFlag(t.scalars[*quoted], MICA_SCALAR_DECLARED);
  Span span = is_declared ? words->BindingOf(*quoted) : Span();
  if (is_declared && !span.valid()) span = words->DeclarationOf(*quoted);
  Diagnostic& error = sink.Report(
      kAssertionFailed, span,
      fmt::format("{}{}", component.empty() ? std::string() : component.substr(0, component.size() - 1) + ": ",
                  message));
  if (!is_declared) {
    error.notes.push_back({{}, fmt::format("{} could not be made", name)});
    return true;
  }
  std::filesystem::path file = instance.raw().strings[t.scalars[*quoted].slot];
  std::error_code problem;
  if (file.is_absolute() || std::filesystem::exists(file, problem)) return true;
  error.notes.push_back({{},
                         fmt::format("{} is looked for in the working directory, {}", file.string(),
                                     std::filesystem::current_path(problem).string())});
  error.hint =
      "give a whole path, or Modelica.Utilities.Files.loadResource(\"modelica://Library/Resources/file\") for a file "
      "of a library";
  return true;
}

}  // namespace mica::run
