#include "structure/clocks/clock_inference.h"

#include <algorithm>

namespace mica::structure {

ClockInference::Node ClockInference::Add() {
  Node node = static_cast<Node>(parent_.size());
  parent_.push_back(node);
  weight_.emplace_back();
  joined_at_.push_back(0);
  known_.emplace_back();
  bases_.Grow(static_cast<graph::Index>(node) + 1);
  return node;
}

ClockInference::Node ClockInference::Find(Node node, Weight& weight) {
  std::vector<Node> path;
  Node at = node;
  for (; parent_[at] != at; at = parent_[at]) path.push_back(at);
  // From the root outwards: the weight of each node against the root.
  Weight above;
  for (std::size_t i = path.size(); i-- > 0;) {
    Weight& own = weight_[path[i]];
    own = {own.factor * above.factor, above.shift + own.shift * above.factor};
    parent_[path[i]] = at;
    above = own;
  }
  weight = node == at ? Weight{} : weight_[node];
  return at;
}

void ClockInference::Join(Node a, Node b, Rational factor, Rational shift, Site site) {
  Weight wa, wb;
  Node ra = Find(a, wa), rb = Find(b, wb);
  Rational interval = factor * wa.factor, start = wa.shift + shift * wa.factor;  // of b, in intervals of ra
  if (!interval.valid() || !start.valid()) {
    conflicts_.push_back({Conflict::Kind::kTooLarge, site, site});
    return;
  }
  if (ra == rb) {
    if (wb.factor != interval)
      conflicts_.push_back({Conflict::Kind::kFactor, site, joined_at_[b], wb.factor / wa.factor, factor});
    else if (wb.shift != start)
      conflicts_.push_back({Conflict::Kind::kFactor, site, joined_at_[b], (wb.shift - wa.shift) / wa.factor, shift});
    return;
  }
  Rational root_interval = interval / wb.factor;
  parent_[rb] = ra;
  weight_[rb] = {root_interval, start - wb.shift * root_interval};
  joined_at_[rb] = site;
  joined_at_[b] = site;
}

void ClockInference::Relate(Node a, Node b, Rational factor, Rational shift, Site site) {
  bases_.Unite(static_cast<graph::Index>(a), static_cast<graph::Index>(b));
  Join(a, b, factor, shift, site);
}

void ClockInference::RelateByOpenFactor(Node fast, Node slow, Site site) {
  bases_.Unite(static_cast<graph::Index>(fast), static_cast<graph::Index>(slow));
  open_.push_back({fast, slow, site, false});
}

void ClockInference::RelateLoosely(Node a, Node b, Site site) {
  bases_.Unite(static_cast<graph::Index>(a), static_cast<graph::Index>(b));
  open_.push_back({a, b, site, true});
}

void ClockInference::Fix(Node a, std::uint32_t base, Rational interval, Site site) {
  given_.push_back({a, base, interval, site});
}

// Whether the relation was used up. Both sides known: the factor is checked. One side known: 1, if it is time to
// choose.
bool ClockInference::UseOpen(const Open& open, bool may_choose) {
  Weight wf, ws;
  Node rf = Find(open.fast, wf), rs = Find(open.slow, ws);
  if (rf != rs && (!known_[rf] || !known_[rs])) {
    if (!may_choose || (!known_[rf] && !known_[rs])) return false;
    bool fast_is_known = known_[rf].has_value();
    if (fast_is_known)
      Join(open.fast, open.slow, 1, 0, open.site);
    else
      Join(open.slow, open.fast, 1, 0, open.site);  // the root of the known side stays root
    return true;
  }
  if (open.is_loose) return true;
  Rational ratio =
      rf == rs ? ws.factor / wf.factor : ws.factor * known_[rs]->interval / (wf.factor * known_[rf]->interval);
  bool comparable = rf == rs || known_[rf]->base == known_[rs]->base;
  bool whole = comparable && ratio.valid() && ratio.is_integer() && ratio.num() > 0;
  bool together = rf == rs ? ws.shift == wf.shift
                           : comparable && known_[rs]->start + ws.shift * known_[rs]->interval ==
                                               known_[rf]->start + wf.shift * known_[rf]->interval;
  if (!comparable)
    conflicts_.push_back({Conflict::Kind::kTwoBases, open.site, known_[rs]->site});
  else if (!whole || !together)
    conflicts_.push_back({Conflict::Kind::kNoFactor, open.site, rf == rs ? open.site : known_[rs]->site, ratio, 1});
  return true;
}

void ClockInference::Solve() {
  std::vector<std::optional<std::pair<std::uint32_t, Site>>> base_of(parent_.size());  // by root of bases_: seen first
  for (const Given& given : given_) {
    Weight w;
    Node root = Find(given.node, w);
    Known found{given.base, given.interval / w.factor, 0, given.site};
    found.start = Rational(0) - w.shift * found.interval;
    auto& base = base_of[static_cast<std::size_t>(bases_.Find(static_cast<graph::Index>(given.node)))];
    if (!base) base = {given.base, given.site};
    if (base->first != given.base) {
      conflicts_.push_back({Conflict::Kind::kTwoBases, given.site, base->second});
      continue;
    }
    std::optional<Known>& known = known_[root];
    if (!known)
      known = found;
    else if (known->interval != found.interval || known->start != found.start)
      conflicts_.push_back(
          {Conflict::Kind::kInterval, given.site, known->site, given.interval, known->interval * w.factor});
  }
  // Open factors: those between known clocks first, then one choice at a time.
  auto use_all = [&] {
    bool moved = true;
    while (moved) {
      std::erase_if(open_, [&](const Open& open) { return UseOpen(open, false); });
      moved = false;
      for (std::size_t i = 0; i < open_.size() && !moved; ++i)
        if (UseOpen(open_[i], true)) {
          open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
          moved = true;
        }
    }
  };
  use_all();
  // What is left has no clock: the fastest of each base-partition ticks every second.
  for (Node node = 0; node < parent_.size(); ++node) {
    Weight w;
    if (known_[Find(node, w)]) continue;
    Node fastest = node;
    Weight least = w;
    for (Node other = node; other < parent_.size(); ++other) {
      Weight wo;
      if (Find(other, wo) != Find(node, w)) continue;
      if (wo.factor < least.factor || (wo.factor == least.factor && wo.shift < least.shift))
        fastest = other, least = wo;
    }
    Weight wf;
    Node root = Find(fastest, wf);
    known_[root] = Known{kSeconds, Rational(1) / wf.factor, Rational(0) - wf.shift / wf.factor, 0};
    defaults_.push_back(fastest);
    use_all();
  }
  timings_.resize(parent_.size());
  for (Node node = 0; node < parent_.size(); ++node) {
    Weight w;
    const Known& known = *known_[Find(node, w)];
    timings_[node] = {known.base, w.factor * known.interval, known.start + w.shift * known.interval};
    if (!timings_[node].interval.valid() || !timings_[node].start.valid()) {
      conflicts_.push_back({Conflict::Kind::kTooLarge, known.site, known.site});
      timings_[node] = {known.base, 1, 0};
    }
  }
}

}  // namespace mica::structure
