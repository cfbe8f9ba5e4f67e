#include "structure/values/constant_choice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "graph/union_find.h"
#include "structure/reduce/choose_dummies.h"
#include "structure/reduce/constraint_elimination.h"

namespace mica::structure {

namespace {

// Pairs times terms of a part. Beyond, looking for an exchange takes longer than the rest of the analysis.
constexpr std::size_t kMostWork = 2'000'000;

// One part of the constraints, with numbers of its own for its candidates.
class Part {
 public:
  Part(const std::vector<Constraint>& rows, const std::vector<Index>& of_part, const std::vector<int>& wish,
       const std::vector<bool>& is_chosen) {
    std::unordered_map<Index, Index> local;
    for (Index row : of_part) {
      Constraint& made = rows_.emplace_back(rows[row]);
      for (ConstraintTerm& term : made.terms) {
        auto [at, is_new] = local.try_emplace(term.candidate, static_cast<Index>(candidates_.size()));
        if (is_new) {
          candidates_.push_back(term.candidate);
          is_chosen_.push_back(is_chosen[term.candidate]);
          wish_.push_back(wish[term.candidate]);
          has_constant_.push_back(false);
        }
        term.candidate = at->second;
        ++term_count_;
        if (!term.varies) has_constant_[at->second] = true;
      }
    }
  }

  void Run(std::vector<bool>& is_chosen) {
    // Another part may have changed what is chosen here.
    if (static_cast<std::size_t>(std::ranges::count(is_chosen_, true)) != rows_.size()) return;
    for (Open open = Count(); open.varying > 0;) {
      std::vector<std::pair<Index, Index>> pairs = Pairs();
      if (pairs.size() * term_count_ > kMostWork) return;
      std::optional<std::pair<Index, Index>> best;
      for (const auto& pair : pairs) {
        Exchange(pair);
        if (Open left = Count(); left.IsBetterThan(open) && IsRegular()) open = left, best = pair;
        Exchange(pair);
        if (open.varying == 0) break;
      }
      if (!best) return;
      Exchange(*best);
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) is_chosen[candidates_[c]] = is_chosen_[c];
  }

 private:
  // A dummy that becomes a state, one that becomes a dummy: in the order of their declarations, the last first.
  std::vector<std::pair<Index, Index>> Pairs() const {
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t d = 0; d < candidates_.size(); ++d)
      for (std::size_t f = 0; f < candidates_.size(); ++f)
        if (is_chosen_[d] && !is_chosen_[f] && has_constant_[f] && wish_[d] == wish_[f] && wish_[d] >= 0)
          pairs.push_back({static_cast<Index>(d), static_cast<Index>(f)});
    std::ranges::sort(pairs, [&](const auto& a, const auto& b) {
      return std::pair(candidates_[a.first], candidates_[b.second]) <
             std::pair(candidates_[b.first], candidates_[a.second]);
    });
    return pairs;
  }

  void Exchange(const std::pair<Index, Index>& pair) {
    is_chosen_[pair.first] = !is_chosen_[pair.first];
    is_chosen_[pair.second] = !is_chosen_[pair.second];
  }

  // Chosen candidates that no row gives from what is known before it, but several rows together: in all, and where a
  // factor among these varies.
  struct Open {
    std::size_t all = 0, varying = 0;
    // What gets rid of a factor that varies is then given by one row: several rows of constant factors may be singular
    // by their numbers.
    bool IsBetterThan(const Open& other) const {
      return varying < other.varying && all + (other.varying - varying) <= other.all;
    }
  };
  Open Count() const {
    ConstraintElimination elimination(rows_, is_chosen_);
    elimination.Run({});
    Open open{elimination.taken().size(), 0};
    for (const std::vector<Index>& rows : elimination.Groups({})) {
      ConstraintElimination::Reach reach = elimination.Find(rows);
      if (elimination.Varies(reach, rows))
        open.varying += static_cast<std::size_t>(
            std::ranges::count_if(reach.columns, [&](Index c) { return elimination.is_taken(c); }));
    }
    return open;
  }

  bool IsRegular() const {
    std::vector<std::vector<DummyEntry>> columns(candidates_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (const ConstraintTerm& term : rows_[r].terms)
        if (is_chosen_[term.candidate]) columns[term.candidate].push_back({static_cast<Index>(r), term.value[0]});
    std::erase_if(columns, [](const std::vector<DummyEntry>& column) { return column.empty(); });
    return ChooseDummies(static_cast<Index>(rows_.size()), columns).size() == rows_.size();
  }

  std::vector<Constraint> rows_;
  std::size_t term_count_ = 0;
  std::vector<Index> candidates_;
  std::vector<bool> is_chosen_, has_constant_;
  std::vector<int> wish_;
};

}  // namespace

void ChooseByConstants(const std::vector<Constraint>& rows, const std::vector<int>& wish,
                       std::vector<bool>& is_chosen) {
  graph::UnionFind parts(static_cast<Index>(rows.size()));
  std::vector<Index> row_of(is_chosen.size(), graph::kNone);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const ConstraintTerm& term : rows[r].terms) {
      if (!is_chosen[term.candidate]) continue;
      Index& first = row_of[term.candidate];
      if (first == graph::kNone)
        first = static_cast<Index>(r);
      else
        parts.Unite(first, static_cast<Index>(r));
    }
  std::map<Index, std::vector<Index>> rows_of_part;
  for (std::size_t r = 0; r < rows.size(); ++r)
    rows_of_part[parts.Find(static_cast<Index>(r))].push_back(static_cast<Index>(r));
  for (const auto& [root, of_part] : rows_of_part) {
    auto any_varies = [&](Index row) { return std::ranges::any_of(rows[row].terms, &ConstraintTerm::varies); };
    if (std::ranges::any_of(of_part, any_varies)) Part(rows, of_part, wish, is_chosen).Run(is_chosen);
  }
}

}  // namespace mica::structure
