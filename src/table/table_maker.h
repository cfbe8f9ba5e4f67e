// Table stage: what the parts of a table are made with: lists, texts and origins go to their arrays, and are referred
// to by their places.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <unordered_map>

#include "table/model_table.h"

namespace mica::table {

class TableMaker {
 public:
  TableMaker(const structure::BlockModel& model, const Store& store, const flat::Model* flat, ModelTable& made)
      : model(model), store(store), flat(flat), made_(made) {
    made.texts_.push_back('\0');
  }

  // Everything; then the arrays of the table are in place.
  void Make(std::span<const Site> sites, const TableOptions& options);

  // Of a list of numbers.
  template <class Numbers>
  MicaRange List(const Numbers& numbers) {
    MicaRange range{static_cast<std::uint32_t>(made_.indices_.size()), 0};
    for (auto number : numbers) made_.indices_.push_back(static_cast<std::uint32_t>(number));
    range.count = static_cast<std::uint32_t>(made_.indices_.size()) - range.first;
    return range;
  }
  // The numbers of scalars, or their slots.
  MicaRange Scalars(std::span<const ScalarId> scalars) {
    return Each(scalars, [](ScalarId id) { return id.index(); });
  }
  MicaRange Slots(std::span<const ScalarId> scalars) {
    return Each(scalars, [&](ScalarId id) { return SlotOf(id); });
  }
  template <class Items, class Number>
  MicaRange Each(const Items& items, const Number& number) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(std::size(items));
    for (const auto& item : items) numbers.push_back(static_cast<std::uint32_t>(number(item)));
    return List(numbers);
  }

  // A text that comes once, and one that comes often.
  std::uint32_t NewText(std::string_view text);
  std::uint32_t Text(std::string_view text);
  std::uint32_t Origin(const flat::Origin& origin);
  std::uint32_t Node(const MicaNode& node) {
    made_.nodes_.push_back(node);
    return static_cast<std::uint32_t>(made_.nodes_.size() - 1);
  }
  const std::vector<MicaNode>& nodes() const { return made_.nodes_; }
  void AddCrossingFormula(MicaRange range) { made_.crossing_formulas_.push_back(range); }
  MicaModelTable& head() { return made_.table_; }

  ScalarId OwnerOf(ScalarId id) const { return model.scalars[id].alias_of.valid() ? model.scalars[id].alias_of : id; }
  std::uint32_t SlotOf(ScalarId id) const { return id.valid() ? model.scalars[OwnerOf(id)].slot : MICA_NONE; }
  // MICA_TYPE_….
  std::uint32_t TypeOf(const structure::Scalar& scalar) const;
  // The Modelica text of an expression of the block model, shortened to what fits in a message.
  std::string ModelText(Expr e) const;

  const structure::BlockModel& model;
  const Store& store;
  const flat::Model* flat;

 private:
  void AddScalars();
  void AddScalar(const structure::Scalar& scalar, ScalarId id, bool is_initial);
  void AddRelations();
  void AddSystems(const TableOptions& options);
  void AddStateSets();
  void AddSections();
  void AddPattern();
  MicaRange Rows(const std::vector<structure::StateSet::Row>& rows);

  ModelTable& made_;
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::unordered_map<std::uint32_t, std::uint32_t> enumerations_;  // by type
};

// The parts that have files of their own.
MicaSystem DescribeSystem(structure::SystemId id, TableMaker& maker, const TableOptions& options);
// By relation: the slots of conditions of clauses that reinitialize a state and depend on it, through Booleans.
std::vector<std::vector<std::uint32_t>> FindReinitConditions(const structure::BlockModel& model, const Store& store);
// MICA_HOMOTOPY_….
std::uint32_t FindHomotopy(const structure::BlockModel& model, const Store& store);
// By delay 0 or 1: derivatives, crossing functions or other delays read it.
std::vector<std::uint32_t> FindDelayReads(const structure::BlockModel& model, const Store& store);

}  // namespace mica::table
