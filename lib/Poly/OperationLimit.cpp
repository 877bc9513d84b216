#include "loopyc/Poly/OperationLimit.h"

#include "Check.h"

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
