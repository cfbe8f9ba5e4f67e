// Where statements may stand (specification 11.2.4 and 11.2.7.1): `break` in a loop only, `when` not inside another
// statement.
#pragma once

#include "base/diagnostic.h"
#include "syntax/tree.h"

namespace mica::instance {

void CheckStatementPlaces(syntax::List<syntax::Statement> statements, const syntax::SyntaxTree& tree,
                          DiagnosticSink& sink);

}  // namespace mica::instance
