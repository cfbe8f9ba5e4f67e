#include "session/show/show.h"

#include <fmt/format.h>
#include <algorithm>

#include "base/check.h"
#include "flat/text.h"
#include "instance/text.h"
#include "session/show/incidence_page.h"
#include "session/show/mode_listing.h"
#include "structure/text/block_model_text.h"
#include "syntax/dump.h"

namespace mica {

namespace {

Result<std::string> Guarded(Session& session, const std::function<std::string()>& make) {
  std::string text;
  if (!session.Guard("writing the stage as text", [&] { text = make(); })) return Reported();
  return text;
}

Result<std::string> ShowSyntax(Session& session, library::Class* c, const ShowOptions&) {
  return Guarded(session, [&] { return syntax::DumpNode(*c->definition, *c->tree, session.names()); });
}

Result<std::string> ShowInstance(Session& session, library::Class* c, const ShowOptions&) {
  Translation& translation = session.Translate(c);
  Result<instance::Component*> top = translation.Instantiate();
  if (!top) return Reported();
  DiagnosticSink::Mark before = session.sink().mark();
  Result<std::string> text = Guarded(session, [&] { return instance::InstanceText(translation.elaboration(), *top); });
  while (text && translation.InstantiateAgain(before)) {
    top = translation.Instantiate();
    text = Guarded(session, [&] { return instance::InstanceText(translation.elaboration(), *top); });
  }
  return text;
}

Result<std::string> ShowFlat(Session& session, library::Class* c, const ShowOptions&) {
  Translation& translation = session.Translate(c);
  Result<const flat::Model*> flat = translation.Flatten();
  if (!flat) return Reported();
  return Guarded(session, [&] { return flat::ModelText(**flat, translation.store(), session.sources()); });
}

Result<const structure::BlockModel*> Blocks(Translation& translation, const ShowOptions& options) {
  SimulationRequest request = options.request;
  request.keep = false;  // a stage is shown as the text makes it
  if (translation.Prepare(request, Translation::Until::kBlocks) != Outcome::kDone) return Reported();
  return translation.blocks();
}

std::string BlocksPage(const structure::BlockModel& blocks, Session& session, Translation& translation) {
  structure::IncidencePicture picture = structure::MakeIncidencePicture(blocks, translation.store(), session.sources());
  std::size_t largest = 0;
  for (const structure::IncidenceBlock& block : picture.blocks) largest = std::max<std::size_t>(largest, block.size);
  auto many = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  std::string summary = fmt::format("{}, {}", many(picture.rows.size(), "equation"),
                                    many(static_cast<std::size_t>(blocks.counts.states), "state"));
  if (largest > 0)
    summary += fmt::format("; {}, the largest of {} before tearing", many(picture.blocks.size(), "simultaneous system"),
                           many(largest, "equation"));
  return IncidencePage(picture, translation.name(), summary + ".");
}

Result<std::string> ShowBlocks(Session& session, library::Class* c, const ShowOptions& options) {
  Translation& translation = session.Translate(c);
  Result<const structure::BlockModel*> blocks = Blocks(translation, options);
  if (!blocks) return Reported();
  return Guarded(session, [&] {
    if (options.form == ShownAs::kPage) return BlocksPage(**blocks, session, translation);
    return structure::BlockModelText(**blocks, translation.store(), session.sources());
  });
}

using CodePrinter = std::string (*)(const structure::BlockModel&, const Store&, const code::CompileOptions&,
                                    DiagnosticSink&);

Result<std::string> ShowCode(Session& session, library::Class* c, const ShowOptions& options, CodePrinter print) {
  Translation& translation = session.Translate(c);
  Result<const structure::BlockModel*> blocks = Blocks(translation, options);
  if (!blocks) return Reported();
  DiagnosticSink::Mark before = session.sink().mark();
  Result<std::string> text = Guarded(session, [&] { return print(**blocks, translation.store(), {}, session.sink()); });
  return !session.sink().HasErrorsSince(before) ? text : Reported();
}

Result<std::string> ShowLlvm(Session& session, library::Class* c, const ShowOptions& options) {
  return ShowCode(session, c, options, code::ShowLlvm);
}
Result<std::string> ShowC(Session& session, library::Class* c, const ShowOptions& options) {
  return ShowCode(session, c, options, code::ShowC);
}

Result<std::string> ShowModes(Session& session, library::Class* c, const ShowOptions& options) {
  Translation& translation = session.Translate(c);
  Result<const structure::BlockModel*> blocks = Blocks(translation, options);
  if (!blocks) return Reported();
  return Guarded(session, [&] { return ModesText(**blocks, translation.store()); });
}

Result<std::string> ShowPartition(Session& session, library::Class* c, const ShowOptions& options) {
  ShowOptions mixed = options;
  mixed.request.method = run::MethodOf(run::MethodId::kInlineMixed).name;
  Translation& translation = session.Translate(c);
  Result<const structure::BlockModel*> blocks = Blocks(translation, mixed);
  if (!blocks) return Reported();
  return Guarded(session, [&] {
    return fmt::format("model {}\n{}", (*blocks)->name, structure::PartitionText((*blocks)->partition));
  });
}

Result<std::string> ShowPlan(Session& session, library::Class* c, const ShowOptions& options) {
  Translation& translation = session.Translate(c);
  if (translation.Prepare(options.request, Translation::Until::kPlan) != Outcome::kDone) return Reported();
  return Guarded(session, [&] { return PlanText(*translation.plan()); });
}

constexpr ShownStage kStages[] = {
    {"syntax", "the syntax tree", ShowSyntax},
    {"instance", "the instance tree", ShowInstance},
    {"flat", "the equations, components gone", ShowFlat},
    {"blocks", "the sorted equations", ShowBlocks, true},
    {"llvm", "the code as LLVM assembly", ShowLlvm},
    {"c", "the code as C", ShowC},
    {"modes", "the modes that runs have visited", ShowModes},
    {"partition", "which states are implicit in mixed-mode integration, and why", ShowPartition},
    {"plan", "what a simulation makes of the model: method, values, rounds of translation and why", ShowPlan},
};

}  // namespace

std::span<const ShownStage> ShownStages() { return kStages; }

Result<std::string> ShowStage(const ShownStage& stage, const ModelRequest& request, const ShowOptions& options,
                              Session& session) {
  Check(options.form == ShownAs::kText || stage.has_page, "this stage has no page");
  // The tree of a package is as good as that of a model.
  bool any_class = stage.show == ShowSyntax;
  Result<library::Class*> c = any_class ? session.FindClass(request) : session.FindModel(request);
  if (!c) return Reported();
  DiagnosticSink::Mark before = session.sink().mark();
  Result<std::string> text = stage.show(session, *c, options);
  session.trust().ForgiveRefused(before);
  return text;
}

}  // namespace mica
