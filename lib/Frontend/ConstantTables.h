// Constant arrays as tables, arrays of a kernel that nothing writes: those of
// which data choose elements, where there are too many to choose from in an
// expression.
#ifndef LOOPYC_LIB_FRONTEND_CONSTANTTABLES_H
#define LOOPYC_LIB_FRONTEND_CONSTANTTABLES_H

#include "loopyc/IR/Array.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// So many elements are chosen by their number, without an array.
constexpr size_t maxChosenElements = 16;
// More make a text that no compiler takes gladly.
constexpr size_t maxTableElements = 65536;

// The elements are in Fortran's order.
struct ConstantArray {
  Type type;
  std::vector<int64_t> lowerBounds, extents;
  std::vector<Expr> elements;
};

Variable tableOf(const ConstantArray &constant, const std::string &name,
                 const SourceRange &range);

} // namespace frontend
} // namespace loopyc

#endif
