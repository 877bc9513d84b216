// Turning isl's null results and errors into exceptions.
#ifndef LOOPYC_LIB_POLY_CHECK_H
#define LOOPYC_LIB_POLY_CHECK_H

#include "loopyc/Poly/OperationLimit.h"

#include <isl/ctx.h>
#include <string>

namespace loopyc {
namespace poly {

isl_ctx *context();

[[noreturn]] inline void failed(const char *operation) {
  const char *message = isl_ctx_last_error_msg(context());
  std::string text = std::string("isl: ") + operation + ": " +
                     (message ? message : "no result");
  bool tooComplex = isl_ctx_last_error(context()) == isl_error_quota;
  isl_ctx_reset_error(context());
  if (tooComplex)
    throw TooComplex(text);
  throw InternalError(text);
}

template <typename T> T *checked(T *result, const char *operation) {
  if (!result)
    failed(operation);
  return result;
}

inline bool checked(isl_bool result, const char *operation) {
  if (result == isl_bool_error)
    failed(operation);
  return result == isl_bool_true;
}

inline int checkedSize(isl_size result, const char *operation) {
  if (result < 0)
    failed(operation);
  return result;
}

} // namespace poly
} // namespace loopyc

#endif
