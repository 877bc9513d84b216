// The arrays whose values say which elements of others are meant: "ix" of
// y[ix[i] - 1], or of y[j - 1] behind j = ix[i].
#ifndef LOOPYC_ANALYSIS_INDEXARRAYS_H
#define LOOPYC_ANALYSIS_INDEXARRAYS_H

#include "loopyc/Analysis/Accesses.h"

#include <string>
#include <vector>

namespace loopyc {

struct IndexArray {
  std::string name; // "" where a subscript has several, or the kernel writes it
  // Is it where a range begins: "lo" of y[lo[i] + k - 1]?
  bool isStart = false;
  Expr subscript; // that it says: ix[i] - 1, j - 1
  Expr element;   // of it: ix[i]
  bool operator==(const IndexArray &o) const {
    return name == o.name && isStart == o.isStart;
  }
};

// One for each axis whose subscript is by way of data.
std::vector<IndexArray> indexArraysOf(const Kernel &kernel,
                                      const AccessInfo &access);

// Those by which the elements of an index array are found: "ptr" of col[ptr[i]
// + k]. `access` is what goes by the array.
std::vector<IndexArray> indexArraysOf(const Kernel &kernel,
                                      const AccessInfo &access,
                                      const IndexArray &map);

// What makes the elements of different iterations different ones, for a reader
// and as an argument of assert_map: "injective". Is it asserted already?
std::string premiseOf(const IndexArray &map);
const char *factOf(const IndexArray &map);
bool isKnown(const Kernel &kernel, const IndexArray &map);

} // namespace loopyc

#endif
