// How fast the stage `syntax` reads: parses every .mo file under the directories given, several times, and prints
// megabytes per second, memory per byte of text and the number of diagnostics.
//   parse_throughput DIRECTORY|FILE… [--repeat N] [--show] [--verify]
// Reading the files from disk is not measured. --show prints the diagnostics; --verify checks each tree and that it
// prints as the file.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/name.h"
#include "base/source.h"
#include "syntax/parse/parse.h"
#include "syntax/print.h"
#include "syntax/verify.h"

namespace {

void Collect(const std::filesystem::path& path, std::vector<std::filesystem::path>& files) {
  if (!std::filesystem::is_directory(path)) {
    files.push_back(path);
    return;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file() && entry.path().extension() == ".mo") files.push_back(entry.path());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  int repeat = 5;
  bool show = false, verify = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--repeat" && i + 1 < argc)
      repeat = std::stoi(argv[++i]);
    else if (argument == "--show")
      show = true;
    else if (argument == "--verify")
      verify = true;
    else
      Collect(argument, files);
  }
  std::sort(files.begin(), files.end());
  mica::SourceMap sources;
  std::vector<mica::FileId> ids;
  std::size_t bytes = 0;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    bytes += text.size();
    ids.push_back(sources.Add(file.string(), std::move(text)));
  }

  double best = 1e300;
  std::size_t tokens = 0, arena = 0, diagnostics = 0;
  for (int round = 0; round < repeat; ++round) {
    mica::NameTable names;
    mica::DiagnosticSink sink;
    std::vector<mica::syntax::SyntaxTree> trees;
    trees.reserve(ids.size());
    std::clock_t start = std::clock();
    for (mica::FileId id : ids) trees.push_back(mica::syntax::Parse(id, sources, names, sink));
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
    if (round > 0) continue;
    for (const auto& tree : trees) {
      tokens += tree.tokens().size();
      arena += tree.arena_bytes();
      if (!verify) continue;
      std::string fault = mica::syntax::Verify(tree);
      if (fault.empty() && mica::syntax::Print(tree) != tree.text()) fault = "it does not print as the file";
      if (!fault.empty()) std::printf("%s: %s\n", sources.path(tree.file()).c_str(), fault.c_str());
    }
    diagnostics = sink.all().size();
    if (show) {
      for (const auto& diagnostic : sink.all()) std::fputs(mica::FormatDiagnostic(diagnostic, sources).c_str(), stdout);
    }
  }
  std::printf(
      "%zu files, %.2f MB, %zu tokens, %.2f arena bytes and %.2f token bytes per byte of text, %zu diagnostics\n",
      files.size(), bytes / 1e6, tokens, double(arena) / bytes, double(tokens) * sizeof(mica::syntax::Token) / bytes,
      diagnostics);
  std::printf("best of %d: %.3f s of processor time, %.1f MB/s\n", repeat, best, bytes / best / 1e6);
  return 0;
}
