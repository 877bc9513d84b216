// Kernels that are called by kernels, as functions:
//
//   for i: for k: y[k + n*i] = 2*x[k + n*i]
//     ->
//   void twice(double *b, const double *a, int m) { for k: b[k] = 2*a[k] }
//   for i: twice(&y[n*i], &x[n*i], n)
//
// Up to here, a call is the instructions that stand in its place, with a mark
// (CallMark.h); so all that was decided and proved holds for what is called. On
// the finished tree, where all that one call became still stands in one place
// and has no barrier, that place is made a function. What it shares with what
// is around it is passed: of arrays in memory, the element where what it
// touches begins, with the sizes in its subscripts; variables by value, or, if
// it assigns them, by address. Functions with one text are one (Helpers).
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_CALLEDFUNCTIONS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_CALLEDFUNCTIONS_H

#include "CFamily/KernelData.h"
#include "CFamily/Passes.h"

namespace loopyc {
namespace codegen {

// Puts calls into the tree, and a remark for each that stays as it is. Is there
// any call?
bool makeFunctions(KernelTree &tree, KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
