#include "study/linear/linear_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace mica::study {

namespace {

using Json = nlohmann::ordered_json;

std::string NumberText(double value) { return fmt::format("{:.6g}", value); }

std::string ComplexText(Complex value) {
  if (value.imag() == 0) return NumberText(value.real());
  return fmt::format("{} {} {}j", NumberText(value.real()), value.imag() < 0 ? "-" : "+",
                     NumberText(std::abs(value.imag())));
}

// The states with the largest shares, down to a tenth of the largest.
std::string ShareText(const LinearMode& mode, const std::vector<std::string>& states) {
  std::vector<std::size_t> order(mode.participation.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return mode.participation[a] > mode.participation[b]; });
  std::string text;
  constexpr std::size_t kShown = 4;
  for (std::size_t i = 0; i < order.size() && i < kShown; ++i) {
    double share = mode.participation[order[i]];
    if (!(share >= 0.1 * mode.participation[order[0]])) break;
    text += fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", states[order[i]], 100 * share);
  }
  return text;
}

std::string PolynomialText(const std::vector<double>& coefficients) {
  constexpr double kRounding = 1e-14;  // of the largest coefficient: what eigenvalues leave of a zero
  std::string text;
  std::size_t degree = coefficients.size() - 1;
  double largest = 0;
  for (double c : coefficients) largest = std::max(largest, std::abs(c));
  for (std::size_t i = 0; i <= degree; ++i) {
    double c = coefficients[i];
    if (std::abs(c) <= kRounding * largest && degree > 0) continue;
    std::string power = i == degree ? "" : i + 1 == degree ? "s" : fmt::format("s^{}", degree - i);
    if (!text.empty())
      text += c < 0 ? " - " : " + ";
    else if (c < 0)
      text += "-";
    bool is_one = std::abs(c) == 1 && !power.empty();
    text += is_one ? power : fmt::format("{}{}{}", NumberText(std::abs(c)), power.empty() ? "" : " ", power);
  }
  return text.empty() ? "0" : text;
}

Json MatrixJson(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) row.push_back(matrix(i, k));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json ComplexJson(const std::vector<Complex>& values) {
  Json list = Json::array();
  for (Complex value : values) list.push_back({value.real(), value.imag()});
  return list;
}

bool HasPair(const LinearSystem& system) { return system.inputs.size() == 1 && system.outputs.size() == 1; }

}  // namespace

std::string LinearText(const LinearSystem& system) {
  std::string text =
      fmt::format("{} at time = {}: {} states, {} inputs, {} outputs\n", system.model, NumberText(system.time),
                  system.states.size(), system.inputs.size(), system.outputs.size());
  std::vector<LinearMode> modes = ModesOf(system);
  if (!modes.empty())
    text += fmt::format("\n{:<30} {:>10} {:>14}  {}\n", "eigenvalue", "damping", "frequency, Hz", "states");
  for (const LinearMode& mode : modes) {
    if (mode.value.imag() < 0) continue;  // shown with its partner
    std::string value = mode.value.imag() == 0
                            ? NumberText(mode.value.real())
                            : fmt::format("{} ± {}j", NumberText(mode.value.real()), NumberText(mode.value.imag()));
    text += fmt::format("{:<30} {:>10} {:>14}  {}\n", value,
                        std::isnan(mode.damping) ? std::string("-") : fmt::format("{:.4g}", mode.damping),
                        mode.value.imag() == 0 ? std::string("-") : NumberText(mode.frequency),
                        ShareText(mode, system.states));
  }
  if (system.inputs.empty() || system.outputs.empty()) return text;
  std::vector<Complex> zeros = ZerosOf(system);
  text += "\nzeros:";
  for (Complex zero : zeros) text += "  " + ComplexText(zero);
  text += zeros.empty() ? " none\n" : "\n";
  if (!HasPair(system)) return text;
  TransferFunction transfer = TransferOf(system, 0, 0);
  std::string above = PolynomialText(transfer.numerator), below = PolynomialText(transfer.denominator);
  text += fmt::format("{}/{} = ({}) / ({})\n", system.outputs[0], system.inputs[0], above, below);
  return text;
}

std::string LinearJson(const LinearSystem& system) {
  Json json;
  json["model"] = system.model;
  json["time"] = system.time;
  json["A"] = MatrixJson(system.a);
  json["B"] = MatrixJson(system.b);
  json["C"] = MatrixJson(system.c);
  json["D"] = MatrixJson(system.d);
  json["states"] = system.states;
  json["inputs"] = system.inputs;
  json["outputs"] = system.outputs;
  json["units"] = {{"states", system.state_units}, {"inputs", system.input_units}, {"outputs", system.output_units}};
  json["point"] = {{"states", system.state_values}, {"inputs", system.input_values}, {"outputs", system.output_values}};
  json["eigenvalues"] = ComplexJson(Eigenvalues(system.a));
  Json modes = Json::array();
  for (const LinearMode& mode : ModesOf(system))
    modes.push_back({{"eigenvalue", {mode.value.real(), mode.value.imag()}},
                     {"damping", mode.damping},
                     {"frequency", mode.frequency},
                     {"participation", mode.participation}});
  json["modes"] = std::move(modes);
  if (!system.inputs.empty() && !system.outputs.empty()) json["zeros"] = ComplexJson(ZerosOf(system));
  if (HasPair(system)) {
    TransferFunction transfer = TransferOf(system, 0, 0);
    json["transfer"] = {{"numerator", transfer.numerator},
                        {"denominator", transfer.denominator},
                        {"zeros", ComplexJson(transfer.zeros)},
                        {"poles", ComplexJson(transfer.poles)},
                        {"gain", transfer.gain}};
  }
  return json.dump(1) + "\n";
}

}  // namespace mica::study
