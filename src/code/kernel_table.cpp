// The kernels that generated code may call, with their signatures and their addresses in this process.
#include <algorithm>
#include <span>
#include <utility>

#include "code/builder.h"
#include "runtime/kernels.h"

namespace mica::code {

namespace {

struct Entry {
  std::string_view name;
  void* address;
  Abi result;
  std::vector<Abi> parameters;
};

template <class F>
void* AddressOf(F* function) {
  return reinterpret_cast<void*>(function);
}

const std::vector<Entry>& Kernels() {
  using enum Abi;
  static const std::vector<Entry> kernels = {
      {"mica_report", AddressOf(mica_report), kStatus, {kInstance, kInt32, kInt32, kText}},
      {"mica_solve", AddressOf(mica_solve), kStatus, {kInstance, kInt32}},
      {"mica_delay", AddressOf(mica_delay), kDouble, {kInstance, kInt32, kDouble, kDouble, kDouble}},
      {"mica_distribution",
       AddressOf(mica_distribution),
       kDouble,
       {kInstance, kInt32, kDouble, kDouble, kDouble, kDouble}},
      {"mica_scratch", AddressOf(mica_scratch), kPointer, {kInstance, kInt64}},
      {"mica_scratch_mark", AddressOf(mica_scratch_mark), kInt64, {kInstance}},
      {"mica_scratch_release", AddressOf(mica_scratch_release), kNothing, {kInstance, kInt64}},
      {"mica_keep", AddressOf(mica_keep), kText, {kInstance, kText}},
      {"mica_resource_file", AddressOf(mica_resource_file), kText, {kInstance, kText}},
      {"mica_reinit", AddressOf(mica_reinit), kNothing, {kInstance, kInt32, kDouble}},
      {"mica_division_failed", AddressOf(mica_division_failed), kStatus, {kInstance, kInt32}},
      {"mica_left_open", AddressOf(mica_left_open), kStatus, {kInstance, kInt32, kDouble, kText}},
      {"mica_subscript_failed", AddressOf(mica_subscript_failed), kStatus, {kInstance, kInt32, kInt64, kInt64}},
      {"mica_size_failed", AddressOf(mica_size_failed), kStatus, {kInstance, kInt32, kInt64, kInt64}},
      {"mica_div_integer", AddressOf(mica_div_integer), kInt64, {kInt64, kInt64}},
      {"mica_mod_integer", AddressOf(mica_mod_integer), kInt64, {kInt64, kInt64}},
      {"mica_mul_integer", AddressOf(mica_mul_integer), kInt64, {kInt64, kInt64}},
      {"mica_rem_integer", AddressOf(mica_rem_integer), kInt64, {kInt64, kInt64}},
      {"mica_integer", AddressOf(mica_integer), kInt64, {kDouble}},
      {"mica_power_integer", AddressOf(mica_power_integer), kDouble, {kDouble, kInt64}},
      {"mica_concat", AddressOf(mica_concat), kText, {kInstance, kText, kText}},
      {"mica_compare", AddressOf(mica_compare), kInt32, {kText, kText}},
      {"mica_text_of_real", AddressOf(mica_text_of_real), kText, {kInstance, kDouble, kInt64, kInt64, kInt32}},
      {"mica_text_of_integer", AddressOf(mica_text_of_integer), kText, {kInstance, kInt64, kInt64, kInt32}},
      {"mica_text_of_boolean", AddressOf(mica_text_of_boolean), kText, {kInstance, kInt32, kInt64, kInt32}},
      {"mica_text_copy", AddressOf(mica_text_copy), kText, {kInstance, kText}},
      {"mica_text_padded", AddressOf(mica_text_padded), kText, {kInstance, kText, kInt64, kInt32}},
      {"mica_text_of_real_format", AddressOf(mica_text_of_real_format), kText, {kInstance, kDouble, kText}},
      {"mica_text_of_integer_format", AddressOf(mica_text_of_integer_format), kText, {kInstance, kInt64, kText}},
      {"mica_guarded", AddressOf(mica_guarded), kStatus, {kInstance, kPointer}},
      {"mica_guarded_array", AddressOf(mica_guarded_array), kStatus, {kInstance, kPointer, kPointer}},
      {"mica_external_begin", AddressOf(mica_external_begin), kNothing, {kInstance, kInt32}},
      {"mica_ints_out", AddressOf(mica_ints_out), kPointer, {kInstance, kPointer, kInt64}},
      {"mica_ints_back", AddressOf(mica_ints_back), kNothing, {kPointer, kPointer, kInt64, kInt32}},
      {"mica_put_int", AddressOf(mica_put_int), kNothing, {kPointer, kInt64, kInt64}},
      {"mica_get_int", AddressOf(mica_get_int), kInt64, {kPointer, kInt64}},
      {"mica_put_double", AddressOf(mica_put_double), kNothing, {kPointer, kInt64, kDouble}},
      {"mica_get_double", AddressOf(mica_get_double), kDouble, {kPointer, kInt64}},
      {"mica_put_pointer", AddressOf(mica_put_pointer), kNothing, {kPointer, kInt64, kPointer}},
      {"mica_get_pointer", AddressOf(mica_get_pointer), kPointer, {kPointer, kInt64}},
      {"mica_to_column_major",
       AddressOf(mica_to_column_major),
       kNothing,
       {kPointer, kPointer, kInt64, kPointer, kInt64}},
      {"mica_to_row_major", AddressOf(mica_to_row_major), kNothing, {kPointer, kPointer, kInt64, kPointer, kInt64}},
      {"mica_table_open",
       AddressOf(mica_table_open),
       kStatus,
       {kInstance, kInt32, kText, kText, kPointer, kSize, kSize, kPointer, kSize, kInt32, kInt32, kInt32, kText, kInt32,
        kPointer}},
      {"mica_time_table_open",
       AddressOf(mica_time_table_open),
       kStatus,
       {kInstance, kInt32, kText, kText, kPointer, kSize, kSize, kDouble, kPointer, kSize, kInt32, kInt32, kDouble,
        kInt32, kInt32, kText, kInt32, kPointer}},
      {"mica_table2_open",
       AddressOf(mica_table2_open),
       kStatus,
       {kInstance, kInt32, kText, kText, kPointer, kSize, kSize, kInt32, kInt32, kInt32, kText, kInt32, kPointer}},
      {"mica_table_close", AddressOf(mica_table_close), kStatus, {kInstance, kInt32, kPointer}},
      {"mica_table_value",
       AddressOf(mica_table_value),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kPointer}},
      {"mica_table_derivative",
       AddressOf(mica_table_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kDouble, kPointer}},
      {"mica_table_second_derivative",
       AddressOf(mica_table_second_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kDouble, kDouble, kPointer}},
      {"mica_table_first_abscissa",
       AddressOf(mica_table_first_abscissa),
       kStatus,
       {kInstance, kInt32, kPointer, kPointer}},
      {"mica_table_last_abscissa",
       AddressOf(mica_table_last_abscissa),
       kStatus,
       {kInstance, kInt32, kPointer, kPointer}},
      {"mica_time_table_value",
       AddressOf(mica_time_table_value),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kDouble, kDouble, kPointer}},
      {"mica_time_table_derivative",
       AddressOf(mica_time_table_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kDouble, kDouble, kDouble, kPointer}},
      {"mica_time_table_second_derivative",
       AddressOf(mica_time_table_second_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kInt32, kDouble, kDouble, kDouble, kDouble, kDouble, kPointer}},
      {"mica_time_table_next_event",
       AddressOf(mica_time_table_next_event),
       kStatus,
       {kInstance, kInt32, kPointer, kDouble, kPointer}},
      {"mica_table2_value",
       AddressOf(mica_table2_value),
       kStatus,
       {kInstance, kInt32, kPointer, kDouble, kDouble, kPointer}},
      {"mica_table2_derivative",
       AddressOf(mica_table2_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kDouble, kDouble, kDouble, kDouble, kPointer}},
      {"mica_table2_second_derivative",
       AddressOf(mica_table2_second_derivative),
       kStatus,
       {kInstance, kInt32, kPointer, kDouble, kDouble, kDouble, kDouble, kDouble, kDouble, kPointer}},
      {"mica_table2_first_abscissas",
       AddressOf(mica_table2_first_abscissas),
       kStatus,
       {kInstance, kInt32, kPointer, kPointer}},
      {"mica_table2_last_abscissas",
       AddressOf(mica_table2_last_abscissas),
       kStatus,
       {kInstance, kInt32, kPointer, kPointer}},
  };
  return kernels;
}

// Names of C functions that libraries call, and the kernel for each.
constexpr std::pair<std::string_view, std::string_view> kForExternal[] = {
    {"ModelicaStandardTables_CombiTable1D_init3", "mica_table_open"},
    {"ModelicaStandardTables_CombiTable1D_close", "mica_table_close"},
    {"ModelicaStandardTables_CombiTable1D_getValue", "mica_table_value"},
    {"ModelicaStandardTables_CombiTable1D_getDerValue", "mica_table_derivative"},
    {"ModelicaStandardTables_CombiTable1D_getDer2Value", "mica_table_second_derivative"},
    {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", "mica_table_first_abscissa"},
    {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", "mica_table_last_abscissa"},
    {"ModelicaStandardTables_CombiTimeTable_init3", "mica_time_table_open"},
    {"ModelicaStandardTables_CombiTimeTable_close", "mica_table_close"},
    {"ModelicaStandardTables_CombiTimeTable_getValue", "mica_time_table_value"},
    {"ModelicaStandardTables_CombiTimeTable_getDerValue", "mica_time_table_derivative"},
    {"ModelicaStandardTables_CombiTimeTable_getDer2Value", "mica_time_table_second_derivative"},
    {"ModelicaStandardTables_CombiTimeTable_minimumTime", "mica_table_first_abscissa"},
    {"ModelicaStandardTables_CombiTimeTable_maximumTime", "mica_table_last_abscissa"},
    {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", "mica_time_table_next_event"},
    {"ModelicaStandardTables_CombiTable2D_init3", "mica_table2_open"},
    {"ModelicaStandardTables_CombiTable2D_close", "mica_table_close"},
    {"ModelicaStandardTables_CombiTable2D_getValue", "mica_table2_value"},
    {"ModelicaStandardTables_CombiTable2D_getDerValue", "mica_table2_derivative"},
    {"ModelicaStandardTables_CombiTable2D_getDer2Value", "mica_table2_second_derivative"},
    {"ModelicaStandardTables_CombiTable2D_minimumAbscissa", "mica_table2_first_abscissas"},
    {"ModelicaStandardTables_CombiTable2D_maximumAbscissa", "mica_table2_last_abscissas"},
};

const Entry& FindKernel(std::string_view name) {
  for (const Entry& entry : Kernels())
    if (entry.name == name) return entry;
  FailCheck("no kernel of this name");
}

}  // namespace

SymbolId KernelSymbol(Program& program, std::string_view name) {
  for (std::size_t i = 0; i < program.symbols.size(); ++i)
    if (program.symbols[SymbolId(i)].is_kernel && program.symbols[SymbolId(i)].name == name) return SymbolId(i);
  const Entry& entry = FindKernel(name);
  return program.symbols.Add({std::string(name), entry.result, entry.parameters, true, {}, entry.address});
}

std::string_view KernelForExternal(std::string_view name, std::span<const Abi> parameters, bool has_result) {
  for (const auto& [external, kernel] : kForExternal) {
    if (external != name) continue;
    // The instance and the site come first, the place of the result last.
    std::vector<Abi> expected{Abi::kInstance, Abi::kInt32};
    expected.insert(expected.end(), parameters.begin(), parameters.end());
    if (has_result) expected.push_back(Abi::kPointer);
    // A size that is known is a number like others.
    auto is_same = [](Abi a, Abi b) { return a == b || (a == Abi::kSize && b == Abi::kInt32); };
    return std::ranges::equal(FindKernel(kernel).parameters, expected, is_same) ? kernel : std::string_view();
  }
  return {};
}

bool IsKernelConstructor(std::string_view name) {
  return std::any_of(std::begin(kForExternal), std::end(kForExternal),
                     [&](const auto& each) { return each.first == name && each.second.ends_with("_open"); });
}

void* KernelAddress(std::string_view name) { return FindKernel(name).address; }

}  // namespace mica::code
