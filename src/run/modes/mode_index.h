// Run stage: what is remembered of the modes of a model from one run to the next: a small text file under
// $XDG_CACHE_HOME/mica/modes.
//
// The file belongs to the list of mode variables, in the words of the model: a model that is changed elsewhere keeps
// its modes, and code is found again by its content anyway. A line for each mode: its values, the steps made in it, how
// often it was entered, what became of its code, the sizes of the linear and nonlinear systems that are left in it. A
// file that cannot be read is as good as none (base/kept_files.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/kept_files.h"
#include "runtime/model_table.h"

namespace mica::run {

enum class ModeCodeState : std::uint8_t {
  kNone,
  kWanted,
  kReady,
  kRefused /* the general code does better, or must do */
};

struct RememberedMode {
  std::vector<std::int32_t> values;  // parallel to the mode variables
  std::uint64_t steps = 0, visits = 0;
  ModeCodeState code = ModeCodeState::kNone;
  std::vector<std::int64_t> linear, nonlinear;
};

// What names the modes of a model: its name, whether it is translated for an implicit inlined method, and its mode
// variables.
std::string ModeKey(const MicaModelTable& table);

class ModeIndex {
 public:
  // `directory` empty: nothing is remembered. `key` names the list of mode variables, `width` is its length.
  ModeIndex(std::string directory, const std::string& key, std::size_t width);

  const std::vector<RememberedMode>& modes() const { return modes_; }
  // Steps and visits are added to those that are there; what is known of the code replaces what was.
  void Add(const RememberedMode& mode);
  void Save() const;  // failures are nobody's business: the index only saves time

 private:
  void Load(const std::string& text);
  KeptFiles kept_;
  std::string key_;
  std::size_t width_;
  std::vector<RememberedMode> modes_;  // most steps first
};

}  // namespace mica::run
