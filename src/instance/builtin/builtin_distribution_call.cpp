// spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues): transport with variable speed
// (specification 3.7.4.3).
//
// Each of its two outputs is an expression of its own with the same arguments, scalars all: in0, in1, x,
// positiveVelocity, the initial points, as many values. The payload is 0 for out0, 1 for out1. Vectors for in0 and in1
// are one distribution for each element.
#include <fmt/format.h>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

bool Typer::IsDistribution(const syntax::Call& call) {
  return call.callee->IsName() && names().text(call.callee->parts[0].name) == "spatialDistribution" &&
         !instances().Lookup(scope_, call.callee->parts[0].name);
}

std::vector<Expr> Typer::TypeDistribution(const syntax::Call& call) {
  BuiltinCalls calls(*this, call);
  return calls.Statement("spatialDistribution", false) ? calls.Distribution() : std::vector<Expr>();
}

bool BuiltinCalls::IsDistribution(Expr points) {
  std::optional<Value> known = typer_.elaboration().TryEvaluate(points);
  if (!known) return true;
  Sizes sizes = types().sizes(exprs().type(points));
  auto count = static_cast<std::size_t>(sizes.back());
  std::string why;
  bool is_short = false;  // it can be continued to both ends by the values that it has there
  for (std::size_t i = 0; i < known->count() && (why.empty() || is_short); ++i) {
    double at = known->real(i);
    std::size_t place = i % count;
    if (place > 0 && at < known->real(i - 1))
      why = fmt::format("{} comes after {}", at, known->real(i - 1));
    else if (place == 0 && at != 0)
      why = fmt::format("the first is {}", at);
    else if (place + 1 == count && at != 1)
      why = fmt::format("the last is {}", at);
    else
      continue;
    is_short = at >= 0 && at <= 1 && (place == 0 || at >= known->real(i - 1));
  }
  if (why.empty()) return true;
  if (is_short) {
    auto& d =
        typer_.instances().Breach(kInitialPointsEnds, "3.7.4.2", span_,
                                  fmt::format("initialPoints of spatialDistribution go from 0 to 1, but {}", why));
    d.hint = "the line is filled up with the value at its end";
    return true;
  }
  auto& d = typer_.elaboration().sink().Report(
      kInitialPointsOutOfOrder, span_,
      fmt::format("initialPoints of spatialDistribution go from 0 to 1 and do not decrease, and {}", why));
  d.hint = "they are places along the line, relative to its length";
  return false;
}

std::vector<Expr> BuiltinCalls::Distribution() {
  if (given(4) != given(5)) {
    ops().Fail(kWrongArgumentCount, span_, "spatialDistribution requires initialPoints and initialValues, or neither");
    return {};
  }
  TypeId two = types().Array(types().real(), 2);
  if (!given(4)) {
    args_.resize(4);
    args_.push_back(exprs().Make(Op::kArray, two, {exprs().Real(0), exprs().Real(1)}));
    args_.push_back(exprs().Make(Op::kArray, two, {exprs().Real(0), exprs().Real(0)}));
  }
  std::size_t rank = types().rank(type(0));
  bool fits = rank <= 1 && type(0) == type(1);
  for (std::size_t i = 4; i < 6; ++i)
    fits = fits && (types().rank(type(i)) == 1 || (rank == 1 && types().rank(type(i)) == 2)) &&
           !types().has_unknown_size(type(i));
  if (fits) {
    Sizes points = types().sizes(type(4)), values = types().sizes(type(5)), in = types().sizes(type(0));
    fits = points.back() == values.back() && points.back() > 0 && (points.size() == 1 || points[0] == in[0]) &&
           (values.size() == 1 || values[0] == in[0]);
  }
  if (!fits) {
    ops().Fail(kWrongArgumentShape, span_,
               fmt::format("the arguments of spatialDistribution do not agree in size: in0 is {}, in1 {}, "
                           "initialPoints {}, initialValues {}",
                           ops().TypeText(args_[0]), ops().TypeText(args_[1]), ops().TypeText(args_[4]),
                           ops().TypeText(args_[5])));
    return {};
  }
  if (!IsDistribution(args_[4])) return {};
  std::int32_t count = types().sizes(type(4)).back(), elements = rank == 0 ? 1 : types().sizes(type(0))[0];
  std::vector<Expr> outputs;
  for (std::uint64_t output = 0; output < 2; ++output) {
    std::vector<Expr> each;
    for (std::int32_t k = 1; k <= elements; ++k) {
      Expr element = exprs().Integer(k);
      auto of = [&](Expr e, std::vector<Expr> subscripts) {
        if (types().rank(exprs().type(e)) > subscripts.size()) subscripts.insert(subscripts.begin(), element);
        return exprs().Index(e, subscripts);
      };
      std::vector<Expr> args{of(args_[0], {}), of(args_[1], {}), args_[2], args_[3]};
      for (std::size_t i = 4; i < 6; ++i)
        for (std::int32_t p = 1; p <= count; ++p) args.push_back(of(args_[i], {exprs().Integer(p)}));
      each.push_back(exprs().Make(Op::kSpatialDistribution, types().real(), args, output));
    }
    outputs.push_back(rank == 0 ? each[0] : exprs().Make(Op::kArray, types().Array(types().real(), elements), each));
  }
  return outputs;
}

}  // namespace mica::instance
