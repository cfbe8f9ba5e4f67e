// Which scalars an expression, statement or step reads, and how: what matching and sorting are made from.
//
// Three places tell apart what may be solved for and what is needed only: a scalar in a condition (of an if, a
// relation, a subscript, an event function) is needed but no equation can be solved for it; a scalar in a held relation
// likewise, and it is needed at events only; pre(x) is known but at initialization. A clocked variable under hold() is
// needed only. The first argument of delay() is not read: its history is. Cost: linear in the nodes of the expression;
// shared nodes are visited once for each place. No recursion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expression/store.h"
#include "structure/block_model.h"
#include "structure/scalar/epoch_map.h"

namespace mica::structure {

enum OccurrenceFlag : std::uint8_t { kSolvable = 1, kInCondition = 2, kInHeld = 4, kAsPre = 8 };

struct Occurrence {
  ScalarId scalar;
  std::uint8_t how = 0;  // OccurrenceFlag, or-ed
  bool is_needed() const { return (how & (kSolvable | kInCondition | kInHeld)) != 0; }
};

class OccurrenceCollector {
 public:
  explicit OccurrenceCollector(const Store& store) : store_(store) {}

  void Clear();
  void Add(Expr e, OccurrenceFlag place = kSolvable);  // an invalid expression adds nothing
  void Add(const Statement& statement);                // what it reads; not its targets
  void Add(const Step& step);                          // what it reads; not its targets
  void Add(const System& system);  // what its continuous part reads, what it computes itself included
  // In the order of first occurrence. Valid until the next Clear or Add.
  std::span<const Occurrence> found() const { return found_; }
  // Whether the expressions added hold `time`, outside held relations.
  bool reads_time() const { return reads_time_; }
  bool reads_time_in_held() const { return reads_time_in_held_; }
  // Whether they hold an iterator of a loop that was not unrolled.
  bool reads_iterator() const { return reads_iterator_; }
  // Whether their value may differ from one evaluation to the next with the same scalars: initial(), pre(), delay(),
  // impure functions, ….
  bool reads_history() const { return reads_history_; }
  // Likewise, but for pre() and held relations, which keep their values between events.
  bool reads_beyond_events() const { return reads_beyond_events_; }
  // Whether they hold delay() or spatialDistribution(), which go on when all scalars rest.
  bool reads_delayed() const { return reads_delayed_; }

 private:
  struct Frame {
    Expr e;
    std::uint8_t place;
  };
  void Push(Expr e, std::uint8_t place);
  void Note(ScalarId scalar, std::uint8_t how);

  const Store& store_;
  EpochMap seen_;   // expression and place
  EpochMap noted_;  // scalar: place in found_
  std::vector<Frame> stack_;
  std::vector<Occurrence> found_;
  bool reads_time_ = false, reads_time_in_held_ = false, reads_iterator_ = false, reads_history_ = false,
       reads_beyond_events_ = false, reads_delayed_ = false;
};

// Whether evaluating e needs the scalar: outside pre(), delay() and, unless `in_held`, held relations.
bool Reads(Expr e, ScalarId scalar, const Store& store, bool in_held = true);

// The scalars that the statements assign, each once, in order of first assignment.
std::vector<ScalarId> AssignedScalars(std::span<const Statement> statements, const Store& store);

}  // namespace mica::structure
