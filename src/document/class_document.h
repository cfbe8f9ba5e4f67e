// `mica doc`: what a class says about itself (specification 18.2), as data: description, info and revisions, what it
// extends, its parameters, connectors, inputs and outputs with those that it inherits, and for a package what is in it.
// Fronts show it as text, as a page or as JSON (document_text.h, document_page.h, document_json.h).
#pragma once

#include <string>
#include <vector>

#include "session/session.h"
#include "session/show/listing.h"

namespace mica {

struct DocumentedElement {
  std::string name;
  std::string type;   // as written, with its sizes
  std::string value;  // as written, wherever it was given; may be empty
  std::string unit;   // may be empty
  std::string description;
  std::string from;  // the base class that declares it; empty: the class itself
};

struct ClassDocument {
  std::string name;  // full
  std::string kind;  // 'partial model'
  std::string description;
  std::string version;               // of a library; may be empty
  std::string info, revisions;       // HTML, or plain text when it does not begin with <html>
  std::string place;                 // file and line
  std::vector<std::string> extends;  // full names
  std::vector<DocumentedElement> parameters, constants, connectors, inputs, outputs;
  std::vector<DocumentedElement> literals;  // of an enumeration
  std::vector<ListedClass> contents;        // classes inside
};

// Nothing is translated: a class with mistakes in its equations is documented as well as any.
Result<ClassDocument> DocumentClass(library::Class* c, Session& session);

}  // namespace mica
