#include "run/runnable.h"

#include <fmt/format.h>

#include <cmath>

namespace mica::run {

Span SpanOf(const MicaModelTable& table, std::uint32_t origin) {
  const MicaOrigin& found = table.origins[origin];
  return found.file == MICA_NONE ? Span() : Span{FileId(found.file), found.begin, found.end};
}

std::string ComponentText(const MicaModelTable& table, std::uint32_t origin) {
  std::string_view component = Text(table, table.origins[origin].component);
  return component.empty() ? std::string() : fmt::format("component {}: ", component);
}

std::string RelationText(const MicaModelTable& table, std::uint32_t relation) {
  const MicaRelation& found = table.relations[relation];
  return ComponentText(table, found.origin) + std::string(Text(table, found.text));
}

std::string NumberText(double value) { return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value); }

}  // namespace mica::run
