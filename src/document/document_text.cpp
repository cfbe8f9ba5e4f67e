#include "document/document_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "document/html_safe.h"
#include "document/html_text.h"
#include "library/resource_uri.h"
#include "plot/html_escape.h"
#include "plot/page_frame.h"

namespace mica {

namespace {

struct Group {
  const char* title;
  const std::vector<DocumentedElement>* elements;
};

std::vector<Group> GroupsOf(const ClassDocument& d) {
  return {{"Parameters", &d.parameters}, {"Inputs", &d.inputs},       {"Outputs", &d.outputs},
          {"Connectors", &d.connectors}, {"Constants", &d.constants}, {"Values", &d.literals}};
}

// On one line, for a table.
std::string OneLine(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

// A long value is cut.
std::string Short(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string line = OneLine(text);
  if (line.size() <= kLongest) return line;
  std::size_t end = kLongest - 1;
  while (end > 0 && (line[end] & 0xC0) == 0x80) --end;
  return line.substr(0, end) + "…";
}

std::string ValueOf(const DocumentedElement& element) {
  std::string value = Short(element.value);
  return element.unit.empty() || element.unit == "1"
             ? value
             : fmt::format("{}{}[{}]", value, value.empty() ? "" : " ", element.unit);
}

bool IsHtml(std::string_view text) {
  std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && text.substr(begin, 5).size() == 5 &&
         (text.substr(begin, 5) == "<html" || text.substr(begin, 5) == "<HTML");
}

// Plain text in an annotation is shown as it stands.
std::string AsHtml(const std::string& text) {
  return text.empty() || IsHtml(text) ? text : fmt::format("<pre>{}</pre>", EscapeHtml(text));
}

void AppendTable(std::string& out, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  auto width = [](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
  };
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], width(row[i]));
    }
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i)
      if (widths[i] > 0) line += " " + row[i] + std::string(widths[i] - width(row[i]) + 1, ' ');
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
}

}  // namespace

std::string DocumentText(const ClassDocument& d, Session& session, std::size_t width, bool colour) {
  auto strong = [&](const std::string& text) { return colour ? "\033[1m" + text + "\033[22m" : text; };
  std::string out = strong(d.name) + "  " + d.kind + (d.version.empty() ? "" : " " + d.version) + "\n";
  if (!d.description.empty()) out += OneLine(d.description) + "\n";
  HtmlTextOptions options{width, colour, [&](std::string_view address) {
                            if (auto file = library::ResourceFile(address, session.classes(), session.names()))
                              return *file;
                            if (auto uri = library::ParseResourceUri(address))
                              return uri->path.empty() ? uri->class_name : std::string(address);
                            return address.starts_with('#') ? std::string() : std::string(address);
                          }};
  if (std::string info = HtmlText(AsHtml(d.info), options); !info.empty()) out += "\n" + info;
  if (!d.extends.empty())
    out += "\n" + strong("Extends") + "\n  " + fmt::format("{}", fmt::join(d.extends, "\n  ")) + "\n";
  for (const Group& group : GroupsOf(d)) {
    if (group.elements->empty()) continue;
    out += "\n" + strong(group.title) + "\n";
    std::vector<std::vector<std::string>> rows;
    for (const DocumentedElement& element : *group.elements)
      rows.push_back({element.name, element.type, ValueOf(element), OneLine(element.description),
                      element.from.empty() ? "" : fmt::format("({})", element.from)});
    AppendTable(out, rows);
  }
  if (!d.contents.empty()) {
    out += "\n" + strong("Contents") + "\n";
    std::vector<std::vector<std::string>> rows;
    for (const ListedClass& each : d.contents)
      rows.push_back({each.name.substr(d.name.size() + 1), each.kind, OneLine(each.description)});
    AppendTable(out, rows);
  }
  if (std::string revisions = HtmlText(AsHtml(d.revisions), options); !revisions.empty())
    out += "\n" + strong("Revisions") + "\n\n" + revisions;
  return out + "\n" + d.place + "\n";
}

std::string DocumentPage(const ClassDocument& d, Session& session,
                         const std::function<std::string(const std::string&)>& page_of) {
  auto link = [&](std::string_view address) -> std::string {
    if (auto file = library::ResourceFile(address, session.classes(), session.names())) return "file://" + *file;
    if (auto uri = library::ParseResourceUri(address)) return uri->path.empty() ? page_of(uri->class_name) : "";
    return std::string(address);
  };
  auto linked = [&](const std::string& name, const std::string& text) {
    std::string page = page_of(name);
    return page.empty() ? EscapeHtml(text) : fmt::format("<a href=\"{}\">{}</a>", EscapeHtml(page), EscapeHtml(text));
  };
  auto body = [&](const std::string& text) { return SafeHtml(AsHtml(text), link); };
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{4}\n<title>{0}</title>\n<style>\n"
      "body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: "
      "#1b1f24; background: #fff; }}\n"
      "table {{ border-collapse: collapse; }} th, td {{ text-align: left; vertical-align: top; padding: .2rem .8rem "
      ".2rem 0; border-bottom: 1px solid #d8dee4; }}\n"
      "pre, code {{ font-family: ui-monospace, monospace; font-size: .9em; }} img {{ max-width: 100%; }} .kind, footer "
      "{{ color: #656d76; }}\n"
      "@media (prefers-color-scheme: dark) {{ body {{ color: #e6edf3; background: #0d1117; }} a {{ color: #58a6ff; }} "
      "th, td {{ border-color: #30363d; }} }}\n"
      "</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p><span class=\"kind\">{1}{2}</span> {3}</p>\n",
      EscapeHtml(d.name), EscapeHtml(d.kind), d.version.empty() ? "" : " " + EscapeHtml(d.version),
      EscapeHtml(d.description), PolicyElement({}, "'self' file: data:"));
  out += body(d.info) + "\n";
  if (!d.extends.empty()) {
    out += "<h2>Extends</h2>\n<ul>\n";
    for (const std::string& base : d.extends) out += "<li>" + linked(base, base) + "</li>\n";
    out += "</ul>\n";
  }
  for (const Group& group : GroupsOf(d)) {
    if (group.elements->empty()) continue;
    out += fmt::format("<h2>{}</h2>\n<table>\n", group.title);
    for (const DocumentedElement& e : *group.elements)
      out += fmt::format(
          "<tr><td><code>{}</code></td><td><code>{}</code></td><td><code>{}</code></td><td>{}</td><td "
          "class=\"kind\">{}</td></tr>\n",
          EscapeHtml(e.name), EscapeHtml(e.type), EscapeHtml(ValueOf(e)), EscapeHtml(e.description),
          e.from.empty() ? "" : linked(e.from, e.from));
    out += "</table>\n";
  }
  if (!d.contents.empty()) {
    out += "<h2>Contents</h2>\n<table>\n";
    for (const ListedClass& each : d.contents)
      out += fmt::format("<tr><td>{}</td><td class=\"kind\">{}</td><td>{}</td></tr>\n",
                         linked(each.name, each.name.substr(d.name.size() + 1)), EscapeHtml(each.kind),
                         EscapeHtml(each.description));
    out += "</table>\n";
  }
  if (!d.revisions.empty()) out += "<h2>Revisions</h2>\n" + body(d.revisions) + "\n";
  return out + fmt::format("<footer>{}</footer>\n</body>\n</html>\n", EscapeHtml(d.place));
}

std::string DocumentJson(const ClassDocument& d) {
  nlohmann::ordered_json json = {{"name", d.name}, {"kind", d.kind}, {"description", d.description}};
  if (!d.version.empty()) json["version"] = d.version;
  json["place"] = d.place;
  json["extends"] = d.extends;
  for (const Group& group : GroupsOf(d)) {
    std::string key = group.title;
    key[0] = static_cast<char>(key[0] - 'A' + 'a');
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DocumentedElement& e : *group.elements) {
      nlohmann::ordered_json entry = {{"name", e.name}};
      for (auto [field, text] : {std::pair{"type", &e.type},
                                 {"value", &e.value},
                                 {"unit", &e.unit},
                                 {"description", &e.description},
                                 {"from", &e.from}})
        if (!text->empty()) entry[field] = *text;
      list.push_back(std::move(entry));
    }
    if (!list.empty()) json[key] = std::move(list);
  }
  for (const ListedClass& each : d.contents)
    json["contents"].push_back({{"name", each.name}, {"kind", each.kind}, {"description", each.description}});
  if (!d.info.empty()) json["info"] = d.info;
  if (!d.revisions.empty()) json["revisions"] = d.revisions;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mica
