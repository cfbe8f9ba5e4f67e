// Pass check-balance: counts unknowns and equations, and says which do not fit before anything is transformed.
// Pass check-determined: the same after alias elimination, which uncovers equations that say the same thing twice.
//
// Reads: equations and scalars. Changes: nothing but the counts of the block model. Keeps: everything. x and der(x)
// count as one unknown: a system that cannot be matched then cannot be made regular by differentiation either
// (Pantelides 1988). A set is explained by alternating paths from one unmatched row or column
// (graph/dulmage_mendelsohn.h): k+1 equations that hold k unknowns, none of which can be left out, or k+1 unknowns that
// occur in k equations.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <unordered_set>

#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"
#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/sort/equation_graph.h"

namespace mica::structure {

namespace {

class BalanceChecker {
 public:
  explicit BalanceChecker(PassContext& context)
      : context_(context), model_(context.model), column_of_(model_.scalars.size(), graph::kNone) {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId id(i);
      const Scalar& scalar = model_.scalars[id];
      if (scalar.alias_of || model_.is_known(id) || model_.facts[id].derivative_of) continue;
      column_of_[i] = static_cast<Index>(columns_.size());
      columns_.push_back(id);
      auxiliary_count_ += model_.facts[id].is_auxiliary;
    }
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      ScalarId base(i);
      while (model_.facts[base].derivative_of) base = model_.facts[base].derivative_of;
      if (base.index() != i && !model_.scalars[ScalarId(i)].alias_of) column_of_[i] = column_of_[base.index()];
    }
    for (const ScalarEquation& equation : model_.equations)
      if (!equation.is_removed) equations_.push_back(&equation);
    graph_ = BuildEquationGraph(model_, context.store, equations_, column_of_, static_cast<Index>(columns_.size()));
  }

  // Without what passes made: each auxiliary unknown came with an equation.
  std::int64_t unknown_count() const { return static_cast<std::int64_t>(columns_.size()) - auxiliary_count_; }
  std::int64_t equation_count() const { return static_cast<std::int64_t>(graph_.rows.size()) - auxiliary_count_; }

  bool Check() {
    graph::Matching matching = graph::MaximumMatching(graph_.solvable);
    std::vector<Index> rows = matching.UnmatchedRows(), columns = matching.UnmatchedColumns();
    if (rows.empty() && columns.empty()) return true;
    if (ReportComponent()) return false;
    bool is_explained = ReportTooMany(matching, rows, columns);
    if (!is_explained) ReportTooFew(matching, columns);
    return false;
  }

 private:
  static constexpr std::size_t kMaxReports = 5;

  std::string Balance() const {
    return fmt::format("the model has {} unknown{} and {} equation{}", unknown_count(), unknown_count() == 1 ? "" : "s",
                       equation_count(), equation_count() == 1 ? "" : "s");
  }
  const ScalarEquation& EquationOf(Index row) const { return *equations_[graph_.rows[row].equation]; }
  const flat::Origin& OriginOf(Index row) const { return model_.origins[EquationOf(row).origin]; }
  Span SpanOf(ScalarId id) const {
    VarId source = model_.scalars[id].source;
    return source ? context_.flat.variables[source].span : context_.flat.span;
  }
  std::string NamesOf(std::span<const Index> columns) const {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == context_.options.message_limit) return text + fmt::format(" and {} more", columns.size() - i);
      text += (i == 0 ? "" : ", ") + model_.scalars[columns_[columns[i]]].name;
    }
    return text;
  }
  std::string Where(const flat::Origin& origin) const {
    std::string text = origin.component.empty()
                           ? std::string()
                           : " (in " + flat::PathText(origin.component, context_.store.names) + ")";
    if (!origin.made_by.empty()) text += fmt::format(" [{}]", origin.made_by);
    return text;
  }
  void NoteEquations(Diagnostic& diagnostic, std::span<const Index> rows, std::size_t first) const {
    for (std::size_t i = first; i < rows.size() && i < first + context_.options.message_limit; ++i)
      diagnostic.notes.push_back({OriginOf(rows[i]).span, EquationText(model_, EquationOf(rows[i]), context_.store) +
                                                              Where(OriginOf(rows[i]))});
    if (rows.size() > first + context_.options.message_limit)
      diagnostic.notes.push_back(
          {{}, fmt::format("and {} more equations", rows.size() - first - context_.options.message_limit)});
  }

  // A component by itself: its own connectors are open, and what they will be connected to decides about the rest.
  bool ReportComponent() const {
    std::vector<std::string> open;
    for (const flat::Variable& variable : context_.flat.variables) {
      if (!variable.is_flow || variable.path.size() != 2 || variable.is_protected) continue;
      std::string name =
          flat::PathText(flat::Path(variable.path.begin(), variable.path.begin() + 1), context_.store.names);
      if (std::ranges::find(open, name) == open.end()) open.push_back(name);
    }
    if (open.empty() || unknown_count() != equation_count()) return false;
    std::string_view name = context_.flat.name;
    name.remove_prefix(name.rfind('.') + 1);
    Diagnostic& diagnostic = context_.sink.Report(
        kNotAWholeModel, context_.flat.span,
        fmt::format("{} is a component, not a whole model: its connector{} {} {} open", name,
                    open.size() == 1 ? "" : "s", fmt::join(open, ", "), open.size() == 1 ? "is" : "are"));
    diagnostic.notes.push_back({{}, Balance() + ", as long as nothing is connected to them"});
    diagnostic.hint =
        fmt::format("use it in a model, with connect(…) to its connectors; `mica check {}` counts it as a component",
                    context_.flat.name);
    return true;
  }

  // 'r.p and r.n are': connectors among the equations to which nothing is connected, which makes their flows zero.
  // Empty if there are none.
  std::string OpenConnectors(std::span<const Index> rows) const {
    std::vector<std::string> open;
    for (Index row : rows) {
      const ScalarEquation& equation = EquationOf(row);
      if (OriginOf(row).made_by != "unconnected" || !equation.is_equality() ||
          context_.store.exprs.op(equation.left) != Op::kScalar)
        continue;
      const std::string& flow = model_.scalars[context_.store.exprs.scalar(equation.left)].name;
      open.push_back(flow.substr(0, flow.rfind('.')));
    }
    if (open.empty()) return {};
    std::string text;
    for (std::size_t i = 0; i < open.size() && i < context_.options.message_limit; ++i)
      text += (i == 0 ? "" : i + 1 == open.size() ? " and " : ", ") + open[i];
    return text + (open.size() > context_.options.message_limit ? " and others are"
                   : open.size() == 1                           ? " is"
                                                                : " are");
  }

  // Components that several of the equations belong to, where connections are among them: each fixes a part of what
  // they have in common.
  std::string ConflictingComponents(std::span<const Index> rows, Span& span) const {
    std::vector<std::pair<std::string, std::size_t>> counts;
    bool are_connected = false;
    for (Index row : rows) {
      const flat::Origin& origin = OriginOf(row);
      if (origin.made_by == "connect") {
        are_connected = true;
        if (!span.valid()) span = origin.span;
      }
      if (origin.component.empty() || !origin.made_by.empty()) continue;
      std::string name =
          flat::PathText(flat::Path(origin.component.begin(), origin.component.begin() + 1), context_.store.names);
      auto known = std::ranges::find(counts, name, &std::pair<std::string, std::size_t>::first);
      if (known == counts.end())
        counts.emplace_back(name, 1);
      else
        ++known->second;
    }
    if (!are_connected || counts.size() < 2) return {};
    // What only fixes a level, such as a ground, takes part with one equation.
    if (std::ranges::count_if(counts, [](const auto& each) { return each.second > 1; }) >= 2)
      std::erase_if(counts, [](const auto& each) { return each.second == 1; });
    std::string text;
    for (std::size_t i = 0; i < counts.size() && i < context_.options.message_limit; ++i)
      text += (i == 0 ? "" : i + 1 == counts.size() ? " and " : ", ") + counts[i].first;
    return counts.size() > context_.options.message_limit ? text + " and others" : text;
  }

  // n = x of an Integer n and a Real x is an equation for x.
  void NoteRounding(Diagnostic& diagnostic, ScalarId id) const {
    const ExprPool& exprs = context_.store.exprs;
    if (context_.store.types.kind(model_.scalars[id].type) != TypeKind::kInteger) return;
    auto is_converted = [&](Expr e) {
      return exprs.op(e) == Op::kToReal && exprs.op(exprs.arg(e, 0)) == Op::kScalar &&
             exprs.scalar(exprs.arg(e, 0)) == id;
    };
    for (const ScalarEquation* equation : equations_) {
      if (!equation->is_equality() || (!is_converted(equation->left) && !is_converted(equation->right))) continue;
      diagnostic.notes.push_back(
          {model_.origins[equation->origin].span,
           fmt::format("{} is an Integer, and this equation is between Reals: it cannot determine {}",
                       model_.scalars[id].name, model_.scalars[id].name)});
      diagnostic.hint = fmt::format("{} = integer(…) rounds down; or declare {} as Real", model_.scalars[id].name,
                                    model_.scalars[id].name);
      return;
    }
  }

  // Connectors whose potentials are among the unknowns, where the sum of flows in some set says nothing new: a part of
  // the model that hangs together, but nowhere on something fixed. Empty if there is none.
  std::string FloatingConnectors(std::span<const Index> columns) const {
    auto is_flow_sum = [&](EquationId id) {
      const ScalarEquation& equation = model_.equations[id];
      return equation.is_equality() && model_.origins[equation.origin].made_by == "connect" &&
             context_.store.exprs.is_number(equation.written_right, 0);
    };
    if (std::ranges::none_of(model_.redundant, is_flow_sum)) return {};
    auto connector_of = [&](const flat::Variable& variable) {
      return flat::PathText(flat::Path(variable.path.begin(), variable.path.end() - 1), context_.store.names);
    };
    std::unordered_set<std::string> with_flow;
    for (const flat::Variable& variable : context_.flat.variables)
      if (variable.is_flow && variable.path.size() > 1) with_flow.insert(connector_of(variable));
    std::string text;
    std::size_t count = 0;
    for (Index column : columns) {
      VarId source = model_.scalars[columns_[column]].source;
      if (!source) continue;
      const flat::Variable& variable = context_.flat.variables[source];
      if (variable.is_flow || variable.path.size() < 2 || !with_flow.contains(connector_of(variable))) continue;
      if (++count > context_.options.message_limit) return text + ", …";
      text += (text.empty() ? "" : ", ") + connector_of(variable);
    }
    return text;
  }

  // True: what is missing elsewhere follows from it, and needs no message of its own.
  bool ReportTooMany(const graph::Matching& matching, const std::vector<Index>& rows,
                     const std::vector<Index>& columns) {
    bool is_explained = !rows.empty() && rows.size() == columns.size();
    for (std::size_t i = 0; i < rows.size() && i < kMaxReports; ++i) {
      graph::Explanation why = graph::ExplainUnmatchedRow(graph_.solvable, matching, rows[i]);
      const flat::Origin& origin = OriginOf(rows[i]);
      std::string equation = EquationText(model_, EquationOf(rows[i]), context_.store);
      std::string message =
          why.columns.empty()
              ? fmt::format("{}: this equation{} holds no unknown that it could determine: {}", Balance(),
                            Where(origin), equation)
              : fmt::format("{}: {} equations for the {} unknown{} {}", Balance(), why.rows.size(), why.columns.size(),
                            why.columns.size() == 1 ? "" : "s", NamesOf(why.columns));
      if (std::string open = OpenConnectors(why.rows); !open.empty()) {
        Diagnostic& diagnostic =
            context_.sink.Report(kComponentNotConnected, context_.flat.span, open + " not connected");
        diagnostic.notes.push_back({{}, message});
        NoteEquations(diagnostic, why.rows, 0);
        diagnostic.hint = "connect at least one of them, or remove the component";
        continue;
      }
      Span span;
      std::string components = ConflictingComponents(why.rows, span);
      is_explained = is_explained && !components.empty();
      if (!components.empty())
        message = fmt::format("{} fix the same quantity: {} equations for the {} unknowns {}", components,
                              why.rows.size(), why.columns.size(), NamesOf(why.columns));
      Diagnostic& diagnostic =
          context_.sink.Report(kTooManyEquations, components.empty() ? origin.span : span, message);
      if (!why.columns.empty()) NoteEquations(diagnostic, why.rows, 0);
      diagnostic.hint = components.empty()
                            ? "remove one of these equations, or declare a variable in them that is still to be found"
                            : "put a component between them that leaves the quantity free, as a resistor between two "
                              "voltage sources, or remove one of them";
      if (!components.empty() && i < columns.size())
        diagnostic.notes.push_back(
            {{}, fmt::format("for the same reason nothing determines {}", model_.scalars[columns_[columns[i]]].name)});
    }
    if (rows.size() > kMaxReports)
      context_.sink.Report(kTooManyEquations, context_.flat.span,
                           fmt::format("{}: {} equations are too many; the first {} were explained", Balance(),
                                       rows.size(), kMaxReports));
    return is_explained;
  }

  void ReportTooFew(const graph::Matching& matching, const std::vector<Index>& columns) {
    if (columns.empty()) return;
    graph::CompressedRows transposed = graph_.solvable.Transpose();
    for (std::size_t i = 0; i < columns.size() && i < kMaxReports; ++i) {
      graph::Explanation why = graph::ExplainUnmatchedColumn(transposed, matching, columns[i]);
      ScalarId id = columns_[columns[i]];
      std::string message =
          why.rows.empty() ? fmt::format("{}: no equation determines {}", Balance(), model_.scalars[id].name)
                           : fmt::format("{}: {} unknowns in only {} equation{}: {}", Balance(), why.columns.size(),
                                         why.rows.size(), why.rows.size() == 1 ? "" : "s", NamesOf(why.columns));
      Diagnostic& diagnostic = context_.sink.Report(kTooFewEquations, SpanOf(id), message);
      NoteEquations(diagnostic, why.rows, 0);
      for (std::size_t k = 0; k < model_.redundant.size() && k < 3; ++k) {
        const ScalarEquation& equation = model_.equations[model_.redundant[k]];
        const flat::Origin& origin = model_.origins[equation.origin];
        diagnostic.notes.push_back({origin.span, "says nothing that other equations do not say: " +
                                                     EquationText(model_, equation, context_.store) + Where(origin)});
      }
      diagnostic.hint = fmt::format("add an equation, a binding, or a connection that determines {}",
                                    why.columns.size() > 1 ? "one of them" : "it");
      NoteRounding(diagnostic, id);
      if (std::string floating = FloatingConnectors(why.columns); !floating.empty())
        diagnostic.hint = fmt::format(
            "only differences are determined here, and no level to count them from: connect one of {} to a component "
            "that fixes it, "
            "as a ground, a fixed position or a boundary does",
            floating);
    }
    if (columns.size() > kMaxReports)
      context_.sink.Report(kTooFewEquations, context_.flat.span,
                           fmt::format("{}: {} unknowns are determined by nothing; the first {} were explained",
                                       Balance(), columns.size(), kMaxReports));
  }

  PassContext& context_;
  ScalarModel& model_;
  std::vector<Index> column_of_;
  std::vector<ScalarId> columns_;
  std::int64_t auxiliary_count_ = 0;
  std::vector<const ScalarEquation*> equations_;
  EquationGraph graph_;
};

}  // namespace

bool CheckBalance(PassContext& context) {
  BalanceChecker checker(context);
  context.blocks.counts.unknowns = checker.unknown_count();
  context.blocks.counts.equations = checker.equation_count();
  return checker.Check();
}

bool CheckDetermined(PassContext& context) { return BalanceChecker(context).Check(); }

}  // namespace mica::structure
