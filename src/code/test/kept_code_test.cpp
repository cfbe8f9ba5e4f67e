// Compiled code kept between runs: an unchanged model is not compiled again, and one whose entry is broken is.

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "code/test/model_harness.h"

namespace mica::code {
namespace {

namespace fs = std::filesystem;

class KeptCodeTest : public testing::Test {
 protected:
  KeptCodeTest() : folder(fs::temp_directory_path() / ("mica-cache-test-" + std::to_string(getpid()))) {}
  ~KeptCodeTest() override { fs::remove_all(folder); }
  fs::path folder;
};

TEST_F(KeptCodeTest, UnchangedModelIsNotCompiledAgain) {
  auto compile = [&](double factor, std::size_t& modules) {
    ModelMaker maker;
    Expr x = maker.Real("x"), y = maker.Real("y");
    maker.model.dynamics = {maker.Assign(y, maker.Op2(Op::kMul, x, maker.Num(factor)))};
    CompileOptions options;
    options.machine.cache_directory = folder.string();
    DiagnosticSink sink;
    auto result = Compile(maker.model, maker.store, options, sink);
    EXPECT_TRUE(result.ok());
    Runner runner(result->code());
    runner.m.reals[maker.slot(x)] = 2;
    EXPECT_EQ(runner.Run(result->code().derivatives), MICA_OK);
    EXPECT_EQ(runner.m.reals[maker.slot(y)], 2 * factor);
    modules = result->timings().detail.modules;
    return result->timings().detail.cached;
  };
  std::size_t modules = 0;
  EXPECT_EQ(compile(3, modules), 0u);
  EXPECT_EQ(compile(3, modules), modules);
  EXPECT_LT(compile(4, modules), modules);  // the constant is in the code
  for (const auto& entry : fs::directory_iterator(folder)) fs::resize_file(entry.path(), 40);
  EXPECT_EQ(compile(3, modules), 0u);
}

}  // namespace
}  // namespace mica::code
