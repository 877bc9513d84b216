// The kernel of one procedure of a program, with what it stands for.
#ifndef LOOPYC_LIB_FRONTEND_PROCEDUREKERNELS_H
#define LOOPYC_LIB_FRONTEND_PROCEDUREKERNELS_H

#include "Program.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Frontend/Survey.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Language.h"

#include <memory>
#include <map>
#include <set>

namespace loopyc {
namespace frontend {

// Under a name that no kernel of the unit has. Throws UserError with the reason
// why there can be none.
Kernel kernelOf(const Procedure &procedure, const Program &program,
                const TranslationUnit &unit,
                const std::shared_ptr<const source::Language> &language,
                std::set<size_t> &usedRegions,
                std::map<std::string, LoopPlace> *places = nullptr);

// With what the directive of a marked region asserts.
Kernel withAssertions(Kernel kernel, const Procedure &procedure,
                      const Directives &directives);

// Why there is no kernel of what nobody meant to be one.
Diagnostic whyOnHost(const Procedure &procedure, const Program &program);

} // namespace frontend
} // namespace loopyc

#endif
