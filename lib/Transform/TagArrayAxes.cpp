// Names and tags of array axes, and where temporaries live.
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Arrays.h"

#include "ArrayAxes.h"
#include "Names.h"
#include "Numbers.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;

VariablePtr loopyc::resolveArray(const Kernel &kernel, const std::string &given,
                                 const char *transformation) {
  VariablePtr var = resolveVariable(kernel, given, transformation);
  if (var->visibleAxes() == 0)
    throw UserError(std::string(transformation) + ": '" + var->name +
                    "' must be an array, but it is a scalar");
  return var;
}

std::optional<size_t> loopyc::findAxis(const Variable &array,
                                       const std::string &axis) {
  for (size_t a = 0; a < array.visibleAxes(); ++a)
    if (!axis.empty() &&
        (array.axes[a].name == axis || std::to_string(a) == axis))
      return a;
  return std::nullopt;
}

size_t loopyc::resolveAxis(const Variable &var, const std::string &given,
                           const char *transformation) {
  if (auto found = findAxis(var, given))
    return *found;
  std::vector<std::string> names;
  for (size_t a = 0; a < var.visibleAxes(); ++a)
    if (!var.axes[a].name.empty())
      names.push_back(var.axes[a].name);
  throw UserError(
      std::string(transformation) + ": array '" + var.name + "' has " +
      std::to_string(var.visibleAxes()) + " axes and none is '" + given + "'" +
      (names.empty() ? "; its axes have no names" : suggestion(given, names)));
}

static void requireOneForEachAxis(const Variable &var, size_t count,
                                  const char *transformation) {
  if (count != var.visibleAxes())
    throw UserError(std::string(transformation) + ": array '" + var.name +
                    "' has " + std::to_string(var.visibleAxes()) +
                    " axes, but " +
                    std::to_string(count) + " were given");
}

Kernel loopyc::setArrayAxisNames(const Kernel &kernel, const std::string &array,
                                 const std::vector<std::string> &axisNames) {
  static const char *const name = "set_array_axis_names";
  auto var = std::make_shared<Variable>(*resolveArray(kernel, array, name));
  requireOneForEachAxis(*var, axisNames.size(), name);
  std::set<std::string> seen;
  for (size_t a = 0; a < axisNames.size(); ++a) {
    const std::string &axis = axisNames[a];
    if (!axis.empty())
      requireIdentifier(axis, name);
    if (!axis.empty() && !seen.insert(axis).second)
      throw UserError(std::string(name) + ": two axes are named '" + axis +
                      "'");
    var->axes[a].name = axis;
  }
  Kernel result = kernel;
  result.setVariable(var);
  return result;
}

// --- tags

static const char *const tagging = "tag_array_axes";

static bool isNested(const AxisTag &tag) {
  return std::holds_alternative<NestedAxis>(tag);
}

static void requireAlignment(const AxisTag &tag) {
  const auto *nested = std::get_if<NestedAxis>(&tag);
  if (!nested || nested->alignBytes == 1)
    return;
  std::string text = "N" + std::to_string(nested->level) +
                     ":align:" + std::to_string(nested->alignBytes);
  requireNumber(nested->alignBytes, mostAlignment,
                std::string(tagging) + ": the alignment of '" + text + "'",
                "bytes");
}

// Levels for the axes that follow C's or Fortran's order.
static void setOrderedLevels(Variable &var, std::vector<size_t> axes,
                             AxisOrder order) {
  if (order == AxisOrder::C)
    std::reverse(axes.begin(), axes.end());
  for (size_t level = 0; level < axes.size(); ++level)
    var.axes[axes[level]].tag = NestedAxis{static_cast<int>(level)};
}

static VariablePtr tagged(const Kernel &kernel, const Variable &old,
                          const std::vector<AxisTagging> &tags) {
  auto var = std::make_shared<Variable>(old);
  std::vector<size_t> ordered;
  bool anyNested = false;
  std::set<AxisOrder> orders;
  for (size_t a = 0; a < tags.size(); ++a)
    match(
        tags[a],
        [&](const SameTag &) { anyNested |= isNested(var->axes[a].tag); },
        [&](const AxisTag &tag) {
          requireAlignment(tag);
          var->axes[a].tag = tag;
          anyNested |= isNested(tag);
        },
        [&](AxisOrder order) {
          ordered.push_back(a);
          orders.insert(order);
        });
  if (orders.size() > 1 || (anyNested && !ordered.empty()))
    throw UserError(std::string(tagging) + ": the axes of array '" + old.name +
                    "' must all follow one order, c or f, or all have levels "
                    "N0, N1, ...");
  if (!ordered.empty())
    setOrderedLevels(*var, ordered, *orders.begin());
  checkLayout(kernel, *var);
  return var;
}

Kernel loopyc::tagArrayAxes(const Kernel &kernel, const std::string &array,
                            const std::vector<AxisTagging> &tags) {
  VariablePtr var = resolveArray(kernel, array, tagging);
  std::vector<AxisTagging> own = tags;
  if (tags.size() == 1 && std::holds_alternative<AxisOrder>(tags[0]))
    own.assign(var->visibleAxes(), tags[0]);
  requireOneForEachAxis(*var, own.size(), tagging);
  Kernel result = kernel;
  result.setVariable(tagged(kernel, *var, own));
  return result;
}

Kernel loopyc::tagArrayAxes(const Kernel &kernel, const std::string &array,
                            const std::map<std::string, AxisTagging> &tags) {
  VariablePtr var = resolveArray(kernel, array, tagging);
  std::vector<AxisTagging> own(var->visibleAxes());
  for (const auto &[axis, tag] : tags)
    own[resolveAxis(*var, axis, tagging)] = tag;
  Kernel result = kernel;
  result.setVariable(tagged(kernel, *var, own));
  return result;
}

// --- address spaces

Kernel
loopyc::setTemporaryAddressSpace(const Kernel &kernel,
                                 const std::vector<std::string> &temporaries,
                                 AddressSpace space) {
  static const char *const name = "set_temporary_address_space";
  Kernel result = kernel;
  for (const std::string &given : temporaries) {
    auto var =
        std::make_shared<Variable>(*resolveTemporary(kernel, given, name));
    var->space = space;
    result.setVariable(var);
  }
  return result;
}
