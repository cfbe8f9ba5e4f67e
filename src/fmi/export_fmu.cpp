#include "fmi/export_fmu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/kept_files.h"
#include "base/process.h"
#include "code/foreign/static_externals.h"
#include "code/lower/lower_model.h"
#include "fmi/codes.h"
#include "fmi/fmu_archive.h"
#include "fmi/fmu_image.h"
#include "fmi/fmu_resources.h"
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
  Exporter(Session& session, run::Instance& instance, Translation& translation, const FmuRequest& request)
      : instance_(instance),
        t_(instance.table()),
        translation_(translation),
        request_(request),
        plan_(translation.plan()->run),
        sink_(session.sink()),
        resources_(session) {}

  bool Run(std::string& fmu) {
    DiagnosticSink::Mark before = sink_.mark();
    BlockModel model = *translation_.blocks();
    std::vector<std::uint32_t> start_fixed = FreeStarts(model);
    code::LowerOptions options;
    options.kernels_for_externals = true;
    options.resource_address = [this](const std::string& text) { return resources_.Address(text); };
    code::ExternalLibraries externals;
    code::Program program = code::LowerModel(model, translation_.store(), &externals, options, sink_);
    if (sink_.HasErrorsSince(before) || Refuse()) return false;
    if (!ReadStarts()) return false;
    FmuVariables variables = FindVariables(instance_, start_fixed, Decided(model));
    std::string identifier = Identifier(run::Text(t_, t_.name));
    code::MachineCodeOptions machine;
    machine.cpu = "x86-64";
    std::optional<std::vector<std::string>> objects = code::MakeObjects(program, machine, sink_);
    if (!objects) return false;
    std::string digest;
    for (const std::string& object : *objects) digest += KeptFiles::Digest(object);
    std::vector<std::string> strings = Strings();
    bool has_foreign_state = HasForeignState(externals);
    FmuImageRequest image{instance_, program,           plan_, variables,           reals_, pre_,
                          strings,   has_foreign_state, "",    translation_.store()};
    std::string token = KeptFiles::Digest(digest + MakeFmuImage(image).bytes + request_.tool);
    token = fmt::format("{{{}}}", token.substr(0, 36));
    image.token = token;
    objects->push_back(code::MakeDataObject(MakeFmuImage(image), "mica_fmu_model"));
    ScratchDirectory scratch;
    std::optional<code::ForeignParts> foreign = Foreign(externals, scratch.path());
    if (!foreign) return false;
    NameForeign(program, *foreign);
    std::optional<std::string> library = LinkFmu(*objects, *foreign, request_.version, sink_);
    if (!library) return false;
    DescriptionRequest description{instance_,
                                   variables,
                                   plan_,
                                   reals_,
                                   strings,
                                   Quantities(),
                                   identifier,
                                   token,
                                   Comment(),
                                   request_.tool,
                                   request_.version,
                                   request_.has_model_exchange,
                                   request_.has_cosimulation,
                                   has_foreign_state};
    return Pack(DescribeModel(description), identifier, *library, *foreign, fmu);
  }

 private:
  // Strings as the FMU has them at first, by slot.
  std::vector<std::string> Strings() {
    std::vector<std::string> strings;
    for (std::uint32_t i = 0; i < instance_.code().string_count; ++i) {
      std::string text = instance_.raw().strings[i], address = resources_.Address(text);
      strings.push_back(address.empty() ? text : address);
    }
    return strings;
  }

  // The names by which the code calls foreign functions, beside their own.
  static void NameForeign(const code::Program& program, code::ForeignParts& foreign) {
    for (std::size_t i = 0; i < program.symbols.size(); ++i)
      if (const code::Symbol& symbol = program.symbols[code::SymbolId(i)]; !symbol.is_kernel)
        foreign.other_names.emplace_back(code::LinkName(program, code::SymbolId(i)), symbol.name);
  }

  bool Pack(const std::string& description, const std::string& identifier, const std::string& library,
            const code::ForeignParts& foreign, std::string& fmu) {
    std::string place = fmt::format("binaries/{}/", request_.version == 2 ? "linux64" : "x86_64-linux");
    std::vector<std::pair<std::string, std::string>> files = {{"modelDescription.xml", description},
                                                              {place + identifier + ".so", library}};
    for (const std::string& file : foreign.shared)
      files.emplace_back(place + std::filesystem::path(file).filename().string(), ReadWholeFile(file));
    if (std::string problem; !resources_.Read(files, problem)) {
      sink_.Report(kCannotExportFmu, {},
                   fmt::format("{} cannot be exported as an FMU: {}", run::Text(t_, t_.name), problem));
      return false;
    }
    Warn(foreign);
    std::optional<std::string> packed = PackFiles(files);
    if (!packed) {
      sink_.Report(kCannotLinkFmu, {}, "the archive of the FMU cannot be made");
      return false;
    }
    fmu = std::move(*packed);
    return true;
  }

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

  bool Refuse() {
    DiagnosticSink::Mark before = sink_.mark();
    auto refuse = [&](const std::string& what) {
      sink_.Report(kCannotExportFmu, {},
                   fmt::format("{} cannot be exported as an FMU: {}", run::Text(t_, t_.name), what));
    };
    if (t_.inlined.count > 0) refuse("a switch fixes states of it, which no integrator outside can follow");
    if (!HasFmuMethod(plan_)) refuse(fmt::format("there is no runtime for the method {}", plan_.method->name));
    return sink_.HasErrorsSince(before);
  }

  // External objects and impure functions that are no kernels.
  bool HasForeignState(const code::ExternalLibraries& externals) const {
    const Store& store = translation_.store();
    std::set<std::string> used;
    for (const code::ExternalLibraries::Use& use : externals.used()) used.insert(use.call.name);
    for (std::size_t i = 0; i < store.functions.size(); ++i) {
      const Function& f = store.functions[FunctionId(i)];
      if (!f.is_external || !used.contains(f.external.name)) continue;
      if (f.is_impure) return true;
      for (const FunctionVariable& v : f.variables)
        if (store.exprs.types().kind(v.type) == TypeKind::kExternalObject) return true;
    }
    return false;
  }

  // External functions as objects that are linked into the FMU.
  std::optional<code::ForeignParts> Foreign(const code::ExternalLibraries& externals, const std::string& directory) {
    std::string problem;
    std::optional<code::ForeignParts> parts =
        code::MakeForeignParts(externals.used(), code::ExternalOptions(), directory, problem);
    if (!parts)
      sink_.Report(kCannotExportFmu, {},
                   fmt::format("{} cannot be exported as an FMU: the code of its external functions cannot be put "
                               "inside{}",
                               run::Text(t_, t_.name), problem));
    return parts;
  }

  // What the FMU needs of the machine that it will run on.
  void Warn(const code::ForeignParts& foreign) {
    if (!foreign.systems.empty())
      sink_.Report(
          kFmuDepends, {},
          fmt::format("the FMU requires libraries of the system where it runs: {}", fmt::join(foreign.systems, ", ")));
    if (!resources_.outside().empty())
      sink_.Report(kFmuDepends, {},
                   fmt::format("the FMU reads files that are not inside: {}", fmt::join(resources_.outside(), ", ")));
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
  FmuResources resources_;
  std::vector<double> reals_, pre_;
};

// Exports when the model is initialized, and ends the run there.
class ExportObserver final : public run::StepObserver {
 public:
  ExportObserver(Session& session, Translation& translation, const FmuRequest& request, std::string& fmu)
      : session_(session), translation_(translation), request_(request), fmu_(fmu) {}

  bool Begin(run::Instance& instance) override {
    done_ = Exporter(session_, instance, translation_, request_).Run(fmu_);
    return false;
  }
  Inputs BeforeStep(double) override { return Inputs::kStop; }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override {}
  bool done() const { return done_; }

 private:
  Session& session_;
  Translation& translation_;
  const FmuRequest& request_;
  std::string& fmu_;
  bool done_ = false;
};

}  // namespace

Outcome ExportFmu(Session& session, Translation& translation, const FmuRequest& request, std::string& fmu) {
  DiagnosticSink& sink = session.sink();
  SimulationRequest simulation = request.simulation;
  simulation.options.has_rows = false;
  simulation.options.modes = run::ModeUse::kOff;
  ExportObserver observer(session, translation, request, fmu);
  simulation.observer = &observer;
  translation.UseKernels();
  Outcome outcome = translation.Simulate(simulation).outcome;
  if (observer.done()) return Outcome::kDone;
  bool refused = std::ranges::any_of(
      sink.all(), [](const Diagnostic& d) { return d.code == kCannotExportFmu || d.code == kCannotLinkFmu; });
  return refused ? Outcome::kModelWrong : outcome;
}

}  // namespace mica::fmi
