#include "instance/rules/class_rules.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cctype>

#include "instance/codes.h"
#include "instance/instances.h"
#include "instance/rules/statement_rules.h"

namespace mica::instance {

namespace {

using syntax::ClassKind;

bool IsRecordKind(ClassKind kind) { return kind == ClassKind::kRecord || kind == ClassKind::kOperatorRecord; }
bool IsConnectorKind(ClassKind kind) {
  return kind == ClassKind::kConnector || kind == ClassKind::kExpandableConnector;
}
bool IsFunctionKind(ClassKind kind) { return kind == ClassKind::kFunction || kind == ClassKind::kOperatorFunction; }

class Rules {
 public:
  Rules(ClassInstance* c, Instances& instances)
      : c_(c), definition_(*c->definition), kind_(definition_.class_kind), instances_(instances) {}

  void Check() {
    CheckName(definition_.name, c_->tree->SpanOf(definition_.name_token));
    CheckBases();
    if (definition_.form == syntax::ClassForm::kEnumeration) CheckLiterals();
    if (!definition_.is_long()) return;
    CheckSections();
    for (const syntax::Element* element : definition_.elements) {
      if (const auto* clause = element->As<syntax::ComponentClause>())
        CheckClause(*clause);
      else if (const auto* nested = element->As<syntax::ClassDefinition>())
        CheckNested(*nested);
      else if (const auto* extends = element->As<syntax::Extends>())
        CheckVisible(*extends, "an extends clause");
    }
    CheckImports();
    if (kind_ == ClassKind::kOperator) CheckOperator();
  }

 private:
  Diagnostic& Report(const DiagnosticCode& code, Span span, std::string message) {
    return instances_.sink().Report(code, span, std::move(message));
  }
  std::string_view Text(Name name) const { return instances_.names().text(name); }
  std::string_view KindText() const { return syntax::Spelling(kind_); }

  // 4.9: the predefined types keep their names.
  void CheckName(Name name, Span span) {
    if (!name.valid()) return;
    constexpr std::array<std::string_view, 4> kReserved = {"Real", "Integer", "Boolean", "String"};
    if (std::ranges::find(kReserved, Text(name)) == kReserved.end()) return;
    Report(kPredefinedName, span,
           fmt::format("{} is the name of a predefined type, and nothing else can have it", Text(name)));
  }

  void CheckBases() {
    bool has_components = !c_->components.empty();
    for (const BaseClass& base : c_->bases) {
      if (!base.instance || !base.name) continue;
      Span span = c_->tree->SpanOf(*base.name);
      ClassKind kind = base.instance->definition ? base.instance->kind() : ClassKind::kType;
      if (!MayExtend(kind_, kind)) {
        std::string message = fmt::format("a {} cannot inherit from {}, which is a {}", KindText(),
                                          instances_.QualifiedName(base.instance), syntax::Spelling(kind));
        auto& d = IsEmpty(base.instance) ? instances_.Breach(kIconOfOtherKind, "7.1.3", span, std::move(message))
                                         : Report(kBaseOfOtherKind, span, std::move(message));
        if (base.instance->definition)
          d.notes.push_back({base.instance->tree->SpanOf(base.instance->definition->name_token), "declared here"});
        continue;
      }
      if (!base.extends) continue;
      if (kind == ClassKind::kOperatorRecord) {
        auto& d = Report(
            kOperatorRecordAsBase, span,
            fmt::format("{} is an operator record, which cannot be extended", instances_.QualifiedName(base.instance)));
        d.hint = "a short definition can rename it and set attributes: operator record A = B(x(unit = \"V\"))";
      }
      CheckOperatorRecordsOf(base, span);
      CheckExtendsAlone(base, span, has_components);
      CheckInheritedName(base, span);
      if (base.instance->element && base.instance->element->is_replaceable && base.instance->element->container == c_) {
        auto& d = Report(
            kReplaceableBase, span,
            fmt::format("{} is replaceable, and a base class must not be", instances_.QualifiedName(base.instance)));
        d.notes.push_back({base.instance->tree->SpanOf(base.instance->definition->name_token), "declared here"});
      }
    }
  }

  // An icon: nothing in it, nor in what it inherits from, so that it does not matter of which kind it is.
  bool IsEmpty(ClassInstance* base) {
    auto is_extends = [](const syntax::Element* element) { return element->As<syntax::Extends>() != nullptr; };
    bool is_empty = base->definition && base->definition->form == syntax::ClassForm::kLong;
    instances_.ForEachClass(base, [&](ClassInstance* part) {
      is_empty = is_empty && part->definition && std::ranges::all_of(part->definition->elements, is_extends) &&
                 part->definition->equation_sections.empty() && part->definition->algorithm_sections.empty();
    });
    return is_empty;
  }

  // 4.6: classes around an operator record are not inherited from.
  void CheckOperatorRecordsOf(const BaseClass& base, Span span) {
    if (!base.instance->definition) return;
    for (const syntax::Element* element : base.instance->definition->elements) {
      const auto* nested = element->As<syntax::ClassDefinition>();
      if (!nested || nested->class_kind != ClassKind::kOperatorRecord || !nested->is_long()) continue;
      auto& d = Report(kOperatorRecordAsBase, span,
                       fmt::format("{} holds the operator record {}, so it cannot be a base class",
                                   instances_.QualifiedName(base.instance), Text(nested->name)));
      d.notes.push_back({base.instance->tree->SpanOf(nested->name_token), "declared here"});
    }
  }

  // 5.6.1: a base class is not found through another base class.
  void CheckInheritedName(const BaseClass& base, Span span) {
    if (base.name->leading_dot || c_->bases.size() < 2) return;
    Found found = instances_.FindElement(c_, base.name->names[0]);
    if (!found.class_element || found.class_element->container == c_ || found.class_element->container->heir != c_)
      return;
    Report(kInheritedBaseName, span,
           fmt::format("{} is inherited, and the name of a base class must not be", Text(base.name->names[0])));
  }

  // 4.5.2: a base with sizes or a prefix stands alone.
  void CheckExtendsAlone(const BaseClass& base, Span span, bool has_components) {
    const syntax::ClassDefinition* definition = base.instance->definition;
    if (!definition || definition->form != syntax::ClassForm::kShort) return;
    bool is_array = !definition->base_subscripts.empty(),
         has_prefix = definition->base_causality != syntax::Causality::kNone;
    if ((!is_array && !has_prefix) || (c_->bases.size() == 1 && !has_components)) return;
    auto& d = Report(
        kArrayBaseWithElements, span,
        fmt::format("{} {}, so {} can have no other elements or base classes", instances_.QualifiedName(base.instance),
                    is_array ? "is a class of arrays" : "is an input or output", Text(c_->name)));
    d.notes.push_back({base.instance->tree->SpanOf(definition->name_token), "declared here"});
  }

  void CheckLiterals() {
    constexpr std::array<std::string_view, 5> kAttributes = {"quantity", "min", "max", "start", "fixed"};
    for (const syntax::EnumerationLiteral* literal : definition_.literals)
      if (std::ranges::find(kAttributes, Text(literal->name)) != kAttributes.end())
        Report(kLiteralNamedAsAttribute, c_->tree->SpanOf(*literal),
               fmt::format("{} is an attribute of every enumeration, so it cannot be a literal", Text(literal->name)));
  }

  // 4.6 and 12.2: equations and algorithms.
  void CheckSections() {
    for (const auto* section : definition_.algorithm_sections)
      CheckStatementPlaces(section->statements, *c_->tree, instances_.sink());
    bool none = IsRecordKind(kind_) || IsConnectorKind(kind_) || kind_ == ClassKind::kPackage ||
                kind_ == ClassKind::kOperator || kind_ == ClassKind::kType;
    if (none) {
      for (const auto* section : definition_.equation_sections)
        Report(kSectionNotAllowed, c_->tree->SpanOf(section->first_token),
               fmt::format("a {} has no equations", KindText()));
      for (const auto* section : definition_.algorithm_sections)
        Report(kSectionNotAllowed, c_->tree->SpanOf(section->first_token),
               fmt::format("a {} has no algorithms", KindText()));
    }
    if (!IsFunctionKind(kind_)) return;
    bool first = true;
    for (const auto* section : definition_.algorithm_sections) {
      if (section->initial)
        Report(kSectionNotAllowed, c_->tree->SpanOf(section->first_token), "a function has no initial algorithm");
      else if (!first)
        Report(kSectionNotAllowed, c_->tree->SpanOf(section->first_token),
               "a function has one algorithm, but this is a second one");
      first = false;
    }
  }

  void CheckVisible(const syntax::Element& element, std::string_view what) {
    if (!element.is_protected || !(IsRecordKind(kind_) || IsConnectorKind(kind_))) return;
    Report(kSectionNotAllowed, c_->tree->SpanOf(element.first_token),
           fmt::format("everything in a {} is public, but this is {} in a protected section", KindText(), what));
  }

  void CheckClause(const syntax::ComponentClause& clause) {
    for (const syntax::Declaration* declaration : clause.declarations)
      CheckName(declaration->name, c_->tree->SpanOf(declaration->first_token));
    CheckVisible(clause, "a declaration");
    Span span = c_->tree->SpanOf(clause.first_token);
    auto refuse = [&](bool condition, std::string_view prefix) {
      if (condition)
        Report(kPrefixNotAllowed, span, fmt::format("an element of a {} cannot be {}", KindText(), prefix));
    };
    bool record = IsRecordKind(kind_), function = IsFunctionKind(kind_);
    if (record || function || IsConnectorKind(kind_)) {
      refuse(clause.prefixes.is_inner, "inner");
      refuse(clause.prefixes.is_outer, "outer");
    }
    if (record) {
      refuse(clause.causality == syntax::Causality::kInput, "input");
      refuse(clause.causality == syntax::Causality::kOutput, "output");
      refuse(clause.connectedness == syntax::Connectedness::kFlow, "flow");
    }
    refuse(kind_ == ClassKind::kExpandableConnector && clause.connectedness == syntax::Connectedness::kFlow, "flow");
    refuse(
        clause.connectedness == syntax::Connectedness::kStream && !IsConnectorKind(kind_) && kind_ != ClassKind::kClass,
        "stream");
    if (kind_ == ClassKind::kOperator)
      Report(kNonFunctionInOperator, span, "an operator holds functions, nothing else");
  }

  void CheckNested(const syntax::ClassDefinition& nested) {
    Span span = c_->tree->SpanOf(nested.name_token);
    CheckName(nested.name, span);
    if (kind_ == ClassKind::kOperator && !IsFunctionKind(nested.class_kind))
      Report(kNonFunctionInOperator, span, "an operator holds functions, nothing else");
    if (auto component = c_->component_index.find(nested.name);
        component != c_->component_index.end() && !nested.prefixes.is_redeclare) {
      auto& d = Report(kDeclaredTwice, span,
                       fmt::format("{} is declared twice in {}", Text(nested.name), instances_.QualifiedName(c_)));
      d.notes.push_back({component->second->span(), "the first declaration"});
    }
    if (!nested.prefixes.is_redeclare && nested.form == syntax::ClassForm::kLong && nested.name.valid())
      CheckInheritedTwin(nested, span);
  }

  static std::string WithoutBlanks(std::string_view text) {
    std::string packed;
    for (char c : text)
      if (!std::isspace(static_cast<unsigned char>(c))) packed += c;
    return packed;
  }

  // 7.1: a class that is inherited too must be the same. Of short ones it takes more than the text to tell.
  void CheckInheritedTwin(const syntax::ClassDefinition& nested, Span span) {
    for (const BaseClass& base : c_->bases) {
      if (!base.instance) continue;
      ClassElement* twin = instances_.FindElement(base.instance, nested.name).class_element;
      if (!twin || !twin->definition || twin->definition == &nested ||
          twin->definition->form != syntax::ClassForm::kLong)
        continue;
      if (WithoutBlanks(twin->tree->Text(*twin->definition)) == WithoutBlanks(c_->tree->Text(nested))) continue;
      auto& d = Report(kInheritedDiffers, span,
                       fmt::format("{} is inherited from {} too, and differs there", Text(nested.name),
                                   instances_.QualifiedName(base.instance)));
      d.notes.push_back({twin->tree->SpanOf(twin->definition->name_token), "declared here"});
      d.hint = "`redeclare` replaces an inherited class that is replaceable";
    }
  }

  // 14.3: functions of one operator differ in their arguments, and have one result.
  void CheckOperator() {
    std::vector<std::vector<std::string>> seen;
    for (const syntax::Element* element : definition_.elements) {
      const auto* function = element->As<syntax::ClassDefinition>();
      if (!function || !IsFunctionKind(function->class_kind) || function->form != syntax::ClassForm::kLong) continue;
      std::vector<std::string> inputs;
      std::size_t outputs = 0;
      for (const syntax::Element* inside : function->elements) {
        const auto* clause = inside->As<syntax::ComponentClause>();
        if (!clause || !clause->type) continue;
        for (const syntax::Declaration* declaration : clause->declarations) {
          bool has_default = declaration->modification && declaration->modification->value;
          if (clause->causality == syntax::Causality::kOutput) ++outputs;
          if (clause->causality == syntax::Causality::kInput && !has_default)
            inputs.push_back(fmt::format("{}{}", c_->tree->Text(*clause->type),
                                         clause->subscripts.size() + declaration->subscripts.size()));
        }
      }
      Span span = c_->tree->SpanOf(function->name_token);
      bool inherits = std::ranges::any_of(function->elements,
                                          [](const syntax::Element* e) { return e->As<syntax::Extends>() != nullptr; });
      if (inherits) continue;
      if (outputs != 1)
        Report(kOperatorOutputs, span,
               fmt::format("a function of an operator has one output, but {} has {}", Text(function->name), outputs));
      if (std::ranges::find(seen, inputs) != seen.end())
        instances_.Breach(
            kAmbiguousOperator, "14.3", span,
            fmt::format("{} takes the same arguments as another function of this operator", Text(function->name)));
      seen.push_back(std::move(inputs));
    }
  }

  // 13.2.1.1
  void CheckImports() {
    for (std::size_t i = 0; i < c_->imports.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        if (c_->imports[i].name != c_->imports[k].name || c_->imports[i].path == c_->imports[k].path) continue;
        auto& d = Report(kImportedTwice, c_->tree->SpanOf(*c_->imports[i].import),
                         fmt::format("{} is imported twice", Text(c_->imports[i].name)));
        d.notes.push_back({c_->tree->SpanOf(*c_->imports[k].import), "the first time"});
      }
  }

  ClassInstance* c_;
  const syntax::ClassDefinition& definition_;
  ClassKind kind_;
  Instances& instances_;
};

}  // namespace

bool MayExtend(ClassKind derived, ClassKind base) {
  if (derived == base || base == ClassKind::kClass) return true;
  switch (derived) {
    case ClassKind::kOperatorFunction:
      return base == ClassKind::kFunction;
    case ClassKind::kConnector:
      return base == ClassKind::kType || IsRecordKind(base);
    case ClassKind::kBlock:
      return base == ClassKind::kRecord;
    case ClassKind::kModel:
      return base == ClassKind::kRecord || base == ClassKind::kBlock;
    case ClassKind::kClass:
      return base == ClassKind::kModel || base == ClassKind::kBlock || base == ClassKind::kRecord ||
             base == ClassKind::kConnector;
    default:
      return false;
  }
}

void CheckClassRules(ClassInstance* c, Instances& instances) { Rules(c, instances).Check(); }

}  // namespace mica::instance
