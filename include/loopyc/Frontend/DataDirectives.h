// Data directives with what their items stand for, as the declarations around
// them say. A stage of its own beside kernels: what a stub has in their place
// is no part of any kernel.
#ifndef LOOPYC_FRONTEND_DATADIRECTIVES_H
#define LOOPYC_FRONTEND_DATADIRECTIVES_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/Source/DataDirective.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Source/Language.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// As the text has them, without that. Throws UserError.
std::vector<source::DataDirective>
dataDirectivesIn(const std::string &text, const std::string &fileName,
                 const source::Language &language);

// Throws UserError where a file that the text includes has some: that is not
// translated.
void refuseIncludedData(const std::string &text, const std::string &fileName,
                        const FortranOptions &options);

// Those of a stub's lines, which are in free form and preprocessed; their lines
// are counted in these. Throws UserError with what is wrong with any of them:
// names, types, regions that are left otherwise than at their ends, marked
// kernels where names are the device's arrays.
std::vector<source::DataDirective>
readDataDirectives(const source::Lines &stubLines,
                   const source::Language &ofStub, const std::string &fileName,
                   const FortranOptions &options,
                   const std::vector<KernelRegion> &kernels);

} // namespace frontend
} // namespace loopyc

#endif
