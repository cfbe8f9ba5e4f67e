// `mica doc`: a class as its author describes it, in the terminal, as a page or as JSON.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/codes.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "document/document_text.h"
#include "plot/terminal_options.h"

namespace mica::cli {

namespace {

bool Write(const std::filesystem::path& path, const std::string& text, Session& session) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) session.sink().Report(kCannotWriteDocument, {}, fmt::format("cannot write {}", path.string()));
  return static_cast<bool>(out);
}

void Collect(library::Class* c, Session& session, std::vector<library::Class*>& found) {
  found.push_back(c);
  for (Name name : session.classes().ChildNames(c))
    if (library::Class* child = session.classes().FindChild(c, name); child && child->definition)
      Collect(child, session, found);
}

// The file of a class's page. Names in quotes hold any character, which no path may: those that are not harmless in
// a file name and in an address become ~ and two hexadecimal digits.
std::string PageName(const std::string& class_name) {
  std::string out;
  for (char c : class_name) {
    bool is_harmless = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '.' || c == '\'' || c == '-';
    out += is_harmless ? std::string(1, c) : fmt::format("~{:02X}", static_cast<unsigned char>(c));
  }
  return out + ".html";
}

// A page for each class below, linked with each other.
Outcome WritePages(library::Class* top, const std::filesystem::path& directory, Session& session) {
  std::vector<library::Class*> classes;
  if (!session.Guard("collecting classes", [&] { Collect(top, session, classes); })) return Outcome::kFault;
  std::set<std::string> names;
  for (library::Class* c : classes) names.insert(session.classes().QualifiedName(c));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  for (library::Class* c : classes) {
    Result<ClassDocument> document = DocumentClass(c, session);
    if (!document) return Outcome::kFault;
    std::string page = DocumentPage(*document, session, [&](const std::string& name) {
      return names.contains(name) ? PageName(name) : std::string();
    });
    if (!Write(directory / PageName(document->name), page, session)) return Outcome::kCallWrong;
  }
  return Outcome::kDone;
}

}  // namespace

int Doc(const Arguments& arguments) {
  Session session(SessionOptionsOf(arguments));
  Messages messages(session, arguments);
  Result<library::Class*> c = session.FindClass(arguments.model);
  if (!c) return messages.Close(Outcome::kModelWrong);
  if (arguments.recursive) return messages.Close(WritePages(*c, *arguments.output, session));
  Result<ClassDocument> document = DocumentClass(*c, session);
  if (!document) return messages.Close(Outcome::kFault);
  bool to_terminal = !arguments.output && isatty(STDOUT_FILENO);
  std::size_t width =
      to_terminal ? std::clamp<std::size_t>(static_cast<std::size_t>(DetectTerminal(STDOUT_FILENO).width), 40, 120)
                  : 100;
  std::string text = arguments.as_json   ? DocumentJson(*document)
                     : arguments.as_page ? DocumentPage(*document, session, [](const std::string&) { return ""; })
                                         : DocumentText(*document, session, width,
                                                        !arguments.output && UsesColour(arguments, STDOUT_FILENO));
  if (!arguments.output || *arguments.output == "-")
    fmt::print("{}", text);
  else if (!Write(*arguments.output, text, session))
    return messages.Close(Outcome::kCallWrong);
  return messages.Close(Outcome::kDone);
}

}  // namespace mica::cli
