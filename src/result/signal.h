// The signals of a result: what each is called, what it means and where its values are. Made by the runtime before the
// first row, or by a reader; given to every writer.
//
// Values live in slots. A parameter, or a variable that is constant over the run, has a slot among the constants; any
// other has a slot in every row. Aliases share the slot of what they equal, up to a sign: values are stored once, names
// as often as the model has them. Time is not a signal: it is what all signals are over.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace mica {

struct SignalTag;
using SignalId = Id<SignalTag>;

enum class SignalKind : std::uint8_t {
  kParameter,   // declared constant or parameter
  kConstant,    // a variable that turned out constant over the run
  kContinuous,  // changes with time; between rows it is interpolated
  kDiscrete,    // changes at events only
};

enum class SignalType : std::uint8_t { kReal, kInteger, kBoolean, kEnumeration };

struct Signal {
  std::string name;
  std::string description;
  std::string unit;
  std::string display_unit;  // "" where it is the unit
  SignalKind kind = SignalKind::kContinuous;
  SignalType type = SignalType::kReal;
  // Set by the table:
  SignalId alias_of;  // invalid: owns its slot. Never itself an alias.
  bool negated = false;
  std::uint32_t slot = 0;

  bool constant() const { return kind == SignalKind::kParameter || kind == SignalKind::kConstant; }
};

class SignalTable {
 public:
  // A signal with a slot of its own, the next one of its sort. Names need not differ; Find gives the first.
  SignalId Add(Signal signal);
  // A signal that always has the value of `target`, or minus it. Its kind and type become those of the target; Booleans
  // are not negated.
  SignalId AddAlias(Signal signal, SignalId target, bool negated = false);

  const Signal& operator[](SignalId id) const { return signals_[id.index()]; }
  std::size_t size() const { return signals_.size(); }
  std::size_t constant_slots() const { return constant_slots_; }
  std::size_t row_slots() const { return row_slots_; }
  const std::vector<Signal>& signals() const { return signals_; }

  // By name, in any of the ways tools write it: blanks do not count, and `a.der(x)` is `der(a.x)`. Invalid if there is
  // none.
  SignalId Find(std::string_view name) const;
  // The name nearest in spelling, to suggest; "" if none is near.
  std::string_view Nearest(std::string_view name) const;

 private:
  SignalId Insert(Signal signal);
  void Rehash();

  std::vector<Signal> signals_;
  std::vector<std::uint32_t>
      buckets_;  // open addressing over canonical names: index + 1, 0 is free; size a power of two
  std::size_t constant_slots_ = 0;
  std::size_t row_slots_ = 0;
};

// The one spelling of a signal's name that comparisons use: no blanks, derivatives as `der(a.x)`.
// `buffer` holds the result where it differs from `name`.
std::string_view CanonicalSignalName(std::string_view name, std::string& buffer);

}  // namespace mica
