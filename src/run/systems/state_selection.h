// Run stage: the choice of states within the sets that the structure stage left open (MicaModelTable.state_sets), which
// the runtime makes (runtime/events/state_selection.h): the sets as it reads them, and the memory.
#pragma once

#include <deque>
#include <vector>

#include "run/instance.h"
#include "run/state_bytes.h"
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

  void Visit(StateBytes& bytes) {
    bytes.Array(std::span(doubles_));
    bytes.Array(std::span(integers_));
    bytes.Array(std::span(bytes_));
    bytes.Value(selection_.changes);
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
