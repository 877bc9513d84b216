#include "loopyc/Analysis/Counts.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/Affine.h"

#include <set>
#include <tuple>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

bool ArrayFootprint::operator<(const ArrayFootprint &o) const {
  return std::tie(variable, store) < std::tie(o.variable, o.store);
}

// A name for the subscript along an axis, which no Fortran name is.
static std::string axisName(size_t axis) {
  return "axis(" + std::to_string(axis) + ")";
}

// { axis(0), axis(1), ... : some instance accesses this element }
static Set elements(const AccessInfo &access, const Set &instances,
                    const Instruction &insn, const Kernel &kernel) {
  Set result = instances;
  for (size_t a = 0; a < access.location.size(); ++a) {
    auto subscript = toAffine(access.location[a]);
    if (!subscript)
      throw UserError("the elements of '" + access.variable + "' that '" +
                          insn.id + "' of kernel '" + kernel.name +
                          "' accesses cannot be counted: subscript " +
                          access.location[a].str() + " is not affine",
                      insn.range);
    result = result.equate(axisName(a), *subscript);
  }
  return result.project(Names(insn.inames.begin(), insn.inames.end()));
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
      dims.push_back(axisName(a));
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
