#include "loopyc/Poly/OperationLimit.h"

#include "Check.h"

using namespace loopyc::poly;

OperationLimit::OperationLimit(unsigned long operations) {
  isl_ctx_reset_operations(context());
  isl_ctx_set_max_operations(context(), operations);
}

OperationLimit::~OperationLimit() {
  isl_ctx_set_max_operations(context(), 0);
  isl_ctx_reset_operations(context());
}
