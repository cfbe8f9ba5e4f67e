// Study stage: from the text of a measure to its tree, by recursive descent. Precedence as in Modelica: relations,
// sums, products, powers; `2 %` is 0.02. Names are those of results: a.b[1].c, der(a.x), 'quoted names'.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "study/codes.h"
#include "study/measure/measure_node.h"

namespace mica::study {

namespace {

using Node = Measure::Node;
using NodePtr = std::unique_ptr<Node>;

NodePtr Make(MeasureOp op, NodePtr a = nullptr, NodePtr b = nullptr) {
  auto node = std::make_unique<Node>();
  node->op = op;
  if (a) node->parts.push_back(std::move(a));
  if (b) node->parts.push_back(std::move(b));
  return node;
}

class Parser {
 public:
  Parser(std::string_view text, std::vector<std::string>& names) : text_(text), names_(names) {}

  NodePtr Parse() {
    NodePtr root = Relation();
    Skip();
    if (root && at_ < text_.size()) return Fail(fmt::format("'{}' is left over", text_.substr(at_)));
    return root;
  }
  const std::string& problem() const { return problem_; }
  std::size_t place() const { return place_; }

 private:
  // Always null.
  NodePtr Fail(std::string problem) {
    if (problem_.empty()) {
      problem_ = std::move(problem);
      place_ = at_;
    }
    return nullptr;
  }

  void Skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool Take(std::string_view word) {
    Skip();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  NodePtr Relation() {
    NodePtr left = Sum();
    constexpr std::pair<std::string_view, MeasureOp> kRelations[] = {
        {"<=", MeasureOp::kLessEqual}, {">=", MeasureOp::kGreaterEqual}, {"==", MeasureOp::kEqual},
        {"!=", MeasureOp::kNotEqual},  {"<>", MeasureOp::kNotEqual},     {"<", MeasureOp::kLess},
        {">", MeasureOp::kGreater}};
    for (const auto& [word, op] : kRelations) {
      if (!left || !Take(word)) continue;
      NodePtr right = Sum();
      return right ? Make(op, std::move(left), std::move(right)) : nullptr;
    }
    return left;
  }

  NodePtr Sum() {
    bool is_negative = Take("-");
    if (!is_negative) (void)Take("+");
    NodePtr left = Product();
    if (left && is_negative) left = Make(MeasureOp::kNegate, std::move(left));
    while (left) {
      MeasureOp op = MeasureOp::kAdd;
      if (Take("-"))
        op = MeasureOp::kSubtract;
      else if (!Take("+"))
        break;
      NodePtr right = Product();
      if (!right) return nullptr;
      left = Make(op, std::move(left), std::move(right));
    }
    return left;
  }

  NodePtr Product() {
    NodePtr left = Power();
    while (left) {
      MeasureOp op = MeasureOp::kMultiply;
      if (Take("/"))
        op = MeasureOp::kDivide;
      else if (!Take("*"))
        break;
      NodePtr right = Power();
      if (!right) return nullptr;
      left = Make(op, std::move(left), std::move(right));
    }
    return left;
  }

  NodePtr Power() {
    NodePtr base = Primary();
    if (!base || !Take("^")) return base;
    bool is_negative = Take("-");
    NodePtr exponent = Primary();
    if (!exponent) return nullptr;
    if (is_negative) exponent = Make(MeasureOp::kNegate, std::move(exponent));
    return Make(MeasureOp::kPower, std::move(base), std::move(exponent));
  }

  NodePtr Primary() {
    Skip();
    if (at_ >= text_.size()) return Fail("it ends where a value is expected");
    if (Take("(")) {
      NodePtr inner = Relation();
      if (inner && !Take(")")) return Fail("')' is expected");
      return inner;
    }
    char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return Number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '\'') return NameOrCall();
    return Fail(fmt::format("'{}' is not expected", c));
  }

  NodePtr Number() {
    NodePtr node = Make(MeasureOp::kNumber);
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), node->number);
    if (error != std::errc()) return Fail("a number is expected");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (Take("%")) node->number /= 100;
    return node;
  }

  // One part of a name, without dots.
  bool TakeIdentifier() {
    std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '\'') {
      for (++at_; at_ < text_.size() && text_[at_] != '\''; ++at_)
        if (text_[at_] == '\\') ++at_;
      if (at_ >= text_.size()) return false;
      ++at_;
      return true;
    }
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    return at_ > begin;
  }

  // a.b[1,2].c
  bool TakeName(std::string& name) {
    std::size_t begin = at_;
    do {
      if (!TakeIdentifier()) return false;
      if (at_ < text_.size() && text_[at_] == '[') {
        std::size_t close = text_.find(']', at_);
        if (close == std::string_view::npos) return false;
        at_ = close + 1;
      }
    } while (at_ < text_.size() && text_[at_] == '.' && ++at_);
    name = text_.substr(begin, at_ - begin);
    return true;
  }

  NodePtr Signal(std::string name) {
    if (name == "time") return Make(MeasureOp::kTime);
    if (name == "pi") {
      NodePtr node = Make(MeasureOp::kNumber);
      node->number = 3.14159265358979323846;
      return node;
    }
    NodePtr node = Make(MeasureOp::kSignal);
    auto found = std::ranges::find(names_, name);
    node->signal = static_cast<std::size_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(std::move(name));
    return node;
  }

  NodePtr NameOrCall() {
    std::string name;
    if (!TakeName(name)) return Fail("a name is expected");
    Skip();
    if (at_ >= text_.size() || text_[at_] != '(') return Signal(std::move(name));
    ++at_;
    if (name == "der") {
      Skip();
      std::string inner;
      if (!TakeName(inner) || !Take(")")) return Fail("der() takes the name of a variable");
      return Signal(fmt::format("der({})", inner));
    }
    std::vector<NodePtr> arguments;
    do {
      arguments.push_back(Relation());
      if (!arguments.back()) return nullptr;
    } while (Take(","));
    if (!Take(")")) return Fail("')' is expected");
    const MeasureFunction* function = FindMeasureFunction(name, arguments.size());
    if (!function) {
      std::vector<std::string_view> known = MeasureFunctionNames();
      if (std::ranges::find(known, name) != known.end())
        return Fail(
            fmt::format("{}() does not take {} argument{}", name, arguments.size(), arguments.size() == 1 ? "" : "s"));
      return Fail(fmt::format("there is no function '{}'; there are {}", name, fmt::join(known, ", ")));
    }
    NodePtr node = Make(function->op);
    node->parts = std::move(arguments);
    return node;
  }

  std::string_view text_;
  std::vector<std::string>& names_;
  std::size_t at_ = 0, place_ = 0;
  std::string problem_;
};

}  // namespace

std::optional<Measure> Measure::Parse(std::string_view text, std::vector<std::string>& names, DiagnosticSink& sink) {
  Parser parser(text, names);
  std::unique_ptr<Node> root = parser.Parse();
  if (root) return Measure(std::string(text), std::move(root));
  sink.Report(kNotAMeasure, {},
              fmt::format("'{}' is not a measure: {}, at character {}", text, parser.problem(), parser.place() + 1))
      .hint = "such as 'max(x)', 'final(y)', 'settle(y, 2 %)', 'integral((a - b)^2)'";
  return std::nullopt;
}

Measure::Measure(std::string text, std::unique_ptr<Node> root) : text_(std::move(text)), root_(std::move(root)) {}
Measure::Measure(Measure&&) noexcept = default;
Measure& Measure::operator=(Measure&&) noexcept = default;
Measure::~Measure() = default;

double Measure::Evaluate(const Samples& samples) const {
  std::vector<double> value = EvaluateNode(*root_, samples);
  return value.empty() ? std::numeric_limits<double>::quiet_NaN() : value.back();
}

}  // namespace mica::study
