// Session: a translation that starts from what an earlier run kept of the unchanged model (kept_translations.h), and is
// kept for later ones.
#include <algorithm>

#include "session/keep/kept_model.h"
#include "session/session.h"
#include "session/translation.h"
#include "session/values/evaluated_parameters.h"

namespace mica {

bool Translation::Restore() {
  std::optional<std::string> bytes = session_.kept().Find(kept_key_);
  if (!bytes) return false;
  StageTimer timer(seconds_.restore);
  KeptModel kept;
  bool read = false;
  try {
    read = ReadModel(*bytes, kept, *store_, session_.sources());
  } catch (const std::exception&) {
    // What is kept only saves time: without it the model is translated.
  }
  if (!read) {
    store_ = std::make_unique<Store>(session_.names());
    return false;
  }
  flat_ = std::move(kept.flat);
  blocks_ = std::move(kept.blocks);
  kept_evaluated_ = std::move(kept.evaluated);
  is_restored_ = true;
  if (!blocks_->partition.states.empty()) stage_ = {structure::StageRequest::Kind::kFormulas, blocks_->partition};
  for (Diagnostic& diagnostic : kept.reported) session_.sink().Report(std::move(diagnostic));
  return true;
}

void Translation::Keep() {
  if (kept_key_.empty() || is_restored_ || initial_iteration_ != structure::InitialIteration::kFewest ||
      !built_in_.empty() || !blocks_ || !external_calls_ || external_calls_->has_called() ||
      !session_.classes().converted_files().empty())
    return;
  StageTimer timer(seconds_.keep);
  std::span<const Diagnostic> reported = session_.sink().Between(reported_, reported_end_);
  std::string bytes = WriteModel(*flat_, *blocks_, EvaluatedParameters(session_, *this),
                                 {reported.begin(), reported.end()}, *store_, session_.sources());
  session_.kept().Keep(kept_key_, bytes, session_.sources(), session_.classes());
  kept_key_.clear();
}

}  // namespace mica
