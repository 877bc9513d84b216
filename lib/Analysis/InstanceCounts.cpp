#include "loopyc/Analysis/Counts.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <memory>
#include <set>

using namespace loopyc;
using poly::PwQPolynomial;
using poly::Set;

const char *loopyc::granularityName(CountGranularity granularity) {
  switch (granularity) {
  case CountGranularity::WorkItem:
    return "workitem";
  case CountGranularity::SubGroup:
    return "subgroup";
  case CountGranularity::WorkGroup:
    return "workgroup";
  }
  return "";
}

UserError loopyc::countDependsOnData(const Instruction &insn,
                                     const Kernel &kernel,
                                     const std::string &name) {
  return UserError("instruction '" + insn.id + "' of kernel '" + kernel.name +
                       "' runs as often as '" + name +
                       "' says, which the kernel computes; only what the "
                       "parameters decide is counted",
                   insn.range);
}

static bool isLocal(const Kernel &kernel, const std::string &iname) {
  InameTag tag = kernel.tagOf(iname);
  return tag.isLocal() || tag.isOpen();
}

int64_t loopyc::workGroupItems(const Kernel &kernel) {
  std::map<int, int64_t> extents;
  for (const std::string &iname : kernel.inames()) {
    if (!isLocal(kernel, iname))
      continue;
    Set domain = kernel.domains[kernel.domainOf(iname)].flat().intersect(
        kernel.assumptions);
    auto low = domain.minConst(iname), high = domain.maxConst(iname);
    if (domain.isEmpty())
      low = high = 0; // one position, at which nothing runs
    if (!low || !high)
      throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                          "' is tagged " + kernel.tagOf(iname).str() +
                          ", but its range has no constant bound, so that "
                          "there is no number of sub-groups; count for each "
                          "work-item, or split the iname",
                      kernel.range);
    int64_t &extent = extents[kernel.tagOf(iname).axis];
    extent = std::max(extent, *high - *low + 1);
  }
  int64_t items = 1;
  for (const auto &[axis, extent] : extents)
    items *= std::max<int64_t>(extent, 1);
  return items;
}

static std::set<std::string> computedNames(const Kernel &kernel) {
  std::set<std::string> names;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      names.insert(name);
  return names;
}

// The points where the predicate holds; nullopt if they depend on data.
static std::optional<Set>
plainCondition(const Expr &predicate, const std::set<std::string> &computed) {
  std::set<std::string> vars, arrays;
  collectNames(predicate, vars, arrays);
  for (const std::string &var : vars)
    if (computed.count(var))
      return std::nullopt;
  return arrays.empty() ? toCondition(predicate) : std::nullopt;
}

std::optional<Predicate> loopyc::dataGuard(const Kernel &kernel,
                                           const Instruction &insn) {
  if (insn.predicates.empty())
    return std::nullopt;
  std::set<std::string> computed = computedNames(kernel);
  for (const Expr &predicate : insn.predicates)
    if (!plainCondition(predicate, computed))
      return predicate;
  return std::nullopt;
}

namespace {

class InstanceCounter {
public:
  using Cardinality = PwQPolynomial (*)(const Set &, const poly::Names &);

  InstanceCounter(const Kernel &kernel, int subGroupSize,
                  Cardinality cardinality)
      : kernel(kernel), subGroupSize(subGroupSize), cardinality(cardinality),
        index(kernel), computed(computedNames(kernel)) {}

  PwQPolynomial count(const CountRequest &request) {
    const Instruction &insn = *kernel.instructions[request.instruction];
    bool perItem = request.granularity == CountGranularity::WorkItem;
    std::vector<std::string> inames;
    for (const std::string &iname : insn.inames)
      if ((perItem || !isLocal(kernel, iname)) &&
          std::find(request.together.begin(), request.together.end(), iname) ==
              request.together.end())
        inames.push_back(iname);
    PwQPolynomial groups = instances(insn, inames);
    return request.granularity == CountGranularity::SubGroup
               ? groups.scaled(subGroups())
               : groups;
  }

private:
  int64_t subGroups() {
    if (!subGroupsInGroup)
      subGroupsInGroup =
          (workGroupItems(kernel) + subGroupSize - 1) / subGroupSize;
    return *subGroupsInGroup;
  }

  // The number of values of `inames` for which the instruction runs.
  const PwQPolynomial &instances(const Instruction &insn,
                                 const std::vector<std::string> &inames) {
    std::string key;
    for (const std::string &iname : insn.inames)
      key += iname + ",";
    key += "|";
    for (const std::string &iname : inames)
      key += iname + ",";
    for (const Expr &predicate : insn.predicates)
      key += ";" + predicate.str();
    auto known = memo.find(key);
    if (known == memo.end())
      known = memo.emplace(key, compute(insn, inames)).first;
    return known->second;
  }

  PwQPolynomial compute(const Instruction &insn,
                        const std::vector<std::string> &inames) {
    Set domain = index.instances(insn.inames).flat();
    for (const std::string &name : domain.params())
      if (computed.count(name) && domain.involves(name))
        throw countDependsOnData(insn, kernel, name);
    domain = domain.intersect(kernel.assumptions);
    for (const Expr &predicate : insn.predicates)
      if (auto condition = plainCondition(predicate, computed))
        domain = domain.intersect(*condition);
    poly::Names together;
    for (const std::string &iname : insn.inames)
      if (std::find(inames.begin(), inames.end(), iname) == inames.end())
        together.push_back(iname);
    try {
      return cardinality(domain.project(together), inames);
    } catch (const UserError &error) {
      throw UserError("instruction '" + insn.id + "' of kernel '" +
                          kernel.name + "': " + error.what(),
                      insn.range);
    }
  }

  const Kernel &kernel;
  int subGroupSize;
  Cardinality cardinality;
  DomainIndex index;
  std::set<std::string> computed;
  std::optional<int64_t> subGroupsInGroup;
  std::map<std::string, PwQPolynomial> memo;
};

} // namespace

CountInstruction loopyc::instanceCounts(const Kernel &kernel,
                                        int subGroupSize) {
  auto counter = std::make_shared<InstanceCounter>(kernel, subGroupSize,
                                                   poly::cardinality);
  return [counter](const CountRequest &request) {
    return counter->count(request);
  };
}

static PwQPolynomial boxOf(const Set &set, const poly::Names &dims) {
  if (auto box = poly::boxCardinality(set, dims))
    return *box;
  throw UserError("its instances have no bound in the sizes");
}

CountInstruction loopyc::instanceBounds(const Kernel &kernel) {
  auto counter = std::make_shared<InstanceCounter>(kernel, 1, boxOf);
  return [counter](const CountRequest &request) {
    return counter->count(request);
  };
}
