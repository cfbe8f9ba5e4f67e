#include "result/selecting_writer.h"

#include "base/check.h"

namespace mica {

SelectingWriter::SelectingWriter(std::unique_ptr<ResultWriter> inner, Predicate wanted)
    : inner_(std::move(inner)), wanted_(std::move(wanted)) {
  Check(inner_ != nullptr, "no writer to select for");
}

bool SelectingWriter::Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                            double stop_time) {
  Check(constants.size() == signals.constant_slots(), "constants do not fit the signals");
  row_slots_ = signals.row_slots();
  selection_ = SelectSignals(signals, wanted_);
  std::vector<double> chosen(selection_.constants.size());
  SignalSelection::Pick(selection_.constants, constants, chosen);
  row_.resize(selection_.rows.size());
  return inner_->Begin(selection_.table, chosen, start_time, stop_time);
}

bool SelectingWriter::Append(double time, std::span<const double> values) {
  Check(values.size() == row_slots_, "a row does not fit the signals");
  SignalSelection::Pick(selection_.rows, values, row_);
  return inner_->Append(time, row_);
}

}  // namespace mica
