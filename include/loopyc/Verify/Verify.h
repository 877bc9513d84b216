// --verify: at a few small sizes, a transformed and scheduled kernel is run in
// reference order and as its schedule says, and compared with the kernels that
// it was made of.
#ifndef LOOPYC_VERIFY_VERIFY_H
#define LOOPYC_VERIFY_VERIFY_H

#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/Reference.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace verify {

// A kernel as it was before any transformation, one of those that a kernel
// stands for.
struct Original {
  const Kernel *kernel = nullptr;
  ArgumentNames names; // of its arguments in the transformed kernel
};

struct VerifyInput {
  std::vector<Original> originals; // in calling order; none: not compared
  const Kernel *kernel = nullptr;  // as it was scheduled
  const ScheduledKernel *scheduled = nullptr;
  // Values of arguments, as text.
  std::vector<std::pair<std::string, std::string>> parameters;
  // Asked about each reference run of `kernel`.
  std::function<void(const Trace &, const std::map<std::string, int64_t> &)>
      examine;
};

struct VerifyResult {
  int sizes = 0; // that it was run at
  int64_t instances = 0, dependences = 0;
  // Why there is no verdict at any size at which something runs; or "".
  std::string reason;
  // Operations of reductions that were taken to be associative and commutative,
  // as the script says, for the interpreter has no values in which they are.
  std::set<std::string> asserted;
};

// Throws UserError that names what is wrong, at which sizes.
VerifyResult verifyKernel(const VerifyInput &input);

// "n = 5, m = 7"
std::string sizesStr(const std::map<std::string, int64_t> &sizes);

} // namespace verify
} // namespace loopyc

#endif
