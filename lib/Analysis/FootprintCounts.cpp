#include "loopyc/Analysis/Counts.h"

#include "TouchedElements.h"

#include <set>
#include <tuple>

using namespace loopyc;
using poly::Names;
using poly::Set;

bool ArrayFootprint::operator<(const ArrayFootprint &o) const {
  return std::tie(variable, store) < std::tie(o.variable, o.store);
}

static Set elements(const AccessInfo &access, const Set &instances,
                    const Instruction &insn, const Kernel &kernel) {
  if (auto touched = touchedElements(access, instances, insn))
    return *touched;
  throw UserError("the elements of '" + access.variable + "' that '" + insn.id +
                      "' of kernel '" + kernel.name +
                      "' accesses cannot be counted: subscript " +
                      nonAffineSubscript(access) + " is not affine",
                  insn.range);
}

static bool isCounted(const VariablePtr &var) {
  return var && !var->isValue() &&
         (var->space == AddressSpace::Global ||
          var->space == AddressSpace::Constant);
}

Counts<ArrayFootprint> loopyc::footprintCounts(
    const Kernel &kernel,
    const std::function<bool(const Instruction &)> &filter) {
  Counts<ArrayFootprint> counts;
  InstanceSets instances(kernel);
  std::map<ArrayFootprint, Set> sets;
  std::set<std::string> unknown;
  for (const AccessInfo &access : collectAccesses(kernel)) {
    VariablePtr var = kernel.findVariable(access.variable);
    const Instruction &insn = *kernel.instructions[access.instruction];
    if (!isCounted(var) || unknown.count(access.variable) ||
        (filter && !filter(insn)))
      continue;
    try {
      Set touched =
          elements(access, instances.of(access.instruction), insn, kernel);
      ArrayFootprint key{access.variable, access.write, var->type};
      auto [known, isNew] = sets.try_emplace(key, touched);
      if (!isNew)
        known->second = known->second.unite(touched).coalesce();
    } catch (const UserError &error) {
      unknown.insert(access.variable);
      counts.uncounted.push_back(error);
    }
  }
  for (const auto &[key, set] : sets) {
    if (unknown.count(key.variable))
      continue;
    Names dims;
    VariablePtr var = kernel.findVariable(key.variable);
    for (size_t a = 0; a < var->axes.size(); ++a)
      dims.push_back(subscriptName(a));
    try {
      counts.add(key, cardinality(set, dims));
    } catch (const UserError &error) {
      counts.uncounted.push_back(
          UserError("the elements of '" + key.variable + "' that kernel '" +
                        kernel.name + "' accesses: " + error.what(),
                    var->range));
    }
  }
  return counts;
}
