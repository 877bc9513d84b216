#include "NestCosts.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/Counts.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Poly/OperationLimit.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::driver;
using poly::PwAff;
using poly::PwQPolynomial;
using poly::Set;

static void countOneIteration(Kernel &kernel) {
  const Kernel before = kernel;
  for (Set &domain : kernel.domains)
    for (const std::string &iname : domain.dims())
      if (isEndless(before, iname))
        domain = domain.intersect(PwAff::name(iname).eq(PwAff::constant(0)));
}

NestCounter::NestCounter(const Kernel &given) {
  try {
    kernel = preprocess(given);
    countOneIteration(kernel);
  } catch (const UserError &error) {
    whyNot = error.what();
  }
}

// The sizes for which all of the nest runs, which leaves counts one formula in
// most cases; any sizes where there are none.
static Set whereAllRuns(const Kernel &kernel,
                        const CountOptions &nest) {
  InstanceSets instances(kernel);
  Set result = kernel.assumptions;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    if (!nest.filter(insn))
      continue;
    Set sizes = instances.of(static_cast<int>(i)).project(insn.inames);
    Set both = result.intersect(sizes.flat());
    if (!both.isEmpty())
      result = std::move(both);
  }
  return result;
}

// Estimates are for problems of some size.
static std::string shown(const PwQPolynomial &count, const Set &facts) {
  PwQPolynomial simple = count.gist(facts);
  if (auto formula = simple.formula())
    return *formula;
  Set large = facts;
  for (const std::string &name : count.names())
    large = large.intersect(PwAff::name(name).ge(PwAff::constant(64)));
  std::optional<std::string> formula;
  if (!large.isEmpty())
    formula = count.gist(large).formula();
  return formula.value_or(simple.str());
}

namespace {

// Counts are exact, or left out with a remark.
class Totals {
public:
  Totals(const Kernel &kernel, const CountOptions &nest)
      : kernel(kernel), nest(nest) {}

  NestCosts run() {
    auto done = operationCounts(kernel, instanceCounts(kernel, 1), nest);
    for (const auto &[operation, times] : done.values)
      if (operation.type.isFloating())
        operations = operations + times;
    note(done);
    auto touched = footprintCounts(kernel, nest.filter);
    for (const auto &[footprint, elements] : touched.values) {
      PwQPolynomial &bytes = footprint.store ? written : read;
      bytes = bytes + elements.scaled(footprint.type.bytes);
    }
    note(touched);
    Set facts = whereAllRuns(kernel, nest);
    result.operations = shown(operations, facts);
    result.bytesRead = shown(read, facts);
    result.bytesWritten = shown(written, facts);
    return std::move(result);
  }

private:
  static void add(const std::string &remark, std::vector<std::string> &list) {
    if (!llvm::is_contained(list, remark))
      list.push_back(remark);
  }
  template <typename Key> void note(const Counts<Key> &counts) {
    for (const std::string &remark : counts.remarks)
      add(remark, result.assumptions);
    for (const UserError &error : counts.uncounted)
      add(error.what(), result.uncounted);
  }

  const Kernel &kernel;
  const CountOptions &nest;
  PwQPolynomial operations, read, written;
  NestCosts result;
};

} // namespace

NestCosts NestCounter::costs(const std::set<std::string> &ids) const {
  NestCosts nothing;
  nothing.uncounted = {whyNot};
  if (!whyNot.empty())
    return nothing;
  CountOptions nest;
  nest.granularity = CountGranularity::WorkItem;
  nest.withinSubscripts = false;
  nest.filter = [&](const Instruction &insn) { return ids.count(insn.id) > 0; };
  try {
    return poly::bounded("counting", kernel.range,
                         [&] { return Totals(kernel, nest).run(); },
                         poly::mostOperations / 10);
  } catch (const UserError &error) {
    nothing.uncounted = {error.what()};
    return nothing;
  }
}
