// The lexer: from text to tokens (specification chapter 2 and A.1). Internal to the stage; Parse calls it.
//
// Tokens come in order, do not overlap, and end with kEndOfFile; what they leave out is blanks, comments and a byte
// order mark. Mistakes are reported to the log, and the token is the one that was most likely meant (`!=` becomes
// kNotEqual, a string that was not closed ends with its line), so that the parser need not stumble over the same
// mistake. Linear in the size of the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/parse/error_log.h"
#include "syntax/token.h"

namespace mica::syntax {

std::vector<Token> Lex(std::string_view text, ErrorLog& log);

// What a string token (with its quotes) stands for is written to `value`: escapes resolved, an unknown escape kept as
// it is. Returns the offset in `written` of the first unknown escape, or npos.
std::size_t ResolveEscapes(std::string_view written, std::string& value);

}  // namespace mica::syntax
