// What an expression can change with, from what its leaves can.
#pragma once

#include <functional>

#include "symbolic/visit.h"

namespace mica::symbolic {

// Literals only: no reference to anything, no call of an impure function. Such an expression can be evaluated now.
class LiteralOnly {
 public:
  explicit LiteralOnly(const Store& store);
  bool operator()(Expr e) { return !contains_(e); }

 private:
  Contains contains_;
};

// Signs that a value can have, as a set.
struct SignSet {
  static constexpr unsigned kNegative = 1, kZero = 2, kPositive = 4, kAny = 7;
  unsigned bits = kAny;
  bool cannot_vanish() const { return (bits & kZero) == 0; }
  bool is_nonnegative() const { return (bits & kNegative) == 0; }
  friend bool operator==(SignSet, SignSet) = default;
};

// The signs of scalar Real expressions, from those of the leaves: what may be divided by, what may be put under a root.
// A set that holds every sign that occurs, perhaps more.
class Signs {
 public:
  // `leaf` answers for references (by min, max, start of parameters); kAny when nothing is known.
  Signs(const ExprPool& pool, std::function<SignSet(Expr)> leaf) : pool_(pool), leaf_(std::move(leaf)) {}
  SignSet Of(Expr e);

 private:
  SignSet Work(Expr e);
  SignSet Kept(Expr e) const { return *memo_.Find(e); }

  const ExprPool& pool_;
  std::function<SignSet(Expr)> leaf_;
  ExprMap<SignSet> memo_;
};

}  // namespace mica::symbolic
