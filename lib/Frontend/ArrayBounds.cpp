#include "ArrayBounds.h"

#include "ProcedureIndex.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

UserError unsupportedBounds(const Variable &array, const std::string &what) {
  return UserError("not supported: bounds of array '" + array.name + "' with " +
                       what,
                   array.range);
}

void checkBounds(Procedure &procedure) {
  ProcedureIndex index(procedure);
  auto isArgument = [&](const std::string &name) {
    return std::any_of(
        procedure.variables.begin(), procedure.variables.end(),
        [&](const Variable &v) { return v.name == name && !v.isTemporary(); });
  };
  for (const Variable &array : procedure.variables) {
    std::set<std::string> scalars, arrays;
    for (const Expr &extent : array.declared.extents)
      if (extent)
        collectNames(extent, scalars, arrays);
    for (const Expr &lower : array.declared.lowerBounds)
      collectNames(lower, scalars, arrays);
    auto changing = std::find_if(
        scalars.begin(), scalars.end(), [&](const std::string &name) {
          return !isArgument(name) || index.isWritten(name);
        });
    if (changing != scalars.end())
      procedure.obstacles.push_back(unsupportedBounds(
          array, "'" + *changing + "', which the subroutine assigns"));
    else if (!arrays.empty())
      procedure.obstacles.push_back(unsupportedBounds(
          array, "an element of '" + *arrays.begin() +
                     (index.isWritten(*arrays.begin())
                          ? "', which the subroutine assigns"
                          : "' whose subscripts are no constants")));
  }
}

} // namespace

Program frontend::checkArrayBounds(Program program) {
  for (Procedure &procedure : program.procedures)
    checkBounds(procedure);
  return program;
}
