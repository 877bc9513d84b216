#include "ArrayBounds.h"

#include "LocalBounds.h"
#include "ProcedureIndex.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// A local array may be larger than its elements need.
UserError unsupportedBounds(const Variable &array, const std::string &what) {
  return UserError("not supported: bounds of array '" + array.name + "' with " +
                       what +
                       (array.isTemporary()
                            ? "; declare it as large as it ever is, by what "
                              "stays: a constant, an argument, or the extent "
                              "of another array, size(x, 1)"
                            : ""),
                   array.range);
}

// Why an element that bounds an array is no argument by value (EntryElements).
std::string refusedElement(const std::string &array, const Procedure &procedure,
                           const ProcedureIndex &index) {
  const std::string element = "an element of '" + array + "'";
  if (index.isWritten(array))
    return element + ", which the subroutine assigns";
  for (const Variable &variable : procedure.variables)
    if (variable.name == array && !variable.declared.extents.empty() &&
        !variable.declared.extents.back())
      return element + ", whose own last bound no declaration says";
  return element + " whose subscripts change";
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
          array, refusedElement(*arrays.begin(), procedure, index)));
  }
}

} // namespace

Program frontend::checkArrayBounds(Program program) {
  for (Procedure &procedure : program.procedures)
    checkBounds(procedure);
  return program;
}
