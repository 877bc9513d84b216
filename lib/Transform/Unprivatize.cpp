//   for i: t[i] = a[i]               for i: t = a[i]
//          y[i] = 2*t[i]       ->           y[i] = 2*t
// The axis of which an iteration uses the element of its own alone. Times and
// loops stay; so values stay if none passes between iterations, now that all
// have one element.
#include "Names.h"
#include "Variables.h"
#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Transform/Privatize.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const unprivatizeName =
    "unprivatize_temporaries_with_inames";

static bool dependsOnlyOn(const Expr &e, const std::string &iname) {
  std::set<std::string> names;
  collectNames(e, names, names);
  return names == std::set<std::string>{iname};
}

// The subscripts along an axis, if they are one, a function of the iname alone,
// in all that is within it.
static bool isAxisOf(const std::vector<AccessInfo> &accesses,
                     const Kernel &kernel, size_t axis,
                     const std::string &iname) {
  Expr subscript;
  for (const AccessInfo &access : accesses) {
    const auto *array = access.reference.getIf<ArrayRef>();
    if (!array || !kernel.instructions[access.instruction]->within(iname))
      return false;
    const Expr &own = array->subscripts.at(axis);
    if (subscript && !(own == subscript))
      return false;
    subscript = own;
  }
  return subscript && dependsOnlyOn(subscript, iname);
}

static std::vector<AccessInfo> accessesOf(const Kernel &kernel,
                                          const std::string &name) {
  std::vector<AccessInfo> accesses;
  for (AccessInfo &access : collectAccesses(kernel))
    if (access.variable == name)
      accesses.push_back(std::move(access));
  return accesses;
}

static std::optional<size_t> privateAxis(const Kernel &kernel,
                                         const Variable &var,
                                         const std::string &iname) {
  std::vector<AccessInfo> accesses = accessesOf(kernel, var.name);
  for (size_t axis = 0; axis < var.visibleAxes(); ++axis)
    if (isAxisOf(accesses, kernel, axis, iname))
      return axis;
  return std::nullopt;
}

static void dropAxis(Variable &var, size_t axis) {
  const auto *dropped = std::get_if<NestedAxis>(&var.axes[axis].tag);
  int level = dropped ? dropped->level : INT32_MAX;
  var.axes.erase(var.axes.begin() + static_cast<int64_t>(axis));
  for (Axis &other : var.axes)
    if (auto *nested = std::get_if<NestedAxis>(&other.tag))
      nested->level -= nested->level > level;
  var.declared = {};
}

static Kernel withoutAxis(const Kernel &kernel, const Variable &var,
                          size_t axis) {
  Kernel result = kernel;
  auto made = std::make_shared<Variable>(var);
  dropAxis(*made, axis);
  result.setVariable(made);
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn, [&](const Expr &root) {
      return rewrite(root, [&](const Expr &node) {
        const auto *array = node.getIf<ArrayRef>();
        if (!array || array->name != var.name)
          return node;
        std::vector<Expr> rest = array->subscripts;
        rest.erase(rest.begin() + static_cast<int64_t>(axis));
        return rest.empty()
                   ? Expr::var(var.name, node.type())
                   : Expr::array(var.name, std::move(rest), node.type());
      });
    });
  return result;
}

static void requireSameValues(const Kernel &kernel, const std::string &name,
                              const std::string &iname) {
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return access.variable == name;
  });
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind))
      continue;
    Set pairs = graph.relation(edge).intersect(
        PwAff::name(iname).ne(PwAff::name(primed(iname))));
    if (!pairs.isEmpty())
      throw dependenceError(std::string(unprivatizeName) + ": '" + name +
                                "' with one value for all iterations of '" +
                                iname + "' has another's when it is read",
                            kernel, graph, edge, pairs,
                            "leave the axis");
  }
}

static void requireInNoRule(const Kernel &kernel, const Variable &var) {
  for (const SubstitutionRule &rule : kernel.rules)
    if (mentions(rule.value, var.name))
      throw UserError(std::string(unprivatizeName) + ": rule '" + rule.name +
                          "' reads '" + var.name +
                          "'; expand it first (expand_subst)",
                      rule.range);
}

Kernel loopyc::unprivatizeTemporariesWithInames(
    const Kernel &kernel, const std::vector<std::string> &inames,
    std::vector<std::string> variables) {
  bool areAll = variables.empty();
  if (areAll)
    for (const VariablePtr &temp : kernel.temporaries)
      variables.push_back(temp->name);
  Kernel result = kernel;
  bool any = false;
  for (const std::string &given : inames) {
    std::string iname = resolveIname(kernel, given, unprivatizeName);
    for (const std::string &variable : variables) {
      VariablePtr var = resolveTemporary(result, variable, unprivatizeName);
      std::optional<size_t> axis;
      if (!var->isTable())
        axis = privateAxis(result, *var, iname);
      if (!axis && areAll)
        continue;
      if (!axis)
        throw UserError(std::string(unprivatizeName) + ": '" + var->name +
                            "' has no axis of which each iteration of '" +
                            iname + "' uses an element of its own alone",
                        var->range);
      requireInNoRule(result, *var);
      result = withoutAxis(result, *var, *axis);
      requireSameValues(result, var->name, iname);
      any = true;
    }
  }
  if (!any)
    throw UserError(std::string(unprivatizeName) +
                    ": no temporary has an axis of which each iteration of " +
                    listed(inames) + " uses an element of its own alone");
  return result;
}
