// Study stage: points in the unit cube and quantiles of distributions (vary.h).
//
// Latin hypercube: McKay, Beckman & Conover (1979), in each dimension one point in each of N strata, in random order.
// Sobol: the sequence with the direction numbers of Joe & Kuo (2008), from Boost, which leaves out its first point, the
// corner. Random numbers by the 64-bit Mersenne twister; the distributions of the standard library are not used, since
// they differ between implementations.
#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <random>

#include "study/sweep/vary.h"

namespace mica::study {

namespace {

// Inside (0, 1): 53 bits, and half of the last one added.
double Unit(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; }

std::uint64_t Below(std::mt19937_64& engine, std::uint64_t limit) {
  // Without bias: what is beyond the largest multiple is drawn again.
  std::uint64_t most = std::mt19937_64::max() - std::mt19937_64::max() % limit;
  std::uint64_t drawn = engine();
  while (drawn >= most) drawn = engine();
  return drawn % limit;
}

}  // namespace

std::vector<std::vector<double>> UnitPoints(Sampling sampling, std::size_t count, std::size_t dimensions,
                                            std::uint64_t seed) {
  std::vector<std::vector<double>> points(count, std::vector<double>(dimensions));
  std::mt19937_64 engine(seed);
  if (sampling == Sampling::kSobol) {
    boost::random::sobol sequence(dimensions);
    for (std::vector<double>& point : points)
      for (double& x : point) x = static_cast<double>(sequence()) * 0x1p-64;
    return points;
  }
  if (sampling == Sampling::kLatin) {
    std::vector<std::size_t> stratum(count);
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (std::size_t i = 0; i < count; ++i) stratum[i] = i;
      for (std::size_t i = count; i > 1; --i) std::swap(stratum[i - 1], stratum[Below(engine, i)]);
      for (std::size_t i = 0; i < count; ++i)
        points[i][d] = (static_cast<double>(stratum[i]) + Unit(engine())) / static_cast<double>(count);
    }
    return points;
  }
  for (std::vector<double>& point : points)
    for (double& x : point) x = Unit(engine());
  return points;
}

double Distribution::Quantile(double p) const {
  auto normal = [&] { return -std::sqrt(2.0) * boost::math::erfc_inv(2 * p); };
  switch (kind) {
    case DistributionKind::kUniform:
      return a + p * (b - a);
    case DistributionKind::kNormal:
      return a + b * normal();
    case DistributionKind::kLogNormal:
      return std::exp(a + b * normal());
    case DistributionKind::kTriangular: {
      // low a, mode b, high c
      double edge = c > a ? (b - a) / (c - a) : 0;
      return p < edge ? a + std::sqrt(p * (c - a) * (b - a)) : c - std::sqrt((1 - p) * (c - a) * (c - b));
    }
  }
  return a;
}

}  // namespace mica::study
