// The list of arguments: types, names, order, and what is not needed.
#include "Names.h"
#include "Variables.h"
#include "loopyc/Analysis/SameArrays.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/SpecializedArguments.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Set;

Kernel loopyc::addDtypes(const Kernel &kernel,
                         const std::map<std::string, Type> &types) {
  for (const auto &[given, type] : types) {
    VariablePtr var = resolveVariable(kernel, given, "add_dtypes");
    if (var->type != type)
      throw UserError("add_dtypes: '" + var->name + "' is declared " +
                          var->type.fortran() + " (" + var->type.str() +
                          ") in Fortran and cannot become " + type.str() +
                          "; change its declaration",
                      var->range);
  }
  return kernel;
}

// --- remove_unused_arguments

static void collect(const Expr &e, std::set<std::string> &names) {
  if (e)
    collectNames(e, names, names);
}

static void collectShapeNames(const Variable &var,
                              std::set<std::string> &names) {
  mapVariableExprs(std::make_shared<Variable>(var), [&](const Expr &e) {
    collect(e, names);
    return e;
  });
}

static std::set<std::string> usedNames(const Kernel &kernel) {
  std::set<std::string> used;
  auto note = [&](const Expr &e) {
    collect(e, used);
    return e;
  };
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, note, /*timeToo=*/true);
  for (const SubstitutionRule &rule : kernel.rules)
    note(rule.value);
  for (const Set &domain : kernel.domains)
    for (const std::string &param : domain.params())
      if (domain.involves(param))
        used.insert(param);
  for (const VariablePtr &var : kernel.temporaries)
    collectShapeNames(*var, used);
  // Shapes mention scalars only, so one round is enough.
  for (const VariablePtr &var : kernel.arguments)
    if (!var->isScalar() && used.count(var->name))
      collectShapeNames(*var, used);
  return used;
}

Kernel loopyc::removeUnusedArguments(const Kernel &kernel) {
  std::set<std::string> used = usedNames(kernel);
  Kernel result = kernel;
  std::vector<std::string> gone;
  for (const VariablePtr &var : kernel.arguments)
    if (!used.count(var->name))
      gone.push_back(var->name);
  for (const std::string &name : gone)
    result.removeVariable(name);
  result.assumptions = result.assumptions.project(gone);
  for (Set &domain : result.domains)
    domain = domain.project(gone);
  return result;
}

// --- rename_argument

static void recordRenaming(Kernel &kernel, const std::string &from,
                           const std::string &to) {
  for (Origin &origin : kernel.origins) {
    std::vector<std::string> dummies = origin.arguments;
    for (const HiddenArgument &hidden : origin.hidden)
      dummies.push_back(hidden.variable->name);
    for (const std::string &dummy : dummies) {
      auto it = origin.renamed.find(dummy);
      const std::string &current =
          it == origin.renamed.end() ? dummy : it->second;
      if (current != from)
        continue;
      if (dummy == to)
        origin.renamed.erase(dummy);
      else
        origin.renamed[dummy] = to;
    }
  }
}

static bool sameDeclaration(const Variable &a, const Variable &b) {
  return a.declared.extents == b.declared.extents &&
         a.declared.indices == b.declared.indices;
}

static bool sameShape(const Variable &a, const Variable &b) {
  if (a.axes.size() != b.axes.size())
    return false;
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (a.axes[i].extent != b.axes[i].extent ||
        axisTagStr(a.axes[i].tag) != axisTagStr(b.axes[i].tag))
      return false;
  return true;
}

static void requireMergeable(const Variable &a, const Variable &b) {
  if (a.type != b.type || a.kind != b.kind || !sameShape(a, b) ||
      !sameDeclaration(a, b))
    throw UserError("rename_argument: '" + a.name + "' and '" + b.name +
                    "' must have one type, shape and layout to be merged, but "
                    "they differ");
}

static bool hasDummy(const Origin &origin, const std::string &kernelName) {
  return std::any_of(origin.variables.begin(), origin.variables.end(),
                     [&](const VariablePtr &dummy) {
                       auto it = origin.renamed.find(dummy->name);
                       return (it == origin.renamed.end()
                                   ? dummy->name
                                   : it->second) == kernelName;
                     });
}

// A call may pass one array twice only where nobody writes it.
static void requireReadOnly(const Kernel &kernel, const Variable &a,
                            const Variable &b) {
  bool oneCall = std::any_of(
      kernel.origins.begin(), kernel.origins.end(), [&](const Origin &origin) {
        return hasDummy(origin, a.name) && hasDummy(origin, b.name);
      });
  for (const InstructionPtr &insn : kernel.instructions)
    for (const Variable *var : {&a, &b})
      if (oneCall && insn->assigns(var->name))
        throw UserError(
            "rename_argument: '" + a.name + "' and '" + b.name +
                "' are arguments of one subroutine, which writes '" +
                var->name +
                "': no call may pass the same for both, so they "
                "cannot be merged",
            insn->range);
}

// { parameters : from = to, set(parameters) }, without `from`.
static Set merged(const Set &set, const std::string &from,
                  const std::string &to) {
  return set.involves(from)
             ? set.equate(from, poly::PwAff::name(to)).project({from})
             : set.project({from});
}

static Kernel mergedArguments(const Kernel &kernel, const Variable &var,
                              const Variable &other) {
  requireMergeable(var, other);
  requireReadOnly(kernel, var, other);
  Kernel result = kernel;
  auto changed = std::make_shared<Variable>(other);
  if (changed->intent != var.intent)
    changed->intent = Intent::InOut;
  if (std::set<std::string> all = images(kernel); all.erase(var.name)) {
    all.insert(other.name);
    setImages(result, all);
  }
  result.removeVariable(var.name);
  result.setVariable(changed);
  for (Set &domain : result.domains)
    domain = merged(domain, var.name, other.name);
  result.assumptions = merged(result.assumptions, var.name, other.name);
  if (result.assumptions.isEmpty())
    throw UserError("rename_argument: '" + var.name + "' and '" + other.name +
                    "' cannot be merged: kernel '" + kernel.name +
                    "' assumes that they differ, " + kernel.assumptions.str());
  return result;
}

Kernel loopyc::renameArgument(const Kernel &kernel, const std::string &given,
                              const std::string &newName, bool existingOk,
                              Remarks *remarks) {
  VariablePtr var = resolveArgument(kernel, given, "rename_argument");
  if (var->name == newName)
    return kernel;
  Kernel result = kernel;
  if (VariablePtr other = kernel.findVariable(newName);
      other && existingOk && other->isArgument()) {
    result = mergedArguments(kernel, *var, *other);
    if (remarks)
      remarks->push_back("assumed that '" + var->name + "' and '" + newName +
                         "' are the same actual argument");
  } else {
    requireIdentifier(newName, "rename_argument");
    if (kernel.isNameTaken(newName))
      throw UserError("rename_argument: '" + newName +
                      "' is already a name in kernel '" + kernel.name +
                      "'; choose another, or pass existing_ok=True to merge "
                      "two arguments");
  }
  SpecializedArguments special = specializedArguments(result);
  std::replace(special.names.begin(), special.names.end(), var->name, newName);
  if (!special.names.empty())
    setSpecializedArguments(result, special);
  renameVariables(result, {{var->name, newName}});
  renameInSameArrays(result, var->name, newName);
  recordRenaming(result, var->name, newName);
  return result;
}

// --- set_argument_order

Kernel loopyc::setArgumentOrder(const Kernel &kernel,
                                const std::vector<std::string> &given) {
  std::vector<VariablePtr> order;
  std::set<std::string> seen;
  for (const std::string &text : given) {
    VariablePtr var = resolveArgument(kernel, text, "set_argument_order");
    if (!seen.insert(var->name).second)
      throw UserError("set_argument_order: argument '" + var->name +
                      "' is listed twice");
    order.push_back(var);
  }
  for (const VariablePtr &var : kernel.arguments)
    if (!seen.count(var->name))
      throw UserError("set_argument_order: argument '" + var->name +
                      "' of kernel '" + kernel.name +
                      "' is missing; list all arguments");
  Kernel result = kernel;
  result.arguments = std::move(order);
  return result;
}

// --- change_arg_to_image

Kernel loopyc::changeArgToImage(const Kernel &kernel,
                                const std::string &name) {
  VariablePtr array = resolveArgument(kernel, name, "change_arg_to_image");
  if (std::string why = obstacleToImage(kernel, *array); !why.empty())
    throw UserError("change_arg_to_image: '" + array->name + "' of kernel '" +
                        kernel.name + "' cannot be an image: " + why,
                    array->range);
  Kernel result = kernel;
  std::set<std::string> all = images(kernel);
  all.insert(array->name);
  setImages(result, all);
  return result;
}
