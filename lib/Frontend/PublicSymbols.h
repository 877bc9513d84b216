// Variables of modules by name, in Flang's semantic analysis of a text.
#ifndef LOOPYC_LIB_FRONTEND_PUBLICSYMBOLS_H
#define LOOPYC_LIB_FRONTEND_PUBLICSYMBOLS_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Support/Diagnostic.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct PublicSymbols {
  std::vector<fortran::PublicVariable> variables;
  std::vector<Diagnostic> errors;     // of what directives name
  std::vector<std::string> filesRead; // besides
};

// The text is in free form. Other errors of it are its compiler's to tell.
// Throws UserError where it cannot be parsed.
PublicSymbols findPublic(const std::string &text, const std::string &fileName,
                         const FortranOptions &options,
                         const std::vector<fortran::NamedVariable> &names);

} // namespace frontend
} // namespace loopyc

#endif
