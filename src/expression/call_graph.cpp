#include "expression/call_graph.h"

#include <algorithm>
#include <unordered_set>

#include "expression/store.h"

namespace mica {

namespace {

class Calls {
 public:
  explicit Calls(const ExprPool& pool) : pool_(pool) {}

  std::vector<FunctionId> Take(const Function& function) {
    for (const FunctionVariable& variable : function.variables) {
      Walk(variable.binding);
      for (Expr size : variable.sizes) Walk(size);
    }
    Walk(function.body);
    return std::move(found_);
  }

 private:
  void Walk(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      Walk(statement.value);
      for (Expr target : statement.targets) Walk(target);
      for (const StatementBranch& branch : statement.branches) {
        Walk(branch.condition);
        Walk(branch.body);
      }
    }
  }

  void Walk(Expr root) {
    if (!root.valid()) return;
    std::vector<Expr> open{root};
    while (!open.empty()) {
      Expr e = open.back();
      open.pop_back();
      if (!seen_.insert(e).second) continue;
      Op op = pool_.op(e);
      // A function that is handed on may be called where it arrives.
      if (op == Op::kCall || op == Op::kPartial || op == Op::kFunction) {
        FunctionId called(pool_.payload(e));
        if (std::ranges::find(found_, called) == found_.end()) found_.push_back(called);
      }
      for (Expr arg : pool_.args(e)) open.push_back(arg);
    }
  }

  const ExprPool& pool_;
  std::unordered_set<Expr> seen_;
  std::vector<FunctionId> found_;
};

}  // namespace

const std::vector<FunctionId>& CallGraph::CalledBy(FunctionId function, const Store& store) {
  auto known = called_.find(function);
  if (known != called_.end()) return known->second;
  const Function& f = store.functions[function];
  if (f.body.empty() && !f.is_external && !f.is_record_constructor) unfinished_.push_back(function);
  return called_.emplace(function, Calls(store.exprs).Take(f)).first->second;
}

std::vector<FunctionId> CallGraph::CycleOf(FunctionId function, const Store& store) {
  // Breadth first, so that the shortest way is found.
  std::unordered_map<FunctionId, FunctionId> from;
  std::vector<FunctionId> order{function};
  for (std::size_t i = 0; i < order.size(); ++i) {
    FunctionId at = order[i];
    for (FunctionId next : CalledBy(at, store)) {
      if (next == function) {
        std::vector<FunctionId> cycle;
        for (FunctionId step = at; step != function; step = from.at(step)) cycle.push_back(step);
        cycle.push_back(function);
        std::ranges::reverse(cycle);
        return cycle;
      }
      if (from.emplace(next, at).second) order.push_back(next);
    }
  }
  return {};
}

bool CallGraph::CallsItself(FunctionId function, const Store& store) {
  auto known = calls_itself_.find(function);
  if (known != calls_itself_.end()) return known->second;
  bool answer = !CycleOf(function, store).empty();
  if (unfinished_.empty()) {
    calls_itself_.emplace(function, answer);
  } else {
    for (FunctionId open : unfinished_) called_.erase(open);
    unfinished_.clear();
  }
  return answer;
}

}  // namespace mica
