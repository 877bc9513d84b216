// Groups that learn where they begin from those before them, in one launch
// (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled
// Look-back, 2016).
//
//   chain[l, 0] = s;  cells = 0
//   --- global barrier
//   for g: piece = what the elements of g do
//          [start, chain[l, g + 1]] = lookback(chain[l, g], cells[g + 1],
//          piece) carry = start
//          ...
//   --- global barrier, if s is read again
//   s = chain[0, groups]
//
// l: as many work-items as look back together, which is a matter of the target.
#ifndef LOOPYC_LIB_LOWER_SCANS_LOOKBACK_H
#define LOOPYC_LIB_LOWER_SCANS_LOOKBACK_H

#include "Scans/GroupScan.h"

namespace loopyc {

// Where set_reduction asks for it; throws UserError where that cannot be.
class LookBack {
public:
  LookBack(NestEditor &editor, ScanMemory &memory, const GroupScan &group,
           const Scan &shape, std::vector<Running> &all)
      : editor(editor), memory(memory), group(group), shape(shape), all(all) {}

  void require(const std::vector<Scan> &scans) const;
  void prepare(const Nest &body);
  // s where the group begins (`carry`), behind what its lanes and those ahead
  // of them do.
  void begin(Nest &nest, const ScanLevel &level);
  void end(Nest &body, const Kernel &original);

private:
  [[noreturn]] void refuse(const std::string &why) const;
  Expr lane();
  void clearCells(const Nest &body, const Running &of);

  NestEditor &editor;
  ScanMemory &memory;
  const GroupScan &group;
  const Scan &shape;
  std::vector<Running> &all;
};

} // namespace loopyc

#endif
