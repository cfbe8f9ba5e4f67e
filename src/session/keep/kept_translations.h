// Translated models kept between runs, in the cache directory: a model whose sources are what they were starts from
// what was kept. A kept model is found by the build of Mica, the model's name, the libraries of the session and the
// files opened by path; it holds if every file that was read is unchanged (by size and time of change) and no directory
// that was searched has gained or lost Modelica files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"
#include "library/class_tree.h"
#include "session/variant.h"

namespace mica {

class KeptTranslations {
 public:
  // `libraries` tells the session's libraries apart from others. `directory`: empty for the usual one.
  KeptTranslations(std::string libraries, std::string directory = "");

  // What tells this model apart, as the session stands before it is translated.
  std::string Key(std::string_view model, const Variant& variant, const SourceMap& sources) const;
  std::optional<std::string> Find(const std::string& key) const;
  // `sources` holds all that was read. Failures are nobody's business: keeping only saves time.
  void Keep(const std::string& key, std::string_view bytes, const SourceMap& sources,
            const library::ClassTree& classes) const;

 private:
  std::string libraries_, directory_;
};

}  // namespace mica
