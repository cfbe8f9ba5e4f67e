// An equality as a sum of scalars with signs and a number: what aliases are found from.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "structure/scalar/scalar_model.h"

namespace mica::structure {

// left - right = Σ sign * scalar + number
struct SignedSum {
  static constexpr std::size_t kMaxTerms = 12;
  struct Term {
    ScalarId scalar;
    int sign;  // ±1, or up to the largest factor that is allowed
  };
  int largest_factor = 1;  // integers that scalars may be multiplied by: 3*i0 = i1 + i2 + i3
  std::vector<Term> terms;
  double number = 0;

  // False if it is something else, or too long.
  bool Collect(const ScalarEquation& equation, const ExprPool& exprs) {
    terms.clear();
    number = 0;
    std::vector<std::pair<Expr, int>> stack{{equation.right, -1}, {equation.left, 1}};
    while (!stack.empty()) {
      auto [e, sign] = stack.back();
      stack.pop_back();
      switch (exprs.op(e)) {
        case Op::kScalar:
          if (terms.size() == kMaxTerms) return false;
          terms.push_back({exprs.scalar(e), sign});
          break;
        case Op::kAdd:
        case Op::kSub:
          stack.push_back({exprs.arg(e, 1), exprs.op(e) == Op::kAdd ? sign : -sign});
          stack.push_back({exprs.arg(e, 0), sign});
          break;
        case Op::kNeg:
          stack.push_back({exprs.arg(e, 0), -sign});
          break;
        case Op::kToReal:
          stack.push_back({exprs.arg(e, 0), sign});
          break;
        case Op::kMul: {
          auto factor = exprs.number(exprs.arg(e, 0));
          if (!factor || std::abs(*factor * sign) > largest_factor || *factor != std::round(*factor) || *factor == 0)
            return false;
          stack.push_back({exprs.arg(e, 1), sign * static_cast<int>(*factor)});
          break;
        }
        default:
          if (auto value = exprs.number(e))
            number += sign * *value;
          else
            return false;
      }
      if (stack.size() > 2 * kMaxTerms) return false;
    }
    return true;
  }
};

}  // namespace mica::structure
