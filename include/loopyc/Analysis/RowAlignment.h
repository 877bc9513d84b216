// Where neighbouring iterations of a loop lie in aligned lines of memory. With
//
//   do i = 5, n-4: v(i) = u(i-1) + u(i) + u(i, j+1)    i from 0: v[i + 4]
//
// work-items that begin at a multiple of 32 of `i` straddle a line of 32 reals
// more; those that begin where `i + 4` is a multiple do not. That 4 is the
// loop's *shift*. Taken for granted: arrays begin on a line, and so do rows
// whose length is not known.
#ifndef LOOPYC_ANALYSIS_ROWALIGNMENT_H
#define LOOPYC_ANALYSIS_ROWALIGNMENT_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// What a device fetches at least where neighbours ask for neighbours.
constexpr int64_t lineBytes = 128;

// A reference with unit stride along the iname: element `iname + offset` of a
// row.
struct RowAccess {
  std::string array;
  bool store = false;
  int64_t bytes = 0; // of an element
  Expr offset;       // of integers and names that are no inames
  // Elements behind a line's beginning, if that is known.
  std::optional<int64_t> behind;

  int64_t lineLength() const { return lineBytes / bytes; }
};

// Of elements that divide lines, in global or constant memory; each reference
// of an instruction once. Rules must be expanded.
std::vector<RowAccess>
rowAccesses(const Kernel &kernel,
            const std::vector<const Instruction *> &instructions,
            const std::string &iname);

struct RowAlignment {
  int64_t shift = 0; // less than the elements of a line
  // Bytes that an iteration moves at unit stride; of these, in accesses that
  // are aligned by the shift, and without one.
  int64_t all = 0, aligned = 0, before = 0;

  // Does it align another half of them?
  bool pays() const { return shift != 0 && 2 * (aligned - before) >= all; }
};

// The shift that aligns most beginnings of tiles of `length` iterations with
// lines, or with as much of a line as divides the length; of equals none, then
// that of what is stored, then the smallest.
RowAlignment rowAlignment(const std::vector<RowAccess> &accesses,
                          int64_t length);

} // namespace loopyc

#endif
