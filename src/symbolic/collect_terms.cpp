#include "symbolic/collect_terms.h"

#include <algorithm>

namespace mica::symbolic {

Expr CollectTerms(Algebra& algebra, Expr e, std::size_t limit) {
  ExprPool& pool = algebra.pool();
  if (pool.type(e) != algebra.types().real()) return e;
  struct Term {
    Expr e;
    double factor;
  };
  std::vector<Term> stack{{e, 1}}, terms;
  std::size_t seen = 0;
  while (!stack.empty()) {
    auto [term, factor] = stack.back();
    stack.pop_back();
    if (++seen > 2 * limit) return e;
    switch (pool.op(term)) {
      case Op::kAdd:
        stack.push_back({pool.arg(term, 1), factor});
        stack.push_back({pool.arg(term, 0), factor});
        continue;
      case Op::kSub:
        stack.push_back({pool.arg(term, 1), -factor});
        stack.push_back({pool.arg(term, 0), factor});
        continue;
      case Op::kNeg:
        stack.push_back({pool.arg(term, 0), -factor});
        continue;
      case Op::kMul:
        if (pool.op(pool.arg(term, 0)) == Op::kReal) {
          stack.push_back({pool.arg(term, 1), factor * pool.real(pool.arg(term, 0))});
          continue;
        }
        break;
      default:
        break;
    }
    terms.push_back({term, factor});
    if (terms.size() > limit) return e;
  }
  // Literals stay apart: adding them early would change rounding for nothing.
  bool merged = false;
  std::vector<Term> kept;
  for (const Term& term : terms) {
    auto same = std::ranges::find_if(kept, [&](const Term& k) { return k.e == term.e && !pool.is_literal(k.e); });
    if (same == kept.end()) {
      kept.push_back(term);
    } else {
      same->factor += term.factor;
      merged = true;
    }
  }
  if (!merged) return e;
  std::vector<Expr> built;
  for (const Term& term : kept)
    if (term.factor != 0) built.push_back(algebra.Mul(algebra.Real(term.factor), term.e));
  Expr sum = built.empty() ? algebra.Real(0) : built[0];
  for (std::size_t i = 1; i < built.size(); ++i) sum = algebra.Add(sum, built[i]);
  return sum;
}

}  // namespace mica::symbolic
