// Studies: sweeps, optima and linear systems, as src/study has them.
#include <fmt/format.h>
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "model.h"
#include "study/linear/linear_text.h"
#include "study/linear/linearize.h"
#include "study/optimize/optimize.h"
#include "study/sweep/sweep.h"

namespace mica::python {

namespace {

// What is varied: texts as --vary takes them, or columns of values that move together.
struct DesignAsked {
  std::vector<std::string> vary;
  std::vector<std::pair<std::string, std::vector<std::string>>> columns;
  std::string sampling;  // latin, sobol, random, normal; empty: none
  std::size_t samples = 0;
  std::uint64_t seed = 1;
};

std::optional<study::Design> DesignOf(const DesignAsked& asked, DiagnosticSink& sink) {
  study::Design design;
  bool good = true;
  for (const std::string& text : asked.vary) {
    std::optional<study::Vary> vary = study::ParseVary(text, sink);
    good = good && vary.has_value();
    if (vary) design.varied.push_back(std::move(*vary));
  }
  for (const auto& [name, values] : asked.columns) {
    study::Vary vary;
    vary.name = name;
    vary.values = values;
    vary.is_column = true;
    design.varied.push_back(std::move(vary));
  }
  using study::Sampling;
  design.sampling = asked.sampling == "latin"    ? Sampling::kLatin
                    : asked.sampling == "sobol"  ? Sampling::kSobol
                    : asked.sampling == "random" ? Sampling::kRandom
                    : asked.sampling == "normal" ? Sampling::kNormal
                                                 : Sampling::kNone;
  design.samples = asked.samples;
  design.seed = asked.seed;
  return good ? std::optional(std::move(design)) : std::nullopt;
}

// The requests that runs of a study have in common: all but method, times and values comes later.
SimulationRequest BaseOf(Model& self, const Asked& asked) {
  SimulationRequest request = self.RequestOf(asked);
  request.keep = false;
  return request;
}

// Calls a function of the user now and then. An exception in it ends the study.
class Progress {
 public:
  Progress(nb::object function, Thrown& thrown) : function_(std::move(function)), thrown_(thrown) {}
  void operator()(std::size_t done, std::size_t all, Interrupt& interrupt) {
    auto now = std::chrono::steady_clock::now();
    if (function_.is_none() || (done < all && now - last_ < std::chrono::milliseconds(100))) return;
    last_ = now;
    nb::gil_scoped_acquire acquire;
    try {
      function_(done, all);
    } catch (nb::python_error& error) {
      if (!thrown_.any) {
        thrown_.any = true;
        thrown_.type = nb::borrow(error.type());
        thrown_.value = nb::borrow(error.value());
        thrown_.traceback = nb::borrow(error.traceback());
      }
      interrupt.Stop();
    }
  }

 private:
  nb::object function_;
  Thrown& thrown_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::vector<study::StudyPoint> Points(Model& self, const DesignAsked& asked) {
  std::vector<study::StudyPoint> points;
  self.Call([&](Interrupt&) {
    std::optional<study::Design> design = DesignOf(asked, self.session().sink());
    if (!design) return Outcome::kCallWrong;
    auto made = study::MakePoints(*design, self.session().sink());
    if (!made) return Outcome::kCallWrong;
    points = std::move(*made);
    return Outcome::kDone;
  });
  return points;
}

study::Sweep RunSweep(Model& self, const Asked& asked, const DesignAsked& design_asked,
                      const std::vector<std::string>& measures, unsigned jobs, nb::object progress) {
  study::Sweep sweep;
  SimulationRequest base = BaseOf(self, asked);
  Thrown thrown;
  Progress shown(std::move(progress), thrown);
  std::vector<Report> reports;
  Outcome outcome = self.Try(
      [&](Interrupt& interrupt) {
        study::SweepRequest request;
        std::optional<study::Design> design = DesignOf(design_asked, self.session().sink());
        if (!design) return Outcome::kCallWrong;
        request.design = std::move(*design);
        request.measures = measures;
        request.jobs = jobs;
        request.stop = interrupt.token();
        request.progress = [&](std::size_t done, std::size_t all) { shown(done, all, interrupt); };
        study::ModelRuns* runs = self.RunsFor(base);
        if (!runs) return Outcome::kCallWrong;
        sweep = study::RunSweep(self.session(), *runs, request);
        return sweep.outcome;
      },
      reports);
  thrown.Rethrow();
  // That every run failed is what the rows say.
  if (outcome == Outcome::kFailed) outcome = Outcome::kDone;
  if (outcome != Outcome::kDone) Raise(outcome, std::move(reports));
  return sweep;
}

study::Optimum RunOptimize(Model& self, const Asked& asked,
                           const std::vector<std::pair<std::string, std::pair<double, double>>>& tune,
                           const std::string& objective, bool maximize, const std::string& method, double tolerance,
                           std::size_t evaluations, std::uint64_t seed, unsigned jobs) {
  study::Optimum best;
  SimulationRequest base = BaseOf(self, asked);
  self.Call([&](Interrupt& interrupt) {
    study::OptimizeRequest request;
    for (const auto& [name, bounds] : tune) request.tuned.push_back({name, bounds.first, bounds.second});
    request.objective = objective;
    request.maximize = maximize;
    request.method = method;
    request.tolerance = tolerance;
    request.evaluations = evaluations;
    request.seed = seed;
    request.jobs = jobs;
    request.stop = interrupt.token();
    study::ModelRuns* runs = self.RunsFor(base);
    if (!runs) return Outcome::kCallWrong;
    best = study::Optimize(self.session(), *runs, request);
    return best.outcome;
  });
  return best;
}

study::LinearSystem RunLinearize(Model& self, const Asked& asked, std::optional<double> at,
                                 const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  study::Linearization made;
  SimulationRequest base = BaseOf(self, asked);
  self.Call([&](Interrupt& interrupt) {
    study::LinearizeRequest request;
    request.at = at;
    request.inputs = inputs;
    request.outputs = outputs;
    request.stop = interrupt.token();
    study::ModelRuns* runs = self.RunsFor(base);
    if (!runs) return Outcome::kCallWrong;
    made = study::Linearize(self.session(), *runs, request);
    return made.outcome;
  });
  return std::move(made.system);
}

}  // namespace

void BindStudies(nb::module_& module) {
  nb::class_<DesignAsked>(module, "Design")
      .def(nb::init<>())
      .def_rw("vary", &DesignAsked::vary)
      .def_rw("columns", &DesignAsked::columns)
      .def_rw("sampling", &DesignAsked::sampling)
      .def_rw("samples", &DesignAsked::samples)
      .def_rw("seed", &DesignAsked::seed);
  using study::SweepRow;
  nb::class_<SweepRow>(module, "SweepRow", "One run of a sweep.")
      .def_ro("point", &SweepRow::point)
      .def_ro("good", &SweepRow::is_good)
      .def_ro("measures", &SweepRow::measures)
      .def_ro("message", &SweepRow::message);
  nb::class_<study::Sweep>(module, "SweepTable")
      .def_ro("names", &study::Sweep::names)
      .def_ro("measures", &study::Sweep::measures)
      .def_ro("rows", &study::Sweep::rows)
      .def_ro("variants", &study::Sweep::variants)
      .def_ro("failed", &study::Sweep::failed)
      .def_ro("run_seconds", &study::Sweep::run_seconds)
      .def("values", [](const study::Sweep& self) {
        Eigen::MatrixXd all(static_cast<Eigen::Index>(self.rows.size()),
                            static_cast<Eigen::Index>(self.measures.size()));
        for (Eigen::Index i = 0; i < all.rows(); ++i)
          for (Eigen::Index k = 0; k < all.cols(); ++k)
            all(i, k) = self.rows[static_cast<std::size_t>(i)].measures[static_cast<std::size_t>(k)];
        return all;
      });
  using study::Optimum;
  nb::class_<Optimum>(module, "Optimum", "Where an objective is best.")
      .def_ro("method", &Optimum::method)
      .def_ro("values", &Optimum::values)
      .def_ro("objective", &Optimum::objective)
      .def_ro("evaluations", &Optimum::evaluations)
      .def_ro("failed", &Optimum::failed)
      .def_ro("end", &Optimum::end);
  using study::LinearSystem;
  nb::class_<study::LinearMode>(module, "Mode", "An eigenvalue with damping, frequency and participation factors.")
      .def_ro("value", &study::LinearMode::value)
      .def_ro("damping", &study::LinearMode::damping)
      .def_ro("frequency", &study::LinearMode::frequency)
      .def_ro("participation", &study::LinearMode::participation);
  nb::class_<study::TransferFunction>(module, "TransferFunction", "gain * product(s - zeros) / product(s - poles)")
      .def_ro("zeros", &study::TransferFunction::zeros)
      .def_ro("poles", &study::TransferFunction::poles)
      .def_ro("gain", &study::TransferFunction::gain)
      .def_ro("numerator", &study::TransferFunction::numerator)
      .def_ro("denominator", &study::TransferFunction::denominator);
  nb::class_<LinearSystem>(module, "LinearSystem")
      .def_ro("model", &LinearSystem::model)
      .def_ro("time", &LinearSystem::time)
      .def_prop_ro("A", [](const LinearSystem& self) { return self.a; })
      .def_prop_ro("B", [](const LinearSystem& self) { return self.b; })
      .def_prop_ro("C", [](const LinearSystem& self) { return self.c; })
      .def_prop_ro("D", [](const LinearSystem& self) { return self.d; })
      .def_ro("states", &LinearSystem::states)
      .def_ro("inputs", &LinearSystem::inputs)
      .def_ro("outputs", &LinearSystem::outputs)
      .def_ro("state_units", &LinearSystem::state_units)
      .def_ro("input_units", &LinearSystem::input_units)
      .def_ro("output_units", &LinearSystem::output_units)
      .def_ro("state_values", &LinearSystem::state_values)
      .def_ro("input_values", &LinearSystem::input_values)
      .def_ro("output_values", &LinearSystem::output_values)
      .def("eigenvalues", [](const LinearSystem& self) { return study::Eigenvalues(self.a); })
      .def("modes", [](const LinearSystem& self) { return study::ModesOf(self); })
      .def("zeros", [](const LinearSystem& self) { return study::ZerosOf(self); })
      .def(
          "transfer",
          [](const LinearSystem& self, std::size_t input, std::size_t output) {
            if (input >= self.inputs.size() || output >= self.outputs.size())
              throw nb::index_error("there is no such input or output");
            return study::TransferOf(self, input, output);
          },
          nb::arg("input"), nb::arg("output"))
      .def("response", [](const LinearSystem& self, std::complex<double> s) { return study::Response(self, s); })
      .def("__str__", [](const LinearSystem& self) { return study::LinearText(self); });
  module.def("points", &Points, nb::arg("model"), nb::arg("design"));
  module.def("sweep", &RunSweep, nb::arg("model"), nb::arg("asked"), nb::arg("design"), nb::arg("measures"),
             nb::arg("jobs"), nb::arg("progress").none());
  module.def("optimize", &RunOptimize, nb::arg("model"), nb::arg("asked"), nb::arg("tune"), nb::arg("objective"),
             nb::arg("maximize"), nb::arg("method"), nb::arg("tolerance"), nb::arg("evaluations"), nb::arg("seed"),
             nb::arg("jobs"));
  module.def("linearize", &RunLinearize, nb::arg("model"), nb::arg("asked"), nb::arg("at").none(), nb::arg("inputs"),
             nb::arg("outputs"));
}

}  // namespace mica::python
