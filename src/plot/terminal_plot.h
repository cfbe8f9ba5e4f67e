// A figure as text, for a terminal or a pipe: braille dots in colours; without colours, letters on the curves; without
// Unicode, characters.
#pragma once

#include <string>

#include "plot/figure.h"
#include "plot/terminal_options.h"

namespace mica {

// Lines of at most options.width columns, each with its line end; about options.height of them, but every diagram has
// some rows.
std::string PlotTerminal(const Figure& figure, const TerminalOptions& options);

}  // namespace mica
