#include "loopyc/Poly/OperationLimit.h"

#include "Check.h"

using namespace loopyc;
using namespace loopyc::poly;

OperationLimit::OperationLimit(unsigned long operations)
    : around(isl_ctx_get_max_operations(context())) {
  isl_ctx_reset_operations(context());
  isl_ctx_set_max_operations(context(), operations);
}

OperationLimit::~OperationLimit() {
  isl_ctx_set_max_operations(context(), around);
  isl_ctx_reset_operations(context());
}

TooComplex poly::tooComplex(const std::string &task,
                            const SourceRange &range) {
  return TooComplex(
      task + " takes more than " + std::to_string(mostOperations / 1000000) +
          " million steps with sets of iterations; fewer cases make it less: "
          "give sizes values (fix_parameters) or facts (assume), split by "
          "factors that divide each other, keep mod() out of guards of what is "
          "reduced or passed on, or leave a loop without a tag",
      range);
}
