#include "fmi/export_fmu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/kept_files.h"
#include "code/lower/lower_model.h"
#include "code/reachable.h"
#include "fmi/codes.h"
#include "fmi/fmu_archive.h"
#include "fmi/fmu_image.h"
#include "fmi/link_fmu.h"
#include "fmi/model_description.h"
#include "session/session.h"

namespace mica::fmi {

namespace {

using structure::BlockModel;
using structure::Step;

// Letters, digits and '_': the name of the shared object.
std::string Identifier(std::string_view name) {
  std::string id;
  for (char c : name)
    id += std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80 ? c : '_';
  return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) ? "m_" + id : id;
}

class Exporter {
 public:
  Exporter(run::Instance& instance, Translation& translation, const FmuRequest& request, DiagnosticSink& sink)
      : instance_(instance),
        t_(instance.table()),
        translation_(translation),
        request_(request),
        plan_(translation.plan()->run),
        sink_(sink) {}

  bool Run(std::string& fmu) {
    DiagnosticSink::Mark before = sink_.mark();
    BlockModel model = *translation_.blocks();
    std::vector<std::uint32_t> start_fixed = FreeStarts(model);
    code::LowerOptions options;
    options.kernels_for_externals = true;
    code::Program program = code::LowerModel(model, translation_.store(), nullptr, options, sink_);
    if (sink_.HasErrorsSince(before) || Refuse(program)) return false;
    if (!ReadStarts()) return false;
    FmuVariables variables = FindVariables(instance_, start_fixed, Decided(model));
    std::string identifier = Identifier(run::Text(t_, t_.name));
    code::MachineCodeOptions machine;
    machine.cpu = "x86-64";
    std::optional<std::vector<std::string>> objects = code::MakeObjects(program, machine, sink_);
    if (!objects) return false;
    std::string digest;
    for (const std::string& object : *objects) digest += KeptFiles::Digest(object);
    FmuImageRequest image{instance_, program, plan_, variables, reals_, pre_, "", translation_.store()};
    std::string token = KeptFiles::Digest(digest + MakeFmuImage(image).bytes + request_.tool);
    token = fmt::format("{{{}}}", token.substr(0, 36));
    image.token = token;
    objects->push_back(code::MakeDataObject(MakeFmuImage(image), "mica_fmu_model"));
    std::optional<std::string> library = LinkFmu(*objects, request_.version, sink_);
    if (!library) return false;
    DescriptionRequest description{instance_,
                                   variables,
                                   plan_,
                                   reals_,
                                   Quantities(),
                                   identifier,
                                   token,
                                   Comment(),
                                   request_.tool,
                                   request_.version,
                                   request_.has_model_exchange,
                                   request_.has_cosimulation};
    const char* platform = request_.version == 2 ? "linux64" : "x86_64-linux";
    std::optional<std::string> packed = PackFiles({{"modelDescription.xml", DescribeModel(description)},
                                                   {fmt::format("binaries/{}/{}.so", platform, identifier), *library}});
    if (!packed) {
      sink_.Report(kCannotLinkFmu, {}, "the archive of the FMU cannot be made");
      return false;
    }
    fmu = std::move(*packed);
    return true;
  }

 private:
  // Start values that are initial conditions are read where the importer puts them, pre(x), which has the start value
  // when initialization begins; the slots of these.
  std::vector<std::uint32_t> FreeStarts(BlockModel& model) {
    std::vector<std::uint32_t> slots;
    Store& store = translation_.store();
    for (Step& step : model.initial) {
      if (step.kind != Step::Kind::kAssign || step.origin.made_by != "start value") continue;
      const structure::Scalar& scalar = model.scalars[step.targets[0]];
      if (scalar.kind != structure::ScalarKind::kState || scalar.is_hidden) continue;
      step.value = store.exprs.Make(Op::kPre, scalar.type, {store.exprs.Scalar(step.targets[0], scalar.type)});
      slots.push_back(scalar.slot);
    }
    return slots;
  }

  static std::vector<std::uint32_t> Decided(const BlockModel& model) {
    std::vector<std::uint32_t> decided;
    for (ScalarId id : model.decided_by) decided.push_back(static_cast<std::uint32_t>(id.index()));
    return decided;
  }

  bool Refuse(const code::Program& program) {
    DiagnosticSink::Mark before = sink_.mark();
    auto refuse = [&](const std::string& what) {
      sink_.Report(kCannotExportFmu, {},
                   fmt::format("{} cannot be exported as an FMU: {}", run::Text(t_, t_.name), what));
    };
    std::set<std::string> foreign;
    for (std::size_t i = 0; i < program.symbols.size(); ++i)
      if (const code::Symbol& symbol = program.symbols[code::SymbolId(i)]; !symbol.is_kernel)
        foreign.insert(symbol.name);
    if (!foreign.empty())
      refuse(fmt::format("it calls external functions, whose code does not travel inside yet: {}",
                         fmt::join(foreign, ", ")));
    if (t_.inlined.count > 0) refuse("a switch fixes states of it, which no integrator outside can follow");
    if (!HasFmuMethod(plan_)) refuse(fmt::format("there is no runtime for the method {}", plan_.method->name));
    return sink_.HasErrorsSince(before);
  }

  // Start values as attributes() gives them; the instance is as it was afterwards.
  bool ReadStarts() {
    std::vector<double> reals(instance_.reals().begin(), instance_.reals().end()),
        pre(instance_.pre().begin(), instance_.pre().end()),
        nominal(instance_.nominal().begin(), instance_.nominal().end());
    run::Status status = instance_.Attributes();
    reals_.assign(instance_.reals().begin(), instance_.reals().end());
    pre_.assign(instance_.pre().begin(), instance_.pre().end());
    std::ranges::copy(reals, instance_.reals().begin());
    std::ranges::copy(pre, instance_.pre().begin());
    std::ranges::copy(nominal, instance_.raw().nominal);
    if (status == run::Status::kOk || status == run::Status::kTerminated) return true;
    sink_.Report(kCannotExportFmu, {}, "the start values of the model cannot be computed");
    return false;
  }

  std::vector<std::string> Quantities() const {
    std::vector<std::string> quantities(t_.scalars_count);
    const flat::Model* flat = translation_.flat();
    const BlockModel& model = *translation_.blocks();
    const Store& store = translation_.store();
    for (std::size_t i = 0; flat && i < model.scalars.size() && i < quantities.size(); ++i) {
      VarId source = model.scalars[ScalarId(i)].source;
      if (!source) continue;
      Expr quantity = flat->variables[source].quantity;
      if (quantity && store.exprs.op(quantity) == Op::kString) quantities[i] = store.exprs.string(quantity);
    }
    return quantities;
  }

  std::string Comment() const { return translation_.flat() ? translation_.flat()->comment : std::string(); }

  run::Instance& instance_;
  const MicaModelTable& t_;
  Translation& translation_;
  const FmuRequest& request_;
  const run::RunPlan& plan_;
  DiagnosticSink& sink_;
  std::vector<double> reals_, pre_;
};

// Exports when the model is initialized, and ends the run there.
class ExportObserver final : public run::StepObserver {
 public:
  ExportObserver(Translation& translation, const FmuRequest& request, DiagnosticSink& sink, std::string& fmu)
      : translation_(translation), request_(request), sink_(sink), fmu_(fmu) {}

  bool Begin(run::Instance& instance) override {
    done_ = Exporter(instance, translation_, request_, sink_).Run(fmu_);
    return false;
  }
  Inputs BeforeStep(double) override { return Inputs::kStop; }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override {}
  bool done() const { return done_; }

 private:
  Translation& translation_;
  const FmuRequest& request_;
  DiagnosticSink& sink_;
  std::string& fmu_;
  bool done_ = false;
};

}  // namespace

Outcome ExportFmu(Session& session, Translation& translation, const FmuRequest& request, std::string& fmu) {
  DiagnosticSink& sink = session.sink();
  SimulationRequest simulation = request.simulation;
  simulation.options.has_rows = false;
  simulation.options.modes = run::ModeUse::kOff;
  ExportObserver observer(translation, request, sink, fmu);
  simulation.observer = &observer;
  translation.UseKernels();
  Outcome outcome = translation.Simulate(simulation).outcome;
  if (observer.done()) return Outcome::kDone;
  bool refused = std::ranges::any_of(
      sink.all(), [](const Diagnostic& d) { return d.code == kCannotExportFmu || d.code == kCannotLinkFmu; });
  return refused ? Outcome::kModelWrong : outcome;
}

}  // namespace mica::fmi
