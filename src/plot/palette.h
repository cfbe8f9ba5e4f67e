// The colours of curves, in their order: the ten categorical colours of D3 ('category10'), which stay apart on white
// and for most eyes; and what is nearest to them among the 256 colours of a terminal, on dark and on light ground.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace mica {

struct CurveColour {
  std::string_view hex;
  int terminal;
};

inline constexpr std::array<CurveColour, 10> kCurveColours{{{"#1f77b4", 39},
                                                            {"#ff7f0e", 208},
                                                            {"#2ca02c", 34},
                                                            {"#d62728", 196},
                                                            {"#9467bd", 141},
                                                            {"#8c564b", 137},
                                                            {"#e377c2", 212},
                                                            {"#7f7f7f", 245},
                                                            {"#bcbd22", 142},
                                                            {"#17becf", 44}}};

inline constexpr const CurveColour& ColourOf(std::size_t curve) { return kCurveColours[curve % kCurveColours.size()]; }

}  // namespace mica
