// Storage of temporaries and padding of arrays (seed 000, level 5; seed 001,
// 2.4.3).
#ifndef LOOPYC_TRANSFORM_STORAGE_H
#define LOOPYC_TRANSFORM_STORAGE_H

#include "loopyc/Transform/Common.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// The temporaries use one storage, one after the other in the order given:
// within one iteration of the loops that they have in common, every access to
// one comes before the first write to the next.
Kernel aliasTemporaries(const Kernel &kernel,
                        const std::vector<std::string> &temporaries,
                        const std::string &baseName = "");

//   s[8], t[8]  ->  st[16]:  s[i] is st[i], t[i] is st[i + 8]
// Temporaries alike but for one axis (by name or number) become one, joined
// along it. Together with split_array_axis and a vec tag: short vectors of
// values that were computed apart.
Kernel concatenateArrays(const Kernel &kernel,
                         const std::vector<std::string> &arrays,
                         const std::string &newName = "",
                         const std::string &axis = "0");

struct BaseStorageOptions {
  std::optional<AddressSpace> space; // only what is there
  bool aliased = true;
  std::optional<int64_t> maxBytes; // of one storage
};
// Storage that temporaries share is as large as the largest of them, and they
// keep to the order in which they use it; without `aliased` each gets memory
// of its own, and the order is free. Sizes must be constant. Where nothing
// shares storage there is nothing to do.
Kernel allocateBaseStorage(const Kernel &kernel,
                           const BaseStorageOptions &options = {});

//   float a[5, m]:  a[i, j] at i + 5*j  ->  at i + 8*j    (axis 1, 32 bytes)
// Each step along the axis goes a multiple of `alignBytes`, and so do those
// along slower axes. The Fortran's array keeps its shape; what is handed to a
// launcher has gaps between rows.
Kernel addPadding(const Kernel &kernel, const std::string &array,
                  const std::string &axis, int64_t alignBytes);

// The smallest number of steps along the axis after which padding to a
// multiple of `alignBytes` wastes no more than `allowedWaste` of their bytes:
// the length to split the axis by before its outer part is padded.
int64_t findPaddingMultiple(const Kernel &kernel, const std::string &array,
                            const std::string &axis, int64_t alignBytes,
                            double allowedWaste = 0.1);

} // namespace loopyc

#endif
