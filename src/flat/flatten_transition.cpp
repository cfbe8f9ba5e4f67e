// transition() and initialState(): connect-like equations that make components the states of a machine (specification 17.1).
#include <algorithm>
#include <fmt/format.h>

#include "flat/flattener.h"

namespace mica::flat {

using instance::Component;
using instance::Typer;

Component* Flattener::StateOf(Typer& typer, const syntax::Expression& state) {
  const auto* reference = state.As<syntax::ComponentReference>();
  Typer::Place place = reference ? typer.TypePlace(*reference, Typer::PlaceUse::kValue) : Typer::Place();
  if (!reference) ops().Fail("E4041", typer.SpanOf(state), fmt::format("a state is a component, but {} is not", typer.tree()->Text(state)));
  if (!place.component) return nullptr;
  if (place.component->primitive != instance::Primitive::kNone || !place.component->sizes.empty() || !place.component->iterators.empty()) {
    auto& d = sink().Error("E4041", typer.SpanOf(state), fmt::format("a state is one block, but {} is not", elaboration_.instances().PathText(place.component)));
    d.notes.push_back({place.component->span(), "declared here"});
    return nullptr;
  }
  return place.component;
}

bool Flattener::FlattenTransition(Typer& typer, const syntax::Call& call, const Origin& origin, bool in_when) {
  std::string_view name = call.callee->IsName() ? text(call.callee->parts[0].name) : std::string_view();
  bool is_transition = name == "transition";
  if ((!is_transition && name != "initialState") || elaboration_.instances().Lookup(typer.scope(), call.callee->parts[0].name)) return false;
  if (pass_ == Pass::kConnections) return true;
  if (in_when || !loops_.empty()) {
    ops().Fail("E4041", origin.span, fmt::format("{} cannot stand inside {}", name, in_when ? "when" : "for"));
    return true;
  }
  if (!is_transition) {
    if (call.arguments.size() != 1 || !call.named_arguments.empty()) ops().Fail("E3221", origin.span, "initialState requires one component");
    else if (Component* state = StateOf(typer, *call.arguments[0])) state_machines_.AddInitialState(state, origin);
    return true;
  }
  static constexpr std::string_view kNames[] = {"from", "to", "condition", "immediate", "reset", "synchronize", "priority"};
  const syntax::Expression* given[7] = {};
  if (call.arguments.size() > 7) {
    ops().Fail("E3221", origin.span, fmt::format("transition requires 3 to 7 arguments, but is given {}", call.arguments.size()));
    return true;
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i) given[i] = call.arguments[i];
  for (const syntax::NamedArgument* argument : call.named_arguments) {
    auto place = static_cast<std::size_t>(std::ranges::find(kNames, text(argument->name)) - std::begin(kNames));
    if (place >= 7 || given[place]) {
      ops().Fail(place >= 7 ? "E3233" : "E3234", typer.SpanOf(*argument),
                 place >= 7 ? fmt::format("transition has no argument {}", text(argument->name))
                            : fmt::format("the argument {} of transition is given twice", text(argument->name)));
      return true;
    }
    given[place] = argument->value;
  }
  if (!given[0] || !given[1] || !given[2]) {
    ops().Fail("E3221", origin.span, "transition requires two states and a condition");
    return true;
  }
  Transition made;
  made.origin = origin;
  made.from = StateOf(typer, *given[0]);
  made.to = StateOf(typer, *given[1]);
  made.condition = typer.TypeAs(*given[2], types().boolean(), "the condition of transition");
  if (!made.from || !made.to || ops().is_error(made.condition)) return true;
  bool* flags[] = {&made.immediate, &made.reset, &made.synchronize};
  for (std::size_t i = 3; i < 7; ++i) {
    if (!given[i]) continue;
    TypeId type = i < 6 ? types().boolean() : types().integer();
    Expr value = typer.TypeAs(*given[i], type, kNames[i]);
    std::optional<Value> known = elaboration_.Evaluate(value, typer.SpanOf(*given[i]), fmt::format("{} of transition", kNames[i]));
    if (!known) return true;
    if (i < 6) *flags[i - 3] = known->boolean();
    else made.priority = known->integer();
  }
  if (made.priority < 1) ops().Fail("E4043", origin.span, fmt::format("the priority of a transition is at least 1, but this one is {}", made.priority));
  else state_machines_.AddTransition(std::move(made));
  return true;
}

}  // namespace mica::flat
