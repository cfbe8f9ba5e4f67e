// When-equations, of conditions (specification 8.3.5) and of clocks (16.6).
#include <fmt/format.h>

#include "flat/codes.h"
#include "flat/flattener.h"
#include "instance/codes.h"

namespace mica::flat {

using instance::Typer;

void Flattener::FlattenWhen(Typer& typer, const syntax::WhenEquation& equation, std::vector<Equation>& into) {
  Equation made;
  made.kind = Equation::Kind::kWhen;
  made.origin = OriginAt(current_, typer.SpanOf(equation));
  for (const syntax::EquationBranch* branch : equation.branches) {
    Expr condition = typer.Type(*branch->condition);
    if (ops().is_error(condition)) return;
    if (types().kind(exprs().type(condition)) == TypeKind::kClock && types().is_scalar(exprs().type(condition))) {
      FlattenClockedWhen(typer, equation, condition, std::move(made), into);
      return;
    }
    if (types().kind(exprs().type(condition)) != TypeKind::kBoolean || types().rank(exprs().type(condition)) > 1) {
      ops().Fail(instance::kNonBooleanCondition, typer.SpanOf(*branch->condition),
                 fmt::format("a condition must be Boolean, but {} is of type {}", ops().Text(condition),
                             ops().TypeText(condition)));
      return;
    }
    EquationBranch b{condition, {}};
    FlattenEquations(typer, branch->equations, b.equations, true);
    made.branches.push_back(std::move(b));
  }
  into.push_back(std::move(made));
}

// A clocked when-clause (16.6) holds equations as they stand anywhere, all on one clock.
void Flattener::FlattenClockedWhen(Typer& typer, const syntax::WhenEquation& equation, Expr clock, Equation made,
                                   std::vector<Equation>& into) {
  if (equation.branches.size() > 1) {
    ops().Fail(kElsewhenOfClock, typer.SpanOf(*equation.branches[1]), "a when-equation of a clock has no elsewhen");
    return;
  }
  made.branches.push_back({clock, {}});
  in_clocked_when_ = true;
  FlattenEquations(typer, equation.branches[0]->equations, made.branches[0].equations, false);
  in_clocked_when_ = false;
  into.push_back(std::move(made));
}

}  // namespace mica::flat
