// Variables of modules that `!$loopy public` names, and those that kernels of
// other modules in the file want: what they are, as their modules declare them.
// As data directives, they have a stage of their own beside kernels.
#ifndef LOOPYC_FRONTEND_PUBLICVARIABLES_H
#define LOOPYC_FRONTEND_PUBLICVARIABLES_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Language.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// Does the text have such a directive, before it is preprocessed? Throws
// UserError where one of any kind is not in form.
bool hasPublicDirectives(const std::string &text, const std::string &fileName,
                         const source::Language &language);

// What the directives of a text name.
std::vector<fortran::NamedVariable>
namedPublicIn(const source::Lines &lines, const source::Language &language,
              fortran::Form form, const std::string &fileName);

struct PublicVariables {
  std::vector<fortran::PublicVariable> variables;
  std::vector<std::string> filesRead; // besides
};

// Those of a stub's lines, which are in free form and preprocessed, and what
// kernels want of modules that stand in them. Lines are counted as if included
// files stood in them line by line. Throws UserError with all that is wrong
// with directives.
PublicVariables
readPublicVariables(const source::Lines &stubLines,
                    const source::Language &ofStub,
                    const std::string &fileName, const FortranOptions &options,
                    const std::vector<fortran::NamedVariable> &wanted);

} // namespace frontend
} // namespace loopyc

#endif
