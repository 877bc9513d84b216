// What a region's statements need of the declarations around it, as text.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_REGIONDECLARATIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_REGIONDECLARATIONS_H

#include "FindRegion.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// Declarations of the named constants that the statements mention, or internal
// procedures that they call, in order of their names: "real(8), parameter ::
// gravity = 9.81_8".
std::vector<std::string> constantsIn(const RegionStatements &statements,
                                     const std::vector<const Unit *> &called);

// Constants of derived types, which their modules have: "waves, only: tc => c"; and
// generic names, "limiters, only: limited".
std::vector<std::string>
namesOfModules(const RegionStatements &statements,
               const std::vector<const Unit *> &called);

// Variables that they mention, as they are declared; in order of their names.
std::vector<source::HostObject>
objectsIn(const RegionStatements &statements,
          const std::vector<const Unit *> &called);

// Names of associate constructs that they mention, in the order given: "col =>
// a(:,j)".
std::vector<std::string> associationsIn(
    const RegionStatements &statements,
    const std::vector<const Fortran::semantics::Symbol *> &names);

// Statement functions that these mention, directly or by others, each as an
// internal function.
std::vector<std::string>
statementFunctionsIn(const RegionStatements &statements,
                     const std::vector<const Unit *> &called);

} // namespace frontend
} // namespace loopyc

#endif
