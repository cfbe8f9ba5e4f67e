// Run stage: the model table (runtime/model_table.h) as C++ reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/check.h"
#include "runtime/model_table.h"

namespace mica::run {

inline std::span<const MicaScalar> Scalars(const MicaModelTable& t) { return {t.scalars, t.scalars_count}; }
inline std::span<const MicaSystem> Systems(const MicaModelTable& t) { return {t.systems, t.systems_count}; }
inline std::span<const MicaRelation> Relations(const MicaModelTable& t) { return {t.relations, t.relations_count}; }

// A list of the table.
inline std::span<const std::uint32_t> List(const MicaModelTable& t, MicaRange range) {
  return {t.indices + range.first, range.count};
}
// A text of the table; it ends with a zero.
inline std::string_view Text(const MicaModelTable& t, std::uint32_t place) { return t.texts + place; }
inline std::string_view NameOf(const MicaModelTable& t, std::uint32_t scalar) {
  return Text(t, t.scalars[scalar].name);
}

inline bool IsAlias(const MicaModelTable& t, const MicaScalar& scalar) { return &t.scalars[scalar.owner] != &scalar; }
inline bool IsString(const MicaScalar& scalar) { return scalar.type == MICA_TYPE_STRING; }
inline bool IsReal(const MicaScalar& scalar) { return scalar.type == MICA_TYPE_REAL || scalar.type == MICA_TYPE_NONE; }
inline bool HasFlag(const MicaScalar& scalar, std::uint32_t flag) { return (scalar.flags & flag) != 0; }

}  // namespace mica::run
