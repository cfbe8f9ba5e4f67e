// Distribute stage: a model that is cut at its transmission lines: found, translated part by part, run.
//
//     DistributedModel model(session, translation);
//     Outcome outcome = model.Split(request);       // flat model, scalars, parts, names
//     outcome = model.Translate(request);           // a method for each part; equal parts once
//     DistributedReport report = model.Run(request);
//
// What is wrong is reported to the sink of the session.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "code/compile.h"
#include "distribute/cut/cut_model.h"
#include "distribute/cut/part_key.h"
#include "distribute/run/run_parts.h"
#include "run/result_rows.h"
#include "session/keep/block_model_words.h"
#include "session/session.h"
#include "structure/block_model.h"
#include "table/model_table.h"

namespace mica::distribute {

struct DistributedRequest {
  SimulationRequest simulation;  // its method is that of all parts that `methods` does not name
  std::vector<std::pair<std::string, std::string>> methods;  // part, or a pattern with * and ?; method
  unsigned threads = 0;                                      // 0: as many as there are processors
};

// How a part did.
struct PartReport {
  std::string name, method;
  std::size_t states = 0, steps = 0, events = 0;
  double seconds = 0;  // that threads spent on it
};

struct DistributedReport {
  SimulationReport simulation;
  std::vector<PartReport> parts;
  std::size_t classes = 0;  // translations
  int start_rounds = 1;
  double initialize_seconds = 0, run_seconds = 0;
};

// Parts that share their translation.
struct PartClass {
  PartClass(structure::BlockModel made, code::CompiledModel compiled)
      : blocks(std::move(made)), code(std::move(compiled)) {}

  std::uint32_t first = 0;  // the part that it was translated from
  const run::Method* method = nullptr;
  structure::BlockModel blocks;
  code::CompiledModel code;
  std::unique_ptr<table::ModelTable> table;
  std::unique_ptr<BlockModelWords> words;
  run::Runnable runnable;
  run::RunPlan plan;
  std::unique_ptr<run::ResultRows> rows;
  std::unordered_map<std::string, std::uint32_t> places;  // names of the first part's scalars: places among them
};

// A part once it is initialized.
struct PartsView {
  run::Instance* instance = nullptr;  // null: it could not be
  struct Wave {
    std::size_t from = 0;
    double seconds = 0;
  };
  std::vector<Wave> received;
};

class DistributedModel {
 public:
  // Both outlive it.
  DistributedModel(Session& session, Translation& translation) : session_(session), translation_(translation) {}

  Outcome Split(const DistributedRequest& request);
  Outcome Translate(const DistributedRequest& request);
  DistributedReport Run(const DistributedRequest& request);
  // Parts at the start, for who looks at them. Valid until the next call.
  std::vector<PartsView> Initialize(const DistributedRequest& request);

  const CutModel& cut() const { return cut_; }
  const structure::ScalarModel& scalars() const { return scalars_; }
  const PartClass& class_of(std::size_t part) const { return *classes_[class_of_[part]]; }
  std::size_t class_count() const { return classes_.size(); }

 private:
  bool ChooseMethods(const DistributedRequest& request);
  bool TranslateClass(std::uint32_t part, const run::Method& method, const DistributedRequest& request);
  void PutValues(const std::vector<run::Override>& values);
  void MakeRuns(const DistributedRequest& request);
  // The name that a signal of the part's class has in the whole model, and its place in the order of that.
  std::pair<std::string, std::uint64_t> NameIn(std::size_t part, const std::string& name) const;
  std::vector<std::vector<run::Override>> OwnValues(const std::vector<run::Override>& values) const;
  bool WriteResult(const PartsEnd& end, const DistributedRequest& request, SimulationReport& report);
  void AddReports(const PartsEnd& end);

  Session& session_;
  Translation& translation_;
  structure::ScalarModel scalars_;
  CutModel cut_;
  std::vector<const run::Method*> methods_;  // by part
  std::vector<std::unique_ptr<PartClass>> classes_;
  std::vector<std::uint32_t> class_of_;
  std::vector<PartKey> keys_;                      // by part; without texts once they have been compared
  std::vector<std::vector<std::uint32_t>> slots_;  // by part: columns of its rows that are asked for
  std::vector<std::unique_ptr<PartRun>> runs_;
};

}  // namespace mica::distribute
