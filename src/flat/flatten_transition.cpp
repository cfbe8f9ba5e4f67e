// transition() and initialState(): connect-like equations that make components the states of a machine (specification
// 17.1).
#include <fmt/format.h>

#include "flat/codes.h"
#include "flat/flattener.h"
#include "instance/builtin/builtin_call.h"

namespace mica::flat {

using instance::Component;
using instance::Typer;

Component* Flattener::StateOf(Typer& typer, const syntax::Expression& state) {
  const auto* reference = state.As<syntax::ComponentReference>();
  Typer::Place place = reference ? typer.TypePlace(*reference, Typer::PlaceUse::kValue) : Typer::Place();
  if (!reference)
    ops().Fail(kNotAState, typer.SpanOf(state),
               fmt::format("a state is a component, but {} is not", typer.tree()->Text(state)));
  if (!place.component) return nullptr;
  if (place.component->primitive != instance::Primitive::kNone || !place.component->sizes.empty() ||
      !place.component->iterators.empty()) {
    auto& d = sink().Report(
        kNotAState, typer.SpanOf(state),
        fmt::format("a state is one block, but {} is not", elaboration_.instances().PathText(place.component)));
    d.notes.push_back({place.component->span(), "declared here"});
    return nullptr;
  }
  return place.component;
}

bool Flattener::FlattenTransition(Typer& typer, const syntax::Call& call, const Origin& origin, bool in_when) {
  std::string_view name = call.callee->IsName() ? text(call.callee->parts[0].name) : std::string_view();
  bool is_transition = name == "transition";
  if ((!is_transition && name != "initialState") ||
      elaboration_.instances().Lookup(typer.scope(), call.callee->parts[0].name))
    return false;
  if (pass_ == Pass::kConnections) return true;
  if (in_when || !loops_.empty()) {
    ops().Fail(kNotAState, origin.span, fmt::format("{} cannot stand inside {}", name, in_when ? "when" : "for"));
    return true;
  }
  instance::BuiltinCalls arguments(typer, call);
  if (!arguments.Statement(name, false)) return true;
  if (!is_transition) {
    if (Component* state = StateOf(typer, *arguments.written(0))) state_machines_.AddInitialState(state, origin);
    return true;
  }
  Transition made;
  made.origin = origin;
  made.from = StateOf(typer, *arguments.written(0));
  made.to = StateOf(typer, *arguments.written(1));
  made.condition = arguments.argument(2);
  if (!made.from || !made.to) return true;
  bool* flags[] = {&made.immediate, &made.reset, &made.synchronize};
  for (std::size_t i = 3; i < 7; ++i) {
    if (!arguments.written(i)) continue;
    std::optional<Value> known =
        elaboration_.Evaluate(arguments.argument(i), typer.SpanOf(*arguments.written(i)), "an option of transition");
    if (!known) return true;
    if (i < 6)
      *flags[i - 3] = known->boolean();
    else
      made.priority = known->integer();
  }
  if (made.priority < 1)
    ops().Fail(kWrongPriority, origin.span,
               fmt::format("the priority of a transition is at least 1, but this one is {}", made.priority));
  else
    state_machines_.AddTransition(std::move(made));
  return true;
}

}  // namespace mica::flat
