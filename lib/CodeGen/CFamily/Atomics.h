// Atomic updates: a function for each operation, type and memory, of the
// language itself or written here.
//
//   h[k] = h[k] + e    atomicAdd(&h[k], e);  atomic_add_f64(&h[k], e);
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_ATOMICS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_ATOMICS_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

class Dialect;

// *element = *element op value
struct AtomicUpdate {
  ReductionOp op{};
  Type type;          // of the element; of one part of a complex number
  bool local = false; // local memory, or global
};

struct AtomicFunction {
  std::string name;
  std::string definition;              // empty: the language has it
  std::vector<std::string> extensions; // of the device that it needs
};

// atomic_add_f64, atomic_min_i64_local; of complex numbers, too.
std::string atomicName(ReductionOp op, Type type, bool local);
// "add", "min", "xor"
const char *atomicVerb(ReductionOp op);
// "a + b"
std::string combination(const AtomicUpdate &what, const Dialect &dialect,
                        const std::string &a, const std::string &b);

// How bits are compared and swapped: a loop until nobody came in between.
struct CompareAndSwap {
  std::string pointer;  // to the element's bits: "volatile __global uint *"
  std::string word;     // "uint"
  std::string current;  // the bits as they are: "atomic_add(bits, 0)"
  std::string function; // old = function(pointer, expected, desired)
  std::string asValue;  // the function, or cast, from bits to a value
  std::string asBits;   // and back
};
// The body of a function of `element` and `value`.
std::string compareAndSwapLoop(const AtomicUpdate &what, const Dialect &dialect,
                               const CompareAndSwap &with);

} // namespace codegen
} // namespace loopyc

#endif
