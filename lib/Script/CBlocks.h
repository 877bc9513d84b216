// lp.CInstruction: statements in C that compute temporaries from inames and
// temporaries. What they read is passed, what they assign is what they return:
//
//   CInstruction("i", "x = a > 0 ? sqrtf(a) : i;",
//                read_variables={"a"}, assignees="x")
//   ->  x = knl_insn_x(i, a)
//
//   float knl_insn_x(int i, float a) { float x; { x = ...; } return x; }
//
// So that no proof has to look into them.
#ifndef LOOPYC_LIB_SCRIPT_CBLOCKS_H
#define LOOPYC_LIB_SCRIPT_CBLOCKS_H

#include "loopyc/KernelLanguage/MakeKernel.h"

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

void addCBlockClass(pybind11::module_ &module);

// The instructions that stand for the object, whose functions become those of
// the kernel; nullopt if it is none. `data` of the kernel must be there.
std::optional<std::string> cBlockText(pybind11::handle object,
                                      language::KernelSource &source);

} // namespace script
} // namespace loopyc

#endif
