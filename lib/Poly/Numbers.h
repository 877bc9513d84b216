// isl's integers, which have any length, as our own of 64 bits.
#ifndef LOOPYC_LIB_POLY_NUMBERS_H
#define LOOPYC_LIB_POLY_NUMBERS_H

#include <isl/val.h>

#include <cstdint>
#include <optional>

namespace loopyc {
namespace poly {

// Takes `val`, which may be null. std::nullopt if it is no integer of 64 bits,
// or the smallest, which has no opposite.
inline std::optional<int64_t> integerOf(isl_val *val) {
  bool fits = val && isl_val_is_int(val) == isl_bool_true &&
              isl_val_cmp_si(val, INT64_MAX) <= 0 &&
              isl_val_cmp_si(val, -INT64_MAX) >= 0;
  std::optional<int64_t> result;
  if (fits)
    result = isl_val_get_num_si(val);
  isl_val_free(val);
  return result;
}

} // namespace poly
} // namespace loopyc

#endif
