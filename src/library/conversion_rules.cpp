#include "library/conversion_rules.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

#include "library/annotation.h"
#include "library/codes.h"
#include "syntax/parse/parse.h"

namespace mica::library {

std::string ConversionRules::ConvertClass(std::string_view old_class) const {
  const ClassRule* best = nullptr;
  for (const ClassRule& rule : classes) {
    if (!rule.element.empty() || !old_class.starts_with(rule.old_class)) continue;
    bool whole = old_class.size() == rule.old_class.size() || old_class[rule.old_class.size()] == '.';
    if (whole && (!best || best->old_class.size() < rule.old_class.size())) best = &rule;
  }
  return best ? best->new_class + std::string(old_class.substr(best->old_class.size())) : "";
}

namespace {

// Semicolons after calls are recommended, not required: those left out are added.
std::string WithSemicolons(std::string_view text) {
  std::string out;
  int depth = 0;
  bool owed = false;  // a call ended, and no semicolon came yet
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t begin = i;
    bool is_comment = text.substr(i, 2) == "//" || text.substr(i, 2) == "/*";
    if (is_comment) {
      std::size_t end = text[i + 1] == '/' ? text.find('\n', i) : text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() - 1 : text[i + 1] == '/' ? end : end + 1;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    } else {
      bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n';
      if (owed && !is_blank) {
        if (text[i] != ';') out += ';';
        owed = false;
      }
      if (text[i] == '(' || text[i] == '{') ++depth;
      if ((text[i] == ')' || text[i] == '}') && --depth == 0 && text[i] == ')') owed = true;
    }
    out += text.substr(begin, i + 1 - begin);
  }
  return owed ? out + ";" : out;
}

// An argument: strings, one or an array of them.
struct Strings {
  std::vector<std::string> values;
  bool is_array = false;
};

class ScriptReader {
 public:
  ScriptReader(const syntax::SyntaxTree& tree, const NameTable& names, DiagnosticSink& sink)
      : tree_(tree), names_(names), sink_(sink) {}

  ConversionRules Read(const syntax::ClassDefinition& script) {
    for (const syntax::AlgorithmSection* section : script.algorithm_sections)
      for (const syntax::Statement* statement : section->statements)
        if (const auto* call = statement->As<syntax::CallStatement>())
          ReadCall(*call->call);
        else
          Fail(*statement, "a conversion script holds calls of conversion functions alone");
    return std::move(rules_);
  }

 private:
  void Fail(const syntax::Node& node, std::string message) {
    sink_.Report(kUnclearScript, tree_.SpanOf(node), std::move(message));
  }

  std::optional<Strings> Read(const syntax::Expression& argument) {
    if (argument.As<syntax::StringLiteral>() || argument.As<syntax::Binary>())
      return Strings{{StringOf(&argument)}, false};
    if (const auto* array = argument.As<syntax::Array>()) {
      Strings found{{}, true};
      for (const syntax::Expression* element : array->elements) found.values.push_back(StringOf(element));
      return found;
    }
    const auto* fill = argument.As<syntax::Call>();  // fill("", 0)
    if (fill && fill->arguments.size() == 2 && tree_.Text(*fill->callee) == "fill" &&
        tree_.Text(*fill->arguments[1]) == "0")
      return Strings{{}, true};
    Fail(argument, "a string or an array of strings is expected here");
    return std::nullopt;
  }

  // Scalar arguments are repeated for the elements of the others (specification 12.4.6).
  template <class Rule>
  void Vectorise(const syntax::Call& call, std::size_t least, std::size_t most, const Rule& rule) {
    std::vector<Strings> arguments;
    for (const syntax::Expression* each : call.arguments) {
      std::optional<Strings> read = Read(*each);
      if (!read) return;
      arguments.push_back(std::move(*read));
    }
    if (arguments.size() < least || arguments.size() > most)
      return Fail(call, fmt::format("{} takes {} arguments", tree_.Text(*call.callee),
                                    least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most)));
    std::size_t count = 1;
    for (const Strings& argument : arguments)
      if (argument.is_array) count = argument.values.size();
    for (const Strings& argument : arguments)
      if (argument.is_array && argument.values.size() != count)
        return Fail(call, "the arrays in this call differ in size");
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::string> values;
      for (const Strings& argument : arguments) values.push_back(argument.values[argument.is_array ? i : 0]);
      values.resize(most);
      rule(values);
    }
  }

  static std::string Trimmed(std::string_view text) {
    std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
    return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
  }

  void ReadModifiers(const syntax::Call& call) {
    bool is_wrong = call.arguments.size() < 3 || call.arguments.size() > 4;
    if (is_wrong) return Fail(call, "convertModifiers takes a class, old modifiers and new ones");
    std::optional<Strings> classes = Read(*call.arguments[0]), old_ones = Read(*call.arguments[1]),
                           new_ones = Read(*call.arguments[2]);
    if (!classes || !old_ones || !new_ones) return;
    ModifierRule rule;
    for (const std::string& text : old_ones->values) {
      std::size_t equal = std::min(text.find('='), text.size());
      OldModifier old{Trimmed(std::string_view(text).substr(0, equal)),
                      Trimmed(equal < text.size() ? std::string_view(text).substr(equal + 1) : "")};
      if (old.name.starts_with("cardinality(") && old.name.ends_with(')')) {
        old.name = Trimmed(old.name.substr(12, old.name.size() - 13));
        old.is_cardinality = true;
        old.wants_connections = old.preset == "1";
      }
      if (!old.name.empty()) rule.old_modifiers.push_back(std::move(old));
    }
    for (const std::string& text : new_ones->values) {
      std::size_t equal = text.find('=');
      if (equal == std::string::npos) continue;
      rule.new_modifiers.push_back(
          {Trimmed(std::string_view(text).substr(0, equal)), Trimmed(std::string_view(text).substr(equal + 1))});
    }
    for (const std::string& name : classes->values) {
      rule.old_class = name;
      rules_.modifiers.push_back(rule);
    }
  }

  void ReadCall(const syntax::Call& call) {
    std::string_view name = tree_.Text(*call.callee);
    if (name == "convertClass") {
      Vectorise(call, 2, 2, [&](const auto& v) { rules_.classes.push_back({v[0], v[1], "", ""}); });
    } else if (name == "convertClassIf") {
      Vectorise(call, 4, 4, [&](const auto& v) { rules_.classes.push_back({v[0], v[3], v[1], v[2]}); });
    } else if (name == "convertElement") {
      Vectorise(call, 3, 3, [&](const auto& v) {
        // 'convertElement("OldClass", "OldName", "")' is an older way to say that the modifier goes.
        if (v[2].empty())
          rules_.modifiers.push_back({v[0], {{v[1]}}, {}});
        else
          rules_.elements.push_back({v[0], v[1], v[2]});
      });
    } else if (name == "convertMessage") {
      Vectorise(call, 2, 3, [&](const auto& v) { rules_.messages.push_back({v[0], v[1], v[2]}); });
    } else if (name == "convertModifiers") {
      ReadModifiers(call);
    } else {
      Fail(call, fmt::format("there is no conversion function {}", name));
    }
  }

  const syntax::SyntaxTree& tree_;
  const NameTable& names_;
  DiagnosticSink& sink_;
  ConversionRules rules_;
};

}  // namespace

ConversionRules ParseConversionScript(std::string path, std::string text, SourceMap& sources, NameTable& names,
                                      DiagnosticSink& sink) {
  // As the body of a function it is Modelica text; on one line with the head, so that lines keep their numbers.
  FileId file = sources.Add(std::move(path), "function Script algorithm " + WithSemicolons(text) + "\nend Script;\n");
  DiagnosticSink::Mark before = sink.mark();
  syntax::SyntaxTree tree = syntax::Parse(file, sources, names, sink);
  if (tree.root().classes.size() != 1 || sink.HasErrorsSince(before)) return {};
  return ScriptReader(tree, names, sink).Read(*tree.root().classes[0]);
}

}  // namespace mica::library
