#include "session/show/incidence_page.h"

#include <nlohmann/json.hpp>

#include "plot/html_escape.h"
#include "plot/page_frame.h"
#include "session/show/incidence_frame.h"

namespace mica {

std::string IncidencePage(const structure::IncidencePicture& picture, const std::string& title,
                          const std::string& summary) {
  nlohmann::json data = {{"rows", nlohmann::json::array()},
                         {"columns", nlohmann::json::array()},
                         {"blocks", nlohmann::json::array()},
                         {"entries", nlohmann::json::array()}};
  for (const structure::IncidenceRow& row : picture.rows) data["rows"].push_back({row.text, row.origin, row.before});
  for (const structure::IncidenceColumn& column : picture.columns)
    data["columns"].push_back({column.name, column.before});
  for (const structure::IncidenceBlock& block : picture.blocks)
    data["blocks"].push_back({static_cast<int>(block.kind), block.first, block.size, block.unknowns});
  for (auto [row, column] : picture.entries) {
    data["entries"].push_back(row);
    data["entries"].push_back(column);
  }
  std::string json = data.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  const FramePart parts[] = {{"<!--TITLE-->", EscapeHtml(title)},
                             {"<!--HEAD-->", EscapeHtml(title)},
                             {"<!--SUMMARY-->", EscapeHtml(summary)},
                             {"/*DATA*/", WithinScript(json)}};
  return FillFrame(WithPolicy(kIncidenceFrame), parts);
}

}  // namespace mica
