// How many scalars a model may have: sizes, ranges and numbers of components are the model's to choose, and memory is
// the machine's. What is too much is reported before memory is taken for it.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

std::uint64_t ScalarsOf(Sizes sizes) {
  std::uint64_t count = 1;
  for (std::int32_t size : sizes) {
    if (size < 0) continue;  // open yet
    if (size == 0) return 0;
    if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count)) return UINT64_MAX;
  }
  return count;
}

bool Elaboration::ReportScalarLimit(std::uint64_t count, Span span, std::string_view what) {
  std::string number = count == UINT64_MAX ? "more than 1e19" : std::to_string(count);
  auto& d =
      sink().Report(kTooManyScalars, span,
                    fmt::format("{} {} scalars, and a model may have {}", what, number, instances_.scalar_limit()));
  d.hint = fmt::format("--limit-scalars N allows more; each takes some hundred bytes");
  return false;
}

bool Elaboration::CountScalars(Component* component) {
  if (!component->container->component && !component->parent()) return true;  // of a package, or the model itself
  if (instances_.IsInFunction(component->container)) return true;
  std::uint64_t limit = instances_.scalar_limit(), own = ScalarsOf(AllSizes(component));
  // An array of components is one node, whatever its size; what is in it counts where it is typed.
  std::uint64_t counted = component->primitive == Primitive::kNone ? 1 : own;
  if (own > limit)
    return ReportScalarLimit(own, component->span(), fmt::format("{} has", instances_.PathText(component)));
  scalars_ += counted;
  if (scalars_ <= limit) return true;
  if (scalars_ - counted > limit && sink().has_errors()) return false;  // reported
  ReportScalarLimit(scalars_, component->span(),
                    fmt::format("with {}, this model has", instances_.PathText(component)));
  return false;
}

}  // namespace mica::instance
