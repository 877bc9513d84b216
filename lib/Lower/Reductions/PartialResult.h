// What a work-item, or several, make of a reduction before it is finished: some
// values, and how those of two become one.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_PARTIALRESULT_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_PARTIALRESULT_H

#include "Reductions/FindReductions.h"
#include "Reductions/StepWriter.h"

#include <memory>

namespace loopyc {

// One of the values.
struct PartialValue {
  std::string id;   // of its instructions, what they begin with
  std::string name; // of its temporaries, the same
  Type type;
  Expr neutral; // where nothing has been reduced
};

// What a partial result of the operation begins with.
Expr identity(ReductionOp op, Type type);

class PartialResult {
public:
  // Where the values are, in the order of `values`.
  using Places = std::vector<Expr>;

  virtual ~PartialResult() = default;

  // The instructions of the nest that this one belongs to (a member) reduce
  // into places instead of variables.
  virtual void reduceInto(StepWriter &writer, const std::string &member,
                          const Places &mine) const = 0;
  // mine = what becomes of both.
  virtual std::vector<Step> combined(StepWriter &writer, const Places &mine,
                                     const Places &other,
                                     const std::string &suffix) const = 0;
  // The variables get what has come of all, and what was in them before counts
  // once. Under the guards.
  virtual std::vector<Step> finished(StepWriter &writer, const Places &total,
                                     const std::string &suffix) const = 0;
  // Is it the same reduction, but for where values come from?
  virtual bool isSame(const PartialResult &other) const = 0;

  std::vector<PartialValue> values;
  std::vector<std::string> members; // ids of instructions, one per reduction
  std::vector<Predicate> guards;    // of the result
  SourceRange range;
};

// s = s op e
std::unique_ptr<PartialResult>
partialUpdate(const Kernel &kernel, const ParallelReduction &reduction);
// if (c) s = 1, the same value in each iteration
std::unique_ptr<PartialResult>
partialMark(const Kernel &kernel, const ParallelReduction &reduction);
// if (v < s): s = v, and its places
std::unique_ptr<PartialResult>
partialExtremum(const Kernel &kernel, const ParallelReduction &reduction);
// acc = C(acc, value), by an operation of the script's
std::unique_ptr<PartialResult> partialOwn(const Kernel &kernel,
                                          const ParallelReduction &reduction);

} // namespace loopyc

#endif
