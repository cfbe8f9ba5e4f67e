// Files of results (MAT and CSV), of inputs, of references, of values for parameters: read, or refused.
#include "result/reference.h"
#include "result/result_reader.h"
#include "session/keep/run_data.h"
#include "target.h"

MICA_FUZZ_TARGET(results) {
  using namespace mica;
  std::string path = fuzz::FileOf(data, size);
  DiagnosticSink sink;
  if (Result<Trajectory> read = ReadResult(path, sink)) {
    for (const std::vector<double>& column : read->columns)
      if (column.size() != read->rows()) fuzz::Fault("a column has another length than time");
    (void)read->FindView("x");
    if (read->rows() > 0) (void)Bracket(read->time, 0.5);
  }
  (void)ReadReference(path, sink);
  run::SimulationOptions options;
  (void)ReadInputTable(path, options, sink);
  (void)ReadInitialPoint(path, options, sink);
  (void)ReadOverrideFile(path, options.overrides, sink);
  return 0;
}
