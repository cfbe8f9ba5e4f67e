#include "session/translation.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/unit_check.h"
#include "library/resource_uri.h"
#include "session/session.h"
#include "session/values/evaluated_parameters.h"
#include "session/values/explain_open.h"
#include "symbolic/derivative_function.h"

namespace mica {

Translation::Translation(Session& session, library::Class* model)
    : session_(session), model_(model), translated_(model), store_(std::make_unique<Store>(session.names())) {}

Translation::~Translation() = default;

std::string Translation::name() const { return session_.classes().QualifiedName(model_); }

Outcome Translation::failure() const {
  Outcome outcome = OutcomeOf(session_.sink().all());
  return outcome == Outcome::kDone ? Outcome::kModelWrong : outcome;
}

ExternalCalls::ResourceFinder Translation::ResourceFinder() {
  return [this](std::string_view uri) { return library::AbsoluteFile(uri, session_.classes(), session_.names()); };
}

bool Translation::RunStage(std::string_view doing, double& seconds, bool& failed, const std::function<bool()>& work) {
  if (failed) return false;
  StageTimer timer(seconds);
  bool done = false;
  session_.Guard(doing, [&] {
    done = work();
    if (!done && elaboration_ && !session_.sink().has_errors()) elaboration_->RestoreErrors();
    Check(done || session_.sink().has_errors(), "the stage gave up without saying why");
  });
  failed = !done;
  session_.ReportConfinement();
  return done;
}

Result<instance::Component*> Translation::Instantiate() {
  if (top_) return top_;
  bool done = RunStage("instantiating the model", seconds_.instantiate, instantiate_failed_, [&] {
    instances_ =
        std::make_unique<instance::Instances>(*store_, session_.sources(), session_.classes(), session_.sink());
    instances_->SetStrict(session_.is_strict());
    if (session_.scalar_limit()) instances_->SetScalarLimit(*session_.scalar_limit());
    elaboration_ = std::make_unique<instance::Elaboration>(*instances_);
    elaboration_->SetSplits(splits_);
    external_calls_ =
        std::make_unique<ExternalCalls>(*store_, ResourceFinder(), session_.trust(), session_.confined_space());
    elaboration_->SetExternalCalls(external_calls_.get());
    elaboration_->SetDifferentiation(
        [derivatives = std::make_shared<symbolic::FunctionDerivatives>(*store_)](FunctionId f, std::string& why) {
          std::optional<FunctionId> made = derivatives->Of(f);
          if (!made) why = derivatives->error(f);
          return made;
        });
    top_ = instances_->Model(translated_);
    return top_ != nullptr;
  });
  return done ? Result<instance::Component*>(top_) : Reported();
}

void Translation::Begin(Round round) {
  switch (round.start) {
    case Round::Start::kInstances:
      Discard();
      instantiate_failed_ = flatten_failed_ = false;
      break;
    case Round::Start::kBlocks:
      ForgetBlocks();
      break;
    case Round::Start::kCode:
      break;
  }
  rounds_.push_back(std::move(round));
}

void Translation::ForgetReports(DiagnosticSink::Mark since) {
  // Of a model that was kept no file was read: what is wrong in their texts is found again, too.
  auto is_of_file = [](const DiagnosticCode& code) {
    return code.page == DocPage::kSyntax || code.page == DocPage::kLibrary;
  };
  for (Diagnostic& each : DiagnosticSink::Transaction(session_.sink(), since).TakeBack())
    if (!is_restored_ && is_of_file(each.code)) session_.sink().Report(std::move(each));
}

namespace {

// Arrays that are split otherwise than before, by the keys of instance::Splits, as people write them.
std::vector<std::string> NewlySplit(const instance::Splits& before, const instance::Splits& now) {
  std::vector<std::string> names;
  for (const auto& [key, groups] : now) {
    auto known = before.find(key);
    if (known != before.end() && known->second == groups) continue;
    std::string name = key.substr(0, key.find_last_not_of('\n') + 1);
    std::ranges::replace(name, '\n', '.');
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

bool Translation::InstantiateAgain(DiagnosticSink::Mark since) {
  constexpr int kMostTimes = 100;
  if (!elaboration_ || !elaboration_->must_begin_again() || ++times_split_ > kMostTimes) return false;
  instance::Splits splits = elaboration_->wanted_splits();
  ForgetReports(since);
  Begin({Round::Reason::kElements, Round::Start::kInstances, NewlySplit(splits_, splits)});
  splits_ = std::move(splits);
  return Instantiate().ok();
}

Result<const flat::Model*> Translation::Flatten() {
  if (flat_ && !is_restored_) return &*flat_;
  if (is_restored_) Begin({Round::Reason::kOtherRequest, Round::Start::kInstances});  // what was kept has no equations
  if (!Instantiate()) return Reported();
  bool done = RunStage("flattening the model", seconds_.flatten, flatten_failed_, [&] {
    DiagnosticSink::Mark before = session_.sink().mark();
    Result<flat::Model> made = flat::Flatten(*elaboration_, top_);
    while (InstantiateAgain(before)) made = flat::Flatten(*elaboration_, top_);
    if (!made) ExplainOpenPackages(*instances_, top_, before, session_.sink());
    if (!made) return false;
    flat_ = std::move(*made);
    if (translated_ != model_) {  // which has another name, and no experiment
      flat_->name = name();
      flat_->experiment = experiment_;
    }
    flat::CheckUnits(*flat_, *store_, session_.sink());
    return true;
  });
  return done ? Result<const flat::Model*>(&*flat_) : Reported();
}

Result<const structure::BlockModel*> Translation::Analyze() {
  if (blocks_) return &*blocks_;
  if (!Flatten()) return Reported();
  analyzed_from_ = session_.sink().mark();
  bool done = RunStage("sorting the equations", seconds_.structure, analyze_failed_, [&] {
    structure::Options options;
    options.switched_off = variant_.passes_off;
    options.stage = stage_;
    options.initial_iteration = initial_iteration_;
    Result<structure::BlockModel> made =
        structure::Analyze(*flat_, *store_, session_.sources(), session_.sink(), options);
    if (!made) ExplainOpenInputs(*flat_, *elaboration_, top_, analyzed_from_, session_.sink());
    if (!made) return false;
    blocks_ = std::move(*made);
    return true;
  });
  return done ? Result<const structure::BlockModel*>(&*blocks_) : Reported();
}

Result<const code::CompiledModel*> Translation::Compile() {
  if (code_) return &*code_;
  if (!Analyze()) return Reported();
  bool done = RunStage("compiling the model", seconds_.compile, compile_failed_, [&] {
    code::CompileOptions options;
    options.lower.kernels_for_externals = kernels_for_externals_;
    options.external.admits = [this](const Function& f, std::string& why) { return session_.trust().Admits(f, why); };
    Result<code::CompiledModel> made = code::Compile(*blocks_, *store_, options, session_.sink());
    if (!made) return false;
    code_ = std::move(*made);
    std::vector<table::Site> sites;
    for (const code::Site& site : code_->sites()) sites.push_back({site.text, site.origin});
    table_.emplace(*blocks_, *store_, &*flat_, sites);
    words_.emplace(*blocks_, *store_, &*flat_);
    return true;
  });
  return done ? Result<const code::CompiledModel*>(&*code_) : Reported();
}

void Translation::ForgetBlocks() {
  code_.reset();
  table_.reset();
  words_.reset();
  blocks_.reset();
  analyze_failed_ = compile_failed_ = false;
}

void Translation::Discard() {
  ForgetBlocks();
  flat_.reset();
  top_ = nullptr;
  elaboration_.reset();
  instances_.reset();
  external_calls_.reset();
  store_ = std::make_unique<Store>(session_.names());
  is_restored_ = false;
}

run::Runnable Translation::MakeRunnable() { return {&code_->code(), &table_->table(), &*words_, ResourceFinder()}; }

}  // namespace mica
