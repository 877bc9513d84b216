// What the work-items of one group do of scans, step by step: pieces are put
// together in local memory, and each work-item learns what is ahead of it.
#ifndef LOOPYC_LIB_LOWER_SCANS_GROUPSCAN_H
#define LOOPYC_LIB_LOWER_SCANS_GROUPSCAN_H

#include "Scans/ScanMemory.h"

#include <functional>

namespace loopyc {

class GroupScan {
public:
  using Values = Composition::Values;
  using InameCopies = std::map<std::string, std::string>;

  GroupScan(NestEditor &editor, ScanMemory &memory, const Scan &shape,
            std::vector<Running> &all, Nest &body)
      : editor(editor), memory(memory), shape(shape), all(all), body(body) {}

  // Before the body: copies of the updates, of which each makes its step in
  // the piece.
  Nest copyUpdates(const Inames &shared, const InameCopies &copies,
                   const std::function<Values(const Running &)> &piece);

  // Copies of the updates, and what they do in each lane (`sum`).
  Nest sumLanes(const Inames &shared, const InameCopies &copies,
                const ScanLevel &level);
  // ... and then what each lane and those ahead of it do.
  void composeLanes(Nest &nest, const ScanLevel &level);
  // That of a lane.
  Values composed(const Running &of, const ScanLevel &level,
                  const Expr &lane) const {
    return memory.sharedAt(of, level, buffer, lane);
  }
  // s in each lane (`value`), and where the next step begins (`carry`).
  void enterLanes(Nest &nest, const ScanLevel &level);
  // s in each iteration of the body.
  std::vector<Expr> runningValues(Nest &nest, const ScanLevel &level,
                                  const ScanLevel &ownLevel);

  Instruction made(const Running &of, const std::string &suffix,
                   const Inames &inames, const Expr &assignee,
                   const Expr &value) const;

private:
  void beginPieces(const Nest &nest, const ScanLevel &level);
  void dealInOrder(Nest &nest, const ScanLevel &level);
  void stepLanes(Nest &nest, const ScanLevel &level, int64_t distance,
                 int from);
  void passThroughTile(Nest &nest, const ScanLevel &level);

  NestEditor &editor;
  ScanMemory &memory;
  const Scan &shape;
  std::vector<Running> &all;
  Nest &body;
  int buffer = 0; // of the local arrays, where the pieces of lanes are now
};

} // namespace loopyc

#endif
