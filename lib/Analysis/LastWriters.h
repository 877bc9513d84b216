// Of the writes that may be before a read, those that are the last: where the
// value that it finds comes from. Pairs that a later write hides are left out,
//
//   { w -> r' : w may write what r' reads } less
//   { w -> r' : exists v, which certainly writes it, with w < v < r' }
//
// Writes are compared within one level of order, by the lexicographic maximum
// over their times; what levels hide from each other, KnownWrites says.
#ifndef LOOPYC_LIB_ANALYSIS_LASTWRITERS_H
#define LOOPYC_LIB_ANALYSIS_LASTWRITERS_H

#include "KnownWrites.h"

#include <map>
#include <optional>
#include <vector>

namespace loopyc {

class LastWriters {
public:
  // In the iterations that an edge of one level relates, does its source write
  // any element at most once? Then its conflicts are its last writes. That is
  // asked of the source alone: where elements are numbered through, the last of
  // the writes before a read is a maximum of many parameters, which takes
  // seconds.
  static bool writesEachOnce(DependenceGraph &graph,
                             const DependenceEdge &edge);

  LastWriters(DependenceGraph &graph, int read)
      : graph(graph), known(graph.writesBefore(read)) {}

  // Of a flow edge into the read: { source -> read' }.
  poly::Set of(const DependenceEdge &flow);
  // Of an edge of another kind, whose sink goes on from what is read: those of
  // its pairs between which no write that flows into the read is certain.
  poly::Set among(const DependenceEdge &edge, const poly::Set &pairs);

private:
  // Writes that are compared by their times, from a component on.
  struct Compared {
    int component = 0, depth = 0;
    poly::Set last; // { times ; read' : the last of them, where one is certain }
  };
  using WritesList = std::vector<const KnownWrites::Writes *>;

  const Instruction &sourceOf(const DependenceEdge &edge) const {
    return *graph.kernel().instructions[edge.source];
  }
  const Compared &comparedAt(OrderLevel level);
  Compared compared(const WritesList &writes, int component);
  poly::Set atTime(const poly::Set &pairs, const Instruction &insn,
                   const Compared &compared);
  poly::Set notHidden(const poly::Set &pairs, const Instruction &source,
                      const Compared &compared);

  poly::Set atLast(const poly::Set &pairs, const Instruction &source,
                   const Compared &compared);

  DependenceGraph &graph;
  const KnownWrites &known;
  std::map<int, Compared> byComponent; // that levels begin with
  std::optional<Compared> ofAllLevels;
};

} // namespace loopyc

#endif
