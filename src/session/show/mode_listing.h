// The modes of a model that runs have visited, as text: what `mica show modes` prints.
#pragma once

#include <string>

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica {

// Where modes are remembered from run to run (run/modes/mode_index.h).
std::string ModeDirectory();

std::string ModesText(const structure::BlockModel& model, const Store& store);

}  // namespace mica
