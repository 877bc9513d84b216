// The section `functions` of a kernel's file: functions in C.
//
//   int64 mix(int64 x, int32 turns) {{ ... return x; }}
//   float64 root3(float64) = cbrt
//   preamble {{ ... }}
#ifndef LOOPYC_LIB_KERNELLANGUAGE_FUNCTIONREADER_H
#define LOOPYC_LIB_KERNELLANGUAGE_FUNCTIONREADER_H

#include "Text.h"

#include "loopyc/KernelLanguage/MakeKernel.h"

namespace loopyc {
namespace language {

void readFunctionSection(const Text &text, KernelSource &source);

} // namespace language
} // namespace loopyc

#endif
