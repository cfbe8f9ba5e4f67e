// What stands in a section or a block: equations, or statements of an algorithm (specification A.2.6).
#pragma once

#include <utility>

#include "syntax/parse/parser.h"

namespace mica::syntax {

// Up to the end of the block or section; each with its ';'. At the level of a section an annotation or a declaration
// ends the list.
template <class T>
List<T> Parser::ParseBody(bool in_section, const T* (Parser::*parse_item)(), std::string_view section,
                          std::string_view item) {
  std::size_t mark = pending_nodes_.size();
  bool has_declaration = false;  // in this list: said once
  while (!AtBlockEnd() && !GivesUp()) {
    if (At(TokenKind::kAnnotation)) {
      if (in_section) break;
      ParseAnnotation();  // Modelica 1 and 2: of no consequence here
      FinishItem("the annotation");
      continue;
    }
    if (in_section && At(TokenKind::kExternal)) break;
    if (At(TokenKind::kSemicolon)) {
      WarnOfSemicolon();
      continue;
    }
    Position before = next_, before_previous = previous_;
    const T* node = AtClass() || AtElementPrefix() ? nullptr : (this->*parse_item)();
    if (!node) {
      Rewind(before, before_previous);
      if (!std::exchange(has_declaration, true)) ReportMisplacedDeclaration(section, in_section);
      if (in_section) break;
      SkipToItemEnd();
    } else {
      pending_nodes_.push_back(node);
      FinishItem(item);
    }
    if (next_ == before) Advance();
  }
  return TakeNodes<T>(mark);
}

}  // namespace mica::syntax
