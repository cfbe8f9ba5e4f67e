// Fewer points that look the same. The x range is cut into buckets; of each curve and bucket the rows with the first,
// last, lowest and highest value stay, so that the drawing at that resolution does not change (the idea of M4: Jugel et
// al., VLDB 2014). Rows where a curve begins or ends to be a number stay too.
#pragma once

#include <cstddef>
#include <vector>

#include "plot/figure.h"

namespace mica {

// The rows to keep for all curves of `figure`, ascending. At most buckets · (2 + 2 · curves) or so; all of them if x
// does not ascend or there are few.
std::vector<std::size_t> ThinRows(const Figure& figure, std::size_t buckets);

}  // namespace mica
