// An end to computations with sets that grow beyond all use.
#ifndef LOOPYC_POLY_OPERATIONLIMIT_H
#define LOOPYC_POLY_OPERATIONLIMIT_H

#include "loopyc/Support/Diagnostic.h"

namespace loopyc::poly {

class TooComplex : public UserError {
public:
  using UserError::UserError;
};

// While it lives, sets throw TooComplex when isl has done that many operations.
// They are counted, not timed: the same input ends in the same way. One inside
// of another starts both counts anew.
class OperationLimit {
public:
  explicit OperationLimit(unsigned long operations);
  ~OperationLimit();
  OperationLimit(const OperationLimit &) = delete;
  OperationLimit &operator=(const OperationLimit &) = delete;

private:
  unsigned long around; // the limit that this one stands in for
};

// For one question about a kernel, how to schedule it, say: a minute or two.
// The samples take a thirtieth of it at most.
constexpr unsigned long mostOperations = 100000000;

// The refusal of a `task` ("scheduling kernel 'k'") that takes more.
TooComplex tooComplex(const std::string &task, const SourceRange &range);

template <typename Work>
auto bounded(const std::string &task, const SourceRange &range, Work &&work,
             unsigned long operations = mostOperations) {
  OperationLimit limit(operations);
  try {
    return work();
  } catch (const TooComplex &) {
    throw tooComplex(task, range);
  }
}

} // namespace loopyc::poly

#endif
