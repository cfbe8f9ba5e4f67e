#include "export/export_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "code/builder.h"
#include "code/print_c.h"
#include "runtime/tables/table.h"

namespace mica {

namespace {

using structure::ScalarKind;

std::string ArrayText(const char* type, const std::string& name, std::size_t count,
                      const std::function<std::string(std::size_t)>& item) {
  std::string text = fmt::format("static const {} {}[] = {{", type, name);
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{},", i % 8 == 0 ? "\n  " : " ", item(i));
  return text + "\n};\n";
}

// The table at `slot` as C, called table‹slot›.
std::string TableText(const MicaTable& table, std::uint32_t slot) {
  std::string own = fmt::format("table{}", slot), text;
  auto reals = [&](const char* part, const double* values, std::size_t count) {
    if (!values || count == 0) return std::string("0");
    std::string name = own + part;
    text += ArrayText("double", name, count, [&](std::size_t i) { return code::CReal(values[i]); });
    return name;
  };
  std::string data = reals("_data", table.data, std::size_t{table.rows} * table.columns);
  // Of a table of two variables nothing is chosen.
  std::size_t slope_count = table.chosen_count > 0 ? std::size_t{table.rows} * table.chosen_count
                                                   : std::size_t{3} * (table.rows - 1) * (table.columns - 1);
  std::string slopes = reals("_slopes", table.slopes, slope_count);
  std::string breaks = reals("_breaks", table.breaks, table.break_count);
  std::string chosen = "0";
  if (table.chosen_count > 0) {
    chosen = own + "_chosen";
    text += ArrayText("int32_t", chosen, table.chosen_count,
                      [&](std::size_t i) { return std::to_string(table.chosen[i]); });
  }
  return text + fmt::format("static MicaTable {} = {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}};\n", own,
                            table.smoothness, table.extrapolation, table.rows, table.columns, table.chosen_count, data,
                            chosen, slopes, code::CReal(table.start), code::CReal(table.shift), table.break_count,
                            breaks);
}

}  // namespace

std::vector<std::uint32_t> ForeignObjects(const structure::BlockModel& model, const Store& store,
                                          const std::vector<std::uint32_t>& slots) {
  std::vector<std::uint32_t> foreign;
  for (const structure::Scalar& scalar : model.scalars) {
    bool is_used = scalar.kind == ScalarKind::kObject && !scalar.alias_of.valid() &&
                   std::find(slots.begin(), slots.end(), scalar.slot) != slots.end();
    if (is_used &&
        !code::IsKernelConstructor(store.functions[store.types.object(scalar.type).constructor].external.name))
      foreign.push_back(scalar.slot);
  }
  return foreign;
}

std::string TablesText(run::Instance& instance, const std::vector<std::uint32_t>& slots) {
  std::string text, places;
  std::uint32_t count = instance.code().object_count;
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    const auto* table = static_cast<const MicaTable*>(instance.raw().objects[slot]);
    bool is_used = table && std::find(slots.begin(), slots.end(), slot) != slots.end();
    if (is_used) text += TableText(*table, slot);
    places += is_used ? fmt::format("&table{}, ", slot) : "0, ";
  }
  return text + fmt::format("static void* const objects_at_start[] = {{{}0}};\n", places);
}

}  // namespace mica
