// Sources of signals in connection sets (specification 9.3): of the inputs and outputs that are connected in one class,
// at most one gives the signal: an output of a component, or a public input of the class itself. Outputs of different
// states of a state machine count as one (17.3.6).
//
// The sets here are those of single classes, finer than the ones that make equations, in which a signal is followed
// through all levels: a connector seen from inside its class and from outside are two members.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "instance/elaboration.h"

namespace mica::flat {

class SignalSources {
 public:
  struct Member {
    const instance::Component* variable;
    std::uint32_t element;
    bool is_outside;
  };

  void Join(const Member& a, const Member& b, Span span);
  // Reports sets with several sources. `state_of`: the state of a state machine that the variable is an output of, or
  // null.
  void Check(instance::Elaboration& elaboration,
             const std::function<const instance::Component*(const instance::Component*)>& state_of);

 private:
  static bool IsSource(const Member& member);
  std::uint32_t NumberOf(const Member& member, Span span);
  std::uint32_t Find(std::uint32_t m);

  std::vector<Member> members_;
  std::vector<Span> spans_;  // of the connection that named it first
  std::vector<std::uint32_t> parents_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

}  // namespace mica::flat
