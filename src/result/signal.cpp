#include "result/signal.h"

#include "base/check.h"
#include "base/diagnostic.h"

namespace mica {

std::string_view CanonicalSignalName(std::string_view name, std::string& buffer) {
  constexpr std::string_view kBlanks = " \t";
  if (name.find_first_of(kBlanks) != std::string_view::npos) {
    std::string packed;
    for (char c : name)
      if (kBlanks.find(c) == std::string_view::npos) packed += c;
    buffer = std::move(packed);
    name = buffer;
  }
  constexpr std::string_view kDer = ".der(";
  std::size_t at = name.empty() || name.back() != ')' ? std::string_view::npos : name.find(kDer);
  // Quoted identifiers may hold anything: leave them alone.
  if (at != std::string_view::npos && name.find('\'') == std::string_view::npos) {
    std::string prefix(name.substr(0, at + 1));
    std::string inner(name.substr(at + kDer.size()));
    buffer = "der(" + prefix + inner;
    name = buffer;
  }
  return name;
}

SignalId SignalTable::Add(Signal signal) {
  signal.alias_of = {};
  signal.negated = false;
  std::size_t& slots = signal.constant() ? constant_slots_ : row_slots_;
  signal.slot = static_cast<std::uint32_t>(slots++);
  return Insert(std::move(signal));
}

SignalId SignalTable::AddAlias(Signal signal, SignalId target, bool negated) {
  Check(target.index() < signals_.size(), "an alias of a signal that is not in the table");
  const Signal& same = signals_[target.index()];
  Check(!negated || same.type != SignalType::kBoolean, "a Boolean signal cannot be stored as minus another");
  signal.alias_of = same.alias_of.valid() ? same.alias_of : target;
  signal.negated = negated != same.negated;
  signal.kind = same.kind;
  signal.type = same.type;
  signal.slot = same.slot;
  return Insert(std::move(signal));
}

SignalId SignalTable::Insert(Signal signal) {
  signals_.push_back(std::move(signal));
  if (signals_.size() * 2 > buckets_.size())
    Rehash();
  else {
    std::string buffer;
    std::size_t mask = buckets_.size() - 1;
    std::size_t at = std::hash<std::string_view>()(CanonicalSignalName(signals_.back().name, buffer)) & mask;
    while (buckets_[at] != 0) at = (at + 1) & mask;
    buckets_[at] = static_cast<std::uint32_t>(signals_.size());
  }
  return SignalId(signals_.size() - 1);
}

// In the order of insertion, so that of two equal names the first is met first.
void SignalTable::Rehash() {
  std::size_t size = 64;
  while (size < signals_.size() * 4) size *= 2;
  buckets_.assign(size, 0);
  std::string buffer;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    std::size_t at = std::hash<std::string_view>()(CanonicalSignalName(signals_[i].name, buffer)) & (size - 1);
    while (buckets_[at] != 0) at = (at + 1) & (size - 1);
    buckets_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

SignalId SignalTable::Find(std::string_view name) const {
  if (buckets_.empty()) return {};
  std::string wanted_buffer, buffer;
  std::string_view wanted = CanonicalSignalName(name, wanted_buffer);
  std::size_t mask = buckets_.size() - 1;
  for (std::size_t at = std::hash<std::string_view>()(wanted) & mask; buckets_[at] != 0; at = (at + 1) & mask) {
    std::size_t i = buckets_[at] - 1;
    if (CanonicalSignalName(signals_[i].name, buffer) == wanted) return SignalId(i);
  }
  return {};
}

std::string_view SignalTable::Nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(signals_.size());
  for (const Signal& signal : signals_) names.push_back(signal.name);
  return NearestSpelling(name, names);
}

}  // namespace mica
