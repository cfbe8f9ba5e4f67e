// A model as Python holds it: a session of its own, the class in it, and its translations, which are made when a call
// needs them and serve all later ones. One call at a time; further threads wait.
#pragma once

#include <nanobind/ndarray.h>

#include <map>
#include <memory>
#include <optional>

#include "call.h"
#include "study/runs/model_runs.h"

namespace mica::python {

// One input of a run: a function of time, or a column of the table.
struct Inputs {
  std::vector<std::string> names;
  std::vector<double> times;
  std::vector<std::vector<double>> columns;
  std::vector<std::pair<std::string, nb::object>> functions;
};

// What a run is asked for; absent: as the model says.
struct Asked {
  std::string method = "cvode";
  std::optional<double> start, stop, tolerance, interval, step;
  std::optional<std::int64_t> intervals;
  std::vector<std::pair<std::string, std::string>> set;
  std::optional<Inputs> inputs;
  std::shared_ptr<const run::InitialPoint> initial;
  std::string variables;  // a regular expression
  bool events = false;    // rows of both sides of events, too
};

// An exception in a function of the user, kept until the engine has returned.
struct Thrown {
  std::mutex mutex;
  nb::object type, value, traceback;
  bool any = false;
  Interrupt* interrupt = nullptr;  // of the run, which stops then

  // With the interpreter's lock held, after the engine has returned.
  void Rethrow();
};

class Model {
 public:
  Model(const std::string& name, const std::string& class_name, const std::vector<std::string>& files,
        const std::vector<std::string>& libraries, const std::vector<std::pair<std::string, std::string>>& texts,
        bool is_strict);

  Session& session() { return session_; }
  library::Class* definition() { return class_; }
  std::string name() { return session_.classes().QualifiedName(class_); }

  // Calls `work` without the interpreter's lock, alone in the session, with an empty sink. It gives an outcome; any but
  // kDone is raised, with what was reported, KeyboardInterrupt after Ctrl-C.
  using Work = std::function<Outcome(Interrupt&)>;
  void Call(const Work& work);
  // The same, for who raises himself.
  Outcome Try(const Work& work, std::vector<Report>& reports);

  // The request of a run; options are checked when it is planned. With the interpreter's lock held. Functions for inputs
  // need `thrown`.
  SimulationRequest RequestOf(const Asked& asked, Thrown* thrown = nullptr);
  // Translations by method and what else decides about them, with the options of the request for all runs to come.
  // Null: reported.
  study::ModelRuns* RunsFor(const SimulationRequest& request);

 private:
  Session session_;
  library::Class* class_ = nullptr;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<study::ModelRuns>> runs_;
};

void BindModel(nb::module_& module);
void BindResult(nb::module_& module);
void BindFunction(nb::module_& module);
void BindStudies(nb::module_& module);

}  // namespace mica::python
