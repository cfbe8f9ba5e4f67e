#include "model.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/process.h"
#include "flat/text.h"
#include "fmi/codes.h"
#include "fmi/export_fmu.h"
#include "session/libraries/library_path.h"
#include "session/show/check_model.h"
#include "session/show/show.h"
#include "study/point/describe.h"

namespace mica::python {

namespace {

SessionOptions OptionsOf(const std::vector<std::string>& libraries, bool is_strict) {
  SessionOptions options;
  for (const std::string& library : libraries) options.libraries.emplace_back(library);
  options.directories = StandardLibraryDirectories();
  options.preferred = PreferredLibraries(UserLibraryDirectory());
  options.is_strict = is_strict;
  // Whoever simulates from a program has asked for it: a run is consent (session/trust).
  options.trust.runs = ForeignCode::kOfAll;
  options.trust.shipped = {ShippedLibraryDirectory()};
  return options;
}

}  // namespace

Model::Model(const std::string& name, const std::string& class_name, const std::vector<std::string>& files,
             const std::vector<std::string>& libraries, const std::vector<std::pair<std::string, std::string>>& texts,
             bool is_strict)
    : session_(OptionsOf(libraries, is_strict)) {
  std::vector<Report> reports;
  Outcome outcome = Try(
      [&](Interrupt&) {
        library::Class* last = nullptr;
        for (const auto& [path, text] : texts) {
          Result<library::Class*> read = session_.ReadText(path, text);
          if (!read) return OutcomeOf(session_.sink().all());
          last = *read;
        }
        ModelRequest request{name, class_name, files};
        if (name.empty() && last) request.model = session_.classes().QualifiedName(last);
        Result<library::Class*> found = session_.FindModel(request);
        if (!found) return OutcomeOf(session_.sink().all());
        class_ = *found;
        return Outcome::kDone;
      },
      reports);
  if (outcome != Outcome::kDone || !class_)
    Raise(outcome == Outcome::kDone ? Outcome::kModelWrong : outcome, std::move(reports));
}

Outcome Model::Try(const Work& work, std::vector<Report>& reports) {
  Outcome outcome = Outcome::kFault;
  std::string problem;
  {
    nb::gil_scoped_release release;
    std::lock_guard lock(mutex_);
    session_.sink().Clear();
    Interrupt interrupt;
    try {
      outcome = work(interrupt);
      if (interrupt.stopped()) outcome = Outcome::kCancelled;
    } catch (const std::exception& error) {
      problem = error.what();
    }
    reports = Describe(session_.sink().all(), session_.sources());
  }
  if (!problem.empty()) {
    Report report;
    report.code = "E9001", report.severity = "error", report.message = report.text = "internal error: " + problem;
    reports.push_back(std::move(report));
  }
  return outcome;
}

void Model::Call(const Work& work) {
  std::vector<Report> reports;
  Outcome outcome = Try(work, reports);
  if (outcome != Outcome::kDone) Raise(outcome, std::move(reports));
}

namespace {

// Calls a function of the user from the threads of the engine. After an exception the run stops.
std::function<double(double)> Callable(nb::object function, Thrown* thrown) {
  // The reference is given back with the interpreter's lock held.
  auto held = std::shared_ptr<nb::object>(new nb::object(std::move(function)), [](nb::object* object) {
    nb::gil_scoped_acquire acquire;
    delete object;
  });
  return [held, thrown](double time) {
    nb::gil_scoped_acquire acquire;
    try {
      return nb::cast<double>((*held)(time));
    } catch (nb::python_error& error) {
      std::lock_guard lock(thrown->mutex);
      if (!thrown->any) {
        thrown->any = true;
        thrown->type = nb::borrow(error.type());
        thrown->value = nb::borrow(error.value());
        thrown->traceback = nb::borrow(error.traceback());
      }
    } catch (const std::exception& error) {
      std::lock_guard lock(thrown->mutex);
      if (!thrown->any) {
        thrown->any = true;
        thrown->type = nb::borrow(PyExc_TypeError);
        thrown->value = nb::str("a function for an input must give a number");
        thrown->traceback = nb::none();
      }
    }
    if (thrown->interrupt) thrown->interrupt->Stop();
    return std::numeric_limits<double>::quiet_NaN();
  };
}

}  // namespace

void Thrown::Rethrow() {
  if (!any) return;
  PyErr_SetObject(type.ptr(), value.ptr());
  throw nb::python_error();
}

SimulationRequest Model::RequestOf(const Asked& asked, Thrown* thrown) {
  SimulationRequest request;
  request.method = asked.method;
  run::SimulationOptions& options = request.options;
  options.start = asked.start;
  options.stop = asked.stop;
  options.tolerance = asked.tolerance;
  options.interval = asked.interval;
  options.intervals = asked.intervals;
  options.step = asked.step;
  options.initial = asked.initial;
  for (const auto& [name, value] : asked.set) options.overrides.push_back({name, value});
  request.variables = asked.variables;
  if (asked.inputs) {
    auto table = std::make_shared<run::InputTable>();
    table->file = "the data of inputs";
    table->data.time = asked.inputs->times;
    for (const std::string& name : asked.inputs->names) {
      Signal signal;
      signal.name = name;
      table->data.signals.Add(std::move(signal));
    }
    table->data.columns = asked.inputs->columns;
    for (const auto& [name, function] : asked.inputs->functions)
      table->functions.push_back({name, Callable(function, thrown)});
    options.inputs = std::move(table);
  }
  return request;
}

study::ModelRuns* Model::RunsFor(const SimulationRequest& request) {
  // Of a method with a fixed step the step and the times may decide about the translation.
  bool is_plain = request.method == "cvode" || request.method == "ida";
  const run::SimulationOptions& o = request.options;
  std::string key = request.method;
  if (!is_plain)
    key += fmt::format(" {} {} {} {}", o.start.value_or(0), o.stop.value_or(0), o.step.value_or(0),
                       o.interval.value_or(static_cast<double>(o.intervals.value_or(0))));
  std::unique_ptr<study::ModelRuns>& runs = runs_[key];
  if (!runs) {
    SimulationRequest base;
    base.method = request.method;
    if (!is_plain) {
      base.options = request.options;
      base.options.overrides.clear();
      base.options.inputs.reset();
      base.options.initial.reset();
    }
    runs = std::make_unique<study::ModelRuns>(session_, class_, std::move(base));
  }
  return runs->UseOptions(request.options, session_.sink()) ? runs.get() : nullptr;
}

namespace {

// Derivatives and fixed values are known by the translation with the usual method.
std::vector<study::DescribedVariable> Variables(Model& self, const Asked& asked) {
  std::vector<study::DescribedVariable> variables;
  SimulationRequest request = self.RequestOf(asked);
  self.Call([&](Interrupt&) {
    study::ModelRuns* runs = self.RunsFor(request);
    if (!runs) return Outcome::kCallWrong;
    std::size_t variant = 0;
    Outcome outcome = runs->Prepare(request.options.overrides, variant);
    if (outcome != Outcome::kDone) return outcome;
    DiagnosticSink sink;
    std::optional<run::RunPlan> plan = runs->PlanOf(variant, request.options, self.session().sink());
    if (!plan) return Outcome::kCallWrong;
    self.session().Guard("describing a model",
                         [&] { variables = study::DescribeVariables(runs->runnable(variant), *plan, sink); });
    return Outcome::kDone;
  });
  return variables;
}

struct FlatEquation {
  std::string text, component, file, kind;
  std::size_t line = 0;
  bool is_initial = false;
};

const char* KindText(flat::Equation::Kind kind) {
  switch (kind) {
    case flat::Equation::Kind::kEqual:
    case flat::Equation::Kind::kTupleEqual:
      return "equal";
    case flat::Equation::Kind::kFor:
      return "for";
    case flat::Equation::Kind::kIf:
      return "if";
    case flat::Equation::Kind::kWhen:
      return "when";
    case flat::Equation::Kind::kAssert:
      return "assert";
    default:
      return "other";
  }
}

std::vector<FlatEquation> Equations(Model& self) {
  std::vector<FlatEquation> equations;
  self.Call([&](Interrupt&) {
    Translation& translation = self.session().Translate(self.definition());
    Result<const flat::Model*> flat = translation.Flatten();
    if (!flat) return translation.failure();
    const SourceMap& sources = self.session().sources();
    self.session().Guard("listing equations", [&] {
      flat::ModelNames names(**flat, self.session().names());
      auto add = [&](const std::vector<flat::Equation>& list, bool is_initial) {
        for (const flat::Equation& each : list) {
          FlatEquation equation;
          equation.text = flat::EquationText(each, translation.store(), names, 0);
          while (equation.text.ends_with('\n')) equation.text.pop_back();
          equation.component = flat::PathText(each.origin.component, self.session().names());
          equation.kind = each.origin.made_by.empty() ? KindText(each.kind) : std::string(each.origin.made_by);
          if (each.origin.span.valid()) {
            equation.file = sources.path(each.origin.span.file);
            equation.line = sources.Locate(each.origin.span.file, each.origin.span.begin).line;
          }
          equation.is_initial = is_initial;
          equations.push_back(std::move(equation));
        }
      };
      add((*flat)->equations, false);
      add((*flat)->initial_equations, true);
    });
    return Outcome::kDone;
  });
  return equations;
}

std::pair<std::int64_t, std::int64_t> Check(Model& self) {
  std::pair<std::int64_t, std::int64_t> counts;
  self.Call([&](Interrupt&) {
    CheckedModel checked = CheckModel({self.name(), "", {}}, self.session());
    if (checked.counts) counts = {checked.counts->equations, checked.counts->unknowns};
    return checked.outcome;
  });
  return counts;
}

// Start and stop as the model has them.
std::pair<double, double> Times(Model& self) {
  std::pair<double, double> times;
  self.Call([&](Interrupt&) {
    study::ModelRuns* runs = self.RunsFor({});
    std::size_t variant = 0;
    Outcome outcome = runs ? runs->Prepare({}, variant) : Outcome::kCallWrong;
    if (outcome == Outcome::kDone) times = {runs->plan(variant).start, runs->plan(variant).stop};
    return outcome;
  });
  return times;
}

std::string Show(Model& self, const std::string& stage) {
  std::string text;
  self.Call([&](Interrupt&) {
    for (const ShownStage& each : ShownStages()) {
      if (each.name != stage) continue;
      Result<std::string> shown = each.show(self.session(), self.definition(), {});
      if (!shown) return OutcomeOf(self.session().sink().all());
      text = *shown;
      return Outcome::kDone;
    }
    return Outcome::kCallWrong;
  });
  return text;
}

std::vector<Report> Warnings(Model& self) {
  std::vector<Report> reports;
  (void)self.Try(
      [&](Interrupt&) {
        CheckModel({self.name(), "", {}}, self.session());
        return Outcome::kDone;
      },
      reports);
  return reports;
}

nb::bytes ExportFmu(Model& self, const Asked& asked, int version, const std::string& type) {
  std::string fmu;
  fmi::FmuRequest request;
  request.simulation = self.RequestOf(asked);
  self.Call([&](Interrupt&) {
    request.version = version;
    request.has_model_exchange = type != "cs";
    request.has_cosimulation = type != "me";
    request.tool = std::string("Mica ") + MICA_VERSION;
    return fmi::ExportFmu(self.session(), self.session().Translate(self.definition()), request, fmu);
  });
  return nb::bytes(fmu.data(), fmu.size());
}

}  // namespace

void BindModel(nb::module_& module) {
  using Described = study::DescribedVariable;
  nb::class_<Described>(module, "Variable", "A variable of a translated model.")
      .def_ro("name", &Described::name)
      .def_ro("description", &Described::description)
      .def_ro("unit", &Described::unit)
      .def_ro("display_unit", &Described::display_unit)
      .def_ro("type", &Described::type, "'Real', 'Integer', 'Boolean', 'enumeration' or 'String'.")
      .def_prop_ro(
          "role", [](const Described& self) { return std::string(study::RoleText(self.role)); },
          "'constant', 'parameter', 'input', 'output', 'state', 'derivative', 'variable' or 'discrete'.")
      .def_prop_ro(
          "value",
          [](const Described& self) -> nb::object {
            if (self.type == "String") return nb::cast(self.text);
            if (self.type == "Boolean") return nb::bool_(self.value != 0);
            if (self.type == "Integer" || self.type == "enumeration")
              return nb::int_(static_cast<std::int64_t>(self.value));
            return nb::float_(self.value);
          },
          "The value of a parameter or constant; the start value of anything else.")
      .def_ro("output", &Described::is_output, "Whether it is an output of the top level.")
      .def_ro("settable", &Described::is_settable, "Whether `set=` takes it when a run starts.")
      .def_ro("structural", &Described::is_structural,
              "Whether its value is part of the translated model: `set=` then translates again.")
      .def_ro("alias_of", &Described::alias_of, "The variable with the same values up to the sign, or ''.")
      .def("__repr__", [](const Described& self) {
        return fmt::format("<{} {} {}{}{}>", study::RoleText(self.role), self.name,
                           self.type == "String" ? self.text : fmt::format("{}", self.value),
                           self.unit.empty() ? "" : " ", self.unit);
      });
  nb::class_<FlatEquation>(module, "Equation", "An equation of the flat model, with where it came from.")
      .def_ro("text", &FlatEquation::text)
      .def_ro("component", &FlatEquation::component, "The component that it belongs to; '' is the model itself.")
      .def_ro("file", &FlatEquation::file)
      .def_ro("line", &FlatEquation::line)
      .def_ro("kind", &FlatEquation::kind, "'equal', 'for', 'if', 'when', 'assert', or what made it: 'connect'.")
      .def_ro("initial", &FlatEquation::is_initial)
      .def("__str__", [](const FlatEquation& self) { return self.text; })
      .def("__repr__", [](const FlatEquation& self) { return "<" + self.text + ">"; });
  nb::class_<Inputs>(module, "Inputs")
      .def(nb::init<>())
      .def_rw("names", &Inputs::names)
      .def_rw("times", &Inputs::times)
      .def_rw("columns", &Inputs::columns)
      .def_rw("functions", &Inputs::functions);
  nb::class_<Asked>(module, "Asked", "What a run is asked for.")
      .def(nb::init<>())
      .def_rw("method", &Asked::method)
      .def_rw("start", &Asked::start, nb::arg().none())
      .def_rw("stop", &Asked::stop, nb::arg().none())
      .def_rw("tolerance", &Asked::tolerance, nb::arg().none())
      .def_rw("interval", &Asked::interval, nb::arg().none())
      .def_rw("intervals", &Asked::intervals, nb::arg().none())
      .def_rw("step", &Asked::step, nb::arg().none())
      .def_rw("set", &Asked::set)
      .def_rw("inputs", &Asked::inputs, nb::arg().none())
      .def_rw("variables", &Asked::variables)
      .def_rw("events", &Asked::events);
  nb::class_<Model>(module, "Model")
      .def(nb::init<const std::string&, const std::string&, const std::vector<std::string>&,
                    const std::vector<std::string>&, const std::vector<std::pair<std::string, std::string>>&, bool>(),
           nb::arg("name"), nb::arg("class_name"), nb::arg("files"), nb::arg("libraries"), nb::arg("texts"),
           nb::arg("strict"))
      .def_prop_ro("name", &Model::name)
      .def("check", &Check)
      .def("experiment", &Times)
      .def("show", &Show, nb::arg("stage"))
      .def("diagnostics", &Warnings)
      .def("variables", &Variables, nb::arg("asked"))
      .def("equations", &Equations)
      .def("export_fmu", &ExportFmu, nb::arg("asked"), nb::arg("version"), nb::arg("type"));
}

}  // namespace mica::python
