//   s[8], t[8]  ->  st[16]:  s[i] is st[i], t[i] is st[i + 8]
#include "ArrayAxes.h"
#include "Names.h"
#include "Variables.h"
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Storage.h"

#include <algorithm>
#include <map>

using namespace loopyc;

static const char *const concatenateArraysName = "concatenate_arrays";

static bool sameExtent(const Expr &a, const Expr &b) {
  return a && b ? fold(a) == fold(b) : !a && !b;
}

static void requireAlike(const Variable &first, const Variable &other,
                         size_t axis) {
  auto refuse = [&](const std::string &what) {
    throw UserError(std::string(concatenateArraysName) + ": '" + other.name +
                    "' and '" + first.name + "' must have the same " + what +
                    " to become one array");
  };
  if (other.type != first.type)
    refuse("type");
  if (other.space != first.space)
    refuse("address space");
  if (other.axes.size() != first.axes.size() ||
      other.visibleAxes() != first.visibleAxes())
    refuse("number of axes");
  for (size_t a = 0; a < first.axes.size(); ++a)
    if (a != axis && (!sameExtent(first.axes[a].extent, other.axes[a].extent) ||
                      (a >= first.visibleAxes() &&
                       first.axes[a].name != other.axes[a].name)))
      refuse("extents, but for the axis along which they are joined");
}

Kernel loopyc::concatenateArrays(const Kernel &kernel,
                                 const std::vector<std::string> &given,
                                 const std::string &newName,
                                 const std::string &axisName) {
  if (given.empty())
    throw UserError(std::string(concatenateArraysName) + ": no array is given");
  std::vector<VariablePtr> members;
  for (const std::string &array : given) {
    VariablePtr var = resolveTemporary(kernel, array, concatenateArraysName);
    if (!var->baseStorage.empty())
      throw UserError(std::string(concatenateArraysName) + ": '" + var->name +
                      "' shares storage with others");
    for (const VariablePtr &member : members)
      if (member->name == var->name)
        throw UserError(std::string(concatenateArraysName) + ": '" + var->name +
                        "' is given twice");
    members.push_back(var);
  }
  const Variable &first = *members.front();
  if (!newName.empty())
    requireIdentifier(newName, concatenateArraysName);
  size_t axis = resolveAxis(first, axisName, concatenateArraysName);

  Kernel result = kernel;
  std::map<std::string, Expr> offsets;
  Expr length = Expr::integer(0);
  for (const VariablePtr &member : members) {
    requireAlike(first, *member, axis);
    offsets[member->name] = length;
    length = length + member->axes[axis].extent;
  }
  auto joined = std::make_shared<Variable>(first);
  joined->declared = DeclaredLayout(); // no array of the Fortran source
  joined->axes[axis].extent = fold(length);
  if (newName.empty() || newName == first.name)
    joined->name = first.name;
  else if (kernel.isNameTaken(newName))
    throw UserError(std::string(concatenateArraysName) + ": '" + newName +
                    "' is already a name in kernel '" + kernel.name +
                    "'; choose another");
  else
    joined->name = newName;
  checkLayout(kernel, *joined);
  mapAllExprs(result, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      auto it = array ? offsets.find(array->name) : offsets.end();
      if (it == offsets.end())
        return node;
      std::vector<Expr> subscripts = array->subscripts;
      subscripts[axis] = fold(subscripts[axis] + it->second);
      return Expr::array(joined->name, std::move(subscripts), node.type());
    });
  });
  auto &list = result.temporaries;
  auto isMember = [&](const VariablePtr &var) {
    return offsets.count(var->name) > 0;
  };
  size_t at = std::find_if(list.begin(), list.end(), isMember) - list.begin();
  list.erase(std::remove_if(list.begin(), list.end(), isMember), list.end());
  list.insert(list.begin() + at, std::move(joined));
  return result;
}
