// Bounds of the numbers that a script gives. Inames and subscripts are integers
// of 32 bits in generated code, and the code adds lengths to them: it tests
// whether an iteration more would still be in the loop.
#ifndef LOOPYC_LIB_TRANSFORM_NUMBERS_H
#define LOOPYC_LIB_TRANSFORM_NUMBERS_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <string>

namespace loopyc {

// Of a loop or an array axis with a length that a script gives.
constexpr int64_t mostLength = int64_t(1) << 30;
// Iterations split off at one end of a loop.
constexpr int64_t mostSlabs = int64_t(1) << 20;
// Loops around an instruction: C's compilers promise to nest 127.
constexpr size_t mostLoops = 64;
// Bytes that rows are padded to a multiple of: a large page.
constexpr int64_t mostAlignment = int64_t(1) << 21;

// UserError unless 1 <= value <= most. `what`: "split_iname: the inner length
// of iname 'i'"; `unit`: "bytes".
void requireNumber(int64_t value, int64_t most, const std::string &what,
                   const std::string &unit = "");

// UserError unless the slabs of a loop whose iterations step by `length` keep
// to 32 bits.
void requireSlabs(const SlabSpec &slabs, int64_t length,
                  const std::string &iname, const char *transformation);

// UserError if an integer in the expression does not fit 32 bits. `what`:
// "affine_map_inames: iname 'i'", which the expression computes.
void requireShortNumbers(const Expr &e, const std::string &what);

// UserError if the iname's range is known to leave 32 bits.
void requireShortRange(const Kernel &kernel, const std::string &iname,
                       const char *transformation);

} // namespace loopyc

#endif
