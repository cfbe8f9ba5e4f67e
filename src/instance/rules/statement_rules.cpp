#include "instance/rules/statement_rules.h"

#include "instance/codes.h"

namespace mica::instance {

namespace {

struct Around {
  bool loop = false;       // in a for or while
  bool statement = false;  // in any other statement
};

void Check(syntax::List<syntax::Statement> statements, Around around, const syntax::SyntaxTree& tree,
           DiagnosticSink& sink) {
  for (const syntax::Statement* statement : statements) {
    switch (statement->kind) {
      case syntax::NodeKind::kBreakStatement:
        if (!around.loop)
          sink.Report(kBreakOutsideLoop, tree.SpanOf(*statement), "break ends a loop, but there is none around it");
        break;
      case syntax::NodeKind::kForStatement:
        Check(statement->To<syntax::ForStatement>().statements, {true, true}, tree, sink);
        break;
      case syntax::NodeKind::kWhileStatement:
        Check(statement->To<syntax::WhileStatement>().statements, {true, true}, tree, sink);
        break;
      case syntax::NodeKind::kIfStatement:
        for (const syntax::StatementBranch* branch : statement->To<syntax::IfStatement>().branches)
          Check(branch->statements, {around.loop, true}, tree, sink);
        break;
      case syntax::NodeKind::kWhenStatement:
        if (around.statement)
          sink.Report(kNestedWhenStatement, tree.SpanOf(statement->first_token),
                      "a when-statement cannot stand inside another statement")
              .hint = "make the conditions into one, as in `when a and b then`";
        for (const syntax::StatementBranch* branch : statement->To<syntax::WhenStatement>().branches)
          Check(branch->statements, {around.loop, true}, tree, sink);
        break;
      default:
        break;
    }
  }
}

}  // namespace

void CheckStatementPlaces(syntax::List<syntax::Statement> statements, const syntax::SyntaxTree& tree,
                          DiagnosticSink& sink) {
  Check(statements, {}, tree, sink);
}

}  // namespace mica::instance
