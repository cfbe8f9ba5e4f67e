// Text without mistakes is brought into its layout, once and for all; text with mistakes is left alone.
#include "session/libraries/format_file.h"
#include "session_input.h"

MICA_FUZZ_TARGET(formatter) {
  using namespace mica;
  Session session;
  Result<std::string> once = FormatText("input.mo", fuzz::TextOf(data, size), session);
  fuzz::FaultIf(session);
  if (!once) return 0;
  Result<std::string> twice = FormatText("again.mo", *once, session);
  fuzz::FaultIf(session);
  if (!twice) fuzz::Fault("what was formatted does not parse");
  if (*twice != *once) fuzz::Fault("formatting again changes the text");
  return 0;
}
