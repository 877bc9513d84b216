// Loops that stop once the rest of their iterations do nothing:
//
//   for (i = 0; i < n; ++i) {           for (i = 0; i < n && going; ++i) {
//     if (going && a[i] > 0) going = 0;   if (a[i] > 0) going = 0;
//     if (going) s += a[i];               if (going) s += a[i];
//   }                                   }
//
// All that the loop does has a guard that it changes, a private scalar: once
// that is false nothing is done, so nothing makes it true again. Apart from
// that the loop may set scalars anew that nothing else reads. Nor need it ask
// for what the flag was set under, where nothing changes that:
//
//   going = 0;
//   if (m[j]) going = x[j] > l;         while (going) x[j] -= l, going = ...;
//   while (going) if (m[j]) ...
//
// It is also how an endless loop (EndlessLoops.h) ends: one that does not stop
// so is refused.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_STOPLOOPS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_STOPLOOPS_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

// Is it over an iname of endless range?
bool isEndless(const Loop &loop);

Block stopLoops(Block block, const KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
