// Run stage: the choice of states within the sets that the structure stage left open (MicaModelTable.state_sets), which
// the runtime makes (runtime/events/state_selection.h): the sets as it reads them, and the memory.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "run/instance.h"
#include "runtime/events/state_selection.h"

namespace mica::run {

// One set of the table; leads into it.
struct SelectionShape {
  std::uint32_t forced, eliminated, constraints;
  std::vector<std::uint32_t> slots, places, choice, row_begin;
  std::vector<double> signs;
  std::vector<std::int32_t> kind;
  std::vector<std::uint8_t> starts_as_state;
  std::vector<MicaSelectionTerm> terms;

  SelectionShape(const MicaModelTable& table, const MicaStateSet& set);
  MicaSelectionSet raw() const;
};

class StateSelection {
 public:
  explicit StateSelection(Instance& instance);
  StateSelection(const StateSelection&) = delete;
  StateSelection& operator=(const StateSelection&) = delete;

  bool any() const { return !sets_.empty(); }
  // All variables must be computed at the present point. Whether a choice changed: then the states have changed their
  // meaning.
  bool Update() { return mica_select_states(&selection_, &instance_.raw()) != 0; }

  // The present choice, to be given back.
  struct Memory {
    std::vector<double> doubles;
    std::vector<std::uint32_t> integers;
    std::vector<std::uint8_t> bytes;
  };
  Memory Save() const { return {doubles_, integers_, bytes_}; }
  void Restore(const Memory& memory) {
    std::ranges::copy(memory.doubles, doubles_.begin());
    std::ranges::copy(memory.integers, integers_.begin());
    std::ranges::copy(memory.bytes, bytes_.begin());
  }

 private:
  Instance& instance_;
  std::deque<SelectionShape> shapes_;
  std::vector<MicaSelectionSet> sets_;
  std::vector<double> doubles_;
  std::vector<std::uint32_t> integers_;
  std::vector<std::uint8_t> bytes_;
  MicaSelection selection_;
};

}  // namespace mica::run
