// For tests of passes that rewrite kernels.
#ifndef LOOPYC_UNITTESTS_LOWER_HELPERS_H
#define LOOPYC_UNITTESTS_LOWER_HELPERS_H

#include "../Transform/Helpers.h"

namespace loopyc {

inline Kernel split(const Kernel &kernel, const std::string &iname, int length,
                    const std::string &outer, const std::string &inner) {
  SplitOptions options;
  options.outerTag = InameTag::parse(outer);
  options.innerTag = InameTag::parse(inner);
  return splitIname(kernel, iname, length, options);
}

// Argument arrays are equal after a run of either.
inline void expectEqualRuns(const Kernel &before, const Kernel &after) {
  verifyKernel(after);
  for (int n : {1, 2, 5, 13}) {
    verify::Contents a = contentsFor(before, n), b = a;
    run(before, a);
    run(after, b);
    for (const auto &[name, argument] : a.arguments)
      EXPECT_TRUE(argument.elements == b.arguments[name].elements)
          << name << ", n = " << n << "\n"
          << kernelStr(after);
  }
}

} // namespace loopyc

#endif
