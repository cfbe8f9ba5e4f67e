#include "fmi/import/write_component.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "fmi/codes.h"
#include "fmi/import/adapter_files.h"
#include "fmi/simulate/fmu_signals.h"
#include "syntax/token.h"

namespace mica::fmi {

namespace {

// What the model calls its own things: a variable of that name is quoted, which is another name.
const std::set<std::string, std::less<>> kOwnNames = {
    "fmu",           "RealInput",    "RealOutput", "IntegerInput", "IntegerOutput", "BooleanInput",
    "BooleanOutput", "fmuDirectory", "fmuUnit",    "fmuInputs",    "fmuStates",     "fmuIndicators",
    "fmuAbove",      "fmuMode",      "fmuNext",    "fmuNewStates", "fmuValues",     "fmuStart",
    "fmuStarted",    "fmuStep",      "fmuHeld",    "time"};

std::string Identifier(const std::string& name) {
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool is_plain = !name.empty() && is_letter(name.front()) &&
                  std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (is_plain && !kOwnNames.contains(name) && syntax::KeywordOrIdentifier(name) == syntax::TokenKind::kIdentifier)
    return name;
  std::string quoted = "'";
  for (char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string Text(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string List(const std::vector<std::string>& items, const char* empty) {
  return items.empty() ? empty : fmt::format("{{{}}}", fmt::join(items, ", "));
}

constexpr const char* kNoIntegers = "fill(0, 0)";
constexpr const char* kNoReals = "fill(0.0, 0)";

// Real, Integer or Boolean: what a variable is in Modelica.
const char* ModelicaType(const DescribedVariable& v) {
  return v.is_float() ? "Real" : v.type == "Boolean" ? "Boolean" : "Integer";
}

std::string AsReal(const DescribedVariable& v) {
  return v.type == "Boolean" ? fmt::format("if {} then 1.0 else 0.0", Identifier(v.name)) : Identifier(v.name);
}

class Writer {
 public:
  Writer(const OpenFmu& fmu, const ComponentRequest& request) : d_(fmu.description), request_(request) {}

  // What cannot be part of the model, or "".
  std::string Sort() {
    for (const DescribedVariable& v : d_.variables) {
      bool is_shown = v.causality == "input" || v.causality == "output";
      bool is_parameter = v.causality == "parameter";
      if (!is_shown && !is_parameter) continue;
      if (!TypeOf(v, d_.version) || !v.dimensions.empty()) {
        if (v.causality == "input")
          return fmt::format("its input {} is {}", v.name, v.dimensions.empty() ? "of the type " + v.type : "an array");
        left_out_.push_back(v.name);
      } else if (is_parameter && v.start.empty()) {
        left_out_.push_back(v.name);
      } else {
        (v.causality == "input" ? inputs_ : is_parameter ? parameters_ : outputs_).push_back(&v);
      }
    }
    StructuralSizes sizes = StructuralSizesOf(d_);
    for (const DescribedUnknown& unknown : d_.derivatives)
      states_ += ElementCount(ShapeOf(d_.variables[unknown.variable], sizes));
    if (request_.interface == FmuInterface::kCoSimulation) states_ = 0;
    return "";
  }
  const std::vector<std::string>& left_out() const { return left_out_; }

  std::string Write() {
    Put("model {} {}", Identifier(request_.name),
        Text(d_.description.empty() ? "FMU " + d_.model_name : d_.description));
    // Signals as they are in any library: connectors fit where what is in them does.
    for (const char* type : {"Real", "Integer", "Boolean"}) {
      Put("  connector {0}Input = input {0};", type);
      Put("  connector {0}Output = output {0};", type);
    }
    WriteFunctions();
    for (const DescribedVariable* v : parameters_)
      Put("  parameter {} {}{} = {}{};", ModelicaType(*v), Identifier(v->name), Attributes(*v), Start(*v), Comment(*v));
    for (const DescribedVariable* v : inputs_)
      Put("  {}Input {}{}{};", ModelicaType(*v), Identifier(v->name), Attributes(*v), Comment(*v));
    for (const DescribedVariable* v : outputs_)
      Put("  {}Output {}{}{};", ModelicaType(*v), Identifier(v->name), Attributes(*v), Comment(*v));
    if (request_.interface == FmuInterface::kModelExchange)
      WriteExchange();
    else
      WriteStepped();
    Put("equation");
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const DescribedVariable& v = *outputs_[k];
      std::string value = fmt::format("fmuValues[{}]", k + 1);
      if (v.type == "Boolean") value += " > 0.5";
      if (!v.is_float() && v.type != "Boolean") value = fmt::format("integer({} + 0.5)", value);
      Put("  {} = {};", Identifier(v.name), value);
    }
    Put("end {};", Identifier(request_.name));
    return text_;
  }

 private:
  template <class... Arguments>
  void Put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  std::string Attributes(const DescribedVariable& v) const {
    std::vector<std::string> parts;
    if (v.is_float() && !v.unit.empty()) parts.push_back("unit=" + Text(v.unit));
    if (v.is_float() && !v.display_unit.empty()) parts.push_back("displayUnit=" + Text(v.display_unit));
    return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
  }
  static std::string Comment(const DescribedVariable& v) {
    return v.description.empty() ? "" : " " + Text(v.description);
  }
  static std::string Start(const DescribedVariable& v) {
    const std::string& start = v.start.front();
    return v.type != "Boolean" ? start : start == "true" || start == "1" ? "true" : "false";
  }

  std::string Types(const std::vector<const DescribedVariable*>& variables) const {
    std::vector<std::string> items;
    for (const DescribedVariable* v : variables)
      items.push_back(fmt::format("{}", static_cast<int>(*TypeOf(*v, d_.version))));
    return List(items, kNoIntegers);
  }
  static std::string References(const std::vector<const DescribedVariable*>& variables) {
    std::vector<std::string> items;
    // Integers of Modelica have a sign; the adapter takes the bits.
    for (const DescribedVariable* v : variables)
      items.push_back(fmt::format("{}", static_cast<std::int32_t>(v->reference)));
    return List(items, kNoIntegers);
  }
  static std::string Values(const std::vector<const DescribedVariable*>& variables) {
    std::vector<std::string> items;
    for (const DescribedVariable* v : variables) items.push_back(AsReal(*v));
    return List(items, kNoReals);
  }

  void WriteFunctions() {
    std::string functions(FmuFunctions());
    constexpr std::string_view kPlace = "@DIRECTORY@";
    for (std::size_t at = functions.find(kPlace); at != std::string::npos; at = functions.find(kPlace, at))
      functions.replace(at, kPlace.size(), "file://" + request_.directory + "/" + kAdapterDirectory);
    text_ += functions;
  }

  void WriteUnit() {
    bool is_stepped = request_.interface == FmuInterface::kCoSimulation;
    Put("protected");
    Put("  parameter String fmuDirectory = {} \"Where the FMU is unpacked\";", Text(request_.directory));
    Put("  fmu.Unit fmuUnit = fmu.Unit({}, {}, fmuDirectory, fmuDirectory + {}, {}, {}, {}, {}, {}, {}, {}, "
        "{}, {});",
        d_.version, is_stepped, Text(request_.library), Text(request_.name), Text(d_.token), states_, Indicators(),
        Types(inputs_), References(inputs_), Types(parameters_), References(parameters_), Values(parameters_));
    Put("  Real fmuInputs[{}] = {};", inputs_.size(), Values(inputs_));
    Put("  Real fmuValues[{}];", outputs_.size());
    Put("  parameter Real fmuStart[{}](each fixed=false);", states_);
    Put("  parameter Real fmuStarted(fixed=false);");
  }
  std::size_t Indicators() const {
    return request_.interface == FmuInterface::kModelExchange ? d_.event_indicator_count : 0;
  }

  void WriteExchange() {
    WriteUnit();
    std::size_t z = Indicators();
    Put("  Real fmuStates[{}] \"Continuous states of the FMU\";", states_);
    Put("  Real fmuIndicators[{}] \"Functions whose changes of sign are events\";", z);
    Put("  Boolean fmuAbove[{}];", z);
    Put("  Integer fmuMode(start=0, fixed=true) \"Number of events so far\";");
    Put("  discrete Real fmuNext \"Time of the next event that the FMU announced\";");
    Put("  discrete Real fmuNewStates[{}];", states_);
    Put("initial equation");
    Put("  (fmuStart, fmuStarted) = fmu.start(fmuUnit, time, fmuInputs, {});", states_);
    Put("  fmuStates = fmuStart;");
    Put("  fmuNewStates = fmuStart;");
    Put("  fmuNext = fmuStarted;");
    Put("equation");
    Put("  der(fmuStates) = fmu.derivatives(fmuUnit, fmuMode, time, fmuStates, fmuInputs);");
    // With the discrete state before an event: what it changes is seen in the next round.
    Put("  fmuIndicators = fmu.indicators(fmuUnit, pre(fmuMode), time, fmuStates, fmuInputs, {});", z);
    std::vector<std::string> causes = {"time >= pre(fmuNext)"};
    for (std::size_t k = 1; k <= z; ++k) {
      Put("  fmuAbove[{0}] = fmuIndicators[{0}] > 0;", k);
      causes.push_back(fmt::format("change(fmuAbove[{}])", k));
    }
    for (const DescribedVariable* v : inputs_)
      if (!v->is_float()) causes.push_back(fmt::format("change({})", Identifier(v->name)));
    Put("  when {{{}}} then", fmt::join(causes, ", "));
    Put("    (fmuMode, fmuNewStates, fmuNext) = fmu.event(fmuUnit, pre(fmuMode), time, pre(fmuStates), "
        "fmuInputs);");
    for (std::size_t k = 1; k <= states_; ++k) Put("    reinit(fmuStates[{0}], fmuNewStates[{0}]);", k);
    Put("  end when;");
    Put("  fmuValues = fmu.values(fmuUnit, fmuMode, time, fmuStates, fmuInputs, {}, {});", Types(outputs_),
        References(outputs_));
  }

  void WriteStepped() {
    double step = request_.step.value_or(
        d_.experiment.step.value_or((d_.experiment.stop.value_or(1) - d_.experiment.start.value_or(0)) / 500));
    Put("  parameter Real fmuStep(unit=\"s\") = {} \"Communication step\";", step);
    WriteUnit();
    Put("  Integer fmuMode(start=0, fixed=true) \"Number of steps so far\";");
    Put("  discrete Real fmuHeld[{}] \"Inputs at the start of a step\";", inputs_.size());
    Put("initial equation");
    Put("  (fmuStart, fmuStarted) = fmu.start(fmuUnit, time, fmuInputs, 0);");
    Put("  pre(fmuHeld) = fmuInputs;");
    Put("equation");
    Put("  when sample(0, fmuStep) then");
    Put("    fmuMode = fmu.step(fmuUnit, pre(fmuMode), time, pre(fmuHeld), fmuInputs);");
    Put("    fmuHeld = fmuInputs;");
    Put("  end when;");
    Put("  fmuValues = fmu.stepped(fmuUnit, fmuMode, fmuStarted, {}, {});", Types(outputs_), References(outputs_));
  }

  const Description& d_;
  const ComponentRequest& request_;
  std::vector<const DescribedVariable*> inputs_, outputs_, parameters_;
  std::vector<std::string> left_out_;
  std::size_t states_ = 0;
  std::string text_;
};

}  // namespace

std::optional<std::string> WriteComponent(const OpenFmu& fmu, const ComponentRequest& request, DiagnosticSink& sink) {
  Writer writer(fmu, request);
  if (std::string problem = writer.Sort(); !problem.empty()) {
    sink.Report(kCannotImportFmu, {}, fmt::format("{} cannot be imported: {}", fmu.path, problem));
    return std::nullopt;
  }
  if (!writer.left_out().empty())
    sink.Report(
            kPartlyImported, {},
            fmt::format("parameters and outputs of {} that are not numbers, or arrays, are not part of the model: {}",
                        fmu.path, fmt::join(writer.left_out(), ", ")))
        .hint = "such parameters keep the values that the FMU has for them";
  if (request.interface == FmuInterface::kModelExchange && fmu.description.model_exchange->needs_completed_step)
    sink.Report(kPartlyImported, {},
                fmt::format("{} asks to be informed of completed steps, and is only before events", fmu.path))
        .hint = "'mica simulate X.fmu' does it for every step; so does Co-Simulation inside the FMU, '--type cs'";
  return writer.Write();
}

}  // namespace mica::fmi
