// A file in the kernel language, apart from what is in its kernels: the texts
// that makeKernel takes, each with its place, and a script for the kernels.
//
//   kernel saxpy
//     domains
//       { [i]: 0 <= i < n }
//     instructions
//       z[i] = a*x[i] + y[i]
//     data
//       a, x, y: float32
//       ...
//   end kernel
//
//   transform
//     RESULT = lp.split_iname(saxpy, "i", 128)
//   end transform
//
// Lines that consist of a section's name begin sections;
// docs/kernel-language.md has the grammar.
#ifndef LOOPYC_KERNELLANGUAGE_KERNELFILE_H
#define LOOPYC_KERNELLANGUAGE_KERNELFILE_H

#include "loopyc/KernelLanguage/MakeKernel.h"

namespace loopyc {
namespace language {

struct KernelFile {
  std::vector<KernelSource> kernels; // of different names
  // Python whose line N is line N of the file; common indentation is cut off.
  std::optional<std::string> transform;
};

// Throws UserError with a place in the file.
KernelFile readKernelFile(std::shared_ptr<const std::string> text,
                          const std::string &fileName);

} // namespace language
} // namespace loopyc

#endif
