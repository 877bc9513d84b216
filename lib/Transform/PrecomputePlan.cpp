#include "PrecomputePlan.h"

#include "Elements.h"
#include "InameMap.h"
#include "Lookahead.h"
#include "Names.h"
#include "PrecomputeRule.h"
#include "RollingWindow.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "Variables.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::Set;

void PrecomputePlan::refuse(const std::string &what,
                            const SourceRange &range) const {
  throw UserError(phrase + ": " + what, range);
}

std::vector<int> PrecomputePlan::users() const {
  std::set<int> list;
  for (const RuleUse &use : uses)
    list.insert(use.insn);
  return std::vector<int>(list.begin(), list.end());
}

std::vector<Expr>
PrecomputePlan::indicesOf(const std::vector<Expr> &args) const {
  std::vector<Expr> indices;
  for (size_t a = 0; a < axes.size(); ++a)
    indices.push_back(footprint->shifted(a, axes[a].indexOf(args)));
  return indices;
}

Expr PrecomputePlan::positionOf(const Expr &index) const {
  return fold(index + Expr::integer(window->step) * Expr::var(window->loop));
}

Expr PrecomputePlan::reference(std::vector<Expr> subscripts) const {
  if (!ahead.empty() && !window)
    subscripts.push_back(floorMod(Expr::var(ahead), options.lookahead + 1));
  Expr position;
  if (window) {
    position = positionOf(subscripts[window->axis]);
    subscripts[window->axis] = floorMod(position, window->slots);
  }
  for (const std::string &iname : outer)
    subscripts.push_back(window && iname == window->loop ? position
                                                         : Expr::var(iname));
  if (subscripts.empty())
    return Expr::var(temporary->name, temporary->type);
  return Expr::array(temporary->name, std::move(subscripts), temporary->type);
}

// May it run without reading all that it mentions?
static bool choosesOperands(const Instruction &insn) {
  bool chooses = false;
  for (const Expr &read : insn.reads())
    walk(read, [&](const Expr &node) {
      const auto *binary = node.getIf<Binary>();
      chooses |= node.getIf<Select>() ||
                 (binary && (binary->op == BinaryOp::And ||
                             binary->op == BinaryOp::Or));
      return !chooses;
    });
  return chooses;
}

// But for rounding.
static bool canHold(const Type &type, const Type &value) {
  if (type.cls == value.cls)
    return !type.isAnyInteger() || type.bytes >= value.bytes;
  if (value.isUnsigned() && type.isInteger())
    return type.bytes > value.bytes;
  return (value.isAnyInteger() && type.isFloating()) ||
         (value.isReal() && type.isComplex());
}

namespace {

class PrecomputePlanner {
public:
  explicit PrecomputePlanner(PrecomputePlan &plan)
      : plan(plan), kernel(plan.kernel), rule(plan.rule), options(plan.options),
        uses(plan.uses), sweep(plan.sweep), outer(plan.outer), axes(plan.axes),
        footprint(plan.footprint), withLoops(plan.withLoops) {
    withLoops = kernel;
  }

  void run() {
    expanded = RuleExpander(kernel).valueOf(rule);
    collectUses();
    findRanges();
    chooseAxes();
    chooseOuterInames();
    plan.ahead = lookaheadLoop(plan);
    if (plan.ranging.count(plan.ahead))
      refuse("a reduction in the values has another range in each iteration "
             "of '" +
             plan.ahead + "', so they cannot be computed ahead");
    plan.rolling = rollingLoop(plan);
    measure();
    if (!plan.rolling.empty())
      plan.window = findRollingWindow(plan);
    addInames();
    chooseTemporary();
  }

private:
  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &range = {}) const {
    plan.refuse(what, range);
  }
  const Instruction &user(const RuleUse &use) const { return plan.user(use); }

  // --- what there is

  void collectUses() {
    RuleExpander expand(kernel, {rule.name});
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      mapExprs(expand(kernel.instructions[i]), [&](const Expr &e) {
        collectUses(e, static_cast<int>(i));
        return e;
      });
    if (uses.empty())
      refuse(options.uses ? "'within' selects no use of the rule"
                          : "nothing uses the rule");
  }

  void collectUses(const Expr &e, int insn) {
    walk(e, [&](const Expr &node) {
      const auto *call = node.getIf<RuleCall>();
      if (!call)
        return true;
      for (const Expr &arg : call->args)
        if (!calledRules(arg).empty())
          refuse("a use has another use of the rule in its arguments; give "
                 "that one a rule of its own first",
                 kernel.instructions[insn]->range);
      uses.push_back({insn, call->args});
      return true;
    });
  }

  // A reduction's range is that in the loops which it stands in: with an iname
  // that it depends on, another one in each iteration, without, all of it.
  void findRanges() {
    for (const std::string &name : rangeNames(kernel, expanded))
      if (std::any_of(uses.begin(), uses.end(), [&](const RuleUse &use) {
            return user(use).within(name);
          }))
        plan.ranging.insert(name);
  }

  // --- axes

  void chooseAxes() {
    for (const std::string &given : options.sweepInames)
      if (std::string iname = resolveIname(kernel, given, options.caller);
          !llvm::is_contained(sweep, iname))
        sweep.push_back(iname);
    for (const std::string &iname : sweep)
      if (plan.ranging.count(iname))
        refuse("a reduction in the values has another range in each iteration "
               "of '" +
               iname + "', which can therefore not be swept");
    std::set<std::string> free, arrays;
    collectNames(expanded, free, arrays);
    for (const std::string &iname : sweep)
      if (free.count(iname) && !llvm::is_contained(rule.parameters, iname))
        axes.push_back({iname, -1});
    for (size_t p = 0; p < rule.parameters.size(); ++p)
      if (isAxis(p))
        axes.push_back({rule.parameters[p], static_cast<int>(p)});
    orderAxes();
    for (const auto &[axis, tag] : options.axisToTag)
      if (std::none_of(axes.begin(), axes.end(), [&](const StorageAxis &own) {
            return own.name == axis;
          }))
        refuseAxis(axis);
  }

  bool isAxis(size_t p) const {
    if (options.wholeAxes.count(rule.parameters[p]) ||
        llvm::is_contained(options.storageAxes, rule.parameters[p]))
      return true;
    for (const RuleUse &use : uses) {
      if (use.args[p] != uses.front().args[p])
        return true;
      for (const std::string &iname : sweep)
        if (mentions(use.args[p], iname))
          return true;
    }
    return false;
  }

  [[noreturn]] void refuseAxis(const std::string &wanted) const {
    std::vector<std::string> known;
    for (const StorageAxis &axis : axes)
      known.push_back(axis.name);
    refuse("storage axis '" + wanted +
           "' is neither a parameter of the rule "
           "nor a sweep iname that it mentions" +
           suggestion(wanted, known));
  }

  void orderAxes() {
    if (options.storageAxes.empty())
      return;
    std::vector<StorageAxis> ordered;
    for (const std::string &wanted : options.storageAxes) {
      auto it =
          std::find_if(axes.begin(), axes.end(), [&](const StorageAxis &axis) {
            return axis.name == wanted;
          });
      if (it == axes.end())
        refuseAxis(wanted);
      if (std::any_of(
              ordered.begin(), ordered.end(),
              [&](const StorageAxis &axis) { return axis.name == wanted; }))
        refuse("storage axis '" + wanted + "' is given twice");
      ordered.push_back(*it);
    }
    for (const StorageAxis &axis : axes)
      if (!llvm::is_contained(options.storageAxes, axis.name))
        refuse("the values differ along '" + axis.name +
               "', which must be one of the storage axes");
    axes = std::move(ordered);
  }

  // --- the loops around

  std::set<std::string> neededInames() const {
    std::set<std::string> names, arrays;
    collectNames(expanded, names, arrays);
    for (const std::string &parameter : rule.parameters)
      names.erase(parameter);
    for (const RuleUse &use : uses)
      for (size_t p = 0; p < use.args.size(); ++p)
        if (!options.wholeAxes.count(rule.parameters[p]))
          collectNames(use.args[p], names, arrays);
    for (const std::string &iname : sweep)
      names.erase(iname);
    std::set<std::string> inames = plan.ranging;
    for (const std::string &iname : kernel.inames())
      if (names.count(iname))
        inames.insert(iname);
    return inames;
  }

  void chooseOuterInames() {
    std::set<std::string> needed = neededInames(), chosen = needed;
    if (options.outerInames) {
      chosen.clear();
      for (const std::string &given : *options.outerInames)
        chosen.insert(resolveIname(kernel, given, options.caller));
      for (const std::string &iname : needed)
        if (!chosen.count(iname))
          refuse("the values depend on '" + iname +
                 "', which must be one of the outer inames or be swept");
    }
    if (!options.outerInames) {
      leaveOutCovered(chosen);
      chosen.insert(options.renewingInames.begin(),
                    options.renewingInames.end());
    }
    for (const std::string &iname : user(uses.front()).inames)
      if (chosen.count(iname))
        outer.push_back(iname);
    for (const RuleUse &use : uses)
      for (const std::string &iname : chosen)
        if (!user(use).within(iname))
          refuse("'" + user(use).id + "' uses it, but is not within '" + iname +
                     "', in whose loop the values are computed; sweep '" +
                     iname + "', too, or leave uses out (within)",
                 user(use).range);
  }

  // Loops that only some uses are in, where these use no other values than the
  // rest does:
  //   for i: a[i, k];  for j: a[j, k]    swept over i, of which j has no more
  void leaveOutCovered(std::set<std::string> &chosen) const {
    std::set<std::string> common = chosen, partial;
    for (const std::string &iname : chosen)
      for (const RuleUse &use : uses)
        if (!user(use).within(iname))
          partial.insert(iname);
    for (const std::string &iname : partial) {
      common.erase(iname);
      if (mentions(expanded, iname) || plan.ranging.count(iname))
        return;
    }
    if (partial.empty())
      return;
    Set some = Set::empty(), rest = Set::empty();
    InstanceSets instances(kernel);
    for (const RuleUse &use : uses) {
      auto values = valuesOf(use, common, instances);
      if (!values)
        return;
      bool isPartial = std::any_of(
          use.args.begin(), use.args.end(), [&](const Expr &arg) {
            return std::any_of(
                partial.begin(), partial.end(),
                [&](const auto &iname) { return mentions(arg, iname); });
          });
      (isPartial ? some : rest) = (isPartial ? some : rest).unite(*values);
    }
    if (some.isSubset(rest))
      chosen = std::move(common);
  }

  // { outer, arguments : the use is with these }, if they are affine
  std::optional<Set> valuesOf(const RuleUse &use,
                              const std::set<std::string> &outerNames,
                              InstanceSets &instances) const {
    Set values = instances.of(use.insn).flat();
    for (size_t p = 0; p < use.args.size(); ++p) {
      auto value = toAffine(use.args[p]);
      if (!value)
        return std::nullopt;
      values = values.equate(Footprint::indexName(p), *value);
    }
    Names inner;
    for (const std::string &iname : user(use).inames)
      if (!outerNames.count(iname))
        inner.push_back(iname);
    return values.project(inner);
  }

  // --- storage

  void measure() {
    std::vector<std::string> inames;
    size_t given = options.precomputeInames.size();
    if (given > axes.size())
      refuse(std::to_string(given) + " inames are given for " +
             std::to_string(axes.size()) + " storage axes");
    for (size_t a = 0; a < axes.size(); ++a)
      inames.push_back(inameOf(a, inames));
    footprint.emplace(kernel, outer, inames, plan.phrase);
    InstanceSets instances(kernel);
    for (size_t a = 0; a < axes.size(); ++a) {
      if (auto it = options.wholeAxes.find(axes[a].name);
          it != options.wholeAxes.end())
        footprint->setWholeAxis(a, it->second);
      if (auto it = options.limits.find(axes[a].name);
          it != options.limits.end())
        footprint->clip(a, it->second);
    }
    if (options.elements)
      footprint->keep(existing());
    for (const RuleUse &use : uses) {
      Touch touch;
      touch.instances = instances.of(use.insn);
      touch.range = user(use).range;
      touch.isGuarded = !user(use).predicates.empty();
      touch.isChosen = choosesOperands(user(use));
      for (const StorageAxis &axis : axes)
        touch.indices.push_back(axis.indexOf(use.args));
      footprint->add(touch);
    }
    footprint->finish(options.shape);
  }

  // The values that exist, by the footprint's indices.
  Set existing() const {
    Set values = *options.elements;
    std::map<std::string, std::string> indices;
    for (size_t a = 0; a < axes.size(); ++a)
      indices[axes[a].name] = Footprint::indexName(a);
    for (size_t p = 0; p < rule.parameters.size(); ++p)
      if (!indices.count(rule.parameters[p]))
        values = restricted(values, rule.parameters[p], uses.front().args[p]);
    return values.rename(indices);
  }

  std::string inameOf(size_t a, const std::vector<std::string> &taken) const {
    std::string given = a < options.precomputeInames.size()
                            ? options.precomputeInames[a]
                            : std::string();
    if (given.empty()) {
      std::string base = axes[a].name;
      // The parameter's own name becomes free with the rule.
      bool isFree = axes[a].parameter >= 0 && !kernel.hasIname(base) &&
                    !kernel.findVariable(base) &&
                    !llvm::is_contained(taken, base);
      return isFree ? base : kernel.freshName(base);
    }
    requireIdentifier(given, plan.phrase);
    if (llvm::is_contained(taken, given))
      refuse("iname '" + given + "' is given for two axes");
    if (llvm::is_contained(outer, given))
      refuse("iname '" + given +
             "' is one of the loops that the values are "
             "computed in; it cannot run over them, too");
    if (reducedInames(expanded).count(given))
      refuse("the values are reduced over iname '" + given +
             "'; it cannot run over them, too");
    if (rangeNames(kernel, expanded).count(given))
      refuse("a reduction in the values has another range in each iteration "
             "of '" +
             given + "', which can therefore not run over them");
    if (!kernel.hasIname(given) && kernel.isNameTaken(given))
      refuse("'" + given + "' is already a name in kernel '" + kernel.name +
             "'; choose another iname");
    return given;
  }

  void addInames() {
    for (const Set &domain : footprint->domains()) {
      Names own = domain.dims();
      bool exists =
          std::any_of(own.begin(), own.end(), [&](const std::string &iname) {
            return kernel.hasIname(iname);
          });
      if (exists)
        requireSameRange(domain);
      else
        withLoops.domains.push_back(domain);
    }
    for (size_t a = 0; a < axes.size(); ++a) {
      const std::string &iname = footprint->axes()[a].iname;
      if (kernel.hasIname(iname))
        continue;
      auto own = options.axisToTag.find(axes[a].name);
      setInameTag(withLoops, iname,
                  own == options.axisToTag.end() ? defaultTag(a) : own->second);
    }
  }

  // A window is few values, of which all but the first iteration compute some.
  InameTag defaultTag(size_t a) const {
    return plan.window && plan.window->axis == a
               ? InameTag{InameTagKind::Unroll, 0}
               : options.defaultTag;
  }

  void requireSameRange(const Set &domain) const {
    Names own = domain.dims();
    for (const std::string &iname : own)
      if (!kernel.hasIname(iname))
        refuse("'" + iname +
               "' is new, but its range depends on those of "
               "other inames, which exist; give new inames for all axes");
    Names around = own;
    around.insert(around.end(), outer.begin(), outer.end());
    DomainIndex index(kernel);
    Set context = index.instances(outer).flat().intersect(kernel.assumptions);
    Set found = index.instances(around).flat().intersect(context);
    Set wanted = domain.flat().intersect(context);
    if (!found.isEqual(wanted))
      refuse("iname '" + own.front() + "' exists with the range " +
             domainOf(kernel, own).str() + ", but " + domain.str() +
             " is what is to be computed");
  }

  // Of the axes: 0 varies fastest.
  std::vector<int> memoryLevels() const {
    std::vector<int> levels(axes.size(), -1);
    int next = 0;
    for (const std::string &wanted : options.fastestFirst)
      for (size_t a = 0; a < axes.size(); ++a)
        if (axes[a].name == wanted)
          levels[a] = next++;
    for (int &level : levels)
      if (level < 0)
        level = next++;
    return levels;
  }

  void chooseTemporary() {
    auto var = std::make_shared<Variable>();
    var->name = options.temporaryName.empty() ? defaultName()
                                              : newName(options.temporaryName);
    var->type = options.type.value_or(rule.value.type());
    if (!canHold(var->type, rule.value.type()))
      refuse("the values are " + rule.value.type().str() + ", which " +
             var->type.str() + " cannot hold");
    var->space = options.space;
    var->range = rule.range;
    std::vector<int> levels = memoryLevels();
    int level = 0;
    for (const FootprintAxis &axis : footprint->axes())
      var->axes.push_back(
          {typedNames(kernel, axis.extent), NestedAxis{levels[level++]},
           axis.iname});
    if (plan.window)
      var->axes[plan.window->axis].extent = Expr::integer(plan.window->slots);
    else if (!plan.ahead.empty())
      var->axes.push_back({Expr::integer(options.lookahead + 1),
                           NestedAxis{level++}, "slot"});
    for (const std::string &iname : outer)
      var->axes.push_back({Expr(), ReusedAxis{}, iname});
    plan.temporary = var;
  }

  // The name of the variable that the rule was made from, if it is free:
  // U1 for U1_subst or U1_subst_0.
  std::string defaultName() const {
    size_t end = plan.shown.rfind("_subst");
    std::string original = plan.shown.substr(0, end);
    bool isFree =
        end != std::string::npos && end > 0 && !withLoops.isNameTaken(original);
    return isFree ? original : withLoops.freshName(plan.shown);
  }

  std::string newName(const std::string &given) const {
    requireIdentifier(given, plan.phrase);
    if (withLoops.isNameTaken(given))
      refuse("'" + given + "' is already a name in kernel '" + kernel.name +
             "'; choose another for the temporary");
    return given;
  }

  PrecomputePlan &plan;
  const Kernel &kernel;
  const SubstitutionRule &rule;
  const PrecomputeOptions &options;
  Expr expanded; // the rule's value
  std::vector<RuleUse> &uses;
  std::vector<std::string> &sweep, &outer;
  std::vector<StorageAxis> &axes;
  std::optional<Footprint> &footprint;
  Kernel &withLoops;
};

} // namespace

PrecomputePlan loopyc::planPrecompute(const Kernel &kernel,
                                      const std::string &rule,
                                      const std::string &shown,
                                      const PrecomputeOptions &options) {
  const std::string &named = options.shown.empty() ? shown : options.shown;
  PrecomputePlan plan{kernel, *kernel.findRule(rule), options, shown,
                      std::string(options.caller) + " of '" + named + "'"};
  PrecomputePlanner(plan).run();
  return plan;
}
