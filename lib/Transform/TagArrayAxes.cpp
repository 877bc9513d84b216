// Names and tags of array axes, and where temporaries live.
#include "loopyc/Analysis/Layout.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
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

static bool isAxis(const Variable &var, size_t a, const std::string &given) {
  return !given.empty() &&
         (var.axes[a].name == given || std::to_string(a) == given);
}

static bool hasAxis(const Variable &var, const std::string &given) {
  for (size_t a = 0; a < var.visibleAxes(); ++a)
    if (isAxis(var, a, given))
      return true;
  return false;
}

size_t loopyc::resolveAxis(const Variable &var, const std::string &given,
                           const char *transformation) {
  std::vector<std::string> names;
  for (size_t a = 0; a < var.visibleAxes(); ++a) {
    if (isAxis(var, a, given))
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

static bool isOptional(const std::string &spec) {
  return !spec.empty() && spec.back() == '?';
}

std::vector<std::string> loopyc::forOwnAxes(const Variable &var,
                                            std::vector<std::string> given) {
  size_t surplus = given.size() - std::min(given.size(), var.visibleAxes());
  std::vector<std::string> own;
  for (std::string &spec : given) {
    if (isOptional(spec)) {
      if (surplus > 0) {
        --surplus;
        continue;
      }
      spec.pop_back();
    }
    own.push_back(std::move(spec));
  }
  return own;
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
  Kernel result = kernel;
  for (const std::string &given : arrays) {
    auto var = std::make_shared<Variable>(*resolveArray(kernel, given, name));
    std::vector<std::string> own = forOwnAxes(*var, axisNames);
    requireOneForEachAxis(*var, own.size(), name);
    std::set<std::string> seen;
    for (size_t a = 0; a < own.size(); ++a) {
      if (!own[a].empty())
        requireIdentifier(own[a], name);
      if (!own[a].empty() && !seen.insert(own[a]).second)
        throw UserError(std::string(name) + ": two axes are named '" + own[a] +
                        "'");
      var->axes[a].name = own[a];
    }
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
  if (!isNumber(bytes, 18) || tag.level == 0)
    return std::nullopt;
  tag.alignBytes = std::stoll(bytes);
  requireNumber(tag.alignBytes, mostAlignment,
                std::string(tagging) + ": the alignment of '" + text + "'",
                "bytes");
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
  if (text.compare(0, stride.size(), stride) == 0) {
    Expr steps = parseExpr(text.substr(stride.size()),
                           withoutReductions(resolverOf(kernel)));
    if (!steps.type().isInteger())
      throw UserError(std::string(tagging) + ": the stride of '" + text +
                      "' must be an integer number of elements of array '" +
                      var.name + "', but " + steps.str() + " is " +
                      steps.type().fortran());
    return StrideAxis{convert(steps, Type::integer(4))};
  }
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

// N1, N2 -> N0, N1, where the axis of N0 was left out.
static void renumberLevels(Variable &var) {
  std::optional<int> lowest;
  for (const Axis &axis : var.axes)
    if (const auto *nested = std::get_if<NestedAxis>(&axis.tag))
      lowest = std::min(lowest.value_or(nested->level), nested->level);
  for (Axis &axis : var.axes)
    if (auto *nested = std::get_if<NestedAxis>(&axis.tag))
      nested->level -= *lowest;
}

static VariablePtr tagged(const Kernel &kernel, const Variable &old,
                          const std::vector<std::string> &tags,
                          bool someLeftOut = false) {
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
  if (someLeftOut)
    renumberLevels(*var);
  checkLayout(kernel, *var);
  return var;
}

Kernel loopyc::tagArrayAxes(const Kernel &kernel,
                            const std::vector<std::string> &arrays,
                            const std::vector<std::string> &tags) {
  Kernel result = kernel;
  for (const std::string &given : arrays) {
    VariablePtr var = resolveArray(kernel, given, tagging);
    std::vector<std::string> own = forOwnAxes(*var, tags);
    bool someLeftOut = own.size() < tags.size();
    if (tags.size() == 1 && isOrder(tags[0]))
      own.assign(var->visibleAxes(), tags[0]);
    requireOneForEachAxis(*var, own.size(), tagging);
    result.setVariable(tagged(kernel, *var, own, someLeftOut));
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
    for (const auto &[axis, tag] : tags) {
      bool optional = isOptional(tag);
      if (!optional || hasAxis(*var, axis))
        own[resolveAxis(*var, axis, tagging)] =
            optional ? tag.substr(0, tag.size() - 1) : tag;
    }
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
