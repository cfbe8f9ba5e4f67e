#include "library/convert_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <unordered_set>

#include "library/annotation.h"
#include "library/codes.h"
#include "library/text_edits.h"
#include "library/user_classes.h"
#include "syntax/walk.h"

namespace mica::library {

namespace {

using syntax::Node;
using syntax::NodeKind;

std::unordered_set<std::string> OldNames(const ConversionRules& rules) {
  std::unordered_set<std::string> names;
  auto add = [&](const std::string& name) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
      names.insert(name.substr(0, dot));
    names.insert(name);
  };
  for (const ClassRule& rule : rules.classes) add(rule.old_class);
  for (const ElementRule& rule : rules.elements) add(rule.old_class);
  for (const ModifierRule& rule : rules.modifiers) add(rule.old_class);
  for (const MessageRule& rule : rules.messages) add(rule.old_class);
  return names;
}

bool IsInside(std::string_view name, std::string_view package) {
  return name.starts_with(package) && (name.size() == package.size() || name[package.size()] == '.');
}

// The value of a modifier that stands inside of an expression.
bool NeedsParentheses(const syntax::Expression& value) {
  return value.As<syntax::Binary>() || value.As<syntax::Unary>() || value.As<syntax::IfExpression>() ||
         value.As<syntax::Range>();
}

class TextConverter {
 public:
  TextConverter(const syntax::SyntaxTree& tree, const ConversionRules& rules, const ConversionTarget& target,
                UserClasses& classes, const NameTable& names, DiagnosticSink& sink)
      : tree_(tree),
        rules_(rules),
        target_(target),
        classes_(classes),
        names_(names),
        sink_(sink),
        edits_(tree.text()) {}

  ConvertedText Convert() {
    Visit(tree_.root());
    ConvertAddresses();
    return {edits_.Text(), edits_.count()};
  }

 private:
  // Children first: what they change is part of what a list of modifiers around them is made of.
  void Visit(const Node& node) {
    UserClass* outside = scope_;
    const auto* definition = node.As<syntax::ClassDefinition>();
    if (definition)
      if (UserClass* own = classes_.Find(*definition)) scope_ = own;
    children_.ForEach(node, [&](const Node& child) { Visit(child); });
    switch (node.kind) {
      case NodeKind::kTypeName:
        ConvertTypeName(node.To<syntax::TypeName>());
        break;
      case NodeKind::kComponentReference:
        ConvertReference(node.To<syntax::ComponentReference>());
        break;
      case NodeKind::kCall:
        ConvertNamedArguments(*node.To<syntax::Call>().callee, node.To<syntax::Call>().named_arguments);
        break;
      case NodeKind::kPartialApplication:
        ConvertNamedArguments(*node.To<syntax::PartialApplication>().callee,
                              node.To<syntax::PartialApplication>().named_arguments);
        break;
      case NodeKind::kExtends: {
        const auto& extends = node.To<syntax::Extends>();
        if (extends.base) ConvertModification(*extends.base, extends.modification, extends.base->last_token, {});
        break;
      }
      case NodeKind::kConstrainingClause: {
        const auto& clause = node.To<syntax::ConstrainingClause>();
        if (clause.base) ConvertModification(*clause.base, clause.modification, clause.base->last_token, {});
        break;
      }
      case NodeKind::kComponentClause:
        ConvertComponents(node.To<syntax::ComponentClause>());
        break;
      case NodeKind::kClassDefinition:
        scope_ = outside;
        if (definition->form == syntax::ClassForm::kShort && definition->base)
          ConvertModification(*definition->base, definition->modification,
                              LastOf(definition->base->last_token, definition->base_subscripts), {});
        break;
      case NodeKind::kElementModification:
        ConvertUses(node.To<syntax::ElementModification>());
        break;
      default:
        break;
    }
    scope_ = outside;
  }

  // The closing bracket after subscripts, or the token itself.
  static syntax::TokenId LastOf(syntax::TokenId token, syntax::List<syntax::Expression> subscripts) {
    return subscripts.empty() ? token : syntax::TokenId(subscripts.back()->last_token.index() + 1);
  }

  void Replace(syntax::TokenId first, syntax::TokenId last, std::string text) {
    edits_.Replace(tree_.token(first).begin, tree_.token(last).end, std::move(text));
  }
  void Warn(const Node& node, const std::string& what, const std::string& says) {
    sink_.Report(kNotConverted, tree_.SpanOf(node),
                 fmt::format("{} of {} {} is not converted: {}", what, target_.library, target_.old_version, says));
  }

  // The new way to write `written`, a path into the library with the meaning given: through the same import, where that
  // still leads there.
  std::string Rewritten(const Meaning& meaning, std::span<const Name> written, const std::string& converted,
                        bool leading_dot) const {
    if (!meaning.alias.empty()) {
      std::string imported = rules_.ConvertClass(meaning.alias);
      if (imported.empty()) imported = meaning.alias;
      bool same_name = imported.substr(imported.rfind('.') + 1) == meaning.alias.substr(meaning.alias.rfind('.') + 1) ||
                       names_.text(written[0]) != meaning.alias.substr(meaning.alias.rfind('.') + 1);
      if (same_name && IsInside(converted, imported))
        return std::string(names_.text(written[0])) + converted.substr(imported.size());
    }
    return (leading_dot ? "." : "") + converted;
  }

  void ConvertTypeName(const syntax::TypeName& type) {
    if (type.names.empty()) return;
    Meaning meaning = classes_.Lookup(scope_, type.names, type.leading_dot || IsImportPath(type));
    if (meaning.library.empty()) return;
    std::string converted = ConvertPath(meaning.library);
    if (converted.empty()) {
      for (const MessageRule& rule : rules_.messages)
        if (rule.element.empty() && IsInside(meaning.library, rule.old_class))
          Warn(type, meaning.library, rule.message);
      return;
    }
    Replace(type.first_token, type.last_token,
            IsImportPath(type) ? converted : Rewritten(meaning, type.names, converted, type.leading_dot));
  }

  bool IsImportPath(const syntax::TypeName& type) const {
    if (!scope_) return false;
    return std::ranges::any_of(scope_->imports, [&](const syntax::Import* import) { return import->path == &type; });
  }

  // Classes, and elements of them that are classes or constants: the longest rule of both kinds.
  std::string ConvertPath(const std::string& old_path) const {
    const ElementRule* element = nullptr;
    std::size_t longest = 0;
    for (const ElementRule& rule : rules_.elements)
      if (std::string name = rule.old_class + "." + rule.old_name; IsInside(old_path, name) && name.size() > longest)
        element = &rule, longest = name.size();
    if (!element) return rules_.ConvertClass(old_path);
    std::string around = rules_.ConvertClass(element->old_class);
    return (around.empty() ? element->old_class : around) + "." + element->new_name + old_path.substr(longest);
  }

  // The rule for `name` (and perhaps more of `rest`) as an element of one of these classes.
  const ElementRule* FindElement(const std::vector<std::string>& classes, const std::vector<std::string>& path,
                                 std::size_t& parts) const {
    for (parts = path.size(); parts > 0; --parts) {
      std::string name;
      for (std::size_t i = 0; i < parts; ++i) name += (i ? "." : "") + path[i];
      for (const ElementRule& rule : rules_.elements)
        if (rule.old_name == name && std::ranges::find(classes, rule.old_class) != classes.end()) return &rule;
    }
    return nullptr;
  }

  void ConvertReference(const syntax::ComponentReference& reference) {
    if (reference.parts.empty()) return;
    std::vector<Name> written;
    std::vector<std::string> texts;
    for (const syntax::ReferencePart& part : reference.parts)
      written.push_back(part.name), texts.emplace_back(names_.text(part.name));
    Meaning meaning = classes_.Lookup(scope_, written, reference.leading_dot);
    if (!meaning.library.empty()) {
      std::string converted = ConvertPath(meaning.library);
      // Subscripts are of the last part, as a rule: the name before them is what changes.
      bool plain = std::all_of(reference.parts.begin(), reference.parts.end() - 1,
                               [](const syntax::ReferencePart& part) { return part.subscripts.empty(); });
      if (!converted.empty() && plain)
        Replace(reference.first_token, reference.parts.back().token,
                Rewritten(meaning, written, converted, reference.leading_dot));
      return;
    }
    if (meaning.component && meaning.component->type && reference.parts.size() > 1) {
      RenameParts(reference, 1, classes_.LibraryClassesOf(meaning.user, *meaning.component->type), texts);
    } else if (!meaning.user && !meaning.component && scope_ && !reference.leading_dot) {
      RenameParts(reference, 0, classes_.LibraryBasesOf(scope_), texts);  // perhaps inherited from the library
    }
  }

  void RenameParts(const syntax::ComponentReference& reference, std::size_t from,
                   const std::vector<std::string>& classes, const std::vector<std::string>& texts) {
    if (classes.empty()) return;
    std::vector<std::string> path(texts.begin() + static_cast<std::ptrdiff_t>(from), texts.end());
    std::size_t parts = 0;
    if (const ElementRule* rule = FindElement(classes, path, parts))
      Replace(reference.parts[from].token, reference.parts[from + parts - 1].token, rule->new_name);
    else
      WarnOfElement(reference, classes, path[0]);
  }

  void WarnOfElement(const Node& node, const std::vector<std::string>& classes, const std::string& name) {
    for (const MessageRule& rule : rules_.messages)
      if (rule.element == name && std::ranges::find(classes, rule.old_class) != classes.end())
        Warn(node, rule.old_class + "." + name, rule.message);
  }

  void ConvertNamedArguments(const syntax::ComponentReference& callee, syntax::List<syntax::NamedArgument> arguments) {
    std::vector<Name> written;
    for (const syntax::ReferencePart& part : callee.parts) written.push_back(part.name);
    Meaning meaning = classes_.Lookup(scope_, written, callee.leading_dot);
    std::vector<std::string> classes;
    if (!meaning.library.empty())
      classes = {meaning.library};
    else if (meaning.user && !meaning.component && meaning.parts == written.size())
      classes = classes_.LibraryBasesOf(meaning.user);
    std::size_t parts = 0;
    for (const syntax::NamedArgument* argument : arguments)
      if (const ElementRule* rule = FindElement(classes, {std::string(names_.text(argument->name))}, parts))
        Replace(argument->first_token, argument->first_token, rule->new_name);
  }

  void ConvertComponents(const syntax::ComponentClause& clause) {
    if (!clause.type) return;
    std::vector<const syntax::ElementModification*> decided = ConvertClassIf(clause);
    decided.resize(clause.declarations.size());
    for (std::size_t i = 0; i < decided.size(); ++i) {
      const syntax::Declaration& declaration = *clause.declarations[i];
      ConvertModification(*clause.type, declaration.modification,
                          LastOf(declaration.first_token, declaration.subscripts), names_.text(declaration.name),
                          decided[i]);
    }
  }

  // convertClassIf: all declarations of the clause must agree. Gives the modifiers that decided, which go.
  std::vector<const syntax::ElementModification*> ConvertClassIf(const syntax::ComponentClause& clause) {
    Meaning meaning = classes_.Lookup(scope_, clause.type->names, clause.type->leading_dot);
    for (const ClassRule& rule : rules_.classes) {
      if (rule.element.empty() || meaning.library != rule.old_class) continue;
      std::vector<const syntax::ElementModification*> fitting;
      for (const syntax::Declaration* declaration : clause.declarations)
        if (const auto* argument = FindArgument(declaration->modification, rule.element, names_);
            argument && HasValue(*argument, rule.value))
          fitting.push_back(argument);
      if (fitting.empty()) continue;
      if (fitting.size() != clause.declarations.size()) {
        Warn(clause, meaning.library,
             "the components of this declaration need different classes; declare each by itself");
        continue;
      }
      Replace(clause.type->first_token, clause.type->last_token,
              Rewritten(meaning, clause.type->names, rule.new_class, clause.type->leading_dot));
      return fitting;
    }
    return {};
  }

  // The literal is the value; of an enumeration the last part alone counts.
  bool HasValue(const syntax::ElementModification& argument, std::string_view wanted) const {
    if (!argument.modification || !argument.modification->value) return false;
    std::string_view text = tree_.Text(*argument.modification->value);
    if (text == wanted) return true;
    auto last = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
    return argument.modification->value->As<syntax::ComponentReference>() && last(text) == last(wanted);
  }

  // `uses(Library(version = "old"))`
  void ConvertUses(const syntax::ElementModification& element) {
    if (element.names.size() != 1 || names_.text(element.names[0]) != "uses") return;
    const auto* used = FindArgument(element.modification, target_.library, names_);
    const auto* version = used ? FindArgument(used->modification, "version", names_) : nullptr;
    if (!version || !version->modification || !version->modification->value) return;
    if (StringOf(version) == target_.old_version)
      Replace(version->modification->value->first_token, version->modification->value->last_token,
              fmt::format("\"{}\"", target_.new_version));
  }

  // Modifiers of a component or base of type `type`: `after` is the token that a list of them would follow, `decided`
  // one that goes in any case.
  void ConvertModification(const syntax::TypeName& type, const syntax::Modification* modification,
                           syntax::TokenId after, std::string_view component,
                           const syntax::Argument* decided = nullptr) {
    std::vector<std::string> classes = classes_.LibraryClassesOf(scope_, type);
    if (classes.empty()) return;
    std::vector<const syntax::Argument*> removed;
    if (decided) removed.push_back(decided);
    std::vector<NewModifier> added;
    for (const ModifierRule& rule : rules_.modifiers)
      if (std::ranges::find(classes, rule.old_class) != classes.end())
        ApplyRule(rule, modification, component, removed, added);
    if (modification) RenameArguments(*modification, classes, removed);
    if (removed.empty() && added.empty()) return;
    std::vector<std::string> texts;
    for (const NewModifier& each : added) texts.push_back(each.name + "=" + each.value);
    if (modification && modification->has_arguments)
      Rebuild(*modification, removed, texts);
    else
      edits_.Insert(tree_.token(after).end, fmt::format("({})", Joined(texts)));
  }

  static std::string Joined(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
    return out;
  }

  void RenameArguments(const syntax::Modification& modification, const std::vector<std::string>& classes,
                       const std::vector<const syntax::Argument*>& removed) {
    for (const syntax::Argument* argument : modification.arguments) {
      if (std::ranges::find(removed, argument) != removed.end()) continue;
      std::size_t parts = 0;
      if (const auto* element = argument->As<syntax::ElementModification>()) {
        std::vector<std::string> path;
        for (Name name : element->names) path.emplace_back(names_.text(name));
        const ElementRule* rule = FindElement(classes, path, parts);
        // Names in a dotted path are two tokens apart.
        if (rule)
          Replace(element->name_token,
                  syntax::TokenId(element->name_token.index() + 2 * (static_cast<std::uint32_t>(parts) - 1)),
                  rule->new_name);
        else if (!path.empty())
          WarnOfElement(*argument, classes, path[0]);
      } else if (const auto* redeclaration = argument->As<syntax::ElementRedeclaration>()) {
        RenameRedeclared(*redeclaration->element, classes);
      }
    }
  }

  void RenameRedeclared(const syntax::Element& element, const std::vector<std::string>& classes) {
    std::size_t parts = 0;
    if (const auto* definition = element.As<syntax::ClassDefinition>(); definition && definition->name.valid()) {
      if (const ElementRule* rule = FindElement(classes, {std::string(names_.text(definition->name))}, parts))
        Replace(definition->name_token, definition->name_token, rule->new_name);
    } else if (const auto* clause = element.As<syntax::ComponentClause>()) {
      for (const syntax::Declaration* declaration : clause->declarations)
        if (const ElementRule* rule = FindElement(classes, {std::string(names_.text(declaration->name))}, parts))
          Replace(declaration->first_token, declaration->first_token, rule->new_name);
    }
  }

  static const syntax::ElementModification* FindPlain(const syntax::Modification* modification, std::string_view name,
                                                      const NameTable& names) {
    const syntax::ElementModification* found = FindArgument(modification, name, names);
    return found && found->modification && found->modification->value ? found : nullptr;
  }

  void ApplyRule(const ModifierRule& rule, const syntax::Modification* modification, std::string_view component,
                 std::vector<const syntax::Argument*>& removed, std::vector<NewModifier>& added) {
    std::map<std::string, std::string, std::less<>> values;
    std::vector<const syntax::Argument*> old_ones;
    for (const OldModifier& old : rule.old_modifiers) {
      if (old.is_cardinality) {
        if (component.empty() || IsConnected(component, old.name) != old.wants_connections) return;
        continue;
      }
      const syntax::ElementModification* found = FindPlain(modification, old.name, names_);
      if (!found) {
        values[old.name] = old.preset;
        continue;
      }
      old_ones.push_back(found);
      const syntax::Expression& value = *found->modification->value;
      std::string text = edits_.TextOf(tree_.SpanOf(value).begin, tree_.SpanOf(value).end);
      values[old.name] = NeedsParentheses(value) ? fmt::format("({})", text) : text;
    }
    bool is_plain = std::ranges::any_of(rule.old_modifiers, [](const OldModifier& old) { return !old.is_cardinality; });
    if (is_plain && old_ones.empty()) return;
    removed.insert(removed.end(), old_ones.begin(), old_ones.end());
    for (const NewModifier& each : rule.new_modifiers) {
      // Existing modifiers take precedence.
      const syntax::ElementModification* existing = FindArgument(modification, each.name, names_);
      if (existing && std::ranges::find(removed, existing) == removed.end()) continue;
      added.push_back({each.name, Filled(each.value, values)});
    }
  }

  // %name% becomes the value of the old modifier.
  static std::string Filled(std::string_view pattern, const std::map<std::string, std::string, std::less<>>& values) {
    std::string out;
    while (!pattern.empty()) {
      std::size_t begin = pattern.find('%'),
                  end = begin == std::string_view::npos ? begin : pattern.find('%', begin + 1);
      auto value =
          end == std::string_view::npos ? values.end() : values.find(pattern.substr(begin + 1, end - begin - 1));
      if (value == values.end()) return out + std::string(pattern);
      bool is_all = out.empty() && begin == 0 && end + 1 == pattern.size();
      std::string_view text = value->second;
      if (is_all && text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
      out += std::string(pattern.substr(0, begin)) + std::string(text);
      pattern.remove_prefix(end + 1);
    }
    return out;
  }

  // Whether a connect equation of the class leads to `component.connector`.
  bool IsConnected(std::string_view component, std::string_view connector) {
    if (!scope_ || !scope_->definition) return false;
    std::string wanted = std::string(component) + "." + std::string(connector);
    bool found = false;
    std::vector<const Node*> pending;
    for (const syntax::EquationSection* section : scope_->definition->equation_sections) pending.push_back(section);
    while (!pending.empty() && !found) {
      const Node* node = pending.back();
      pending.pop_back();
      if (const auto* connect = node->As<syntax::ConnectEquation>())
        for (const syntax::Expression* side : {connect->left, connect->right}) {
          const auto* reference = side ? side->As<syntax::ComponentReference>() : nullptr;
          if (!reference) continue;
          std::string path;
          for (const syntax::ReferencePart& part : reference->parts)
            path += (path.empty() ? "" : ".") + std::string(names_.text(part.name));
          found = found || IsInside(path, wanted);
        }
      syntax::AppendChildren(*node, pending);
    }
    return found;
  }

  // The list of arguments without some and with others, in the place of the old one.
  void Rebuild(const syntax::Modification& modification, const std::vector<const syntax::Argument*>& removed,
               const std::vector<std::string>& added) {
    if (modification.arguments.empty()) {
      edits_.Insert(tree_.token(modification.first_token).end, Joined(added));
      return;
    }
    std::string list;
    std::uint32_t end = 0;
    for (const syntax::Argument* argument : modification.arguments) {
      Span span = tree_.SpanOf(*argument);
      if (std::ranges::find(removed, argument) == removed.end()) {
        // With the blanks before it, so that a long list keeps its lines.
        if (!list.empty()) list += "," + std::string(tree_.TriviaBefore(argument->first_token));
        list += edits_.TextOf(span.begin, span.end);
      }
      end = span.end;
    }
    for (const std::string& text : added) list += (list.empty() ? "" : ", ") + text;
    std::uint32_t begin = tree_.SpanOf(*modification.arguments.front()).begin;
    if (list.empty()) {  // the parentheses go too
      begin = tree_.token(modification.first_token).begin;
      end = tree_.token(syntax::TokenId(modification.arguments.back()->last_token.index() + 1)).end;
    }
    edits_.Replace(begin, end, std::move(list));
  }

  // `modelica://Old.Class` in texts.
  void ConvertAddresses() {
    std::string_view text = tree_.text();
    for (const syntax::Token& token : tree_.tokens()) {
      if (token.kind != syntax::TokenKind::kString) continue;
      std::string_view literal = text.substr(token.begin, token.end - token.begin);
      for (std::size_t at = literal.find("modelica://"); at != std::string_view::npos;
           at = literal.find("modelica://", at + 1)) {
        std::size_t begin = at + 11, end = begin;
        while (end < literal.size() &&
               (std::isalnum(static_cast<unsigned char>(literal[end])) || literal[end] == '_' || literal[end] == '.'))
          ++end;
        std::string old_class(literal.substr(begin, end - begin));
        bool is_resource = end < literal.size() && literal[end] == '/';
        if (!IsInside(old_class, target_.library) || is_resource) continue;
        if (std::string converted = ConvertPath(old_class); !converted.empty())
          edits_.Replace(token.begin + static_cast<std::uint32_t>(begin), token.begin + static_cast<std::uint32_t>(end),
                         std::move(converted));
      }
    }
  }

  const syntax::SyntaxTree& tree_;
  const ConversionRules& rules_;
  const ConversionTarget& target_;
  UserClasses& classes_;
  const NameTable& names_;
  DiagnosticSink& sink_;
  TextEdits edits_;
  syntax::ChildStack children_;
  UserClass* scope_ = nullptr;
};

}  // namespace

std::vector<ConvertedText> ConvertTexts(std::span<const syntax::SyntaxTree* const> trees, const ConversionRules& rules,
                                        const ConversionTarget& target, const NameTable& names, DiagnosticSink& sink) {
  UserClasses classes(trees, target.library, OldNames(rules), names);
  std::vector<ConvertedText> texts;
  for (const syntax::SyntaxTree* tree : trees)
    texts.push_back(TextConverter(*tree, rules, target, classes, names, sink).Convert());
  return texts;
}

}  // namespace mica::library
