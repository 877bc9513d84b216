// Which loop walks through memory element by element.
#ifndef LOOPYC_LIB_LOWER_MAPPING_UNITSTRIDES_H
#define LOOPYC_LIB_LOWER_MAPPING_UNITSTRIDES_H

#include "Mapping/LoopNests.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Bytes that an iteration of all loops in the nest moves at unit stride along
// the iname. `rows`: only of elements whose subscripts mention one of these;
// empty: of all.
int64_t unitStrideBytes(const Kernel &kernel, const LoopNest &nest,
                        const std::string &iname,
                        const std::set<std::string> &rows = {});
// Of these, the bytes that the nest stores.
int64_t unitStrideStores(const Kernel &kernel, const LoopNest &nest,
                         const std::string &iname);
// Arrays of which the kernel reads elements in this nest alone, all of them so
// that neighbours lie side by side along `across`, for each iteration of
// `along` others.
std::vector<std::string> arraysAcross(const Kernel &kernel,
                                      const LoopNest &nest,
                                      const std::string &along,
                                      const std::string &across);
// Do these loops, around a few statements and no other loops, read elements
// that others say which they are, whatever `item` is, as t(k, c(e))?
bool findsRowsByData(const Kernel &kernel,
                     const std::vector<const LoopNest *> &band,
                     const std::string &row, const std::string &item);
// The one with most bytes at unit stride in an iteration of all, of equals the
// innermost.
const LoopNest *mostUnitStrides(const Kernel &kernel,
                                const std::vector<const LoopNest *> &loops);

} // namespace loopyc

#endif
