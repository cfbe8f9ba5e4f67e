// A drawing of dots for a terminal. With Unicode, each cell holds 2 × 4 dots as a braille pattern (U+2800 …); in ASCII,
// one dot, shown by a character of its curve. A cell belongs to the last curve that drew in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mica {

class DotCanvas {
 public:
  DotCanvas(int columns, int rows, bool unicode);

  int width() const { return columns_ * dots_x_; }  // in dots
  int height() const { return rows_ * dots_y_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }

  // Dots outside are left out. The origin is the upper left.
  void Dot(int x, int y, int curve);
  void Line(int x0, int y0, int x1, int y1, int curve);
  // A letter in the cell of that dot, over what is there.
  void Mark(int x, int y, char letter, int curve);

  // One row of cells as text. `colour` adds ANSI escapes.
  std::string Row(int row, bool colour) const;

 private:
  struct Cell {
    std::uint8_t dots = 0;
    char mark = 0;
    int curve = -1;
  };
  Cell* Find(int x, int y);

  int columns_, rows_;
  bool unicode_;
  int dots_x_, dots_y_;
  std::vector<Cell> cells_;
};

// The character that stands for a curve in ASCII drawings and their legends.
char CurveCharacter(int curve);
std::string ColourEscape(int curve);
inline constexpr const char* kResetEscape = "\033[0m";

}  // namespace mica
