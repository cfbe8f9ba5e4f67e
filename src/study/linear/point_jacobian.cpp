#include "study/linear/point_jacobian.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/table_view.h"
#include "study/codes.h"

namespace mica::study {

namespace {

// Relative to |x| + nominal. A difference of fourth order has errors of h⁴ and ε/h: equal at ε^(1/5) = 7e-4.
constexpr double kShifts[] = {1e-3, 1e-6, 1e-8};

Place PlaceOf(const MicaModelTable& t, std::uint32_t i) {
  return {i, t.scalars[i].slot, static_cast<double>(t.scalars[i].sign)};
}

}  // namespace

bool LinearShape::Find(const MicaModelTable& t, const std::vector<std::string>& input_names,
                       const std::vector<std::string>& output_names, DiagnosticSink& sink) {
  for (std::uint32_t state : run::List(t, t.states)) states.push_back(PlaceOf(t, state));
  auto find = [&](const std::string& name, std::vector<Place>& into, bool is_input) {
    for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
      const MicaScalar& scalar = t.scalars[i];
      if (run::Text(t, scalar.name) != name || scalar.type == MICA_TYPE_STRING) continue;
      bool fits = is_input ? t.scalars[scalar.owner].kind == MICA_KIND_INPUT && run::IsReal(scalar)
                           : scalar.kind != MICA_KIND_OBJECT;
      if (!fits) break;
      into.push_back(PlaceOf(t, i));
      return true;
    }
    sink.Report(kUnknownSignal, {},
                is_input ? fmt::format("'{}' is not a Real input of the top level", name)
                         : fmt::format("the model has no variable '{}'", name));
    return false;
  };
  bool good = true;
  for (const std::string& name : input_names) good = find(name, inputs, true) && good;
  for (const std::string& name : output_names) good = find(name, outputs, false) && good;
  for (std::uint32_t i = 0; i < t.scalars_count; ++i) {
    const MicaScalar& scalar = t.scalars[i];
    if (run::HasFlag(scalar, MICA_SCALAR_HIDDEN) || !run::IsReal(scalar)) continue;
    if (input_names.empty() && scalar.kind == MICA_KIND_INPUT && scalar.owner == i) inputs.push_back(PlaceOf(t, i));
    if (output_names.empty() && run::HasFlag(scalar, MICA_SCALAR_OUTPUT)) outputs.push_back(PlaceOf(t, i));
  }
  return good;
}

// Derivatives, then outputs, at the point with `place` moved.
bool PointJacobian::Evaluate(const Place* moved, double by, Vector& into) {
  std::span<double> reals = instance_.reals();
  std::ranges::copy(reals_, reals.begin());
  if (moved) reals[moved->slot] += moved->sign * by;
  instance_.reports().ClearFailure();
  if (instance_.Derivatives() != run::Status::kOk || instance_.Outputs() != run::Status::kOk) return false;
  Eigen::Index k = 0;
  for (std::uint32_t slot : instance_.derivative_slots()) into[k++] = reals[slot];
  for (const Place& output : shape_.outputs) into[k++] = output.sign * reals[output.slot];
  return into.allFinite();
}

bool PointJacobian::Differentiate(const Place& place, Eigen::Ref<Vector> column) {
  double value = reals_[place.slot], nominal = std::abs(instance_.nominal()[place.slot]);
  double size = std::abs(value) + (nominal > 0 && std::isfinite(nominal) ? nominal : 1.0);
  Eigen::Index rows = column.size();
  Vector a(rows), b(rows), c(rows), d(rows);
  for (double shift : kShifts) {
    // A power of two: the shifted values are exact.
    double h = std::exp2(std::floor(std::log2(shift * size)));
    if (!Evaluate(&place, h, a) || !Evaluate(&place, -h, b) || !Evaluate(&place, 2 * h, c) ||
        !Evaluate(&place, -2 * h, d))
      continue;
    column = (8 * (a - b) - (c - d)) / (12 * h);
    return true;
  }
  return false;
}

bool PointJacobian::Compute(Eigen::MatrixXd& all) {
  const MicaModelTable& t = instance_.table();
  auto n = static_cast<Eigen::Index>(shape_.states.size()), m = static_cast<Eigen::Index>(shape_.inputs.size()),
       p = static_cast<Eigen::Index>(shape_.outputs.size());
  all.resize(n + p, n + m);
  problem_.clear();
  reals_.assign(instance_.reals().begin(), instance_.reals().end());
  std::int32_t event = std::exchange(instance_.raw().event, 0);
  {
    run::Instance::GeneralCode general(instance_);
    for (Eigen::Index k = 0; k < n + m && problem_.empty(); ++k) {
      const Place& place =
          k < n ? shape_.states[static_cast<std::size_t>(k)] : shape_.inputs[static_cast<std::size_t>(k - n)];
      if (!Differentiate(place, all.col(k))) problem_ = run::Text(t, t.scalars[place.scalar].name);
    }
  }
  instance_.raw().event = event;
  std::ranges::copy(reals_, instance_.reals().begin());
  return problem_.empty();
}

}  // namespace mica::study
