// Readers of results, of Mica and of other tools: MAT-4 as Dymola and OpenModelica write it (binTrans and binNormal,
// and Dymola's plain export 'names', 'data'), and CSV with a head. What a file is shows in its first bytes, not in its
// name.
//
// A broken file is a diagnostic (E700x); one that was cut, by a killed run, gives its complete rows and W7005.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "base/result.h"
#include "result/trajectory.h"

namespace mica {

// An open result file: its signals are known, values are read on request.
class ResultReader {
 public:
  virtual ~ResultReader() = default;
  const SignalTable& signals() const { return signals_; }
  // The wanted signals with their values; the others are not loaded.
  virtual Result<Trajectory> Read(const std::function<bool(const Signal&)>& wanted, DiagnosticSink& sink) = 0;

 protected:
  SignalTable signals_;
};

Result<std::unique_ptr<ResultReader>> OpenResult(const std::string& path, DiagnosticSink& sink);

// Everything in the file.
Result<Trajectory> ReadResult(const std::string& path, DiagnosticSink& sink);

// Reports E7007 and returns false unless the times never decrease and are numbers.
bool CheckTimes(const std::string& path, std::span<const double> times, DiagnosticSink& sink);

}  // namespace mica
