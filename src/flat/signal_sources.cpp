#include "flat/signal_sources.h"

#include <fmt/format.h>

#include "flat/codes.h"

namespace mica::flat {

using instance::Component;

bool SignalSources::IsSource(const Member& member) {
  if (!member.is_outside) return member.variable->causality == syntax::Causality::kOutput;
  if (member.variable->causality != syntax::Causality::kInput) return false;
  for (const Component* c = member.variable; c && c->clause; c = c->parent()) {
    if (c->is_protected) return false;
    if (const Component* parent = c->parent();
        !parent || !parent->clause || parent->causality == syntax::Causality::kNone)
      break;
  }
  return true;
}

std::uint32_t SignalSources::NumberOf(const Member& member, Span span) {
  std::uint64_t key = (static_cast<std::uint64_t>(member.variable->var.index()) << 32 | member.element) << 1 |
                      (member.is_outside ? 1 : 0);
  auto [at, is_new] = index_.emplace(key, static_cast<std::uint32_t>(members_.size()));
  if (is_new) {
    members_.push_back(member);
    spans_.push_back(span);
    parents_.push_back(at->second);
  }
  return at->second;
}

std::uint32_t SignalSources::Find(std::uint32_t m) {
  while (parents_[m] != m) m = parents_[m] = parents_[parents_[m]];
  return m;
}

void SignalSources::Join(const Member& a, const Member& b, Span span) {
  std::uint32_t i = Find(NumberOf(a, span)), k = Find(NumberOf(b, span));
  if (i != k) parents_[std::max(i, k)] = std::min(i, k);
}

void SignalSources::Check(instance::Elaboration& elaboration,
                          const std::function<const Component*(const Component*)>& state_of) {
  std::unordered_map<std::uint32_t, std::uint32_t> first;  // the first source of a set
  auto name = [&](std::uint32_t m) { return elaboration.instances().PathText(members_[m].variable); };
  for (std::uint32_t m = 0; m < members_.size(); ++m) {
    if (!IsSource(members_[m])) continue;
    auto [at, is_new] = first.emplace(Find(m), m);
    if (is_new) continue;
    const Component* state = state_of(members_[m].variable);
    const Component* other = state_of(members_[at->second].variable);
    if (state && other && state != other) continue;
    bool is_input = members_[m].is_outside;
    auto& d = elaboration.sink().Report(
        kSeveralSources, spans_[m],
        fmt::format("{} and {} both give a value to what they are connected to", name(at->second), name(m)));
    d.notes.push_back({members_[at->second].variable->span(),
                       fmt::format("{} is an {}", name(at->second),
                                   members_[at->second].is_outside ? "input of this class" : "output")});
    d.notes.push_back({members_[m].variable->span(),
                       fmt::format("{} is an {}", name(m), is_input ? "input of this class" : "output")});
    d.hint = "an output is connected to inputs; to add two signals, use a block or an equation";
  }
}

}  // namespace mica::flat
