// Run stage: what a run says of inputs that nobody gives a value.
#include <fmt/format.h>

#include <algorithm>

#include "run/codes.h"
#include "run/simulation.h"

namespace mica::run {

void Simulation::NoteOpenInputs() {
  std::string names;
  std::size_t count = 0;
  constexpr std::size_t kShown = 8;
  const MicaModelTable& t = instance_.table();
  for (const MicaScalar& scalar : Scalars(t)) {
    if (scalar.kind != MICA_KIND_INPUT || HasFlag(scalar, MICA_SCALAR_HIDDEN) || IsAlias(t, scalar) ||
        scalar.type == MICA_TYPE_NONE || IsString(scalar))
      continue;
    bool is_set =
        std::ranges::any_of(plan_.values, [&](const Override& each) { return each.name == Text(t, scalar.name); });
    if (is_set || (inputs_ && inputs_->Serves(scalar.slot))) continue;
    if (++count <= kShown)
      names += fmt::format("{}{} = {}", count == 1 ? "" : ", ", Text(t, scalar.name),
                           NumberText(instance_.reals()[scalar.slot]));
  }
  if (count > kShown) names += fmt::format(" and {} more", count - kShown);
  if (count > 0)
    sink_
        .Report(kInputsAtStart, {},
                fmt::format("{} of the model keep{} {} start value{}: {}",
                            count == 1 ? "an input" : fmt::format("{} inputs", count), count == 1 ? "s" : "",
                            count == 1 ? "its" : "their", count == 1 ? "" : "s", names))
        .hint = "--input FILE.csv gives inputs data over time, --set a constant";
}

}  // namespace mica::run
