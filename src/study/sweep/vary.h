// Study stage: what a study varies, `--vary`, and the points that come of it.
//
//   p=0.1:0.1:2      a range with a step; the end belongs to it where a whole number of steps leads there
//   p=1,2,5          a list of values, of names and of true and false, too
//   p=@values.csv    the column of that name (or the only one) of a file
//   p=0:2            a range, for --latin, --sobol, --random and --normal
//   p=normal(m, s)   a distribution, likewise: normal(mean, deviation), uniform(low, high), lognormal(m, s) of the
//                    logarithm, triangular(low, mode, high)
//
// Lists and ranges with a step make a full grid, the last one moves fastest. Files of several --vary move together, row
// by row. Sampled ones make N points that each grid point is combined with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace mica::study {

enum class DistributionKind : std::uint8_t { kUniform, kNormal, kLogNormal, kTriangular };

struct Distribution {
  DistributionKind kind = DistributionKind::kUniform;
  double a = 0, b = 1, c = 0;  // as written

  // The value that is not exceeded with probability `p`, 0 < p < 1.
  double Quantile(double p) const;
};

struct Vary {
  std::string name;
  std::vector<std::string> values;           // of a grid or a file, as --set takes them
  bool is_column = false;                    // from a file
  bool is_range = false;                     // `distribution` was written as low:high
  std::optional<Distribution> distribution;  // in place of values
};

// E9502: not of one of these forms; E9503: the file cannot be read, or has no such column.
std::optional<Vary> ParseVary(std::string_view text, DiagnosticSink& sink);

enum class Sampling : std::uint8_t { kNone, kLatin, kSobol, kRandom, kNormal };

struct Design {
  std::vector<Vary> varied;
  Sampling sampling = Sampling::kNone;
  std::size_t samples = 0;
  std::uint64_t seed = 1;
};

// A point: a text for each varied name, as --set takes it.
using StudyPoint = std::vector<std::string>;

// All points in order. E9504: a range without a step and no sampling, sampling with nothing to sample, files of
// different length; E9505: more points than kMostPoints.
std::optional<std::vector<StudyPoint>> MakePoints(const Design& design, DiagnosticSink& sink);
inline constexpr std::size_t kMostPoints = 100'000'000;

// Rows of `count` points in the unit cube, each of `dimensions` numbers inside (0, 1). The same seed gives the same
// points everywhere.
std::vector<std::vector<double>> UnitPoints(Sampling sampling, std::size_t count, std::size_t dimensions,
                                            std::uint64_t seed);

}  // namespace mica::study
