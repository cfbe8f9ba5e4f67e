// The object cache: what is put is found, what was tampered with is not, and an unchanged model is not compiled again.
#include "code/object_cache.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "code/test/model_harness.h"

namespace mica::code {
namespace {

namespace fs = std::filesystem;

class ObjectCacheTest : public testing::Test {
 protected:
  ObjectCacheTest() : folder(fs::temp_directory_path() / ("mica-cache-test-" + std::to_string(getpid()))) {}
  ~ObjectCacheTest() override { fs::remove_all(folder); }
  fs::path folder;
};

TEST_F(ObjectCacheTest, FindsWhatWasPut) {
  ObjectCache cache(folder.string());
  std::string key = ObjectCache::Digest("some program"), bytes("\0object\xff", 8);
  EXPECT_FALSE(cache.Find(key));
  cache.Put(key, bytes);
  EXPECT_EQ(cache.Find(key), bytes);
  EXPECT_FALSE(cache.Find(ObjectCache::Digest("another program")));
}

TEST_F(ObjectCacheTest, BrokenEntriesAreIgnored) {
  ObjectCache cache(folder.string());
  std::string key = ObjectCache::Digest("k");
  cache.Put(key, "object code");
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file << '!';
  }
  EXPECT_FALSE(cache.Find(key));
  for (const auto& entry : fs::directory_iterator(folder)) fs::resize_file(entry.path(), 3);
  EXPECT_FALSE(cache.Find(key));
}

TEST_F(ObjectCacheTest, DigestsDiffer) {
  EXPECT_NE(ObjectCache::Digest("a"), ObjectCache::Digest("b"));
  EXPECT_NE(ObjectCache::Digest(std::string("a\0", 2)), ObjectCache::Digest("a"));
  EXPECT_EQ(ObjectCache::Digest("").size(), 32u);
}

TEST_F(ObjectCacheTest, UnchangedModelIsNotCompiledAgain) {
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
