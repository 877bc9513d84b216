// Transformations that address instructions: tags, order, synchronisation, and
// the expansion of substitution rules.
#ifndef LOOPYC_TRANSFORM_INSTRUCTIONS_H
#define LOOPYC_TRANSFORM_INSTRUCTIONS_H

#include "loopyc/IR/NoSync.h"
#include "loopyc/Transform/Common.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// In the kernel's order; none is not an error.
std::vector<InstructionPtr> findInstructions(const Kernel &kernel,
                                             const InstructionFilter &filter);

Kernel tagInstructions(const Kernel &kernel, const std::string &tag,
                       const InstructionFilter &within = {});

// Each of `dependents` comes after each of `dependencies`.
Kernel addDependency(const Kernel &kernel, const InstructionFilter &dependents,
                     const InstructionFilter &dependencies);

// Asserts that instances of `sinks` need no order after those of `sources` on
// the other work-items that `scope` says. Those on one work-item stay in order.
// Filters that match nothing are errors unless `emptyOk`.
Kernel addNosync(const Kernel &kernel, NoSync scope,
                 const InstructionFilter &sources,
                 const InstructionFilter &sinks, bool bidirectional = false,
                 bool emptyOk = false, Remarks *remarks = nullptr);

//   h[ix[i]] = h[ix[i]] + e   ->   h[ix[i]] = h[ix[i]] + e  {atomic}
// The updates of the variable that `within` matches may overlap with others by
// the same operation. Without `within`: all of its updates; writes that do not
// read it stay as they are. Seed 004, Atomic operations.
Kernel makeAtomic(const Kernel &kernel, const std::string &variable,
                  const InstructionFilter &within = {},
                  Remarks *remarks = nullptr);

struct BarrierOptions {
  std::string idBasedOn = "barrier";
  std::vector<std::string> tags;
  BarrierScope scope = BarrierScope::Global;
  // The loops it stands in; by default those that enclose all of `before` and
  // `after`.
  std::optional<std::vector<std::string>> withinInames;
};
// A barrier after all of `before` and ahead of all of `after`.
Kernel addBarrier(const Kernel &kernel, const InstructionFilter &before,
                  const InstructionFilter &after,
                  const BarrierOptions &options = {});

//   t = 0;  t = t - f*u[n];  t = t - f*v[n];  a = a + t
//     ->  t = 0;  t = t - u[n];  t = t - v[n];  a = a + f*t
// Factors that all increments of a variable have in common are applied where
// the sum is read. With `varyByAxes`, increments of different indices along
// these axes (names or numbers) have their own factors. Seed 000, level 8.
Kernel collectCommonFactors(const Kernel &kernel, const std::string &variable,
                            const std::vector<std::string> &varyByAxes = {},
                            Remarks *remarks = nullptr);

// No rules, and no uses of rules: each is replaced by its value.
Kernel expandRules(const Kernel &kernel);
// One expression, with the kernel's rules.
Expr expandRules(const Kernel &kernel, const Expr &e);

// No reductions but in rules and in the instructions `kept`: each is a
// temporary, which is initialised, and updated in a loop, before the
// instruction. `origins`, if not null, tells by the id of each such instruction
// which one it was made of.
Kernel realizeReductions(const Kernel &kernel,
                         std::map<std::string, std::string> *origins,
                         const std::set<std::string> &kept = {});
Kernel realizeReductions(const Kernel &kernel);
bool hasReductions(const Kernel &kernel);
// The reduction of no values. The first that it is combined with is the result,
// but for the sign of a zero.
Expr neutralElement(ReductionOp op, Type type);

} // namespace loopyc

#endif
