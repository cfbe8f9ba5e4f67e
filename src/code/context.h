// What the lowering of all routines of one program shares: the model, the program being made, functions that have been
// asked for, sites.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "base/diagnostic.h"
#include "code/program.h"
#include "expression/text.h"
#include "structure/block_model.h"

namespace mica::code {

class ExternalLibraries;

class Context {
 public:
  // `model` may be null: functions alone are lowered. `externals` may be null: external functions are left unresolved
  // (for C).
  Context(const Store& store_of, const structure::BlockModel* block_model, Program& made, ExternalLibraries* libraries,
          DiagnosticSink& into)
      : store(store_of),
        pool(store_of.exprs),
        types(store_of.exprs.types()),
        model(block_model),
        program(made),
        externals(libraries),
        sink(into) {}

  const Store& store;
  const ExprPool& pool;
  Types& types;
  const structure::BlockModel* model;
  Program& program;
  ExternalLibraries* externals;
  DiagnosticSink& sink;
  bool kernels_for_externals = false;                               // see LowerOptions
  std::function<std::string(const std::string&)> resource_address;  // likewise

  Kind KindOf(TypeId type) const;  // of an element
  // The routine of a function, lowered later if it is new.
  RoutineId FunctionRoutine(FunctionId id);
  // Of a function with some inputs bound: takes a closure (cell 0: code, then the bound values), then the remaining
  // inputs.
  RoutineId ClosureRoutine(FunctionId id, const std::vector<std::size_t>& bound);
  // Of a function value with more inputs bound: the closure's cell 1 is the inner closure.
  RoutineId NewRoutine(std::string name, Tier tier);
  std::uint32_t AddSite(std::string text, const flat::Origin& origin);
  std::uint32_t AddSite(Expr e, const flat::Origin& origin, const Function* function);

  // The flattened parameters of a value of this type: a scalar is one, an array a pointer and its sizes, a record those
  // of its fields.
  void AppendInputKinds(TypeId type, std::vector<Kind>& kinds) const;
  void AppendOutputKinds(TypeId type, std::vector<Kind>& kinds) const;
  TypeId OutputType(const Function& function, std::size_t place) const { return function.output(place).type; }

  // Lowers the functions that were asked for, and those that they ask for.
  void LowerPendingFunctions();
  void Unsupported(Span span, std::string what);

 private:
  std::map<FunctionId, RoutineId> functions_;
  std::map<std::pair<FunctionId, std::vector<std::size_t>>, RoutineId> closures_;
  struct Pending {
    FunctionId function;
    RoutineId routine;
    bool is_closure;
    std::vector<std::size_t> bound;
  };
  std::deque<Pending> pending_;
};

}  // namespace mica::code
