// The pages docs/diagnostics/instance.md and flat.md and the code agree: each example brings its message, and no other.
#include <fstream>
#include <iterator>
#include <sstream>

#include "flat/unit_check.h"
#include "flat_fixture.h"

namespace mica::flat {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream in(std::string(MICA_SOURCE_DIR) + "/" + path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

// What is reported of a model, in the order in which it is reported.
struct Messages {
  explicit Messages(std::string text) {
    SourceMap sources;
    NameTable names;
    DiagnosticSink sink;
    library::ClassTree tree(sources, names, sink);
    Store store(names);
    library::Class* last = tree.OpenText("Example.mo", std::move(text));
    instance::Instances instances(store, sources, tree, sink);
    instance::Elaboration elaboration(instances);
    if (instance::Component* top = last ? instances.Model(last) : nullptr)
      if (Result<Model> model = Flatten(elaboration, top)) CheckUnits(*model, store, sink);
    for (const Diagnostic& d : sink.all()) {
      codes.emplace_back(d.code.id());
      messages += FormatDiagnostic(d, sources);
    }
  }
  std::vector<std::string> codes;
  std::string messages;
};

int CheckExamples(const std::string& path) {
  std::istringstream page(ReadFile(path));
  std::string code, example;
  bool in_example = false;
  int examples = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("### ")) {
      code = line.substr(4, 5);
    } else if (line == "```modelica") {
      in_example = true;
      example.clear();
    } else if (line == "```" && in_example) {
      in_example = false;
      ++examples;
      Messages reported(example);
      EXPECT_EQ(reported.codes, std::vector<std::string>{code}) << reported.messages;
    } else if (in_example) {
      example += line + "\n";
    }
  }
  return examples;
}

TEST(Documentation, ExamplesOfInstancesBringTheirMessage) {
  EXPECT_GT(CheckExamples("docs/diagnostics/instance.md"), 70);
}
TEST(Documentation, ExamplesOfEquationsBringTheirMessage) { EXPECT_GT(CheckExamples("docs/diagnostics/flat.md"), 15); }

}  // namespace
}  // namespace mica::flat
