//   kernel a: { i : D(i) } S(i)      kernel b: { i : D(i) } T(i)
//   ->  { i : D(i) }  S(i) at time [0.., i, ..], T(i) at time [1.., i, ..]
#include "loopyc/Transform/FuseKernels.h"
#include "AlignSpelling.h"
#include "FuseNames.h"
#include "LaunchValues.h"
#include "UndefinedInSource.h"
#include "loopyc/IR/FastMath.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/MatrixUnits.h"
#include "loopyc/IR/SpecializedArguments.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::Set;

[[noreturn]] static void refuseFusion(const std::string &what,
                                      const SourceRange &range = {}) {
  throw UserError(std::string(fuseKernelsName) + ": " + what, range);
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
      refuseFusion(
          "the data flow goes around in a circle; no kernel can come first");
    done[next] = true;
    order.push_back(next);
  }
  return order;
}

static bool assigns(const Kernel &kernel, const std::string &variable) {
  return std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(variable); });
}

static void checkDataFlow(const std::vector<Kernel> &kernels,
                          const std::vector<DataFlow> &flow) {
  for (const DataFlow &edge : flow) {
    for (int k : {edge.from, edge.to}) {
      if (k < 0 || k >= static_cast<int>(kernels.size()))
        refuseFusion("data flow of '" + edge.variable +
                     "' names kernel number " + std::to_string(k) +
                     ", but there are kernels 0 to " +
                     std::to_string(kernels.size() - 1));
      if (edge.from == edge.to)
        refuseFusion("data flow of '" + edge.variable +
                     "' must lead from one kernel to another");
      resolveVariable(kernels[k], edge.variable, fuseKernelsName);
    }
    const Kernel &from = kernels[edge.from];
    VariablePtr var = resolveVariable(from, edge.variable, fuseKernelsName);
    if (!var->isArgument() && !assigns(from, var->name))
      refuseFusion(
          "data should flow in '" + var->name + "' from kernel '" + from.name +
              "', which assigns it nothing; give the number of the kernel "
              "that does",
          var->range);
  }
}

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

// As arrays of the kernel language do. Elements are counted from 0 in either,
// so that another one's bounds are only how it is written.
static bool beginsAtZero(const Variable &var) {
  return std::all_of(var.declared.lowerBounds.begin(),
                     var.declared.lowerBounds.end(), [](const Expr &bound) {
                       const auto *n = bound ? bound.getIf<IntLit>() : nullptr;
                       return n && n->value == 0;
                     });
}

static bool declaredAlike(const Variable &a, const Variable &b) {
  if (a.type != b.type || a.axes.size() != b.axes.size() ||
      a.isTemporary() != b.isTemporary() || a.isTable() != b.isTable())
    return false;
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (a.axes[i].extent != b.axes[i].extent)
      return false;
  return a.declared.lowerBounds == b.declared.lowerBounds ||
         beginsAtZero(a) || beginsAtZero(b);
}

static bool laidOutAlike(const Variable &a, const Variable &b) {
  for (size_t i = 0; i < a.axes.size(); ++i)
    if (axisTagStr(a.axes[i].tag) != axisTagStr(b.axes[i].tag))
      return false;
  return a.space == b.space && a.declared.indices == b.declared.indices;
}

static VariablePtr merged(const Variable &a, const Variable &b) {
  if (!declaredAlike(a, b))
    throw UserError(std::string(fuseKernelsName) + ": the kernels declare '" +
                        a.name + "' differently, as " + declaration(a) +
                        " and as " + declaration(b) + "; rename one of them",
                    b.range)
        .note("the other declaration is here", a.range);
  if (!laidOutAlike(a, b))
    refuseFusion("the kernels lay out '" + a.name +
                 "' differently; transform its layout after fusing");
  auto result = std::make_shared<Variable>(a);
  if (beginsAtZero(a))
    result->declared = b.declared;
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
        refuseFusion("parameter '" + var->name +
                     "' is fixed in one kernel and an "
                     "argument of the other; fix it in both, or after fusing");
      auto it = known.find(var->name);
      if (it == known.end())
        (var->isArgument() ? into.arguments : into.temporaries).push_back(var);
      else
        into.setVariable(merged(*it->second, *var));
    }
}

static void mergeFixedParameters(Kernel &into, const Kernel &from) {
  for (const auto &[param, value] : from.fixedParameters) {
    if (into.findVariable(param))
      refuseFusion("parameter '" + param +
                   "' is fixed in one kernel and an argument "
                   "of the other; fix it in both, or after fusing");
    auto [it, isNew] = into.fixedParameters.emplace(param, value);
    if (!isNew && it->second != value)
      refuseFusion("parameter '" + param + "' is fixed to " + it->second.str() +
                   " in one kernel and to " + value.str() + " in the other");
  }
}

// Where arguments that the procedures have not come from: variables of modules,
// by the kernel's names.
static std::map<std::string, std::string> modulesOf(const Kernel &kernel) {
  std::map<std::string, std::string> uses;
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden) {
      if (!hidden.value.isOfModule())
        continue;
      const std::string &own = hidden.variable->name;
      auto renamed = origin.renamed.find(own);
      uses[renamed == origin.renamed.end() ? own : renamed->second] = lowerCase(
          hidden.value.nameInModule + " of module " + hidden.value.module);
    }
  return uses;
}

static void checkModules(const Kernel &a, const Kernel &b) {
  std::map<std::string, std::string> known = modulesOf(a);
  for (const auto &[variable, use] : modulesOf(b))
    if (auto it = known.find(variable); it != known.end() && it->second != use)
      refuseFusion("'" + variable + "' is another variable in kernel '" +
                   b.name + "' (" + use + ") than before (" + it->second +
                   "); rename one of them (rename_argument)");
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
        refuseFusion("'" + iname + "' is an iname of kernel '" + k->name +
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
class DomainsByIname {
public:
  explicit DomainsByIname(const Kernel &kernel) : kernel(kernel) {
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
  DomainsByIname indexA(a), indexB(b);
  for (const auto &group : InameGroups(commonInames(a, b), a, b).groups) {
    Set ofA = indexA.of(group), ofB = indexB.of(group);
    if (ofA.isEqual(ofB) ||
        ofA.intersect(a.assumptions).isEqual(ofB.intersect(b.assumptions)))
      continue;
    std::string list;
    for (const std::string &iname : group)
      list += (list.empty() ? "" : ", ") + iname;
    refuseFusion("the common inames (" + list +
                 ") must have one domain, but kernel '" + a.name + "' has " +
                 ofA.str() + " and kernel '" + b.name + "' has " + ofB.str() +
                 "; rename the inames that should not be joined");
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
      refuseFusion("iname '" + iname + "' is tagged " + it->second.str() +
                   " in one kernel and " + tag.str() + " in the other");
  }
  for (const auto &[iname, slab] : from.slabs) {
    auto [it, isNew] = into.slabs.emplace(iname, slab);
    if (!isNew &&
        (it->second.before != slab.before || it->second.after != slab.after))
      refuseFusion("iname '" + iname + "' has different slabs in the kernels");
  }
  for (const auto &[variable, across] : from.reductionsAcross)
    if (into.reductionsAcross.emplace(variable, across).first->second != across)
      refuseFusion("the reduction of '" + variable +
                   "' is set to be finished in two ways (set_reduction)");
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

static void mergeOptions(Kernel &into, const Kernel &given) {
  // What one kernel alone may be given twice, both together may not.
  Kernel from = given;
  into.sameArrays.clear();
  from.sameArrays.clear();
  // Their instructions may be called otherwise now.
  for (const Kernel *kernel : {&into, &from})
    if (!matrixBlocks(*kernel).empty())
      refuseFusion(
          "kernel '" + kernel->name +
          "' uses matrix units already; call use_matrix_units after fusing");
  // What one of them does not allow, both together may not either.
  std::string fast = str(common(fastMathOf(into), fastMathOf(from)));
  for (Kernel *kernel : {&into, &from})
    if (kernel->options.values.count("fast_math"))
      kernel->options.values["fast_math"] = fast;
  SpecializedArguments special = specializedArguments(into),
                       others = specializedArguments(from);
  special.variants = std::max(special.variants, others.variants);
  append(special.names, others.names);
  llvm::sort(special.names);
  special.names.erase(llvm::unique(special.names), special.names.end());
  if (!special.names.empty())
    for (Kernel *kernel : {&into, &from})
      setSpecializedArguments(*kernel, special);
  std::set<std::string> all = images(into);
  all.merge(images(from));
  setImages(into, all);
  setImages(from, {});
  for (const auto &[option, value] : from.options.values) {
    auto [it, isNew] = into.options.values.emplace(option, value);
    if (!isNew && it->second != value)
      refuseFusion("option '" + option + "' is " + it->second +
                   " in one kernel and " + value + " in the other");
  }
}

static void appendKernel(Kernel &into, const Kernel &from) {
  checkNameKinds(into, from);
  checkCommonDomains(into, from);
  checkModules(into, from);
  mergeVariables(into, from);
  mergeFixedParameters(into, from);
  mergeLoops(into, from);
  appendInstructions(into, from);
  append(into.rules, from.rules);
  append(into.origins, from.origins);
  append(into.history, from.history);
  into.assumptions = into.assumptions.intersect(from.assumptions);
  mergeOptions(into, from);
  into.name += "_and_" + from.name;
}

// The kernel's temporaries that data flows into, by their names in the result,
// with what the user knows them by.
static UndefinedInSource::Reasons
receivedBy(const Kernel &kernel, int index, const std::vector<DataFlow> &flow,
           const FuseNames &names) {
  UndefinedInSource::Reasons received;
  for (const DataFlow &edge : flow) {
    if (edge.to != index)
      continue;
    VariablePtr var = resolveVariable(kernel, edge.variable, fuseKernelsName);
    if (var->isTemporary())
      received[names.sharedName(index, var->name)] =
          "'" + var->name + "' of '" + kernel.name +
          "', which has no value in the original: data flows into it only here "
          "(fuse_kernels)";
  }
  return received;
}

static std::set<std::string> namesOf(const std::vector<DataFlow> &flow) {
  std::set<std::string> names;
  for (const DataFlow &edge : flow)
    names.insert(lowerCase(edge.variable));
  return names;
}

// What they are put behind stays a name.
static void checkSuffixes(const std::vector<std::string> &suffixes,
                          size_t kernels) {
  if (!suffixes.empty() && suffixes.size() != kernels)
    refuseFusion("there must be one suffix for each kernel, but there are " +
                 std::to_string(suffixes.size()) + " for " +
                 std::to_string(kernels));
  for (const std::string &suffix : suffixes)
    if (!llvm::all_of(suffix,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      refuseFusion(
          "the suffix '" + suffix +
          "' cannot be part of a name; it must consist of letters, digits "
          "and _");
}

Kernel loopyc::fuseKernels(const std::vector<Kernel> &given,
                           const std::vector<std::string> &suffixes,
                           const std::vector<DataFlow> &dataFlow) {
  if (given.empty())
    refuseFusion("there is no kernel to fuse");
  checkSuffixes(suffixes, given.size());
  checkDataFlow(given, dataFlow);
  std::vector<Kernel> kernels = alignSpelling(given, namesOf(dataFlow));
  std::vector<int> order = executionOrder(kernels.size(), dataFlow);
  FuseNames names(kernels, suffixes, dataFlow);
  UndefinedInSource undefined;
  Kernel result;
  for (int k : order) {
    Kernel kernel = names.apart(kernels[k], k);
    undefined.addKernel(kernel, receivedBy(kernels[k], k, dataFlow, names));
    if (k == order.front())
      result = std::move(kernel);
    else
      appendKernel(result, kernel);
  }
  undefined.record(result.origins);
  requireLaunchValues(result, fuseKernelsName);
  return result;
}
