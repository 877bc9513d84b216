//   a[i + 1]*a[i]  ->  for x: t[x] = a[x];  t[i + 1]*t[i]
#include "Dataflow.h"
#include "Elements.h"
#include "InameMap.h"
#include "Names.h"
#include "Reductions.h"
#include "RuleBook.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Precompute.h"

#include <algorithm>

using namespace loopyc;

static const char *const addPrefetchName = "add_prefetch";

namespace {

class Prefetcher {
public:
  Prefetcher(const Kernel &kernel, const AccessPattern &pattern,
             const PrefetchOptions &options)
      : kernel(kernel), options(options),
        var(resolveVariable(kernel, pattern.array, addPrefetchName)) {
    if (var->isValue())
      throw UserError(std::string(addPrefetchName) + ": '" + var->name +
                      "' is a scalar passed by value; there is nothing to "
                      "fetch");
    if (options.dimArgNames.size() > var->visibleAxes())
      throw UserError(std::string(addPrefetchName) + ": " +
                      std::to_string(options.dimArgNames.size()) +
                      " dim_arg_names are given for the " +
                      std::to_string(var->visibleAxes()) + " axes of '" +
                      var->name + "'");
    chooseParameters(pattern.subscripts);
  }

  Kernel run() {
    Kernel ruled = kernel;
    rule.name = ruleName();
    rule.value = var->axes.empty()
                     ? Expr::var(var->name, var->type)
                     : Expr::array(var->name, subscripts(), var->type);
    RuleBook book(ruled);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return rewrite(e, [&](const Expr &node) { return use(node); });
    });
    change.keep(rule.name);
    for (InstructionPtr &insn : ruled.instructions)
      if (!options.within || options.within(kernel, *insn))
        insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
    if (!found)
      throw UserError(std::string(addPrefetchName) + ": kernel '" +
                      kernel.name + "' has no read of '" + var->name +
                      "' of the form " + rule.value.str() + others());
    ruled.rules.push_back(rule);
    book.finish();
    return precompute(ruled, rule.name, staging());
  }

private:
  std::string ruleName() const {
    if (options.ruleName.empty())
      return kernel.freshName(var->name + "_fetch_rule");
    requireIdentifier(options.ruleName, addPrefetchName);
    if (kernel.isNameTaken(options.ruleName))
      throw UserError(std::string(addPrefetchName) + ": '" + options.ruleName +
                      "' is already a name in kernel '" + kernel.name +
                      "'; choose another for the rule");
    return options.ruleName;
  }

  // Which axes are parameters, and what the others are.
  void chooseParameters(const std::vector<Expr> &given) {
    size_t visible = var->visibleAxes();
    if (!given.empty() && given.size() != visible)
      throw UserError(std::string(addPrefetchName) + ": array '" + var->name +
                      "' has " + std::to_string(visible) +
                      " axes, but the pattern has " +
                      std::to_string(given.size()));
    for (size_t a = 0; a < var->axes.size(); ++a) {
      if (a < given.size() && given[a]) {
        fixedSubscripts.push_back(fold(given[a]));
        continue;
      }
      fixedSubscripts.push_back(Expr());
      std::string parameter = parameterName(a);
      rule.parameters.push_back(parameter);
      if (a >= visible)
        continue;
      limits[parameter] = var->axes[a].extent;
      // From iteration to iteration of a window, what is read moves.
      if (a < given.size() && options.rolling.empty())
        whole[parameter] = var->axes[a].extent;
    }
  }

  std::string parameterName(size_t a) const {
    if (a < options.dimArgNames.size() && !options.dimArgNames[a].empty())
      return newInameName(kernel, options.dimArgNames[a], "", addPrefetchName);
    const std::string &axis = var->axes[a].name;
    return kernel.freshName(var->name + "_dim_" +
                            (axis.empty() ? std::to_string(a) : axis));
  }

  std::vector<Expr> subscripts() const {
    std::vector<Expr> result;
    size_t next = 0;
    for (const Expr &fixed : fixedSubscripts)
      result.push_back(fixed ? fixed : Expr::var(rule.parameters[next++]));
    return result;
  }

  Expr use(const Expr &node) {
    if (const auto *scalar = node.getIf<VarRef>();
        scalar && scalar->name == var->name) {
      found = true;
      return Expr::rule(rule.name, {}, node.type());
    }
    const auto *array = node.getIf<ArrayRef>();
    if (!array || array->name != var->name)
      return node;
    std::vector<Expr> args;
    for (size_t a = 0; a < array->subscripts.size(); ++a) {
      if (!fixedSubscripts[a])
        args.push_back(array->subscripts[a]);
      else if (fold(array->subscripts[a]) != fixedSubscripts[a]) {
        unmatched.insert(node.str());
        return node;
      }
    }
    found = true;
    return Expr::rule(rule.name, std::move(args), node.type());
  }

  std::string others() const {
    if (unmatched.empty())
      return "";
    std::string text;
    for (const std::string &reference : unmatched)
      text += (text.empty() ? "; it has " : ", ") + reference;
    return text;
  }

  PrecomputeOptions staging() const {
    PrecomputeOptions result;
    static_cast<StagingOptions &>(result) = options;
    result.caller = addPrefetchName;
    result.shown = var->name;
    result.sweepInames = options.sweepInames;
    result.wholeAxes = whole;
    result.limits = limits;
    result.elements = elements();
    result.fastestFirst = memoryOrder();
    if (result.shape == FootprintShape::WhereFull && !canLoadMore(result))
      result.shape = FootprintShape::Exact;
    if (result.temporaryName.empty())
      result.temporaryName = kernel.freshName(var->name + "_fetch");
    if (result.computeInsnId.empty())
      result.computeInsnId = kernel.freshInstructionId(rule.name);
    return result;
  }

  // Neighbours in the array are neighbours in the temporary.
  std::vector<std::string> memoryOrder() const {
    std::map<int, std::string> byLevel;
    size_t next = 0;
    for (size_t a = 0; a < fixedSubscripts.size(); ++a) {
      if (fixedSubscripts[a])
        continue;
      const std::string &parameter = rule.parameters[next++];
      if (const auto *nested = std::get_if<NestedAxis>(&var->axes[a].tag))
        byLevel[nested->level] = parameter;
    }
    std::vector<std::string> order;
    for (const auto &[level, parameter] : byLevel)
      order.push_back(parameter);
    return order;
  }

  // Nothing keeps the corners of a box from being loaded, too: no instruction
  // stores there, and they exist as their rows and columns do.
  bool canLoadMore(const PrecomputeOptions &staging) const {
    return staging.rolling.empty() && !staging.elements &&
           !readsWritten(kernel, rule.value) &&
           std::all_of(var->axes.begin(), var->axes.end(),
                       [](const auto &axis) { return bool(axis.extent); });
  }

  // Elements of the array, by the rule's parameters.
  std::optional<poly::Set> elements() const {
    poly::Names indices;
    for (size_t a = 0; a < fixedSubscripts.size(); ++a)
      indices.push_back(" x" + std::to_string(a));
    auto result = elementsOf(*var, indices);
    size_t next = 0;
    for (size_t a = 0; result && a < fixedSubscripts.size(); ++a)
      result = fixedSubscripts[a]
                   ? restricted(*result, indices[a], fixedSubscripts[a])
                   : result->rename({{indices[a], rule.parameters[next++]}});
    return result;
  }

  const Kernel &kernel;
  const PrefetchOptions &options;
  VariablePtr var;
  std::vector<Expr> fixedSubscripts; // by axis; null: a parameter
  std::map<std::string, Expr> whole, limits;
  SubstitutionRule rule;
  bool found = false;
  std::set<std::string> unmatched;
};

} // namespace

Kernel loopyc::addPrefetch(const Kernel &kernel, const AccessPattern &pattern,
                           const PrefetchOptions &options) {
  const ReductionLoops loops(kernel);
  PrefetchOptions selected = options;
  selected.within = loops.including(options.within);
  return Prefetcher(loops.kernel, pattern, selected).run();
}
