// Global barriers in kernels of tests.
#ifndef LOOPYC_UNITTESTS_GLOBALBARRIERS_H
#define LOOPYC_UNITTESTS_GLOBALBARRIERS_H

#include "TestKernel.h"

namespace loopyc {

inline void addGlobalBarrier(Kernel &kernel, const std::string &id,
                             const std::vector<std::string> &inames,
                             const ReferenceTime &time) {
  Instruction barrier;
  barrier.id = id;
  barrier.body = BarrierBody{BarrierScope::Global};
  barrier.inames = inames;
  barrier.time = time;
  kernel.instructions.push_back(
      std::make_shared<const Instruction>(std::move(barrier)));
}

} // namespace loopyc

#endif
