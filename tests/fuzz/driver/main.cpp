// mica_fuzz TARGET|all [DIRECTORY…] [--seed N] [--first N] [--inputs N | --seconds S] [--keep DIRECTORY] [--counts
// FILE]
//
// Runs the inputs of the directories (by default corpus/TARGET beside the sources, and what else corpora() names) and
// then mutations of them; `all` divides the time evenly. --first with --inputs 1 runs one input again in this very
// process, for a debugger. --counts appends a line 'target,seed,first,inputs,signals,hangs,too large,seconds' to a
// file. The exit code is 1 when something was found.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "watch.h"

namespace mica::fuzz {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestFile = 1 << 15;  // of a corpus: what is larger is slow, and says no more

// Directories of the repository whose models are a corpus, too.
std::vector<std::string> CorpusOf(const std::string& target) {
  std::vector<std::string> places = {"tests/fuzz/corpus/" + target};
  if (target == "parser" || target == "formatter")
    places.insert(places.end(), {"tests/language", "tests/reduced", "tests/mistakes", "library/Mica/Electrical"});
  if (target == "flattening" || target == "runs")
    places.insert(places.end(), {"tests/language", "tests/reduced", "tests/mistakes"});
  return places;
}

std::vector<std::string> ReadCorpus(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    std::error_code error;
    for (fs::recursive_directory_iterator it(place, error), end; !error && it != end; it.increment(error)) {
      bool is_other = place.find("/corpus/") == std::string::npos && it->path().extension() != ".mo";
      if (it->is_regular_file() && !is_other && it->file_size() <= kLargestFile) files.push_back(it->path());
    }
  }
  std::ranges::sort(files);
  std::vector<std::string> corpus;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return corpus;
}

struct Call {
  std::string target, keep, counts;
  std::vector<std::string> places;
  std::uint64_t seed = 1, first = 0, inputs = 0;
  double seconds = 0;
  bool is_here = false;  // in this process
};

bool ReadCall(int argc, char** argv, Call& call) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (word == "--seed")
      call.seed = std::strtoull(value(), nullptr, 10);
    else if (word == "--first")
      call.first = std::strtoull(value(), nullptr, 10);
    else if (word == "--inputs")
      call.inputs = std::strtoull(value(), nullptr, 10);
    else if (word == "--seconds")
      call.seconds = std::strtod(value(), nullptr);
    else if (word == "--keep")
      call.keep = value();
    else if (word == "--counts")
      call.counts = value();
    else if (word == "--here")
      call.is_here = true;
    else if (word.starts_with("--"))
      return false;
    else if (call.target.empty())
      call.target = word;
    else
      call.places.push_back(word);
  }
  if (call.inputs == 0 && call.seconds == 0) call.inputs = 1000;
  return !call.target.empty();
}

// Whether nothing was found.
bool RunTarget(const Target& target, const Call& call, double seconds) {
  Mutator mutator(ReadCorpus(call.places.empty() ? CorpusOf(target.name) : call.places));
  if (call.is_here) {
    std::string input = mutator.Input(call.seed, call.first);
    std::fwrite(input.data(), 1, input.size(), stdout);
    std::fflush(stdout);
    target.run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    return true;
  }
  Counts counts = Run({&target, &mutator, call.seed, call.first, call.inputs, seconds, call.keep});
  auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf("%s: %llu inputs from %zu, seed %llu: %llu signals, %llu without end, %llu above 2 GB, %.1f s\n",
              target.name, number(counts.inputs), mutator.corpus_size(), number(call.seed), number(counts.signals),
              number(counts.hangs), number(counts.too_large), counts.seconds);
  std::fflush(stdout);
  if (!call.counts.empty()) {
    if (std::FILE* file = std::fopen(call.counts.c_str(), "a")) {
      std::fprintf(file, "%s,%llu,%llu,%llu,%llu,%llu,%llu,%.0f\n", target.name, number(call.seed), number(call.first),
                   number(counts.inputs), number(counts.signals), number(counts.hangs), number(counts.too_large),
                   counts.seconds);
      std::fclose(file);
    }
  }
  return counts.is_clean();
}

int Main(int argc, char** argv) {
  Call call;
  if (!ReadCall(argc, argv, call)) {
    std::fprintf(stderr,
                 "mica_fuzz TARGET|all [DIRECTORY...] [--seed N] [--first N] [--inputs N | --seconds S] [--keep "
                 "DIRECTORY] [--counts FILE] [--here]\n");
    return 2;
  }
  auto& targets = Targets();
  std::ranges::sort(targets, {}, [](const Target& target) { return std::string(target.name); });
  bool is_clean = true, is_known = false;
  for (const Target& target : targets) {
    // A function of a model that loops without end is ended by the program, not by the engine: runs are asked for
    // alone.
    if (call.target == "all" && std::string_view(target.name) == "runs") continue;
    if (call.target != "all" && call.target != target.name) continue;
    is_known = true;
    double share = call.target == "all" ? call.seconds / static_cast<double>(targets.size() - 1) : call.seconds;
    is_clean = RunTarget(target, call, share) && is_clean;
  }
  if (!is_known) {
    std::fprintf(stderr, "'%s' is not a target; there are", call.target.c_str());
    for (const Target& target : targets) std::fprintf(stderr, " %s", target.name);
    std::fprintf(stderr, "\n");
    return 2;
  }
  return is_clean ? 0 : 1;
}

}  // namespace

}  // namespace mica::fuzz

int main(int argc, char** argv) { return mica::fuzz::Main(argc, argv); }
