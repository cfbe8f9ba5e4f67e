// Table stage: the model table (runtime/model_table.h) of a block model: everything but code that a runtime needs of
// it, as plain data.
//
// In: the block model, its store, the flat model for units and descriptions, the sites that the code's reports name by
// number. Out: the table, which refers to none of them. What a runtime would otherwise have to find in expressions is
// found here: patterns of dependence, the sides of relations and crossing functions as formulas, what a mode is made
// of, which parts hold homotopy() or delay(). Cost: linear in the nodes of the expressions, but for the pattern of the
// state equations (ode_pattern.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flat/model.h"
#include "runtime/model_table.h"
#include "structure/block_model.h"

namespace mica::table {

// A place in the model that reports at run time: an assertion, a terminate(), a division.
struct Site {
  std::string text;  // the expression or condition as the user wrote it
  flat::Origin origin;
};

struct TableOptions {
  // Only what is needed to solve the systems: of a model with a mode put in (structure/modes/specialize.h), whose other
  // facts are those of the general model.
  bool systems_only = false;
};

// A table with the memory of its arrays. Files of origins are numbers of the source map.
class ModelTable {
 public:
  // `flat` may be null: there are no units and no descriptions then.
  ModelTable(const structure::BlockModel& model, const Store& store, const flat::Model* flat,
             std::span<const Site> sites, const TableOptions& options = {});
  ModelTable(ModelTable&&) = default;
  ModelTable& operator=(ModelTable&&) = default;
  ModelTable(const ModelTable&) = delete;
  ModelTable& operator=(const ModelTable&) = delete;

  const MicaModelTable& table() const { return table_; }

 private:
  friend class TableMaker;

  MicaModelTable table_{};
#define MICA_TABLE_VECTOR(type, name) std::vector<type> name##_;
  MICA_TABLE_ARRAYS(MICA_TABLE_VECTOR)
#undef MICA_TABLE_VECTOR
};

}  // namespace mica::table
