#include "study/sweep/vary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "study/codes.h"
#include "study/sweep/text_column.h"

namespace mica::study {

namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<double> Number(std::string_view text) {
  text = Trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// At separators outside braces, parentheses and quotes.
std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool is_quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      char c = text[i];
      if (c == '"') is_quoted = !is_quoted;
      if (c == '{' || c == '(') ++depth;
      if (c == '}' || c == ')') --depth;
      if (c != separator || depth > 0 || is_quoted) continue;
    }
    parts.push_back(Trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

class Reader {
 public:
  Reader(std::string_view text, DiagnosticSink& sink) : text_(text), sink_(sink) {}

  std::optional<Vary> Read() {
    std::size_t equals = text_.find('=');
    if (equals == std::string_view::npos) return Refuse("a name, '=' and values are expected");
    vary_.name = Trim(text_.substr(0, equals));
    std::string_view values = Trim(text_.substr(equals + 1));
    if (vary_.name.empty() || values.empty()) return Refuse("a name, '=' and values are expected");
    if (values.front() == '@') return ReadFile(std::string(values.substr(1)));
    if (std::size_t open = values.find('('); open != std::string_view::npos && values.back() == ')')
      return ReadDistribution(values.substr(0, open), values.substr(open + 1, values.size() - open - 2));
    std::vector<std::string_view> range = Split(values, ':');
    if (range.size() > 1) return ReadRange(range);
    for (std::string_view value : Split(values, ',')) {
      if (value.empty()) return Refuse("a value is empty");
      vary_.values.emplace_back(value);
    }
    return std::move(vary_);
  }

 private:
  std::optional<Vary> Refuse(std::string why) {
    sink_.Report(kWrongVary, {}, fmt::format("'{}' does not say what to vary: {}", text_, why)).hint =
        "such as 'p=0.1:0.1:2', 'p=1,2,5', 'p=@values.csv', 'p=0:2' or 'p=normal(1, 0.1)'";
    return std::nullopt;
  }

  std::optional<Vary> ReadRange(const std::vector<std::string_view>& parts) {
    std::vector<double> numbers;
    for (std::string_view part : parts) {
      std::optional<double> number = Number(part);
      if (!number) return Refuse(fmt::format("'{}' is not a number", part));
      numbers.push_back(*number);
    }
    if (numbers.size() == 2) {
      if (!(numbers[0] < numbers[1])) return Refuse("the range ends before it starts");
      vary_.distribution = Distribution{DistributionKind::kUniform, numbers[0], numbers[1]};
      vary_.is_range = true;
      return std::move(vary_);
    }
    if (numbers.size() != 3) return Refuse("a range is first:step:last or low:high");
    double first = numbers[0], step = numbers[1], last = numbers[2];
    if (step == 0 || (last - first) * step < 0)
      return Refuse("the step does not lead from the first to the last value");
    // Rounding in the step must not lose the last point: 0.1:0.1:2 has 20 of them.
    constexpr double kSlack = 1e-9;  // of a step
    double count = std::floor((last - first) / step + kSlack) + 1;
    if (count > static_cast<double>(kMostPoints)) return Refuse("the range has too many values");
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      double value = first + static_cast<double>(i) * step;
      if (std::abs(value - last) <= kSlack * std::abs(step)) value = last;
      // 0.1 + 2*0.1 shows as 0.30000000000000004: the fifteen digits that were meant, if they are within two units in
      // the last place.
      constexpr double kLastPlaces = 2 * std::numeric_limits<double>::epsilon();
      double rounded = 0;
      std::string text = fmt::format("{:.15g}", value);
      std::from_chars(text.data(), text.data() + text.size(), rounded);
      vary_.values.push_back(std::abs(rounded - value) <= kLastPlaces * std::abs(value) ? fmt::format("{}", rounded)
                                                                                        : fmt::format("{}", value));
    }
    return std::move(vary_);
  }

  std::optional<Vary> ReadDistribution(std::string_view name, std::string_view arguments) {
    struct Known {
      std::string_view name;
      DistributionKind kind;
      std::size_t arguments;
    };
    constexpr Known kKnown[] = {{"uniform", DistributionKind::kUniform, 2},
                                {"normal", DistributionKind::kNormal, 2},
                                {"lognormal", DistributionKind::kLogNormal, 2},
                                {"triangular", DistributionKind::kTriangular, 3}};
    auto known = std::ranges::find(kKnown, Trim(name), &Known::name);
    if (known == std::end(kKnown)) return Refuse(fmt::format("there is no distribution '{}'", name));
    std::vector<double> numbers;
    for (std::string_view part : Split(arguments, ',')) {
      std::optional<double> number = Number(part);
      if (!number) return Refuse(fmt::format("'{}' is not a number", part));
      numbers.push_back(*number);
    }
    if (numbers.size() != known->arguments)
      return Refuse(fmt::format("{} takes {} numbers", known->name, known->arguments));
    bool is_spread = known->kind == DistributionKind::kNormal || known->kind == DistributionKind::kLogNormal;
    if (is_spread && !(numbers[1] > 0)) return Refuse("the deviation must be positive");
    if (!is_spread && !(numbers[0] < numbers.back())) return Refuse("the upper bound must be above the lower one");
    if (known->arguments == 3 && (numbers[1] < numbers[0] || numbers[1] > numbers[2]))
      return Refuse("the mode must lie between the bounds");
    numbers.resize(3);
    vary_.distribution = Distribution{known->kind, numbers[0], numbers[1], numbers[2]};
    return std::move(vary_);
  }

  std::optional<Vary> ReadFile(const std::string& path) {
    std::optional<std::vector<std::string>> column = ReadTextColumn(path, vary_.name, sink_);
    if (!column) return std::nullopt;
    vary_.values = std::move(*column);
    vary_.is_column = true;
    return std::move(vary_);
  }

  std::string_view text_;
  DiagnosticSink& sink_;
  Vary vary_;
};

}  // namespace

std::optional<Vary> ParseVary(std::string_view text, DiagnosticSink& sink) { return Reader(text, sink).Read(); }

namespace {

bool CheckDesign(const Design& design, DiagnosticSink& sink) {
  auto refuse = [&](std::string why) {
    sink.Report(kWrongPlan, {}, std::move(why));
    return false;
  };
  std::size_t sampled = 0, rows = 0;
  for (std::size_t i = 0; i < design.varied.size(); ++i) {
    const Vary& vary = design.varied[i];
    for (std::size_t k = 0; k < i; ++k)
      if (design.varied[k].name == vary.name) return refuse(fmt::format("{} is varied twice", vary.name));
    if (vary.distribution) ++sampled;
    if (vary.distribution && design.sampling == Sampling::kNone)
      return refuse(
          fmt::format("{} has no values: a step is missing, or --latin N, --sobol N or --random N", vary.name));
    if (design.sampling == Sampling::kNormal && vary.distribution && !vary.is_range)
      return refuse(
          fmt::format("--normal takes ranges, and {} has a distribution of its own: use --random", vary.name));
    if (!vary.is_column) continue;
    if (rows > 0 && rows != vary.values.size())
      return refuse(
          fmt::format("the column of {} has {} values, an earlier one {}", vary.name, vary.values.size(), rows));
    rows = vary.values.size();
  }
  if (design.sampling != Sampling::kNone && sampled == 0)
    return refuse("there is nothing to sample: no --vary has a range low:high or a distribution");
  return true;
}

}  // namespace

std::optional<std::vector<StudyPoint>> MakePoints(const Design& design, DiagnosticSink& sink) {
  if (!CheckDesign(design, sink)) return std::nullopt;
  // Axes of the grid, slowest first: each a number of positions. Columns share one, samples share one.
  std::size_t rows = 0, sampled = 0;
  double total = 1;
  for (const Vary& vary : design.varied) {
    if (vary.distribution)
      ++sampled;
    else if (vary.is_column)
      rows = vary.values.size();
    else
      total *= static_cast<double>(vary.values.size());
  }
  if (rows > 0) total *= static_cast<double>(rows);
  if (sampled > 0) total *= static_cast<double>(design.samples);
  if (total > static_cast<double>(kMostPoints)) {
    sink.Report(kTooManyPoints, {}, fmt::format("the study has {:.3g} points, more than {}", total, kMostPoints));
    return std::nullopt;
  }
  std::vector<std::vector<double>> units;
  if (sampled > 0) units = UnitPoints(design.sampling, design.samples, sampled, design.seed);
  auto quantile = [&](const Vary& vary, double p) {
    if (design.sampling != Sampling::kNormal) return vary.distribution->Quantile(p);
    // Of all values 95.45 % lie in the range: two deviations to each side.
    Distribution normal{DistributionKind::kNormal, (vary.distribution->a + vary.distribution->b) / 2,
                        (vary.distribution->b - vary.distribution->a) / 4};
    return normal.Quantile(p);
  };
  std::vector<StudyPoint> points;
  points.reserve(static_cast<std::size_t>(total));
  for (std::size_t k = 0; k < static_cast<std::size_t>(total); ++k) {
    std::size_t left = k;
    auto take = [&](std::size_t size) {
      std::size_t place = left % size;
      left /= size;
      return place;
    };
    StudyPoint point(design.varied.size());
    // The last moves fastest.
    std::optional<std::size_t> sample, row;
    for (std::size_t i = design.varied.size(); i-- > 0;) {
      const Vary& vary = design.varied[i];
      if (vary.distribution) {
        if (!sample) sample = take(design.samples);
      } else if (vary.is_column) {
        if (!row) row = take(rows);
      } else {
        point[i] = vary.values[take(vary.values.size())];
      }
    }
    std::size_t dimension = 0;
    for (std::size_t i = 0; i < design.varied.size(); ++i) {
      const Vary& vary = design.varied[i];
      if (vary.distribution)
        point[i] = fmt::format("{}", quantile(vary, units[*sample][dimension++]));
      else if (vary.is_column)
        point[i] = vary.values[*row];
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace mica::study
