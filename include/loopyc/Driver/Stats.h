// --emit=stats: what a scheduled kernel does and needs, counted, as text for
// people or JSON for programs. Counts are piecewise quasi-polynomials; where
// --param gives what they depend on, their values stand beside them.
#ifndef LOOPYC_DRIVER_STATS_H
#define LOOPYC_DRIVER_STATS_H

#include "loopyc/Schedule/Statistics.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace driver {

enum class StatsFormat { Text, Json };

// A count, and its value (decimal digits) if the parameters are known.
struct Quantity {
  poly::PwQPolynomial count;
  std::optional<std::string> value;
};

struct AccessStats {
  MemoryAccess access;
  Quantity count, bytes;
};

// Of one launch. A kernel of several has as many.
struct KernelStats {
  std::string kernel;
  std::string partOf; // the kernel, if this is one of several launches
  int64_t instructions = 0, inames = 0;
  // Of the schedule, each where it stands.
  int64_t loops = 0, statements = 0, barriers = 0;
  std::vector<int64_t> groupSize;
  std::vector<std::pair<std::string, std::optional<std::string>>> groupCount;
  poly::Point parameters; // that --param gave
  Quantity flops;         // operations on reals and complex numbers
  std::vector<std::pair<Operation, Quantity>> operations;
  std::vector<AccessStats> accesses;
  // Bytes by address space and direction.
  std::map<std::pair<AddressSpace, bool>, Quantity> traffic;
  std::vector<std::pair<ArrayFootprint, Quantity>> footprints; // in bytes
  std::map<std::string, Quantity> synchronisation;
  MemoryUse memory;
  std::vector<std::string> remarks;
};

using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

// By launches. Throws UserError where the parameters violate the kernel's
// assumptions.
std::vector<KernelStats> collectStats(const ScheduledKernel &scheduled,
                                      const ParameterTexts &parameters);

std::string statsText(const KernelStats &stats);
std::string statsJson(const std::vector<KernelStats> &kernels);
std::string statsReport(const std::vector<ScheduledKernel> &kernels,
                        const ParameterTexts &parameters, StatsFormat format);

} // namespace driver
} // namespace loopyc

#endif
