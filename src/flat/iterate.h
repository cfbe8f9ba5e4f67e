// Loops over index sets, and the replacement of iterators by values.
#pragma once

#include <functional>

#include "expression/store.h"
#include "flat/model.h"

namespace mica::flat {

// Every index of an array of these sizes, row-major, from 1. None when a size is 0; once, empty, for a scalar.
void ForEachIndex(std::span<const std::int32_t> sizes, const std::function<void(std::span<const std::int32_t>)>& visit);

Expr SubstituteIterators(Expr e, std::span<const Expr> iterators, std::span<const Expr> values, Store& store);
std::vector<Statement> SubstituteIterators(const std::vector<Statement>& statements, std::span<const Expr> iterators,
                                           std::span<const Expr> values, Store& store);

Equation SubstituteIterators(const Equation& equation, std::span<const Expr> iterators, std::span<const Expr> values,
                             Store& store);

// A kRange of literals.
bool IsLiteralRange(Expr range, const Store& store);

}  // namespace mica::flat
