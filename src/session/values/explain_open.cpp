#include "session/values/explain_open.h"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

#include "flat/open_inputs.h"
#include "instance/codes.h"
#include "instance/lookup/open_packages.h"
#include "session/codes.h"
#include "structure/codes.h"

namespace mica {

namespace {

// What an element of a partial package gives: it cannot be taken from it, or is a partial function itself.
bool IsOfPartialPackage(const Diagnostic& d) {
  return d.code == instance::kElementOfPartialClass || d.code == instance::kPartialFunctionCalled;
}

}  // namespace

void ExplainOpenPackages(instance::Instances& instances, instance::Component* top, DiagnosticSink::Mark since,
                         DiagnosticSink& sink) {
  DiagnosticSink::Transaction unexplained(sink, since);
  if (std::ranges::none_of(unexplained.reported(), IsOfPartialPackage)) return;
  std::vector<instance::OpenPackage> open = instance::FindOpenPackages(instances, top);
  if (open.empty()) return;
  std::size_t dropped = 0;
  bool is_of_top = open[0].component.empty();
  Span model = top->type->tree->SpanOf(*top->type->definition);
  for (Diagnostic& each : unexplained.TakeBack()) {
    bool is_in_model = each.span.valid() && each.span.file == model.file && each.span.begin >= model.begin &&
                       each.span.end <= model.end;
    if (is_in_model && !(is_of_top && IsOfPartialPackage(each)))
      sink.Report(std::move(each));
    else
      dropped += each.is_error();
  }
  std::string name = instances.QualifiedName(top->type);
  for (const instance::OpenPackage& each : open) {
    Span span = is_of_top ? top->type->tree->SpanOf(top->type->definition->name_token) : each.span;
    Diagnostic& error = sink.Report(kNoPackageChosen, span,
                                    fmt::format("{}: no {} is chosen, and {} is partial",
                                                is_of_top ? name : each.component, each.package, each.partial));
    if (dropped > 0)
      error.notes.push_back({{},
                             fmt::format("{} error{} inside it follow{} from that", dropped, dropped == 1 ? "" : "s",
                                         dropped == 1 ? "s" : "")});
    error.hint =
        is_of_top
            ? fmt::format("it is a part of models that choose: {} part(redeclare package {} = …)", name, each.package)
            : fmt::format("{}(redeclare package {} = …) names a package that extends it", each.component, each.package);
    dropped = 0;
  }
}

void ExplainOpenInputs(const flat::Model& model, instance::Elaboration& elaboration, instance::Component* top,
                       DiagnosticSink::Mark since, DiagnosticSink& sink) {
  DiagnosticSink::Transaction unexplained(sink, since);
  auto is_missing = [](const Diagnostic& d) { return d.code == structure::kTooFewEquations; };
  auto missing = static_cast<std::size_t>(std::ranges::count_if(unexplained.reported(), is_missing));
  if (missing == 0) return;
  std::vector<flat::OpenInput> open = flat::FindOpenInputs(model, elaboration, top);
  if (open.empty()) return;
  std::vector<Diagnostic> reported = unexplained.TakeBack();
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < open.size() && i < kShown; ++i)
    sink.Report(kInputNotConnected, open[i].span, fmt::format("the input {} is not connected", open[i].name)).hint =
        "connect it to an output, or give it a value by a modifier or an equation";
  if (open.size() > kShown)
    sink.Report(kInputNotConnected, model.span, fmt::format("{} more inputs are not connected", open.size() - kShown));
  for (Diagnostic& each : reported)
    if (!is_missing(each) || open.size() < missing) sink.Report(std::move(each));
}

}  // namespace mica
