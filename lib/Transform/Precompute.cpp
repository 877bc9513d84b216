//   f(x) := sin(x);  for i: for j: a[i,j] = f(i + j)
//     ->  for i: {for x: t[x] = sin(i + x)}, {for j: a[i,j] = t[j]}
#include "PrecomputeRule.h"

#include "Dataflow.h"
#include "Elements.h"
#include "Footprint.h"
#include "InameMap.h"
#include "Names.h"
#include "ReferenceOrder.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "Speculation.h"
#include "Variables.h"
#include "loopyc/Analysis/Affine.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static const char *const name = "precompute";

static bool contains(const std::vector<std::string> &list,
                     const std::string &item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

namespace {

// A use of the rule, rules around it expanded.
struct RuleUse {
  int insn = -1;
  std::vector<Expr> args;
};

// An axis of the temporary: a parameter of the rule, or an iname that its
// value mentions itself.
struct StorageAxis {
  std::string name;
  int parameter = -1;

  Expr indexOf(const std::vector<Expr> &args) const {
    return parameter < 0 ? Expr::var(name) : args[parameter];
  }
};

class Precomputer {
public:
  // All uses of the rule are replaced.
  Precomputer(const Kernel &kernel, const std::string &ruleName,
              const std::string &shownName, const PrecomputeOptions &options)
      : kernel(kernel), result(kernel), rule(*kernel.findRule(ruleName)),
        options(options), phrase(std::string(name) + " of '" + shownName + "'"),
        shown(shownName) {}

  Kernel run() {
    expanded = RuleExpander(kernel).valueOf(rule);
    collectUses();
    chooseAxes();
    chooseOuterInames();
    measure();
    addInames();
    addTemporary();
    addComputation();
    replaceUses();
    return std::move(result);
  }

private:
  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &range = {}) const {
    throw UserError(phrase + ": " + what, range);
  }
  const Instruction &user(const RuleUse &use) const {
    return *kernel.instructions[use.insn];
  }

  // --- what there is

  void collectUses() {
    RuleExpander expand(kernel, rule.name);
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

  // --- axes

  void chooseAxes() {
    for (const std::string &given : options.sweepInames)
      if (std::string iname = resolveIname(kernel, given, name);
          !contains(sweep, iname))
        sweep.push_back(iname);
    std::set<std::string> free, arrays;
    collectNames(expanded, free, arrays);
    for (const std::string &iname : sweep)
      if (free.count(iname) && !contains(rule.parameters, iname))
        axes.push_back({iname, -1});
    for (size_t p = 0; p < rule.parameters.size(); ++p)
      if (isAxis(p))
        axes.push_back({rule.parameters[p], static_cast<int>(p)});
    orderAxes();
    for (const auto &[axis, tag] : options.axisToTag)
      if (std::none_of(axes.begin(), axes.end(),
                       [&](const StorageAxis &own) { return own.name == axis; }))
        refuseAxis(axis);
  }

  bool isAxis(size_t p) const {
    if (options.wholeAxes.count(rule.parameters[p]) ||
        contains(options.storageAxes, rule.parameters[p]))
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
    refuse("storage axis '" + wanted + "' is neither a parameter of the rule "
           "nor a sweep iname that it mentions" +
           suggestion(wanted, known));
  }

  void orderAxes() {
    if (options.storageAxes.empty())
      return;
    std::vector<StorageAxis> ordered;
    for (const std::string &wanted : options.storageAxes) {
      auto it = std::find_if(
          axes.begin(), axes.end(),
          [&](const StorageAxis &axis) { return axis.name == wanted; });
      if (it == axes.end())
        refuseAxis(wanted);
      if (std::any_of(ordered.begin(), ordered.end(),
                      [&](const StorageAxis &axis) {
                        return axis.name == wanted;
                      }))
        refuse("storage axis '" + wanted + "' is given twice");
      ordered.push_back(*it);
    }
    for (const StorageAxis &axis : axes)
      if (!contains(options.storageAxes, axis.name))
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
    std::set<std::string> inames;
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
        chosen.insert(resolveIname(kernel, given, name));
      for (const std::string &iname : needed)
        if (!chosen.count(iname))
          refuse("the values depend on '" + iname +
                 "', which must be one of the outer inames or be swept");
    }
    for (const std::string &iname : user(uses.front()).inames)
      if (chosen.count(iname))
        outer.push_back(iname);
    for (const RuleUse &use : uses)
      for (const std::string &iname : chosen)
        if (!user(use).within(iname))
          refuse("'" + user(use).id + "' uses it, but is not within '" + iname +
                     "', in whose loop the values are computed",
                 user(use).range);
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
    footprint.emplace(kernel, outer, inames, phrase);
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
      for (const StorageAxis &axis : axes)
        touch.indices.push_back(axis.indexOf(use.args));
      footprint->add(touch);
    }
    footprint->finish(options.boundingBox);
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
                    !kernel.findVariable(base) && !contains(taken, base);
      return isFree ? base : kernel.freshName(base);
    }
    requireIdentifier(given, phrase);
    if (contains(taken, given))
      refuse("iname '" + given + "' is given for two axes");
    if (contains(outer, given))
      refuse("iname '" + given + "' is one of the loops that the values are "
             "computed in; it cannot run over them, too");
    if (!kernel.hasIname(given) && kernel.isNameTaken(given))
      refuse("'" + given + "' is already a name in kernel '" + kernel.name +
             "'; choose another iname");
    return given;
  }

  void addInames() {
    for (const Set &domain : footprint->domains()) {
      Names own = domain.dims();
      bool exists = std::any_of(
          own.begin(), own.end(),
          [&](const std::string &iname) { return kernel.hasIname(iname); });
      if (exists)
        requireSameRange(domain);
      else
        result.domains.push_back(domain);
    }
    for (size_t a = 0; a < axes.size(); ++a) {
      const std::string &iname = footprint->axes()[a].iname;
      if (kernel.hasIname(iname))
        continue;
      auto own = options.axisToTag.find(axes[a].name);
      setInameTag(result, iname,
                  own == options.axisToTag.end() ? options.defaultTag
                                                 : own->second);
    }
  }

  void requireSameRange(const Set &domain) const {
    Names own = domain.dims();
    for (const std::string &iname : own)
      if (!kernel.hasIname(iname))
        refuse("'" + iname + "' is new, but its range depends on those of "
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

  void addTemporary() {
    auto var = std::make_shared<Variable>();
    var->name = options.temporaryName.empty()
                    ? defaultName()
                    : newName(options.temporaryName);
    var->type = options.type.value_or(rule.value.type());
    if (!canHold(var->type, rule.value.type()))
      refuse("the values are " + rule.value.type().str() + ", which " +
             var->type.str() + " cannot hold");
    var->space = options.space;
    var->range = rule.range;
    int level = 0;
    for (const FootprintAxis &axis : footprint->axes())
      var->axes.push_back({typedNames(kernel, axis.extent),
                           NestedAxis{level++}, axis.iname});
    for (const std::string &iname : outer)
      var->axes.push_back({Expr(), ReusedAxis{}, iname});
    temporary = var;
    result.temporaries.push_back(var);
  }

  // But for rounding.
  static bool canHold(const Type &type, const Type &value) {
    if (type.cls == value.cls)
      return !type.isInteger() || type.bytes >= value.bytes;
    return (value.isInteger() && type.isFloating()) ||
           (value.isReal() && type.isComplex());
  }

  // The name of the variable that the rule was made from, if it is free:
  // U1 for U1_subst or U1_subst_0.
  std::string defaultName() const {
    size_t end = shown.rfind("_subst");
    std::string original = shown.substr(0, end);
    bool isFree = end != std::string::npos && end > 0 &&
                  !result.isNameTaken(original);
    return isFree ? original : result.freshName(shown);
  }

  std::string newName(const std::string &given) const {
    requireIdentifier(given, phrase);
    if (result.isNameTaken(given))
      refuse("'" + given + "' is already a name in kernel '" + kernel.name +
             "'; choose another for the temporary");
    return given;
  }

  Expr reference(std::vector<Expr> subscripts) const {
    for (const std::string &iname : outer)
      subscripts.push_back(Expr::var(iname));
    if (subscripts.empty())
      return Expr::var(temporary->name, temporary->type);
    return Expr::array(temporary->name, std::move(subscripts), temporary->type);
  }

  // --- the computation

  void addComputation() {
    auto insn = std::make_shared<Instruction>();
    insn->id = result.freshInstructionId(
        options.computeInsnId.empty() ? shown : options.computeInsnId);
    insn->inames = outer;
    std::vector<Expr> subscripts;
    for (const FootprintAxis &axis : footprint->axes()) {
      insn->inames.push_back(axis.iname);
      subscripts.push_back(Expr::var(axis.iname));
    }
    insn->body = assign(reference(subscripts),
                        Expr::cast(computedValue(), temporary->type));
    insn->range =
        rule.range.known() ? rule.range : user(uses.front()).range;
    insn->time = placeBefore(result, users(), outer);
    for (const FootprintAxis &axis : footprint->axes()) {
      insn->time.push_back(Expr::var(axis.iname));
      insn->time.push_back(Expr::integer(0));
    }
    checkValues(*insn);
    keepFromHarm(*insn);
    computation = insn;
  }

  // Computed for the uses, it must not fail where they would not run.
  void keepFromHarm(Instruction &insn) const {
    Expr value = RuleExpander(result)(insn.assignment().value);
    StagedUses staged = stagedUses();
    std::string harm;
    Expr guard =
        guardAgainstHarm(result, insn, {value}, neededPoints(staged), harm);
    if (!harm.empty())
      if (auto shared = steadyGuards(insn, staged); !shared.empty()) {
        insn.predicates = shared;
        guard = guardAgainstHarm(result, insn, {value},
                                 neededPoints(staged, shared), harm);
      }
    if (!harm.empty())
      refuse("it would be computed where it may not be used, for when '" +
                 user(uses.front()).id + "' runs depends on data, and there " +
                 harm + "; leave such uses out (within)",
             user(uses.front()).range);
    if (guard)
      insn.predicates.push_back(guard);
  }

  StagedUses stagedUses() const {
    StagedUses staged{kernel, outer, {}, {}};
    for (const FootprintAxis &axis : footprint->axes())
      staged.axes.push_back(axis.iname);
    for (const RuleUse &use : uses) {
      std::vector<Expr> indices;
      for (size_t a = 0; a < axes.size(); ++a)
        indices.push_back(footprint->shifted(a, axes[a].indexOf(use.args)));
      staged.list.push_back({use.insn, std::move(indices)});
    }
    return staged;
  }

  // Guards of all uses that hold at the computation if they hold at the uses.
  std::vector<Predicate> steadyGuards(const Instruction &insn,
                                      const StagedUses &staged) const {
    std::vector<Predicate> guards = sharedGuards(staged);
    MoveCheck check(result);
    InstanceSets instances(result);
    auto changes = [&](const Predicate &guard) {
      return std::any_of(uses.begin(), uses.end(), [&](const RuleUse &use) {
        return check.clobbered(guard, moveTo(use, insn, instances)).has_value();
      });
    };
    guards.erase(std::remove_if(guards.begin(), guards.end(), changes),
                 guards.end());
    return guards;
  }

  // Each instruction once, in order.
  std::vector<int> users() const {
    std::set<int> list;
    for (const RuleUse &use : uses)
      list.insert(use.insn);
    return std::vector<int>(list.begin(), list.end());
  }

  Expr computedValue() {
    Substitution inames, all;
    for (size_t a = 0; a < axes.size(); ++a) {
      const FootprintAxis &axis = footprint->axes()[a];
      Expr value = Expr::var(axis.iname);
      if (asInteger(axis.base) != 0)
        value = fold(value + axis.base);
      value = typedNames(kernel, value);
      if (axes[a].parameter < 0)
        inames[axes[a].name] = value;
      all[axes[a].name] = value;
    }
    for (size_t p = 0; p < rule.parameters.size(); ++p)
      all.emplace(rule.parameters[p], uses.front().args[p]);
    RuleBook book(result);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *in) {
      return in ? substituteFree(e, inames, in) : substitute(e, all);
    });
    return change(rule.value);
  }

  // What is computed early must be what each use would have computed.
  void checkValues(const Instruction &insn) {
    Expr value = RuleExpander(result)(insn.assignment().value);
    if (!readsWritten(result, value))
      return;
    MoveCheck check(result);
    InstanceSets instances(result);
    for (const RuleUse &use : uses) {
      const Instruction &reader = *result.instructions[use.insn];
      if (auto clobber = check.clobbered(value, moveTo(use, insn, instances)))
        throw clobberError(result, *clobber,
                           phrase + ": the value that '" + reader.id +
                               "' uses",
                           reader, remedyFor(*clobber, reader));
    }
  }

  // From a use to the computation.
  Move moveTo(const RuleUse &use, const Instruction &insn,
              InstanceSets &instances) const {
    const Instruction &reader = *result.instructions[use.insn];
    std::map<std::string, std::string> names;
    Substitution by;
    for (const std::string &iname : reader.inames)
      if (!contains(outer, iname)) {
        names[iname] = primed(iname);
        by[iname] = Expr::var(primed(iname));
      }
    Move move;
    move.earlier = insn.time;
    for (const Expr &component : reader.time)
      move.later.push_back(substitute(component, by));
    move.pairs = instances.of(use.insn).rename(names);
    for (size_t a = 0; a < axes.size(); ++a) {
      Expr index = footprint->shifted(a, axes[a].indexOf(use.args));
      if (auto at = toAffine(substitute(index, by)))
        move.pairs = move.pairs.intersect(
            PwAff::name(footprint->axes()[a].iname).eq(*at));
    }
    return move;
  }

  // In a loop around both, the computation may come between them.
  std::string remedyFor(const Clobber &clobber,
                        const Instruction &reader) const {
    const Instruction &writer = *result.instructions[clobber.writer];
    std::string around;
    for (const std::string &iname : reader.inames)
      if (writer.within(iname) && !contains(outer, iname) &&
          !contains(sweep, iname))
        around += (around.empty() ? "'" : ", '") + iname + "'";
    return around.empty() ? ""
                          : "compute it anew in each iteration of " + around +
                                " (precompute_outer_inames, or "
                                "fetch_outer_inames of add_prefetch)";
  }

  void replaceUses() {
    RuleBook book(result);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return rewrite(e, [&](const Expr &node) {
        const auto *call = node.getIf<RuleCall>();
        return call && call->rule == rule.name ? stored(*call) : node;
      });
    });
    for (InstructionPtr &insn : result.instructions)
      insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
    result.instructions.insert(
        result.instructions.begin() + users().front(), computation);
    book.finish();
  }

  Expr stored(const RuleCall &call) const {
    std::vector<Expr> subscripts;
    for (size_t a = 0; a < axes.size(); ++a)
      subscripts.push_back(typedNames(
          kernel, footprint->shifted(a, axes[a].indexOf(call.args))));
    return Expr::cast(reference(std::move(subscripts)), rule.value.type());
  }

  const Kernel &kernel;
  Kernel result;
  const SubstitutionRule rule;
  const PrecomputeOptions &options;
  std::string phrase, shown;
  Expr expanded; // the rule's value
  std::vector<RuleUse> uses;
  std::vector<std::string> sweep, outer;
  std::vector<StorageAxis> axes;
  std::optional<Footprint> footprint;
  VariablePtr temporary;
  InstructionPtr computation;
};

} // namespace

Kernel loopyc::precomputeWholeRule(const Kernel &kernel,
                                   const std::string &rule,
                                   const std::string &shown,
                                   const PrecomputeOptions &options) {
  return Precomputer(kernel, rule, shown, options).run();
}
