#include "FuseNames.h"

#include "Variables.h"
#include "loopyc/IR/Names.h"
#include "loopyc/IR/NoSync.h"

#include <algorithm>

using namespace loopyc;

FuseNames::FuseNames(const std::vector<Kernel> &kernels,
                     const std::vector<std::string> &suffixes,
                     const std::vector<DataFlow> &flow)
    : suffixes(suffixes) {
  for (const Kernel &kernel : kernels) {
    for (const std::string &own : takenNames(kernel))
      ++uses[own];
    for (const VariablePtr &argument : kernel.arguments)
      fixed.insert(argument->name);
    for (const std::string &iname : kernel.inames())
      fixed.insert(iname);
  }
  for (const auto &[own, count] : uses)
    taken.take(own);
  for (const Connected &group : groupsOf(kernels, flow))
    share(kernels, group);
}

Kernel FuseNames::apart(Kernel kernel, size_t index) {
  std::string suffix = suffixes.empty() ? "" : suffixes[index];
  renameTemporaries(kernel, index, suffix);
  renameRules(kernel, suffix);
  renameInstructions(kernel, suffix);
  return kernel;
}

// Variables that data flow makes one.
std::vector<FuseNames::Connected>
FuseNames::groupsOf(const std::vector<Kernel> &kernels,
                    const std::vector<DataFlow> &flow) {
  std::vector<Connected> groups;
  for (const DataFlow &edge : flow) {
    Connected joined;
    for (int k : {edge.from, edge.to})
      joined.insert(
          {k,
           resolveVariable(kernels[k], edge.variable, fuseKernelsName)->name});
    std::vector<Connected> apart;
    for (Connected &group : groups) {
      bool meets =
          std::any_of(group.begin(), group.end(), [&](const Place &place) {
            return joined.count(place) > 0;
          });
      if (meets)
        joined.merge(group);
      else
        apart.push_back(std::move(group));
    }
    apart.push_back(std::move(joined));
    groups = std::move(apart);
  }
  return groups;
}

void FuseNames::share(const std::vector<Kernel> &kernels,
                      const Connected &group) {
  std::string own = group.begin()->second;
  bool isArgument =
      std::any_of(group.begin(), group.end(), [&](const Place &place) {
        return kernels[place.first].findVariable(place.second)->isArgument();
      });
  // Arguments keep their names; merging says if they do not fit.
  std::string common = isArgument ? own : plainOrFresh(own);
  for (const Place &place : group)
    sharedNames[place] = common;
}

// The name itself for the first kernel that asks, unless an argument or iname
// of any has it.
std::string FuseNames::plainOrFresh(const std::string &plain) {
  bool isFree = !fixed.count(plain) && firstUse.insert(plain).second;
  return isFree ? plain : taken.fresh(plain);
}

std::string FuseNames::newName(const std::string &old,
                               const std::string &suffix) {
  if (!suffix.empty())
    return taken.fresh(old + suffix);
  return uses[old] > 1 ? plainOrFresh(old) : old;
}

void FuseNames::renameTemporaries(Kernel &kernel, size_t index,
                                  const std::string &suffix) {
  std::map<std::string, std::string> names, storages;
  for (const VariablePtr &var : kernel.temporaries) {
    auto known = sharedNames.find({index, var->name});
    std::string fresh =
        known == sharedNames.end() ? newName(var->name, suffix) : known->second;
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

void FuseNames::renameRules(Kernel &kernel, const std::string &suffix) {
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

void FuseNames::renameInstructions(Kernel &kernel, const std::string &suffix) {
  std::map<std::string, std::string> names;
  for (const InstructionPtr &insn : kernel.instructions) {
    std::string fresh =
        ids.take(insn->id) ? insn->id : ids.fresh(insn->id + suffix);
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
    for (const auto &[id, asserted] : insn->noSyncWith)
      assertNoSync(*copy, renamed(id), asserted);
    insn = std::move(copy);
  }
}
