//   kernel a: { i : D(i) } S(i)      kernel b: { i : D(i) } T(i)
//   ->  { i : D(i) }  S(i) at time [0.., i, ..], T(i) at time [1.., i, ..]
#include "loopyc/Transform/FuseKernels.h"
#include "AlignSpelling.h"
#include "Variables.h"
#include "loopyc/IR/Names.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::Set;

static const char *const name = "fuse_kernels";

[[noreturn]] static void fail(const std::string &what,
                              const SourceRange &range = {}) {
  throw UserError(std::string(name) + ": " + what, range);
}

// --- order

// The kernels' indices, earlier ones first, but producers of data ahead of
// their consumers.
static std::vector<int> executionOrder(size_t count,
                                       const std::vector<DataFlow> &flow) {
  std::vector<int> order;
  std::vector<bool> done(count, false);
  while (order.size() < count) {
    int next = -1;
    for (size_t k = 0; k < count && next < 0; ++k) {
      bool ready = !done[k];
      for (const DataFlow &edge : flow)
        ready = ready && (edge.to != static_cast<int>(k) || done[edge.from]);
      if (ready)
        next = static_cast<int>(k);
    }
    if (next < 0)
      fail("the data flow goes around in a circle; no kernel can come first");
    done[next] = true;
    order.push_back(next);
  }
  return order;
}

static void checkDataFlow(const std::vector<Kernel> &kernels,
                          const std::vector<DataFlow> &flow) {
  for (const DataFlow &edge : flow)
    for (int k : {edge.from, edge.to}) {
      if (k < 0 || k >= static_cast<int>(kernels.size()))
        fail("data flow of '" + edge.variable + "' names kernel number " +
             std::to_string(k) + ", but there are kernels 0 to " +
             std::to_string(kernels.size() - 1));
      if (edge.from == edge.to)
        fail("data flow of '" + edge.variable +
             "' must lead from one kernel to another");
      resolveVariable(kernels[k], edge.variable, name);
    }
}

// --- names

namespace {

// Gives each kernel its own names for what is not shared.
class Renamer {
public:
  Renamer(const std::vector<Kernel> &kernels,
          const std::vector<std::string> &suffixes,
          const std::vector<DataFlow> &flow)
      : suffixes(suffixes) {
    for (const Kernel &kernel : kernels)
      for (const std::string &own : takenNames(kernel))
        ++uses[own];
    for (const auto &[own, count] : uses)
      taken.insert(own);
    for (const DataFlow &edge : flow)
      for (int k : {edge.from, edge.to})
        shared.insert(resolveVariable(kernels[k], edge.variable, name)->name);
  }

  Kernel run(Kernel kernel, size_t index) {
    std::string suffix = suffixes.empty() ? "" : suffixes[index];
    renameTemporaries(kernel, suffix);
    renameRules(kernel, suffix);
    renameInstructions(kernel, suffix);
    return kernel;
  }

private:
  std::string newName(const std::string &old, const std::string &suffix) {
    bool collides = uses[old] > 1;
    if (suffix.empty() && !collides)
      return old;
    std::string fresh = suffix.empty() && firstUse.insert(old).second
                            ? old
                            : freshName(old + suffix, taken);
    taken.insert(fresh);
    return fresh;
  }

  void renameTemporaries(Kernel &kernel, const std::string &suffix) {
    std::map<std::string, std::string> names, storages;
    for (const VariablePtr &var : kernel.temporaries) {
      std::string fresh =
          shared.count(var->name) ? var->name : newName(var->name, suffix);
      if (fresh != var->name)
        names[var->name] = fresh;
      if (!var->baseStorage.empty() && !storages.count(var->baseStorage))
        storages[var->baseStorage] = newName(var->baseStorage, suffix);
    }
    renameVariables(kernel, names);
    for (VariablePtr &var : kernel.temporaries)
      if (!var->baseStorage.empty()) {
        auto copy = std::make_shared<Variable>(*var);
        copy->baseStorage = storages[var->baseStorage];
        var = std::move(copy);
      }
  }

  void renameRules(Kernel &kernel, const std::string &suffix) {
    std::map<std::string, std::string> names;
    for (SubstitutionRule &rule : kernel.rules) {
      std::string fresh = newName(rule.name, suffix);
      names[rule.name] = fresh;
      rule.name = fresh;
    }
    if (names.empty())
      return;
    mapAllExprs(kernel, [&](const Expr &e) {
      return rewrite(e, [&](const Expr &node) {
        const auto *call = node.getIf<RuleCall>();
        return call ? Expr::rule(names.at(call->rule), call->args, node.type())
                    : node;
      });
    });
  }

  void renameInstructions(Kernel &kernel, const std::string &suffix) {
    std::map<std::string, std::string> names;
    for (const InstructionPtr &insn : kernel.instructions) {
      std::string fresh = insn->id;
      if (ids.count(fresh))
        fresh = freshName(insn->id + suffix, ids);
      ids.insert(fresh);
      if (fresh != insn->id)
        names[insn->id] = fresh;
    }
    if (names.empty())
      return;
    auto renamed = [&](const std::string &id) {
      auto it = names.find(id);
      return it == names.end() ? id : it->second;
    };
    for (InstructionPtr &insn : kernel.instructions) {
      auto copy = std::make_shared<Instruction>(*insn);
      copy->id = renamed(insn->id);
      copy->dependsOn.clear();
      copy->noSyncWith.clear();
      for (const std::string &id : insn->dependsOn)
        copy->dependsOn.insert(renamed(id));
      for (const std::string &entry : insn->noSyncWith) {
        std::string source = noSyncSource(entry);
        assertNoSync(*copy, renamed(source), noSyncOf(*insn, source));
      }
      insn = std::move(copy);
    }
  }

  const std::vector<std::string> &suffixes;
  std::map<std::string, int> uses; // in how many kernels
  std::set<std::string> taken, shared, firstUse, ids;
};

} // namespace

// --- arguments and temporaries

static std::string declaration(const Variable &var) {
  std::string text = var.type.fortran() + " " + var.name;
  if (var.axes.empty())
    return text;
  text += "(";
  for (size_t a = 0; a < var.axes.size(); ++a)
    text +=
        (a ? ", " : "") + (var.axes[a].extent ? var.axes[a].extent.str() : "*");
  return text + ")";
}

static bool declaredAlike(const Variable &a, const Variable &b) {
  if (a.type != b.type || a.axes.size() != b.axes.size() ||
      a.isTemporary() != b.isTemporary())
    return false;
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (a.axes[i].extent != b.axes[i].extent)
      return false;
  return a.declared.lowerBounds == b.declared.lowerBounds;
}

static bool laidOutAlike(const Variable &a, const Variable &b) {
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (axisTagStr(a.axes[i].tag) != axisTagStr(b.axes[i].tag))
      return false;
  return a.space == b.space && a.declared.indices == b.declared.indices;
}

static VariablePtr merged(const Variable &a, const Variable &b) {
  if (!declaredAlike(a, b))
    throw UserError(std::string(name) + ": the kernels declare '" + a.name +
                        "' differently, as " + declaration(a) + " and as " +
                        declaration(b) + "; rename one of them",
                    b.range)
        .note("the other declaration is here", a.range);
  if (!laidOutAlike(a, b))
    fail("the kernels lay out '" + a.name +
         "' differently; transform its layout after fusing");
  auto result = std::make_shared<Variable>(a);
  if (!b.isValue())
    result->kind = b.kind; // written in one of them
  if (a.intent != b.intent)
    result->intent = a.intent == Intent::Unknown || b.intent == Intent::Unknown
                         ? Intent::Unknown
                         : Intent::InOut;
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (result->axes[i].name.empty())
      result->axes[i].name = b.axes[i].name;
  return result;
}

static void mergeVariables(Kernel &into, const Kernel &from) {
  std::map<std::string, VariablePtr> known;
  for (auto *list : {&into.arguments, &into.temporaries})
    for (const VariablePtr &var : *list)
      known[var->name] = var;
  for (auto *list : {&from.arguments, &from.temporaries})
    for (const VariablePtr &var : *list) {
      if (into.fixedParameters.count(var->name))
        fail("parameter '" + var->name +
             "' is fixed in one kernel and an "
             "argument of the other; fix it in both, or after fusing");
      auto it = known.find(var->name);
      if (it == known.end())
        (var->isTemporary() ? into.temporaries : into.arguments).push_back(var);
      else
        into.setVariable(merged(*it->second, *var));
    }
}

static void mergeFixedParameters(Kernel &into, const Kernel &from) {
  for (const auto &[param, value] : from.fixedParameters) {
    if (into.findVariable(param))
      fail("parameter '" + param +
           "' is fixed in one kernel and an argument "
           "of the other; fix it in both, or after fusing");
    auto [it, isNew] = into.fixedParameters.emplace(param, value);
    if (!isNew && it->second != value)
      fail("parameter '" + param + "' is fixed to " + it->second.str() +
           " in one kernel and to " + value.str() + " in the other");
  }
}

// --- loops

static void checkNameKinds(const Kernel &a, const Kernel &b) {
  for (const Kernel *k : {&a, &b}) {
    const Kernel &other = k == &a ? b : a;
    std::set<std::string> variables;
    for (const auto *list : {&other.arguments, &other.temporaries})
      for (const VariablePtr &var : *list)
        variables.insert(var->name);
    for (const std::string &iname : k->inames())
      if (variables.count(iname))
        fail("'" + iname + "' is an iname of kernel '" + k->name +
             "' and a variable of kernel '" + other.name +
             "'; rename one of them");
  }
}

static std::vector<std::string> commonInames(const Kernel &a, const Kernel &b) {
  std::vector<std::string> ofB = b.inames(), common;
  std::set<std::string> known(ofB.begin(), ofB.end());
  for (const std::string &iname : a.inames())
    if (known.count(iname))
      common.push_back(iname);
  return common;
}

namespace {

// Common inames whose ranges depend on each other, in either kernel, belong to
// one group; groups are compared one by one.
class InameGroups {
public:
  InameGroups(const std::vector<std::string> &common, const Kernel &a,
              const Kernel &b) {
    for (const std::string &iname : common)
      leader[iname] = iname;
    for (const Kernel *kernel : {&a, &b})
      for (const Set &domain : kernel->domains) {
        std::string first;
        for (const std::string &own : domain.names()) {
          if (!leader.count(own))
            continue;
          if (!first.empty())
            leader[find(own)] = find(first);
          first = own;
        }
      }
    std::map<std::string, size_t> index;
    for (const std::string &iname : common) {
      auto [it, isNew] = index.emplace(find(iname), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[it->second].push_back(iname);
    }
  }

  std::vector<std::vector<std::string>> groups;

private:
  std::string find(const std::string &iname) {
    std::string top = iname;
    while (leader[top] != top)
      top = leader[top];
    leader[iname] = top;
    return top;
  }

  std::map<std::string, std::string> leader;
};

// domainOf, for many lists of inames of one kernel.
class DomainIndex {
public:
  explicit DomainIndex(const Kernel &kernel) : kernel(kernel) {
    for (size_t i = 0; i < kernel.domains.size(); ++i)
      for (const std::string &dim : kernel.domains[i].dims())
        byIname[dim] = i;
  }

  Set of(const std::vector<std::string> &inames) const {
    Kernel part;
    std::set<size_t> indices;
    for (const std::string &iname : inames)
      indices.insert(byIname.at(iname));
    for (size_t i : indices)
      part.domains.push_back(kernel.domains[i]);
    return domainOf(part, inames);
  }

private:
  const Kernel &kernel;
  std::map<std::string, size_t> byIname;
};

} // namespace

static void checkCommonDomains(const Kernel &a, const Kernel &b) {
  DomainIndex indexA(a), indexB(b);
  for (const auto &group : InameGroups(commonInames(a, b), a, b).groups) {
    Set ofA = indexA.of(group), ofB = indexB.of(group);
    if (ofA.isEqual(ofB) ||
        ofA.intersect(a.assumptions).isEqual(ofB.intersect(b.assumptions)))
      continue;
    std::string list;
    for (const std::string &iname : group)
      list += (list.empty() ? "" : ", ") + iname;
    fail("the common inames (" + list + ") must have one domain, but kernel '" +
         a.name + "' has " + ofA.str() + " and kernel '" + b.name + "' has " +
         ofB.str() + "; rename the inames that should not be joined");
  }
}

static void mergeLoops(Kernel &into, const Kernel &from) {
  std::vector<std::string> own = into.inames();
  std::set<std::string> known(own.begin(), own.end());
  for (const Set &domain : from.domains) {
    Names added;
    for (const std::string &dim : domain.dims())
      if (!known.count(dim))
        added.push_back(dim);
    if (!added.empty())
      into.domains.push_back(domain.withDims(added));
  }
  for (const auto &[iname, tag] : from.inameTags) {
    auto [it, isNew] = into.inameTags.emplace(iname, tag);
    if (!isNew && !(it->second == tag))
      fail("iname '" + iname + "' is tagged " + it->second.str() +
           " in one kernel and " + tag.str() + " in the other");
  }
  for (const auto &[iname, slab] : from.slabs)
    into.slabs.emplace(iname, slab);
  for (const auto &list : from.loopPriority)
    if (std::find(into.loopPriority.begin(), into.loopPriority.end(), list) ==
        into.loopPriority.end())
      into.loopPriority.push_back(list);
}

// --- instructions

static int64_t endOfTime(const Kernel &kernel) {
  int64_t end = 0;
  for (const InstructionPtr &insn : kernel.instructions)
    if (!insn->time.empty())
      if (auto first = asInteger(insn->time.front()))
        end = std::max(end, *first + 1);
  return end;
}

static void appendInstructions(Kernel &into, const Kernel &from) {
  int64_t shift = endOfTime(into);
  for (const InstructionPtr &insn : from.instructions) {
    auto copy = std::make_shared<Instruction>(*insn);
    if (copy->time.empty())
      copy->time.push_back(Expr::integer(0));
    copy->time.front() = copy->time.front() + shift;
    into.instructions.push_back(std::move(copy));
  }
}

template <typename T>
static void append(std::vector<T> &into, const std::vector<T> &from) {
  into.insert(into.end(), from.begin(), from.end());
}

static void appendKernel(Kernel &into, const Kernel &from) {
  checkNameKinds(into, from);
  checkCommonDomains(into, from);
  mergeVariables(into, from);
  mergeFixedParameters(into, from);
  mergeLoops(into, from);
  appendInstructions(into, from);
  append(into.rules, from.rules);
  append(into.origins, from.origins);
  append(into.history, from.history);
  into.assumptions = into.assumptions.intersect(from.assumptions);
  for (const auto &[option, value] : from.options.values)
    into.options.values.emplace(option, value);
  into.name += "_and_" + from.name;
}

static std::set<std::string> namesOf(const std::vector<DataFlow> &flow) {
  std::set<std::string> names;
  for (const DataFlow &edge : flow)
    names.insert(lowerCase(edge.variable));
  return names;
}

Kernel loopyc::fuseKernels(const std::vector<Kernel> &given,
                           const std::vector<std::string> &suffixes,
                           const std::vector<DataFlow> &dataFlow) {
  if (given.empty())
    fail("there is no kernel to fuse");
  if (!suffixes.empty() && suffixes.size() != given.size())
    fail("there must be one suffix for each kernel, but there are " +
         std::to_string(suffixes.size()) + " for " +
         std::to_string(given.size()));
  checkDataFlow(given, dataFlow);
  std::vector<Kernel> kernels = alignSpelling(given, namesOf(dataFlow));
  std::vector<int> order = executionOrder(kernels.size(), dataFlow);
  Renamer renamer(kernels, suffixes, dataFlow);
  Kernel result = renamer.run(kernels[order[0]], order[0]);
  for (size_t k = 1; k < order.size(); ++k)
    appendKernel(result, renamer.run(kernels[order[k]], order[k]));
  return result;
}
