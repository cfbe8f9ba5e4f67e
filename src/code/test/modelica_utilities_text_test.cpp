// What C sources of libraries are compiled against is what the kernels define.
#include "code/foreign/modelica_utilities_text.h"

#include <gtest/gtest.h>
#include <fstream>
#include <sstream>

namespace mica::code {
namespace {

TEST(ModelicaUtilitiesText, IsTheHeaderOfTheKernels) {
  std::ifstream file(MICA_SOURCE_DIR "/src/runtime/foreign/ModelicaUtilities.h");
  std::stringstream text;
  text << file.rdbuf();
  ASSERT_FALSE(text.str().empty());
  EXPECT_EQ(text.str(), std::string(kModelicaUtilitiesText));
}

}  // namespace
}  // namespace mica::code
