// Where the elements of an array lie on the device, as loopyrt_array_in_layout
// takes it (struct loopyrt_term in loopyrt.h).
//
//   a[i0 // 4, i1, i0 % 4], strides 4, n, 1   ->   i0 div 4:  stride 4
//                                                  i1:        stride n
//                                                  i0 mod 4:  stride 1
#ifndef LOOPYC_LIB_CODEGEN_HOST_LAYOUTTERMS_H
#define LOOPYC_LIB_CODEGEN_HOST_LAYOUTTERMS_H

#include "loopyc/CodeGen/CodeGen.h"

#include <vector>

namespace loopyc {
namespace codegen {

// A declared index, or the value of an earlier term, divided and then reduced
// (modulus 0: not); what it adds to the place and to the buffer's number.
struct LayoutTerm {
  int64_t of = 0; // a declared axis; the rank and more: a term before
  int64_t divisor = 1, modulus = 0;
  Expr stride; // in elements; in the kernel's names
  int64_t buffer = 0;
};

// `buffers`: the launcher's arguments for the variable.
std::vector<LayoutTerm>
layoutTerms(const Variable &variable,
            const std::vector<LauncherArgument> &buffers);

} // namespace codegen
} // namespace loopyc

#endif
