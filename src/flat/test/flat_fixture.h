// Flattens a piece of Modelica text, for tests.
#pragma once

#include <gtest/gtest.h>

#include "flat/flatten.h"
#include "flat/text.h"

namespace mica::flat {

class FlatFixture {
 public:
  explicit FlatFixture(std::string text)
      : tree_(sources_, names_, sink_),
        store_(names_),
        last_(tree_.OpenText("Test.mo", std::move(text))),
        instances_(store_, sources_, tree_, sink_),
        elaboration_(instances_) {
    instance::Component* top = instances_.Model(last_);
    if (!top) return;
    if (Result<Model> made = Flatten(elaboration_, top)) model_ = std::move(*made);
  }

  bool ok() const { return model_.has_value(); }
  const Model& model() const { return *model_; }
  const Store& store() const { return store_; }
  // The lines of the text form, origins left out, blanks at the ends removed.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    std::string text = ModelText(*model_, store_, sources_);
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find('\n', at);
      std::string line = text.substr(at, end - at);
      if (auto comment = line.find(" //"); comment != line.npos) line.resize(comment);
      line.erase(line.find_last_not_of(' ') + 1);
      line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
      lines.push_back(line);
      at = end + 1;
    }
    return lines;
  }
  bool Has(std::string_view line) const {
    for (const std::string& other : Lines())
      if (other == line) return true;
    ADD_FAILURE() << "no line '" << line << "' in\n" << ModelText(*model_, store_, sources_);
    return false;
  }
  std::string Messages() const {
    std::string text;
    for (const Diagnostic& d : sink_.all()) text += FormatDiagnostic(d, sources_);
    return text;
  }
  std::vector<std::string> Codes() const {
    std::vector<std::string> codes;
    for (const Diagnostic& d : sink_.all()) codes.emplace_back(d.code.id());
    return codes;
  }

 private:
  SourceMap sources_;
  NameTable names_;
  DiagnosticSink sink_;
  library::ClassTree tree_;
  Store store_;
  library::Class* last_;
  instance::Instances instances_;
  instance::Elaboration elaboration_;
  std::optional<Model> model_;
};

}  // namespace mica::flat
