// How often a kernel does what: arithmetic operations by type and kind, memory
// accesses by array, direction, address space and strides. Counts are
// piecewise quasi-polynomials in the kernel's parameters.
//
// The kernel's rules are expanded and its address spaces decided.
#ifndef LOOPYC_ANALYSIS_COUNTS_H
#define LOOPYC_ANALYSIS_COUNTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/PwQPolynomial.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// Who does it once: each work-item, or all work-items of a sub-group (a warp)
// together, or of a work-group.
enum class CountGranularity { WorkItem, SubGroup, WorkGroup };
const char *granularityName(CountGranularity granularity); // "workitem", ...

// --- how often an instruction runs

struct CountRequest {
  int instruction = -1;
  CountGranularity granularity = CountGranularity::WorkItem;
  // Inames whose values count as one: those that a short vector runs over.
  std::vector<std::string> together;
};

// Throws UserError that names the instruction where there is no count.
using CountInstruction =
    std::function<poly::PwQPolynomial(const CountRequest &)>;

// The instances of instructions: what the reference order asks for, however
// the schedule repeats it. Affine guards of inames and parameters restrict
// them, guards that depend on data are taken to hold. Valid as long as the
// kernel is.
CountInstruction instanceCounts(const Kernel &kernel, int subGroupSize);

// No less than that, as one polynomial wherever the instruction runs.
CountInstruction instanceBounds(const Kernel &kernel);

// Why an instruction has no count: a bound of its loops is data.
UserError countDependsOnData(const Instruction &insn, const Kernel &kernel,
                             const std::string &name);

// Work-items of a group: the product of its local axes, whose ranges must be
// constant.
int64_t workGroupItems(const Kernel &kernel);

// The guard of the instruction that depends on data, if any.
std::optional<Predicate> dataGuard(const Kernel &kernel,
                                   const Instruction &insn);

// --- what is counted

struct Operation {
  Type type;
  std::string kind; // add, sub, mul, div, pow, maxmin, shift, bw, func:exp, ...
  CountGranularity granularity = CountGranularity::WorkItem;

  bool operator<(const Operation &other) const;
};

// By axis number; the stride in elements, as an expression in the parameters,
// or "" where it is none (indirect access, say). Axes that do not occur in the
// subscripts are absent.
using Strides = std::map<int, std::string>;

struct MemoryAccess {
  AddressSpace space = AddressSpace::Global; // Global, Constant or Local
  std::string variable;
  bool store = false;
  Type type;
  Strides lidStrides, gidStrides;
  CountGranularity granularity = CountGranularity::WorkItem;
  // More than 1: a short vector as a whole. Strides are in vectors then.
  int lanes = 1;

  int64_t bytes() const { return type.bytes * (lanes == 3 ? 4 : lanes); }
  bool operator<(const MemoryAccess &other) const;
};

template <typename Key> struct Counts {
  std::map<Key, poly::PwQPolynomial> values;
  // What the counts take for granted; what they leave out, and why.
  std::vector<std::string> remarks;
  std::vector<UserError> uncounted;
  // Of these the value is no more than a bound, and which.
  std::map<Key, std::string> bounded;

  void add(const Key &key, const poly::PwQPolynomial &count) {
    auto [value, isNew] = values.try_emplace(key, count);
    if (!isNew)
      value->second = value->second + count;
  }
};

struct CountOptions {
  // Of operations the sub-group's, of accesses what suits their strides, if it
  // is not given.
  std::optional<CountGranularity> granularity;
  bool withinSubscripts = true; // operations on subscripts, too
  std::function<bool(const Instruction &)> filter; // null: all instructions
};

Counts<Operation> operationCounts(const Kernel &kernel,
                                  const CountInstruction &count,
                                  const CountOptions &options = {});

// Each reference to global, constant or local memory is an access, as often as
// it stands there; private temporaries are none. A reference whose address is
// the same for neighbouring work-items counts once for a sub-group.
Counts<MemoryAccess> accessCounts(const Kernel &kernel,
                                  const CountInstruction &count,
                                  const CountOptions &options = {});

// What a kernel reads or writes of an array, each element once.
struct ArrayFootprint {
  std::string variable;
  bool store = false;
  Type type;

  bool operator<(const ArrayFootprint &other) const;
};

enum class FootprintForm {
  Exact,     // an array is uncounted if some subscript is not affine
  Estimates, // or has a bound: as many as accesses, or all of its elements
  Bounds     // of each array, one polynomial
};

// The elements themselves: sets with a dimension for each axis. What is
// unknown, as FootprintForm::Exact says it, is left out.
struct Footprints {
  std::map<ArrayFootprint, poly::Set> elements;
  std::vector<UserError> unknown;
};

Footprints footprintsOf(const Kernel &kernel);

// The number of different elements of each array in global or constant memory.
Counts<ArrayFootprint> footprintCounts(
    const Kernel &kernel,
    const std::function<bool(const Instruction &)> &filter = {},
    FootprintForm form = FootprintForm::Exact);

} // namespace loopyc

#endif
