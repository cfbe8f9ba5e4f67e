// Files of tables, in each of the three kinds (text, MAT, comma-separated): a matrix whose numbers are all there, or a
// message.
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/process.h"
#include "runtime/tables/table.h"
#include "target.h"

namespace {

// What is read may be read: as many numbers as rows and columns say.
void Read(const std::string& path, const char* delimiter) {
  std::size_t rows = 0, columns = 0;
  char problem[200] = "";
  double* data = mica_table_read(path.c_str(), "tab1", delimiter, 0, &rows, &columns, problem, sizeof problem);
  if (!data && problem[0] == 0) mica::fuzz::Fault("no table, and no reason");
  double sum = 0;
  if (data && columns > 0 && rows > SIZE_MAX / columns) mica::fuzz::Fault("more numbers than memory can hold");
  for (std::size_t i = 0; data && i < rows * columns; ++i) sum += data[i];
  volatile double used = sum;
  (void)used;
  std::free(data);
}

}  // namespace

MICA_FUZZ_TARGET(tables) {
  using namespace mica;
  static const ScratchDirectory scratch;
  static const std::string separated = scratch.path() + "/table.csv";
  Read(fuzz::FileOf(data, size), ",");
  if (!WriteWholeFile(separated, fuzz::TextOf(data, size))) fuzz::Fault("no place for files");
  Read(separated, size % 2 ? ";" : ",");
  return 0;
}
