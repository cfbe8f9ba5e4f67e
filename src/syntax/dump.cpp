#include "syntax/dump.h"

#include <fmt/format.h>

#include "syntax/dump_expression.h"
#include "syntax/walk.h"

namespace mica::syntax {

namespace {

void AppendPrefixes(std::string& out, ElementPrefixes prefixes) {
  if (prefixes.is_redeclare) out += " redeclare";
  if (prefixes.is_final) out += " final";
  if (prefixes.is_inner) out += " inner";
  if (prefixes.is_outer) out += " outer";
  if (prefixes.is_replaceable) out += " replaceable";
}

void AppendTypePrefixes(std::string& out, Connectedness connectedness, Variability variability, Causality causality) {
  if (connectedness != Connectedness::kPotential) out += connectedness == Connectedness::kFlow ? " flow" : " stream";
  if (variability == Variability::kDiscrete) out += " discrete";
  if (variability == Variability::kParameter) out += " parameter";
  if (variability == Variability::kConstant) out += " constant";
  if (causality != Causality::kNone) out += causality == Causality::kInput ? " input" : " output";
}

class Dumper {
 public:
  Dumper(const SyntaxTree& tree, const NameTable& names) : expressions_(tree, names), names_(names) {}

  void Visit(const Node& node, int depth) {
    out_.append(2 * depth, ' ');
    if (IsExpression(node.kind)) {
      out_ += expressions_.Dump(static_cast<const Expression&>(node));
      out_ += '\n';
      return;
    }
    out_ += '(';
    out_ += KindName(node.kind);
    AppendAttributes(node);
    std::size_t line_end = out_.size();
    out_ += '\n';
    children_.ForEach(node, [&](const Node& child) { Visit(child, depth + 1); });
    // The parenthesis goes to the end of the last line.
    if (out_.size() == line_end + 1)
      out_.insert(line_end, 1, ')');
    else
      out_.insert(out_.size() - 1, 1, ')');
  }

  std::string Take() { return std::move(out_); }

 private:
  void AppendName(Name name) {
    out_ += ' ';
    out_ += name ? names_.text(name) : "?";
  }
  void AppendNames(std::span<const Name> names) {
    out_ += ' ';
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) out_ += '.';
      out_ += names_.text(names[i]);
    }
  }

  void AppendAttributes(const Node& node) {
    switch (node.kind) {
      case NodeKind::kStoredDefinition:
        if (node.To<StoredDefinition>().has_within) out_ += " within";
        break;
      case NodeKind::kTypeName:
        out_ += node.To<TypeName>().leading_dot ? " ." : "";
        AppendNames(node.To<TypeName>().names);
        break;
      case NodeKind::kImport:
        AppendImport(node.To<Import>());
        break;
      case NodeKind::kExtends:
        out_ += node.To<Extends>().is_protected ? " protected" : "";
        break;
      case NodeKind::kClassDefinition:
        AppendClass(node.To<ClassDefinition>());
        break;
      case NodeKind::kComponentClause: {
        const auto& clause = node.To<ComponentClause>();
        if (clause.is_protected) out_ += " protected";
        AppendPrefixes(out_, clause.prefixes);
        AppendTypePrefixes(out_, clause.connectedness, clause.variability, clause.causality);
        break;
      }
      case NodeKind::kDeclaration:
        AppendName(node.To<Declaration>().name);
        break;
      case NodeKind::kEnumerationLiteral:
        AppendName(node.To<EnumerationLiteral>().name);
        break;
      case NodeKind::kExternalClause:
        if (node.To<ExternalClause>().has_call) AppendName(node.To<ExternalClause>().function);
        break;
      case NodeKind::kEquationSection:
        out_ += node.To<EquationSection>().initial ? " initial" : "";
        break;
      case NodeKind::kAlgorithmSection:
        out_ += node.To<AlgorithmSection>().initial ? " initial" : "";
        break;
      case NodeKind::kModification: {
        const auto& modification = node.To<Modification>();
        if (modification.is_assignment) out_ += " :=";
        if (modification.removes_value) out_ += " break";
        break;
      }
      case NodeKind::kElementModification: {
        const auto& argument = node.To<ElementModification>();
        if (argument.is_each) out_ += " each";
        if (argument.is_final) out_ += " final";
        AppendNames(argument.names);
        break;
      }
      case NodeKind::kElementRedeclaration:
        out_ += node.To<ElementRedeclaration>().is_each ? " each" : "";
        break;
      case NodeKind::kElementRemoval:
        AppendName(node.To<ElementRemoval>().name);
        break;
      case NodeKind::kEquationBranch:
        out_ += node.To<EquationBranch>().condition ? "" : " else";
        break;
      case NodeKind::kStatementBranch:
        out_ += node.To<StatementBranch>().condition ? "" : " else";
        break;
      case NodeKind::kMultiAssignStatement:
        out_ += fmt::format(" {}", node.To<MultiAssignStatement>().targets.size());
        break;
      case NodeKind::kIterator:
        AppendName(node.To<Iterator>().name);
        break;
      default:
        break;
    }
  }

  void AppendImport(const Import& import) {
    if (import.is_protected) out_ += " protected";
    if (import.form == ImportForm::kRenamed) {
      AppendName(import.alias);
      out_ += " =";
    } else if (import.form == ImportForm::kUnqualified) {
      out_ += " .*";
    } else if (import.form == ImportForm::kList) {
      out_ += " {";
      for (Name name : import.names) AppendName(name);
      out_ += " }";
    }
  }

  void AppendClass(const ClassDefinition& definition) {
    if (definition.is_protected) out_ += " protected";
    AppendPrefixes(out_, definition.prefixes);
    if (definition.is_encapsulated) out_ += " encapsulated";
    if (definition.is_partial) out_ += " partial";
    if (definition.is_pure) out_ += " pure";
    if (definition.is_impure) out_ += " impure";
    out_ += ' ';
    out_ += Spelling(definition.class_kind);
    if (definition.form == ClassForm::kExtends) out_ += " extends";
    AppendName(definition.name);
    if (!definition.is_long()) out_ += " =";
    if (definition.form == ClassForm::kEnumeration)
      out_ += definition.is_open_enumeration ? " enumeration :" : " enumeration";
    AppendTypePrefixes(out_, definition.base_connectedness, definition.base_variability, definition.base_causality);
    if (definition.form == ClassForm::kDerivative) {
      out_ += " der";
      for (Name name : definition.derivative_inputs) AppendName(name);
    }
  }

  ExpressionDumper expressions_;
  const NameTable& names_;
  ChildStack children_;
  std::string out_;
};

}  // namespace

std::string DumpNode(const Node& node, const SyntaxTree& tree, const NameTable& names) {
  Dumper dumper(tree, names);
  dumper.Visit(node, 0);
  return dumper.Take();
}

std::string DumpTree(const SyntaxTree& tree, const NameTable& names) { return DumpNode(tree.root(), tree, names); }

}  // namespace mica::syntax
