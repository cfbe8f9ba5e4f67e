#include "structure/text/incidence_picture.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "structure/scalar/scalar_model.h"
#include "structure/sort/incidence.h"
#include "structure/text/block_model_text.h"

namespace mica::structure {

namespace {

constexpr std::size_t kLongestText = 160;
constexpr std::uint32_t kNoColumn = ~0u;

std::string Cut(std::string text) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= kLongestText) return text;
  std::size_t end = kLongestText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // no character is cut in two
  return text.substr(0, end) + " …";
}

// What an equation may read and solve for, before the columns of all are known.
struct Reading {
  flat::Origin origin;
  std::vector<ScalarId> scalars;
};

class Drawer {
 public:
  Drawer(const BlockModel& model, const Store& store, const SourceMap& sources)
      : model_(model),
        store_(store),
        sources_(sources),
        occurrences_(store),
        column_of_(model.scalars.size(), kNoColumn) {}

  IncidencePicture Draw() {
    for (const Step& step : model_.dynamics) Add(step);
    for (std::uint32_t row = 0; row < readings_.size(); ++row) {
      for (ScalarId scalar : readings_[row].scalars)
        if (std::uint32_t column = column_of_[scalar.index()]; column != kNoColumn)
          picture_.entries.emplace_back(row, column);
      picture_.entries.emplace_back(row, row);
    }
    std::sort(picture_.entries.begin(), picture_.entries.end());
    picture_.entries.erase(std::unique(picture_.entries.begin(), picture_.entries.end()), picture_.entries.end());
    PlaceBefore();
    return std::move(picture_);
  }

 private:
  void Add(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kSolve:
        return Add(model_.systems[step.system]);
      case Step::Kind::kAssign:
      case Step::Kind::kCall:
      case Step::Kind::kAlgorithm:
      case Step::Kind::kWhen:
        break;
      default:
        return;  // computes nothing
    }
    occurrences_.Clear();
    occurrences_.Add(step);
    std::vector<ScalarId> reads = Read();
    std::string text;
    for (ScalarId target : step.targets) {
      if (!target || column_of_[target.index()] != kNoColumn) continue;
      if (text.empty()) text = Cut(StepText(step, model_.scalars, model_.systems, store_, sources_));
      AddRow(target, text, step.origin, reads);
    }
  }

  void Add(const System& system) {
    auto first = static_cast<std::uint32_t>(picture_.rows.size());
    for (const Step& inner : system.inner) Add(inner);
    for (const Step& discrete : system.discrete) Add(discrete);
    for (std::size_t r = 0; r < system.residuals.size(); ++r) {
      occurrences_.Clear();
      occurrences_.Add(system.residuals[r]);
      AddRow(system.unknowns[r], Cut("0 = " + system.residual_text[r]), system.origins[r], Read());
    }
    IncidenceBlock block{.first = first, .size = static_cast<std::uint32_t>(picture_.rows.size()) - first};
    block.unknowns = static_cast<std::uint32_t>(system.unknowns.size());
    block.kind = !system.discrete.empty() ? IncidenceBlock::Kind::kMixed
                 : system.is_linear       ? IncidenceBlock::Kind::kLinear
                                          : IncidenceBlock::Kind::kNonlinear;
    picture_.blocks.push_back(block);
  }

  std::vector<ScalarId> Read() const {
    std::vector<ScalarId> reads;
    for (const Occurrence& each : occurrences_.found())
      if (each.is_needed()) reads.push_back(each.scalar);
    return reads;
  }

  void AddRow(ScalarId solved, std::string text, const flat::Origin& origin, std::vector<ScalarId> reads) {
    column_of_[solved.index()] = static_cast<std::uint32_t>(picture_.columns.size());
    solved_.push_back(solved);
    picture_.columns.push_back({model_.scalars[solved].name});
    picture_.rows.push_back({std::move(text), OriginText(origin, store_, sources_)});
    readings_.push_back({origin, std::move(reads)});
  }

  void PlaceBefore() {
    std::vector<std::uint32_t> order(solved_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return solved_[a].index() < solved_[b].index(); });
    for (std::uint32_t place = 0; place < order.size(); ++place) picture_.columns[order[place]].before = place;
    std::iota(order.begin(), order.end(), 0u);
    // A row has no place of its own in the text when it was made by a pass: it then stays where it is among its like.
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      auto key = [&](std::uint32_t row) {
        return std::tuple(std::string_view(picture_.rows[row].origin), readings_[row].origin.span.begin);
      };
      return key(a) < key(b);
    });
    for (std::uint32_t place = 0; place < order.size(); ++place) picture_.rows[order[place]].before = place;
  }

  const BlockModel& model_;
  const Store& store_;
  const SourceMap& sources_;
  OccurrenceCollector occurrences_;
  std::vector<std::uint32_t> column_of_;  // by scalar
  std::vector<ScalarId> solved_;          // by row: what it is solved for, its column
  std::vector<Reading> readings_;
  IncidencePicture picture_;
};

}  // namespace

IncidencePicture MakeIncidencePicture(const BlockModel& model, const Store& store, const SourceMap& sources) {
  return Drawer(model, store, sources).Draw();
}

}  // namespace mica::structure
