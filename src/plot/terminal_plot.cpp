#include "plot/terminal_plot.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "plot/axis.h"
#include "plot/dot_canvas.h"

namespace mica {

namespace {

constexpr int kNarrowest = 30, kWidest = 200;
constexpr int kFewestRows = 5, kMostRows = 40;

int DisplayWidth(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

// Names come from files: nothing in them may steer the terminal.
std::string Printable(std::string_view text, bool unicode) {
  std::string out;
  for (unsigned char c : text) {
    if (c < 0x20 || c == 0x7F)
      out += '?';
    else if (c < 0x80 || unicode)
      out += static_cast<char>(c);
    else if ((c & 0xC0) != 0x80)
      out += '?';
  }
  return out;
}

std::string Shorten(std::string text, int width, bool unicode) {
  if (DisplayWidth(text) <= width) return text;
  std::size_t end = 0;
  for (int kept = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && kept++ >= width - 1) break;
  return text.substr(0, end) + (unicode ? "…" : "~");
}

std::string PadLeft(const std::string& text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - DisplayWidth(text))), ' ') + text;
}

struct Frame {
  const char *side, *tick, *right_tick, *corner, *right_corner, *line, *bottom_tick, *legend;
};
constexpr Frame kUnicodeFrame{"│", "┤", "├", "└", "┘", "─", "┬", "──"};
constexpr Frame kAsciiFrame{"|", "+", "+", "+", "+", "-", "+", ""};

class DiagramPainter {
 public:
  DiagramPainter(const Figure& figure, const Diagram& diagram, const TerminalOptions& options, int rows, bool last)
      : figure_(figure),
        diagram_(diagram),
        options_(options),
        frame_(options.unicode ? kUnicodeFrame : kAsciiFrame),
        last_(last),
        rows_(rows),
        letters_(!options.colour && options.unicode && diagram.curves.size() > 1),
        x_range_(RangeOf(figure.x)) {
    for (int axis = 0; axis < (diagram.two_axes ? 2 : 1); ++axis) {
      ranges_[axis] = Widen(RangeOf(diagram, axis), 0.04);
      ticks_[axis] = MakeTicks(ranges_[axis], std::max(3, rows * 2 / 5));
      for (const Tick& tick : ticks_[axis]) margins_[axis] = std::max(margins_[axis], DisplayWidth(tick.label));
    }
    int frame_width = margins_[0] + 2 + (diagram.two_axes ? margins_[1] + 2 : 0);
    columns_ = std::max(10, options.width - frame_width - 1);
  }

  std::string Paint() {
    DotCanvas canvas(columns_, rows_, options_.unicode);
    for (std::size_t c = 0; c < diagram_.curves.size(); ++c) DrawCurve(canvas, diagram_.curves[c], static_cast<int>(c));
    if (letters_)
      for (std::size_t c = 0; c < diagram_.curves.size(); ++c)
        DrawLetters(canvas, diagram_.curves[c], static_cast<int>(c));
    std::string out = AxisTitles();
    std::vector<std::string> left = TickColumn(0), right = TickColumn(1);
    for (int row = 0; row < rows_; ++row) {
      const std::string &label = left[static_cast<std::size_t>(row)], &other = right[static_cast<std::size_t>(row)];
      std::string line = PadLeft(label, margins_[0]) + " " + (label.empty() ? frame_.side : frame_.tick) +
                         canvas.Row(row, options_.colour);
      if (diagram_.two_axes)
        line += (other.empty() ? frame_.side : frame_.right_tick) + (other.empty() ? "" : " " + other);
      AddLine(out, std::move(line));
    }
    out += Bottom();
    out += Legend();
    return out;
  }

 private:
  static void AddLine(std::string& out, std::string line) {
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }

  int DotX(const DotCanvas& canvas, double x) const {
    return static_cast<int>(std::lround((x - x_range_.low) / x_range_.width() * (canvas.width() - 1)));
  }
  int DotY(const DotCanvas& canvas, double y, int axis) const {
    return static_cast<int>(std::lround((ranges_[axis].high - y) / ranges_[axis].width() * (canvas.height() - 1)));
  }
  bool Visible(double x, double y) const { return std::isfinite(x) && std::isfinite(y) && std::abs(y) < 8e307; }

  void DrawCurve(DotCanvas& canvas, const Curve& curve, int number) {
    bool pen = false;
    int last_x = 0, last_y = 0;
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      if (!Visible(figure_.x[i], curve.values[i])) {
        pen = false;
        continue;
      }
      int x = DotX(canvas, figure_.x[i]), y = DotY(canvas, curve.values[i], curve.axis);
      if (pen && curve.steps) {
        canvas.Line(last_x, last_y, x, last_y, number);
        canvas.Line(x, last_y, x, y, number);
      } else if (pen) {
        canvas.Line(last_x, last_y, x, y, number);
      } else {
        canvas.Dot(x, y, number);
      }
      pen = true;
      last_x = x;
      last_y = y;
    }
    if (curve.values.size() == 1 && pen)  // a point alone would be missed
      for (int d = -1; d <= 1; ++d) {
        canvas.Dot(last_x + d, last_y, number);
        canvas.Dot(last_x, last_y + d, number);
      }
  }

  // Five letters along each curve, those of different curves at different places.
  void DrawLetters(DotCanvas& canvas, const Curve& curve, int number) {
    constexpr int kLetters = 5;
    std::size_t rows = curve.values.size();
    for (int k = 0; k < kLetters; ++k) {
      double share = (k + (number + 0.5) / static_cast<double>(diagram_.curves.size())) / kLetters;
      std::size_t row = std::min(rows - 1, static_cast<std::size_t>(share * static_cast<double>(rows)));
      if (figure_.x_ascending) {
        double at = x_range_.low + share * x_range_.width();
        row = std::min<std::size_t>(
            rows - 1,
            static_cast<std::size_t>(std::lower_bound(figure_.x.begin(), figure_.x.end(), at) - figure_.x.begin()));
      }
      if (!Visible(figure_.x[row], curve.values[row])) continue;
      canvas.Mark(DotX(canvas, figure_.x[row]), DotY(canvas, curve.values[row], curve.axis), Letter(number), number);
    }
  }
  static char Letter(int number) { return static_cast<char>(number < 26 ? 'a' + number : 'A' + (number - 26) % 26); }

  std::string AxisTitles() const {
    std::string left =
        Shorten(Printable(diagram_.axis_labels[0], options_.unicode), options_.width / 2, options_.unicode);
    std::string right = diagram_.two_axes ? Shorten(Printable(diagram_.axis_labels[1], options_.unicode),
                                                    options_.width / 2 - 1, options_.unicode)
                                          : "";
    if (left.empty() && right.empty()) return "";
    std::string out;
    AddLine(out, right.empty() ? left : left + PadLeft(right, options_.width - DisplayWidth(left)));
    return out;
  }

  // The label of each row, or "".
  std::vector<std::string> TickColumn(int axis) const {
    std::vector<std::string> labels(static_cast<std::size_t>(rows_));
    for (const Tick& tick : ticks_[axis]) {
      auto row = static_cast<int>(std::lround((ranges_[axis].high - tick.value) / ranges_[axis].width() * rows_ - 0.5));
      if (row >= 0 && row < rows_) labels[static_cast<std::size_t>(row)] = tick.label;
    }
    return labels;
  }

  std::string Bottom() const {
    std::vector<Tick> ticks = MakeTicks(x_range_, std::max(2, columns_ / 12));
    std::vector<bool> marked(static_cast<std::size_t>(columns_));
    std::string labels;
    for (const Tick& tick : ticks) {
      int column =
          std::clamp(static_cast<int>(std::lround((tick.value - x_range_.low) / x_range_.width() * (columns_ - 1))), 0,
                     columns_ - 1);
      marked[static_cast<std::size_t>(column)] = true;
      int start = margins_[0] + 2 + column - DisplayWidth(tick.label) / 2;
      start = std::min(start, options_.width - DisplayWidth(tick.label));
      int used = DisplayWidth(labels);
      if (start > used || used == 0) labels += PadLeft(tick.label, start - used + DisplayWidth(tick.label));
    }
    std::string line(static_cast<std::size_t>(margins_[0] + 1), ' ');
    line += frame_.corner;
    for (bool mark : marked) line += mark ? frame_.bottom_tick : frame_.line;
    if (diagram_.two_axes) line += frame_.right_corner;
    std::string out;
    AddLine(out, line);
    AddLine(out, labels);
    if (last_) {
      std::string label = Shorten(Printable(figure_.x_label, options_.unicode), options_.width, options_.unicode);
      AddLine(out, PadLeft(label, margins_[0] + 2 + (columns_ + DisplayWidth(label)) / 2));
    }
    return out;
  }

  std::string Legend() const {
    std::string out, line;
    int used = 0;
    for (std::size_t c = 0; c < diagram_.curves.size(); ++c) {
      const Curve& curve = diagram_.curves[c];
      int number = static_cast<int>(c);
      std::string sign = letters_           ? std::string(1, Letter(number))
                         : options_.unicode ? frame_.legend
                                            : std::string(1, CurveCharacter(number));
      std::string name = Printable(curve.Legend(), options_.unicode);
      if (diagram_.two_axes && curve.axis == 1) name += options_.unicode ? " →" : " ->";
      name = Shorten(name, options_.width - DisplayWidth(sign) - 3, options_.unicode);
      int width = DisplayWidth(sign) + 1 + DisplayWidth(name);
      if (used > 0 && used + 3 + width > options_.width) {
        AddLine(out, line);
        line.clear();
        used = 0;
      }
      line += std::string(used == 0 ? 2 : 3, ' ');
      used += (used == 0 ? 2 : 3) + width;
      line += options_.colour ? ColourEscape(number) + sign + kResetEscape : sign;
      line += " " + name;
    }
    AddLine(out, line);
    return out;
  }

  const Figure& figure_;
  const Diagram& diagram_;
  const TerminalOptions& options_;
  const Frame& frame_;
  bool last_;
  int rows_;
  int columns_ = 0;
  bool letters_;
  AxisRange x_range_;
  AxisRange ranges_[2];
  std::vector<Tick> ticks_[2];
  int margins_[2] = {0, 0};
};

}  // namespace

std::string PlotTerminal(const Figure& figure, const TerminalOptions& wished) {
  TerminalOptions options = wished;
  options.width = std::clamp(options.width, kNarrowest, kWidest);
  int diagrams = std::max(1, static_cast<int>(figure.diagrams.size()));
  // Besides its rows a diagram has the titles of its axes, the frame below, the labels of the ticks and a legend.
  int rows = std::clamp((options.height - 3) / diagrams - 4, kFewestRows,
                        std::min(kMostRows, std::max(kFewestRows, options.width / 4)));
  std::string out;
  if (!figure.title.empty()) {
    std::string title = Shorten(Printable(figure.title, options.unicode), options.width, options.unicode);
    std::string indent(static_cast<std::size_t>((options.width - DisplayWidth(title)) / 2), ' ');
    out += indent + (options.colour ? "\033[1m" + title + kResetEscape : title) + "\n";
  }
  for (std::size_t i = 0; i < figure.diagrams.size(); ++i)
    out += DiagramPainter(figure, figure.diagrams[i], options, rows, i + 1 == figure.diagrams.size()).Paint();
  return out;
}

}  // namespace mica
