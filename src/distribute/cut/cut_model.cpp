#include "distribute/cut/cut_model.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "distribute/cut/equation_reads.h"
#include "graph/union_find.h"
#include "structure/values/binding_values.h"

namespace mica::distribute {

namespace {

using graph::Index;
using structure::EquationId;
using structure::ScalarEquation;
using structure::ScalarKind;
using structure::ScalarModel;

class Cutter {
 public:
  Cutter(const ScalarModel& model, Store& store)
      : model_(model),
        store_(store),
        reads_(model, store),
        values_(model, store),
        classes_(static_cast<Index>(model.scalars.size())),
        joins_(model.scalars.size()) {}

  CutModel Run() {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) joins_[i] = !model_.is_known(ScalarId(i));
    FindFreeParameters();
    FindCuts();
    Join();
    NumberParts();
    Distribute();
    return std::move(cut_);
  }

 private:
  // Parameters with fixed = false whose initial equations hold unknowns are unknowns here; the others are copied, with
  // their equations.
  void FindFreeParameters() {
    graph::UnionFind free(static_cast<Index>(model_.scalars.size()));
    auto is_free = [&](ScalarId id) { return model_.facts[id].solved_initially; };
    std::vector<ScalarId> tied;
    for (const ScalarEquation& equation : model_.initial_equations) {
      reads_.Of(equation);
      ScalarId first;
      bool has_unknown = false;
      for (ScalarId id : reads_.scalars()) {
        has_unknown = has_unknown || joins_[id.index()];
        if (!is_free(id)) continue;
        if (first) free.Unite(static_cast<Index>(first.index()), static_cast<Index>(id.index()));
        first = id;
      }
      if (first && has_unknown) tied.push_back(first);
    }
    std::vector<bool> is_tied(model_.scalars.size());
    for (ScalarId id : tied) is_tied[free.Find(static_cast<Index>(id.index()))] = true;
    for (std::size_t i = 0; i < model_.scalars.size(); ++i)
      if (is_free(ScalarId(i)) && is_tied[free.Find(static_cast<Index>(i))]) joins_[i] = true;
    // And those that are computed from them.
    for (bool is_new = !tied.empty(); is_new;) {
      is_new = false;
      for (const ScalarEquation& equation : model_.parameter_equations) {
        reads_.Of(equation);
        auto joins = [&](ScalarId id) { return joins_[id.index()] != 0; };
        if (std::ranges::none_of(reads_.scalars(), joins)) continue;
        auto add = [&](ScalarId id) { is_new = is_new || !std::exchange(joins_[id.index()], 1); };
        if (equation.is_equality()) add(store_.exprs.scalar(equation.left));
        if (!equation.is_equality()) std::ranges::for_each(model_.steps[equation.step].targets, add);
      }
    }
  }

  // Which delays may separate parts.
  void FindCuts() {
    may_cut_.assign(model_.delays.size(), false);
    seconds_.resize(model_.delays.size());
    for (std::uint32_t d = 0; d < model_.delays.size(); ++d) {
      reads_.OfDelayTime(d);
      if (std::ranges::any_of(reads_.scalars(), [&](ScalarId id) { return !IsParameter(id); })) continue;
      seconds_[d] = values_.Number(model_.delays[d].delay_time);
      reads_.OfDelay(d);
      bool has_unknown = std::ranges::any_of(reads_.scalars(), [&](ScalarId id) { return joins_[id.index()]; });
      may_cut_[d] = has_unknown && !(seconds_[d] && !(*seconds_[d] > 0));
    }
  }
  bool IsParameter(ScalarId id) const {
    ScalarKind kind = model_.scalars[id].kind;
    return !joins_[id.index()] && (kind == ScalarKind::kConstant || kind == ScalarKind::kParameter);
  }

  void JoinFound(ScalarId& first) {
    for (ScalarId id : reads_.scalars()) {
      if (!joins_[id.index()]) continue;
      if (first) classes_.Unite(static_cast<Index>(first.index()), static_cast<Index>(id.index()));
      first = id;
    }
  }
  void JoinEquation(const ScalarEquation& equation) {
    reads_.Of(equation);
    ScalarId first;
    JoinFound(first);
    std::vector<std::uint32_t> delays(reads_.delays().begin(), reads_.delays().end());
    for (std::uint32_t d : delays) {
      if (may_cut_[d]) continue;
      reads_.OfDelay(d);
      JoinFound(first);
    }
  }
  void Join() {
    for (const ScalarEquation& equation : model_.equations)
      if (!equation.is_removed) JoinEquation(equation);
    for (const ScalarEquation& equation : model_.initial_equations) JoinEquation(equation);
    for (const ScalarEquation& equation : model_.parameter_equations) JoinEquation(equation);
    for (std::uint32_t d = 0; d < model_.delays.size(); ++d) {
      reads_.OfDelay(d);
      ScalarId first;
      JoinFound(first);
    }
    for (std::size_t i = 0; i < model_.scalars.size(); ++i)
      if (ScalarId derivative = model_.scalars[ScalarId(i)].derivative)
        classes_.Unite(static_cast<Index>(i), static_cast<Index>(derivative.index()));
  }

  Index RootOf(ScalarId id) { return classes_.Find(static_cast<Index>(id.index())); }
  // Of the unknowns that were found last; kNone without any.
  Index FoundRoot() {
    for (ScalarId id : reads_.scalars())
      if (joins_[id.index()]) return RootOf(id);
    return graph::kNone;
  }

  // Components that waves touch, or that move by themselves, are parts; the others go where their names lead.
  void NumberParts() {
    std::vector<std::uint8_t> is_part(model_.scalars.size());
    for (const ScalarEquation& equation : model_.equations) {
      reads_.Of(equation);
      Index reader = FoundRoot();
      std::vector<std::uint32_t> delays(reads_.delays().begin(), reads_.delays().end());
      for (std::uint32_t d : delays) {
        if (!may_cut_[d] || reader == graph::kNone) continue;
        reads_.OfDelay(d);
        Index sender = FoundRoot();
        if (sender == reader) continue;
        is_part[sender] = is_part[reader] = 1;
      }
    }
    for (std::size_t i = 0; i < model_.scalars.size(); ++i)
      if (joins_[i] && model_.scalars[ScalarId(i)].derivative) is_part[RootOf(ScalarId(i))] = 1;
    std::vector<std::uint32_t> number(model_.scalars.size(), kNoPart);
    cut_.part_of.assign(model_.scalars.size(), kNoPart);
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      if (!joins_[i]) continue;
      Index root = RootOf(ScalarId(i));
      if (!is_part[root]) continue;
      if (number[root] == kNoPart) {
        number[root] = static_cast<std::uint32_t>(cut_.parts.size());
        cut_.parts.emplace_back();
      }
      cut_.part_of[i] = number[root];
    }
    if (cut_.parts.empty()) cut_.parts.emplace_back();
    NoteNames();
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      if (!joins_[i] || cut_.part_of[i] != kNoPart) continue;
      Index root = RootOf(ScalarId(i));
      if (number[root] == kNoPart) number[root] = PartByName(model_.scalars[ScalarId(i)].name);
      cut_.part_of[i] = number[root];
    }
  }

  static std::string_view Inside(std::string_view name) {
    return name.substr(0, std::min(name.size(), name.rfind('.')));
  }
  void NoteNames() {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      if (cut_.part_of[i] == kNoPart || !model_.scalars[ScalarId(i)].source) continue;
      std::string_view name = model_.scalars[ScalarId(i)].name;
      while (name.rfind('.') != std::string_view::npos) {
        name = Inside(name);
        if (!places_.try_emplace(name, cut_.part_of[i]).second) break;
      }
    }
  }
  std::uint32_t PartByName(std::string_view name) const {
    while (name.rfind('.') != std::string_view::npos) {
      name = Inside(name);
      if (auto found = places_.find(name); found != places_.end()) return found->second;
    }
    return 0;
  }

  // What each part needs.
  void Distribute() {
    taken_.assign(model_.scalars.size(), kNoPart);
    std::vector<std::vector<std::uint32_t>> initial_of(cut_.parts.size());
    IndexParameters();
    std::vector<std::uint32_t> sender(model_.delays.size(), kNoPart);
    for (std::uint32_t d = 0; d < model_.delays.size(); ++d) {
      reads_.OfDelay(d);
      for (ScalarId id : reads_.scalars())
        if (cut_.part_of[id.index()] != kNoPart) sender[d] = cut_.part_of[id.index()];
    }
    std::vector<std::vector<std::uint32_t>> to(model_.delays.size());
    for (std::size_t e = 0; e < model_.equations.size(); ++e) {
      const ScalarEquation& equation = model_.equations[EquationId(e)];
      if (equation.is_removed) continue;
      reads_.Of(equation);
      std::uint32_t part = FoundPart();
      if (part == kNoPart) part = PartByOrigin(equation);
      cut_.parts[part].equations.push_back(EquationId(e));
      for (std::uint32_t d : reads_.delays()) {
        cut_.parts[part].delays.push_back(d);
        if (may_cut_[d] && sender[d] != part && sender[d] != kNoPart) to[d].push_back(part);
        if (may_cut_[d] && sender[d] == part) cut_.bypassed.push_back(d);
      }
    }
    for (std::uint32_t i = 0; i < model_.initial_equations.size(); ++i) {
      reads_.Of(model_.initial_equations[i]);
      std::uint32_t part = FoundPart();
      if (part != kNoPart) initial_of[part].push_back(i);
    }
    for (std::uint32_t d = 0; d < to.size(); ++d) {
      std::ranges::sort(to[d]);
      to[d].erase(std::unique(to[d].begin(), to[d].end()), to[d].end());
      if (to[d].empty()) continue;
      cut_.parts[sender[d]].sent.push_back(d);
      cut_.waves.push_back({d, sender[d], to[d], seconds_[d]});
    }
    for (std::uint32_t i = 0; i < model_.scalars.size(); ++i)
      if (cut_.part_of[i] != kNoPart) {
        cut_.parts[cut_.part_of[i]].scalars.push_back(ScalarId(i));
        ++cut_.parts[cut_.part_of[i]].unknowns;
      }
    for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
      cut_.parts[p].initial_equations = std::move(initial_of[p]);
      Gather(p);
    }
    GiveRest();
    for (Part& part : cut_.parts) Sort(part);
  }
  std::uint32_t FoundPart() const {
    for (ScalarId id : reads_.scalars())
      if (cut_.part_of[id.index()] != kNoPart) return cut_.part_of[id.index()];
    return kNoPart;
  }
  std::uint32_t PartByOrigin(const ScalarEquation& equation) const {
    const flat::Path& path = model_.origins[equation.origin].component;
    return path.empty() ? 0 : PartByName(flat::PathText(path, store_.names) + ".");
  }

  void IndexParameters() {
    parameter_equation_.assign(model_.scalars.size(), kNoPart);
    for (std::uint32_t i = 0; i < model_.parameter_equations.size(); ++i) {
      const ScalarEquation& equation = model_.parameter_equations[i];
      if (equation.is_equality())
        parameter_equation_[store_.exprs.scalar(equation.left).index()] = i;
      else
        for (ScalarId target : model_.steps[equation.step].targets)
          if (target) parameter_equation_[target.index()] = i;
    }
    for (std::uint32_t i = 0; i < model_.initial_equations.size(); ++i) {
      reads_.Of(model_.initial_equations[i]);
      if (FoundPart() != kNoPart) continue;
      for (ScalarId id : reads_.scalars())
        if (model_.facts[id].solved_initially) free_equations_[id.index()].push_back(i);
    }
    for (std::uint32_t i = 0; i < model_.samplers.size(); ++i) sampler_[model_.samplers[i].flag.index()] = i;
  }

  // Takes what the part's equations, attributes and parameters refer to, until nothing is missing.
  void Gather(std::uint32_t p) {
    Part& part = cut_.parts[p];
    part_ = p;
    queue_.clear();
    for (ScalarId id : part.scalars) {
      taken_[id.index()] = p;
      queue_.push_back(id);
    }
    auto need = [&] {
      for (ScalarId id : reads_.scalars()) Need(part, id);
    };
    auto need_delays = [&](std::vector<std::uint32_t> delays) {
      for (std::uint32_t d : delays) NeedDelay(part, d);
    };
    for (EquationId e : part.equations) {
      reads_.Of(model_.equations[e]);
      std::vector<std::uint32_t> distributions(reads_.distributions().begin(), reads_.distributions().end());
      need();
      for (std::uint32_t d : distributions) reads_.OfDistribution(d), need();
    }
    for (std::uint32_t i : part.initial_equations) reads_.Of(model_.initial_equations[i]), need();
    need_delays(part.delays);
    for (std::uint32_t d : part.sent) {
      reads_.OfDelay(d), need();
      reads_.OfDelayTime(d), need();
    }
    Close(part);
  }
  void NeedDelay(Part& part, std::uint32_t d) {
    reads_.OfDelayTime(d);
    for (ScalarId id : reads_.scalars()) Need(part, id);
    reads_.OfDelay(d);
    for (ScalarId id : reads_.scalars())
      if (cut_.part_of[id.index()] == kNoPart) Need(part, id);  // what a wave is made of is needed where it is sent
  }
  void Need(Part& part, ScalarId id) {
    if (taken_[id.index()] == part_) return;
    Check(cut_.part_of[id.index()] == kNoPart, "a part needs an unknown of another");
    taken_[id.index()] = part_;
    part.scalars.push_back(id);
    queue_.push_back(id);
  }
  void Close(Part& part) {
    while (!queue_.empty()) {
      ScalarId id = queue_.back();
      queue_.pop_back();
      reads_.OfAttributes(id);
      for (ScalarId other : reads_.scalars()) Need(part, other);
      if (std::uint32_t i = parameter_equation_[id.index()]; i != kNoPart) {
        part.parameter_equations.push_back(i);
        reads_.Of(model_.parameter_equations[i]);
        for (ScalarId other : reads_.scalars()) Need(part, other);
      }
      if (auto found = free_equations_.find(id.index()); found != free_equations_.end())
        for (std::uint32_t i : found->second) {
          part.initial_equations.push_back(i);
          reads_.Of(model_.initial_equations[i]);
          for (ScalarId other : reads_.scalars()) Need(part, other);
        }
      if (auto found = sampler_.find(id.index()); found != sampler_.end()) {
        const structure::Sampler& sampler = model_.samplers[found->second];
        reads_.Of(std::initializer_list<Expr>{sampler.start, sampler.interval});
        for (ScalarId other : reads_.scalars()) Need(part, other);
      }
    }
  }

  // Parameters that no part needs, checks of parameters.
  void GiveRest() {
    std::vector<bool> is_given(model_.scalars.size());
    for (const Part& part : cut_.parts)
      for (ScalarId id : part.scalars) is_given[id.index()] = true;
    std::vector<std::vector<ScalarId>> rest(cut_.parts.size());
    for (std::size_t i = 0; i < model_.scalars.size(); ++i)
      if (!is_given[i]) rest[PartByName(model_.scalars[ScalarId(i)].name)].push_back(ScalarId(i));
    std::vector<std::vector<std::uint32_t>> checks(cut_.parts.size());
    for (std::uint32_t i = 0; i < model_.parameter_checks.size(); ++i) {
      const flat::Path& path = model_.parameter_checks[i].origin.component;
      checks[path.empty() ? 0 : PartByName(flat::PathText(path, store_.names) + ".")].push_back(i);
    }
    for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
      if (rest[p].empty() && checks[p].empty()) continue;
      Part& part = cut_.parts[p];
      part_ = p;
      for (ScalarId id : part.scalars) taken_[id.index()] = p;
      for (ScalarId id : rest[p]) Need(part, id);
      for (std::uint32_t i : checks[p]) {
        part.parameter_checks.push_back(i);
        reads_.Of(model_.parameter_checks[i]);
        for (ScalarId id : reads_.scalars()) Need(part, id);
      }
      Close(part);
    }
  }

  static void Sort(Part& part) {
    auto unique = [](auto& list) {
      std::ranges::sort(list);
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    unique(part.scalars);
    unique(part.initial_equations);
    unique(part.parameter_equations);
    unique(part.delays);
    unique(part.sent);
  }

  const ScalarModel& model_;
  Store& store_;
  EquationReads reads_;
  structure::BindingValues values_;
  graph::UnionFind classes_;
  std::vector<std::uint8_t> joins_;  // by scalar: an unknown, or a parameter that initialization finds from unknowns
  std::vector<std::uint8_t> may_cut_;
  std::vector<std::optional<double>> seconds_;
  std::unordered_map<std::string_view, std::uint32_t> places_;  // names of components: a part with variables of it
  std::vector<std::uint32_t> taken_;                            // by scalar: the part that took it last
  std::vector<std::uint32_t> parameter_equation_;               // by scalar
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> free_equations_;  // of parameters that are copied
  std::unordered_map<std::uint32_t, std::uint32_t> sampler_;                      // by flag
  std::vector<ScalarId> queue_;
  std::uint32_t part_ = 0;
  CutModel cut_;
};

}  // namespace

CutModel FindParts(const ScalarModel& model, Store& store) { return Cutter(model, store).Run(); }

}  // namespace mica::distribute
