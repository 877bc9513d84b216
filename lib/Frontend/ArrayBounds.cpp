#include "ArrayBounds.h"

#include "LocalBounds.h"
#include "ProcedureIndex.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

UserError unsupportedBounds(const Variable &array, const std::string &what) {
  return UserError("not supported: bounds of array '" + array.name + "' with " +
                       what,
                   array.range);
}

// Of a local array, an extent that changes becomes what it never is more than:
//   call columns(min(n, last - first + 1), ...);  real w(m)      w(n)
void enlargeLocals(Procedure &procedure,
                   const std::function<bool(const std::string &)> &changes) {
  LocalBounds bounds(procedure, [&](const Expr &e) {
    std::set<std::string> scalars, arrays;
    collectNames(e, scalars, arrays);
    return arrays.empty() && std::none_of(scalars.begin(), scalars.end(), changes);
  });
  for (Variable &array : procedure.variables)
    for (size_t k = 0; array.isTemporary() && k < array.axes.size(); ++k) {
      Expr &extent = array.declared.extents[k];
      std::set<std::string> scalars, arrays;
      if (extent)
        collectNames(extent, scalars, arrays);
      if (std::none_of(scalars.begin(), scalars.end(), changes))
        continue;
      const std::vector<Expr> most = bounds.of(extent, Intrinsic::Min);
      if (!most.empty())
        extent = array.axes[k].extent = Expr::cast(most.front(), extent.type());
    }
}

void checkBounds(Procedure &procedure) {
  ProcedureIndex index(procedure);
  auto changes = [&](const std::string &name) {
    return index.isWritten(name) ||
           std::none_of(procedure.variables.begin(), procedure.variables.end(),
                        [&](const Variable &v) {
                          return v.name == name && !v.isTemporary();
                        });
  };
  enlargeLocals(procedure, changes);
  for (const Variable &array : procedure.variables) {
    std::set<std::string> scalars, arrays;
    for (const Expr &extent : array.declared.extents)
      if (extent)
        collectNames(extent, scalars, arrays);
    for (const Expr &lower : array.declared.lowerBounds)
      collectNames(lower, scalars, arrays);
    auto changing = std::find_if(scalars.begin(), scalars.end(), changes);
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
