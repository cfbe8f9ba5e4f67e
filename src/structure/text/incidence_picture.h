// The incidence matrix of the dynamics as a picture's data: which equation reads which variable, before sorting and
// after. Rows and columns stand in the sorted order, block by block, within a torn system the torn-out variables first
// and the iteration variables last; each knows its place before: equations by component and line, variables as they are
// declared.
//
// States, parameters and what else is known before the dynamics are no columns.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "structure/block_model.h"

namespace mica::structure {

struct IncidenceRow {
  std::string text;          // the step, cut where it is long
  std::string origin;        // component and line
  std::uint32_t before = 0;  // its place before sorting
};

struct IncidenceColumn {
  std::string name;
  std::uint32_t before = 0;
};

struct IncidenceBlock {
  enum class Kind : std::uint8_t { kLinear, kNonlinear, kMixed };
  Kind kind = Kind::kLinear;
  std::uint32_t first = 0, size = 0;  // rows and columns
  std::uint32_t unknowns = 0;         // iteration variables: the last of them
};

// As many rows as columns: a step that computes several variables has a row for each.
struct IncidencePicture {
  std::vector<IncidenceRow> rows;
  std::vector<IncidenceColumn> columns;
  std::vector<IncidenceBlock> blocks;  // of the simultaneous systems; all other equations stand alone
  std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;  // row and column, sorted order
};

IncidencePicture MakeIncidencePicture(const BlockModel& model, const Store& store, const SourceMap& sources);

}  // namespace mica::structure
