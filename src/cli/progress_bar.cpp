#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

#include "plot/terminal_options.h"

namespace mica::cli {

void ProgressBar::Update(double time, double start, double stop) {
  if (!shown_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  drawn_ = true;
  double share = stop > start ? std::clamp((time - start) / (stop - start), 0.0, 1.0) : 1.0;
  double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
  TerminalOptions terminal = DetectTerminal(STDERR_FILENO);
  std::string tail = fmt::format(" {:3.0f} %  t = {:.4g}", 100 * share, time);
  if (share > 0.01) tail += fmt::format("  {:.0f} s left", passed * (1 - share) / share);
  int width = std::clamp(terminal.width - static_cast<int>(tail.size()) - 2, 0, 40);
  int full = static_cast<int>(share * width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < full ? (terminal.unicode ? "█" : "#") : (terminal.unicode ? "░" : ".");
  fmt::print(stderr, "\r\033[K{}{}", bar, tail);
  std::fflush(stderr);
}

void ProgressBar::Clear() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace mica::cli
