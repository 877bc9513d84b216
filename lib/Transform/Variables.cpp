#include "Variables.h"

#include "loopyc/IR/Images.h"

using namespace loopyc;
using poly::Set;

using Mapper = std::function<Expr(const Expr &)>;

static bool mapOne(Expr &e, const Mapper &fn) {
  if (!e)
    return false;
  Expr mapped = fn(e);
  bool changed = !mapped.same(e);
  e = std::move(mapped);
  return changed;
}

VariablePtr loopyc::mapVariableExprs(const VariablePtr &var, const Mapper &fn) {
  auto result = std::make_shared<Variable>(*var);
  bool changed = false;
  for (Axis &axis : result->axes) {
    changed |= mapOne(axis.extent, fn);
    if (auto *tag = std::get_if<StrideAxis>(&axis.tag))
      changed |= mapOne(tag->stride, fn);
  }
  for (Expr &e : result->declared.extents)
    changed |= mapOne(e, fn);
  for (Expr &e : result->declared.lowerBounds)
    changed |= mapOne(e, fn);
  if (result->map) {
    MapFacts facts = *result->map;
    bool lower = mapOne(facts.lower, fn), upper = mapOne(facts.upper, fn);
    if (lower || upper)
      result->map = std::make_shared<const MapFacts>(std::move(facts));
    changed |= lower || upper;
  }
  return changed ? result : var;
}

void loopyc::mapAllExprs(Kernel &kernel, const Mapper &fn) {
  for (InstructionPtr &insn : kernel.instructions)
    insn = mapExprs(insn, fn, /*timeToo=*/true);
  for (SubstitutionRule &rule : kernel.rules)
    rule.value = fn(rule.value);
  for (auto *list : {&kernel.arguments, &kernel.temporaries})
    for (VariablePtr &var : *list)
      var = mapVariableExprs(var, fn);
}

static Expr renamed(const Expr &e,
                    const std::map<std::string, std::string> &names) {
  return rewrite(e, [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>()) {
      auto it = names.find(var->name);
      return it == names.end() ? node : Expr::var(it->second, node.type());
    }
    if (const auto *array = node.getIf<ArrayRef>()) {
      auto it = names.find(array->name);
      return it == names.end()
                 ? node
                 : Expr::array(it->second, array->subscripts, node.type());
    }
    return node;
  });
}

static Set renamed(const Set &set,
                   const std::map<std::string, std::string> &names) {
  for (const std::string &name : set.names())
    if (names.count(name))
      return set.rename(names);
  return set;
}

void loopyc::renameVariables(Kernel &kernel,
                             const std::map<std::string, std::string> &names) {
  if (names.empty())
    return;
  std::set<std::string> newImages;
  for (const std::string &image : images(kernel)) {
    auto it = names.find(image);
    newImages.insert(it == names.end() ? image : it->second);
  }
  setImages(kernel, newImages);
  Mapper fn = [&](const Expr &e) { return renamed(e, names); };
  for (InstructionPtr &insn : kernel.instructions)
    insn = mapExprs(insn, fn, /*timeToo=*/true);
  for (SubstitutionRule &rule : kernel.rules) {
    std::map<std::string, std::string> own = names;
    for (const std::string &parameter : rule.parameters)
      own.erase(parameter);
    rule.value = renamed(rule.value, own);
  }
  for (auto *list : {&kernel.arguments, &kernel.temporaries})
    for (VariablePtr &var : *list) {
      var = mapVariableExprs(var, fn);
      auto it = names.find(var->name);
      if (it == names.end())
        continue;
      auto copy = std::make_shared<Variable>(*var);
      copy->name = it->second;
      var = std::move(copy);
    }
  for (Set &domain : kernel.domains)
    domain = renamed(domain, names);
  kernel.assumptions = renamed(kernel.assumptions, names);
  std::map<std::string, AcrossGroups> across;
  for (const auto &[variable, how] : kernel.reductionsAcross) {
    auto it = names.find(variable);
    across[it == names.end() ? variable : it->second] = how;
  }
  kernel.reductionsAcross = std::move(across);
}
