// Test support: builds small block models by hand, compiles them, and runs their code on a host that records what it is
// reported.
#pragma once

#include <gtest/gtest.h>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "code/compile.h"

namespace mica::code {

struct Reported {
  int kind;
  std::uint32_t site;
  std::string message;
};

// An instance of compiled code with memory of its own.
class Runner {
 public:
  explicit Runner(const MicaCode& code) : code_(code) {
    std::size_t reals = code.real_count + 1;
    for (auto* array : {&reals_, &pre_, &nominal_, &min_, &max_}) array->assign(reals, 0.0);
    held_.assign(code.held_count + 1, 0.0);
    strings_.assign(code.string_count + 1, "");
    pre_strings_ = strings_;
    objects_.assign(code.object_count + 1, nullptr);
    reinit_.assign(code.state_count + 1, 0.0);
    pending_.assign(code.state_count + 1, 0);
    host_.report = [](MicaInstance* m, MicaReportKind kind, std::uint32_t site, const char* text) -> int {
      Of(m).reports.push_back({kind, site, text});
      return kind == MICA_REPORT_WARNING ? MICA_OK : kind == MICA_REPORT_TERMINATE ? MICA_TERMINATED : MICA_FAILED;
    };
    host_.solve = [](MicaInstance* m, std::uint32_t system) -> int {
      return Of(m).solve ? Of(m).solve(system) : MICA_FATAL;
    };
    host_.delay = [](MicaInstance*, std::uint32_t buffer, double value, double time, double max) {
      return value * 100 + time * 10 + max + buffer;
    };
    host_.scratch = [](MicaInstance* m, std::size_t bytes) -> void* {
      Runner& r = Of(m);
      ++r.scratch_calls;
      std::size_t words = bytes / 8 + 1;
      if (r.used_ + words > r.scratch_.size()) return nullptr;
      void* at = r.scratch_.data() + r.used_;
      r.used_ += words;
      r.most_used = std::max(r.most_used, r.used_);
      return at;
    };
    host_.scratch_mark = [](MicaInstance* m) { return Of(m).used_; };
    host_.scratch_release = [](MicaInstance* m, std::size_t mark) { Of(m).used_ = mark; };
    host_.keep_string = [](MicaInstance* m, const char* text) { return Of(m).kept_.emplace_back(text).c_str(); };
    host_.message = [](MicaInstance* m, const char* text) { Of(m).messages += text; };
    scratch_.resize(1 << 16);
    m.lambda = 1;
    m.reals = reals_.data(), m.pre = pre_.data(), m.held = held_.data();
    m.nominal = nominal_.data(), m.min = min_.data(), m.max = max_.data();
    m.strings = strings_.data(), m.pre_strings = pre_strings_.data(), m.objects = objects_.data();
    m.reinit = reinit_.data(), m.reinit_pending = pending_.data();
    m.host = &host_, m.host_data = this;
  }
  Runner(const Runner&) = delete;

  static Runner& Of(MicaInstance* m) { return *static_cast<Runner*>(m->host_data); }
  const MicaCode& code() const { return code_; }
  int Run(int (*section)(MicaInstance*)) {
    used_ = 0;
    return section(&m);
  }
  int Run(int (*section)(MicaInstance*, double*), std::vector<double>& values) {
    used_ = 0;
    return section(&m, values.data());
  }

  MicaInstance m{};
  std::vector<Reported> reports;
  std::string messages;
  std::function<int(std::uint32_t)> solve;
  std::size_t most_used = 0, scratch_calls = 0;

 private:
  const MicaCode& code_;
  MicaHost host_{};
  std::vector<double> reals_, pre_, held_, nominal_, min_, max_, reinit_;
  std::vector<std::uint8_t> pending_;
  std::vector<const char*> strings_, pre_strings_;
  std::vector<void*> objects_;
  std::vector<double> scratch_;
  std::size_t used_ = 0;
  std::deque<std::string> kept_;
};

// Builds a block model.
class ModelMaker {
 public:
  ModelMaker() : store(names) { model.name = "M"; }

  Expr Scalar(const std::string& name, TypeId type, structure::ScalarKind kind = structure::ScalarKind::kAlgebraic) {
    structure::Scalar scalar;
    scalar.name = name;
    scalar.type = type;
    scalar.kind = kind;
    switch (store.types.kind(type)) {
      case TypeKind::kString:
        scalar.slot = model.string_slots++;
        break;
      case TypeKind::kExternalObject:
        scalar.slot = model.object_slots++;
        break;
      default:
        scalar.slot = model.real_slots++;
        break;
    }
    ScalarId id = model.scalars.Add(scalar);
    if (kind == structure::ScalarKind::kState) model.states.push_back(id);
    return store.exprs.Scalar(id, type);
  }
  Expr Real(const std::string& name, structure::ScalarKind kind = structure::ScalarKind::kAlgebraic) {
    return Scalar(name, store.types.real(), kind);
  }
  structure::Scalar& operator[](Expr e) { return model.scalars[store.exprs.scalar(e)]; }
  std::uint32_t slot(Expr e) { return (*this)[e].slot; }

  Expr Op2(Op op, Expr a, Expr b) {
    TypeId type = IsRelation(op) || op == Op::kAnd || op == Op::kOr ? store.types.boolean() : store.exprs.type(a);
    if (op == Op::kDiv || op == Op::kPow) type = store.types.real();
    return store.exprs.Make(op, type, {a, b});
  }
  Expr Op1(Op op, Expr a) { return store.exprs.Make(op, store.exprs.type(a), {a}); }
  Expr Num(double x) { return store.exprs.Real(x); }

  structure::Step Assign(Expr target, Expr value) {
    structure::Step step;
    step.targets = {store.exprs.scalar(target)};
    step.value = value;
    step.for_derivatives = true;
    return step;
  }

  NameTable names;
  Store store;
  structure::BlockModel model;
};

inline CompileOptions TestOptions() {
  CompileOptions options;
  options.machine.use_cache = false;
  return options;
}

inline std::string Messages(const DiagnosticSink& sink) {
  std::string all;
  for (const Diagnostic& d : sink.all())
    all += std::string(d.code.id()) + ": " + d.message + "\n" + (d.notes.empty() ? "" : d.notes[0].message + "\n");
  return all;
}

}  // namespace mica::code
