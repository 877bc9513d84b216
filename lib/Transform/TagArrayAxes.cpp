// Names and tags of array axes, and where temporaries live.
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"

#include "ArrayAxes.h"

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

size_t loopyc::resolveAxis(const Variable &var, const std::string &given,
                           const char *transformation) {
  std::vector<std::string> names;
  for (size_t a = 0; a < var.visibleAxes(); ++a) {
    if (!given.empty() &&
        (var.axes[a].name == given || std::to_string(a) == given))
      return a;
    if (!var.axes[a].name.empty())
      names.push_back(var.axes[a].name);
  }
  throw UserError(
      std::string(transformation) + ": array '" + var.name + "' has " +
      std::to_string(var.visibleAxes()) + " axes and none is '" + given + "'" +
      (names.empty() ? "; its axes have no names" : suggestion(given, names)));
}

std::vector<std::string> loopyc::splitAxisTags(const std::string &text) {
  std::vector<std::string> tags(1);
  int depth = 0;
  for (char c : text) {
    if (c == '(' || c == '[')
      ++depth;
    if (c == ')' || c == ']')
      --depth;
    if (c == ',' && depth == 0)
      tags.emplace_back();
    else if (c != ' ')
      tags.back() += c;
  }
  return tags;
}

static void requireOneForEachAxis(const Variable &var, size_t count,
                                  const char *transformation) {
  if (count != var.visibleAxes())
    throw UserError(std::string(transformation) + ": array '" + var.name +
                    "' has " + std::to_string(var.visibleAxes()) +
                    " axes, but " +
                    std::to_string(count) + " were given");
}

Kernel loopyc::setArrayAxisNames(const Kernel &kernel,
                                 const std::vector<std::string> &arrays,
                                 const std::vector<std::string> &axisNames) {
  static const char *const name = "set_array_axis_names";
  std::set<std::string> seen;
  for (const std::string &axis : axisNames)
    if (!axis.empty() && !seen.insert(axis).second)
      throw UserError(std::string(name) + ": two axes are named '" + axis +
                      "'");
  Kernel result = kernel;
  for (const std::string &given : arrays) {
    auto var = std::make_shared<Variable>(*resolveArray(kernel, given, name));
    requireOneForEachAxis(*var, axisNames.size(), name);
    for (size_t a = 0; a < axisNames.size(); ++a)
      var->axes[a].name = axisNames[a];
    result.setVariable(var);
  }
  return result;
}

// --- tags

static const char *const tagging = "tag_array_axes";

static bool isOrder(const std::string &tag) {
  return tag == "c" || tag == "C" || tag == "f" || tag == "F" ||
         tag == "stride:auto";
}

static bool isNumber(const std::string &text, size_t longest) {
  return !text.empty() && text.size() <= longest &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

// N1, or N1:align:32 for an axis that add_padding padded.
static std::optional<NestedAxis> parseLevel(const std::string &text) {
  if (text.empty() || text[0] != 'N')
    return std::nullopt;
  const std::string align = ":align:";
  size_t end = text.find(align);
  std::string level = text.substr(1, end - 1);
  if (!isNumber(level, 2))
    return std::nullopt;
  NestedAxis tag{std::stoi(level)};
  if (end == std::string::npos)
    return tag;
  std::string bytes = text.substr(end + align.size());
  if (!isNumber(bytes, 9) || std::stoi(bytes) < 1 || tag.level == 0)
    return std::nullopt;
  tag.alignBytes = std::stoi(bytes);
  return tag;
}

static AxisTag parseTag(const Kernel &kernel, const Variable &var,
                        const std::string &text) {
  if (auto level = parseLevel(text))
    return *level;
  if (text == "vec")
    return VectorAxis{};
  if (text == "sep")
    return SeparateAxis{};
  const std::string stride = "stride:";
  if (text.compare(0, stride.size(), stride) == 0)
    return StrideAxis{parseExpr(text.substr(stride.size()), resolverOf(kernel),
                                Type::integer(4))};
  throw UserError(std::string(tagging) + ": '" + text +
                  "' is not a tag for an axis of array '" + var.name +
                  "'; the tags are N0, N1, ..., c, f, vec, sep and "
                  "stride:EXPR");
}

// Levels for the axes that follow C's or Fortran's order.
static void setOrderedLevels(Variable &var, std::vector<size_t> axes,
                             bool cOrder) {
  if (cOrder)
    std::reverse(axes.begin(), axes.end());
  for (size_t level = 0; level < axes.size(); ++level)
    var.axes[axes[level]].tag = NestedAxis{static_cast<int>(level)};
}

static void checkLayout(const Variable &var) {
  axisStrides(var);
  vectorLength(var);
  for (size_t a = 0; a < var.axes.size(); ++a)
    if (std::holds_alternative<SeparateAxis>(var.axes[a].tag) &&
        !asInteger(var.axes[a].extent))
      throw UserError(std::string(tagging) + ": axis " + std::to_string(a) +
                          " of array '" + var.name +
                          "' must have a constant extent to be separated "
                          "(sep), but it has " +
                          (var.axes[a].extent ? var.axes[a].extent.str()
                                              : "an unknown one"),
                      var.range);
}

static VariablePtr tagged(const Kernel &kernel, const Variable &old,
                          const std::vector<std::string> &tags) {
  auto var = std::make_shared<Variable>(old);
  std::vector<size_t> ordered;
  bool anyNested = false;
  std::set<bool> orders;
  for (size_t a = 0; a < tags.size(); ++a) {
    if (tags[a].empty()) { // keeps its tag
      anyNested |= std::holds_alternative<NestedAxis>(var->axes[a].tag);
    } else if (isOrder(tags[a])) {
      ordered.push_back(a);
      orders.insert(tags[a] != "f" && tags[a] != "F");
    } else {
      var->axes[a].tag = parseTag(kernel, old, tags[a]);
      anyNested |= std::holds_alternative<NestedAxis>(var->axes[a].tag);
    }
  }
  if (orders.size() > 1 || (anyNested && !ordered.empty()))
    throw UserError(std::string(tagging) + ": the axes of array '" + old.name +
                    "' must all follow one order, c or f, or all have levels "
                    "N0, N1, ...");
  if (!ordered.empty())
    setOrderedLevels(*var, ordered, *orders.begin());
  checkLayout(*var);
  return var;
}

Kernel loopyc::tagArrayAxes(const Kernel &kernel,
                            const std::vector<std::string> &arrays,
                            const std::vector<std::string> &tags) {
  Kernel result = kernel;
  for (const std::string &given : arrays) {
    VariablePtr var = resolveArray(kernel, given, tagging);
    std::vector<std::string> own = tags;
    if (tags.size() == 1 && isOrder(tags[0]))
      own.assign(var->visibleAxes(), tags[0]);
    requireOneForEachAxis(*var, own.size(), tagging);
    result.setVariable(tagged(kernel, *var, own));
  }
  return result;
}

Kernel loopyc::tagArrayAxes(const Kernel &kernel,
                            const std::vector<std::string> &arrays,
                            const std::map<std::string, std::string> &tags) {
  Kernel result = kernel;
  for (const std::string &given : arrays) {
    VariablePtr var = resolveArray(kernel, given, tagging);
    std::vector<std::string> own(var->visibleAxes());
    for (const auto &[axis, tag] : tags)
      own[resolveAxis(*var, axis, tagging)] = tag;
    result.setVariable(tagged(kernel, *var, own));
  }
  return result;
}

// --- address spaces

Kernel
loopyc::setTemporaryAddressSpace(const Kernel &kernel,
                                 const std::vector<std::string> &temporaries,
                                 const std::string &space) {
  static const char *const name = "set_temporary_address_space";
  std::optional<AddressSpace> wanted;
  for (AddressSpace candidate : {AddressSpace::Auto, AddressSpace::Private,
                                 AddressSpace::Local, AddressSpace::Global})
    if (space == addressSpaceName(candidate))
      wanted = candidate;
  if (!wanted)
    throw UserError(std::string(name) + ": '" + space +
                    "' is no address space for temporaries; these are "
                    "private, local, global and auto");
  Kernel result = kernel;
  for (const std::string &given : temporaries) {
    auto var =
        std::make_shared<Variable>(*resolveTemporary(kernel, given, name));
    var->space = *wanted;
    result.setVariable(var);
  }
  return result;
}
