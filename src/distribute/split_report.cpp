#include "distribute/split_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "run/partition/eigenmodes.h"

namespace mica::distribute {

namespace {

// The largest magnitude of the eigenvalues of ∂f/∂x at the present point, by forward differences.
std::optional<double> FastestMode(run::Instance& instance) {
  constexpr std::size_t kMostStates = 500;  // the cost is cubic
  std::size_t n = instance.code().state_count;
  if (n == 0 || n > kMostStates || instance.table().inlined.count > 0) return std::nullopt;
  std::vector<double> states(n), base(n), moved(n), matrix(n * n);
  instance.GetStates(states);
  auto evaluate = [&](std::span<const double> at, std::span<double> slopes) {
    instance.SetStates(at);
    instance.raw().event = 0;
    if (instance.Derivatives() != run::Status::kOk) return false;
    instance.GetDerivatives(slopes);
    return true;
  };
  if (!evaluate(states, base)) return std::nullopt;
  std::vector<double> at = states;
  for (std::size_t k = 0; k < n; ++k) {
    // Of the size of the state: half of the digits.
    double size = std::max(std::abs(states[k]), std::abs(instance.nominal()[instance.state_slots()[k]]));
    double step = std::sqrt(std::numeric_limits<double>::epsilon()) * (size > 0 ? size : 1);
    at[k] = states[k] + step;
    step = at[k] - states[k];
    bool known = evaluate(at, moved);
    at[k] = states[k];
    if (!known) return std::nullopt;
    for (std::size_t i = 0; i < n; ++i) matrix[k * n + i] = (moved[i] - base[i]) / step;
  }
  std::optional<run::Eigenmodes> modes = run::FindEigenmodes(std::move(matrix), n, false);
  if (!modes) return std::nullopt;
  double fastest = 0;
  for (std::complex<double> value : modes->values) fastest = std::max(fastest, std::abs(value));
  return fastest;
}

std::string JsonText(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

SplitReport MakeSplitReport(DistributedModel& model, const DistributedRequest& request, const std::string& name) {
  SplitReport report;
  report.model = name;
  report.classes = model.class_count();
  std::vector<PartsView> views = model.Initialize(request);
  std::map<const PartClass*, std::size_t> first;
  for (std::size_t p = 0; p < model.cut().parts.size(); ++p) {
    const Part& part = model.cut().parts[p];
    SplitPart made;
    made.name = part.name;
    made.unknowns = part.unknowns;
    made.states = model.class_of(p).blocks.states.size();
    made.same_as = first.try_emplace(&model.class_of(p), p).first->second;
    // Parts of one class may have other parameters, but what is many is not shown one by one.
    if (views[p].instance && made.same_as == p) made.fastest = FastestMode(*views[p].instance);
    if (made.same_as != p) made.fastest = report.parts[made.same_as].fastest;
    for (const PartsView::Wave& wave : views[p].received) {
      auto found = std::ranges::find(made.neighbours, wave.from, &SplitPart::Neighbour::part);
      if (found == made.neighbours.end())
        found = made.neighbours.insert(found, SplitPart::Neighbour{wave.from, wave.seconds, 0});
      found->seconds = std::min(found->seconds, wave.seconds);
      ++found->waves;
    }
    report.parts.push_back(std::move(made));
  }
  return report;
}

std::string SplitText(const SplitReport& report) {
  constexpr std::size_t kMostRows = 40;
  std::size_t width = 4;
  for (const SplitPart& part : report.parts) width = std::max(width, part.name.size());
  std::string text = fmt::format("{}: {} part{}, {} translation{}\n", report.model, report.parts.size(),
                                 report.parts.size() == 1 ? "" : "s", report.classes, report.classes == 1 ? "" : "s");
  text += fmt::format("{:{}}  unknowns  states  fastest mode  delays from\n", "part", width);
  for (std::size_t p = 0; p < report.parts.size() && p < kMostRows; ++p) {
    const SplitPart& part = report.parts[p];
    std::string neighbours;
    for (const SplitPart::Neighbour& each : part.neighbours)
      neighbours +=
          fmt::format("{}{} {:.4g} s", neighbours.empty() ? "" : ", ", report.parts[each.part].name, each.seconds);
    text += fmt::format("{:{}}  {:8}  {:6}  {:>12}  {}{}\n", part.name, width, part.unknowns, part.states,
                        part.fastest ? fmt::format("{:.3g} 1/s", *part.fastest) : "-", neighbours,
                        part.same_as == p ? "" : fmt::format("  (like {})", report.parts[part.same_as].name));
  }
  if (report.parts.size() > kMostRows) text += fmt::format("and {} more parts\n", report.parts.size() - kMostRows);
  return text;
}

std::string SplitJson(const SplitReport& report) {
  std::string text =
      fmt::format("{{\"model\": {}, \"translations\": {}, \"parts\": [", JsonText(report.model), report.classes);
  for (std::size_t p = 0; p < report.parts.size(); ++p) {
    const SplitPart& part = report.parts[p];
    text += fmt::format("{}\n {{\"name\": {}, \"unknowns\": {}, \"states\": {}, \"fastest\": {}, \"delays\": {{",
                        p == 0 ? "" : ",", JsonText(part.name), part.unknowns, part.states,
                        part.fastest ? fmt::format("{:.17g}", *part.fastest) : "null");
    for (std::size_t i = 0; i < part.neighbours.size(); ++i)
      text += fmt::format("{}{}: {:.17g}", i == 0 ? "" : ", ", JsonText(report.parts[part.neighbours[i].part].name),
                          part.neighbours[i].seconds);
    text += "}}";
  }
  return text + "\n]}\n";
}

// Parts on a circle, as large as the root of their unknowns; a line for each pair of neighbours with its delay.
std::string SplitPicture(const SplitReport& report) {
  constexpr double kSize = 720, kCentre = kSize / 2, kRadius = 260, kLeast = 14, kMost = 46;
  auto escaped = [](const std::string& text) {
    std::string made;
    for (char c : text) made += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
    return made;
  };
  std::size_t n = report.parts.size(), largest = 1;
  for (const SplitPart& part : report.parts) largest = std::max(largest, part.unknowns);
  auto place = [&](std::size_t p) {
    double angle = 2 * std::numbers::pi * static_cast<double>(p) / static_cast<double>(n) - std::numbers::pi / 2;
    double r = n == 1 ? 0 : kRadius;
    return std::pair(kCentre + r * std::cos(angle), kCentre + r * std::sin(angle));
  };
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"{0}\" height=\"{0}\" fill=\"white\"/>\n<text x=\"16\" y=\"26\" "
      "font-size=\"16\">{1}: {2} parts</text>\n",
      kSize, escaped(report.model), n);
  for (std::size_t p = 0; p < n; ++p)
    for (const SplitPart::Neighbour& each : report.parts[p].neighbours) {
      bool is_mutual = std::ranges::find(report.parts[each.part].neighbours, p, &SplitPart::Neighbour::part) !=
                       report.parts[each.part].neighbours.end();
      if (is_mutual && each.part < p) continue;
      auto [x1, y1] = place(p);
      auto [x2, y2] = place(each.part);
      text += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#7850a0\" stroke-width=\"2\"/>\n", x1,
          y1, x2, y2);
      if (n <= 40)
        text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#7850a0\" text-anchor=\"middle\">{:.3g} s</text>\n",
                            (x1 + x2) / 2, (y1 + y2) / 2 - 6, each.seconds);
    }
  for (std::size_t p = 0; p < n; ++p) {
    const SplitPart& part = report.parts[p];
    auto [x, y] = place(p);
    double r = kLeast + (kMost - kLeast) * std::sqrt(static_cast<double>(part.unknowns) / static_cast<double>(largest));
    if (n > 40) r = std::min(r, 6.0);
    text += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#e8eef8\" stroke=\"#345\" stroke-width=\"1.5\"/>\n", x,
        y, r);
    if (n > 40) continue;
    text += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n<text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\" font-size=\"11\" fill=\"#555\">{} unknowns, {} states</text>\n",
        x, y + 4, escaped(part.name), x, y + r + 15, part.unknowns, part.states);
  }
  return text + "</svg>\n";
}

}  // namespace mica::distribute
