#include "plot/dot_canvas.h"

#include <fmt/format.h>
#include <cstdlib>
#include <string_view>

#include "plot/palette.h"

namespace mica {

char CurveCharacter(int curve) {
  constexpr std::string_view kCharacters = "*o+x#@%&=~";
  return kCharacters[static_cast<std::size_t>(curve) % kCharacters.size()];
}

std::string ColourEscape(int curve) {
  return fmt::format("\033[38;5;{}m", ColourOf(static_cast<std::size_t>(curve)).terminal);
}

DotCanvas::DotCanvas(int columns, int rows, bool unicode)
    : columns_(columns),
      rows_(rows),
      unicode_(unicode),
      dots_x_(unicode ? 2 : 1),
      dots_y_(unicode ? 4 : 1),
      cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

DotCanvas::Cell* DotCanvas::Find(int x, int y) {
  if (x < 0 || y < 0 || x >= width() || y >= height()) return nullptr;
  return &cells_[static_cast<std::size_t>(y / dots_y_) * static_cast<std::size_t>(columns_) +
                 static_cast<std::size_t>(x / dots_x_)];
}

void DotCanvas::Dot(int x, int y, int curve) {
  Cell* cell = Find(x, y);
  if (!cell) return;
  // Braille numbers its dots down the left column, down the right one, and then the two at the bottom.
  constexpr std::uint8_t kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  cell->dots |= unicode_ ? kBits[y % 4][x % 2] : 1;
  cell->curve = curve;
}

// Bresenham's line.
void DotCanvas::Line(int x0, int y0, int x1, int y1, int curve) {
  int dx = std::abs(x1 - x0), dy = -std::abs(y1 - y0);
  int step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1, error = dx + dy;
  while (true) {
    Dot(x0, y0, curve);
    if (x0 == x1 && y0 == y1) return;
    int twice = 2 * error;
    if (twice >= dy) error += dy, x0 += step_x;
    if (twice <= dx) error += dx, y0 += step_y;
  }
}

void DotCanvas::Mark(int x, int y, char letter, int curve) {
  if (Cell* cell = Find(x, y)) {
    cell->mark = letter;
    cell->curve = curve;
  }
}

std::string DotCanvas::Row(int row, bool colour) const {
  std::string out;
  int current = -1;
  for (int column = 0; column < columns_; ++column) {
    const Cell& cell =
        cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
    bool empty = cell.dots == 0 && cell.mark == 0;
    if (colour && !empty && cell.curve != current) {
      out += ColourEscape(cell.curve);
      current = cell.curve;
    }
    if (empty)
      out += ' ';
    else if (cell.mark)
      out += cell.mark;
    else if (!unicode_)
      out += CurveCharacter(cell.curve);
    else {
      out += '\xE2';
      out += static_cast<char>(0xA0 | (cell.dots >> 6));
      out += static_cast<char>(0x80 | (cell.dots & 0x3F));
    }
  }
  if (current >= 0) out += kResetEscape;
  return out;
}

}  // namespace mica
