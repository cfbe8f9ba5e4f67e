// A translated model as bytes, and back: what a second run of an unchanged model starts from instead of its text
// (kept_translations.h knows whether it is unchanged). Only what the model reaches is written: expressions, functions
// and names are numbered anew. The bytes are of this build of Mica and no other, and are trusted: whoever keeps them
// guards them by a digest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "flat/model.h"
#include "session/values/evaluated_parameters.h"
#include "structure/block_model.h"

namespace mica {

// The flat model without its equations. `reported` is what translation had to say.
std::string WriteModel(const flat::Model& flat, const structure::BlockModel& blocks,
                       const std::vector<EvaluatedParameter>& evaluated, const std::vector<Diagnostic>& reported,
                       const Store& store, const SourceMap& sources);

struct KeptModel {
  flat::Model flat;
  structure::BlockModel blocks;
  std::vector<EvaluatedParameter> evaluated;
  std::vector<Diagnostic> reported;
};

// Into an empty store. Files that places of the model are in are read, unless `sources` has them. False: one of them is
// not there.
bool ReadModel(std::string_view bytes, KeptModel& model, Store& store, SourceMap& sources);

}  // namespace mica
