// Kernels that are compiled for values of their arguments when the program runs
// (lp.specialize). In the device's text, such an argument is a macro:
//
//   #ifndef LOOPYC_step__n
//   #define LOOPYC_step__n n_given
//   #endif
//   void step(int n_given) { const int n = LOOPYC_step__n; ... }
//
// The launcher has the text compiled with the macro defined as the value.
#ifndef LOOPYC_LIB_CODEGEN_HOST_VARIANTS_H
#define LOOPYC_LIB_CODEGEN_HOST_VARIANTS_H

#include "CFamily/KernelWriter.h"
#include "Host/Launcher.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// The parameters by value that are specialized, in calling order.
std::vector<const Storage *> specializedParameters(KernelData &data);
bool isSpecialized(const ScheduledKernel &kernel);
bool anySpecialized(const ScheduledKernels &kernels);

// "LOOPYC_step__n"
std::string variantMacro(KernelData &data, const Storage &parameter);

// Has the kernel written so; what stands before it.
std::string writeAsVariant(KernelData &data, KernelWriter &writer);

// C text: struct variants, and what finds and describes one. `isWeak`: loopyrt
// need not be linked.
std::string variantsText(bool isWeak);
// Inside of a launcher: what is known of its variants, and the values of this
// call, called `variants` and `variant_values`; `entry` is the type of what a
// variant is.
void writeVariants(KernelData &data, const std::string &entry,
                   TextBuilder &out);

} // namespace codegen
} // namespace loopyc

#endif
