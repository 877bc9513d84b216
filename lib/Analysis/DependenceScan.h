// Finds the edges of the dependence graph: walks the loops of the reference
// order, statement by statement, remembering which accesses are still exposed.
#ifndef LOOPYC_LIB_ANALYSIS_DEPENDENCESCAN_H
#define LOOPYC_LIB_ANALYSIS_DEPENDENCESCAN_H

#include "GuardCover.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/ReferenceTime.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {

class DependenceScan {
public:
  explicit DependenceScan(DependenceGraph &graph)
      : graph(graph), guards(graph.knl) {}
  void run();

private:
  using AccessList = std::vector<int>;

  // Of a part of the program: accesses that earlier ones may reach (no
  // covering write before them), and that later ones may be reached from.
  struct Exposed {
    AccessList up, down;
  };

  void scanVariable(const AccessList &accesses);
  Exposed scanBody(const AccessList &accesses, int depth);
  Exposed scanLoop(const AccessList &accesses, int depth);
  Exposed leaf(const AccessList &accesses);
  int lifetimeOf(const AccessList &accesses) const;
  bool connect(int sink, const AccessList &live, int depth);
  bool shareLoop(int a, int b, int depth) const;
  bool isAlwaysBefore(int first, const AccessList &others, int depth);
  void connectSelfUpdates(const AccessList &accesses, int depth);

  // Writes that hide an access together, each a part of it:
  //   do n: cells(1, n) = ...; cells(2, n) = ...
  class JointWrites {
  public:
    explicit JointWrites(DependenceScan &scan) : scan(scan) {}

    // Is it one of them? `under`: the conditions, once nothing is left.
    bool add(int write, int other, int depth, std::optional<Guards> &under);

  private:
    struct Part {
      poly::Set left; // of the access, by some of the writes
      std::optional<poly::Point> first; // of what is left
      std::vector<poly::Set> others;    // where that is not
      size_t writes = 0;
    };
    DependenceScan &scan;
    // By the conditions, and the data in the loops' bounds.
    std::map<std::pair<Guards, std::vector<std::string>>, Part> parts;
  };

  std::optional<Guards> killsUnder(int write, int other, int depth);
  bool covers(int write, int other, int depth);
  bool hidesNothing(int write, int other, int depth);
  // The inames of a write that its place in the loops, or its subscripts, say.
  struct Determined {
    std::set<std::string> inames;
    bool areAll = false;
  };
  const Determined &determinedBy(int write, int depth);
  std::optional<Guards> coversPlainlyUnder(int write, int other, int depth);
  std::optional<Guards> openGuards(int write, int other, int depth,
                                   const std::set<std::string> &same);
  bool heldBefore(const Instruction &w, const Instruction &o, int depth) const;
  bool isDataStable(int write, int other, int depth) const;
  std::optional<Guards> openGuardsOfLoops(int write, int other, int depth);
  std::optional<Guards> runsUnder(int write, int other, int depth);
  bool haveAffineLoops(int write, int depth);
  bool haveStableBounds(int write, int other, int depth);
  using Footprint = std::pair<poly::Set, int>; // and its number
  const Footprint &footprint(int access, int depth,
                             const std::vector<std::string> &data);

  bool disjoint(int source, int sink, OrderLevel level);
  const std::vector<std::optional<int64_t>> &loopOffsets(int access, int depth);
  std::optional<int64_t> offset(const Expr &where, const Expr &loop);
  bool freelyOrdered(int source, int sink) const;
  bool areAtomic(int source, int sink) const;
  void addEdge(int source, int sink, OrderLevel level);

  const AccessInfo &access(int index) const { return graph.accs[index]; }
  const Instruction &insn(int accessIndex) const {
    return *graph.knl.instructions[access(accessIndex).instruction];
  }

  DependenceGraph &graph;
  GuardTable guards;
  // Of the variable being scanned:
  bool updatesAreFree = false;
  bool loneWriter = false; // one access writes it
  int lifetimeLoops = 0;   // so many loops each begin its lifetime
  std::unordered_map<uint64_t, int> edgeOf; // access pair -> edge
  std::map<std::pair<int, int>, Determined> determined; // by write and depth
  // By access and loop: subscript - loop, on each axis where it is constant.
  std::map<std::pair<int, int>, std::vector<std::optional<int64_t>>> offsets;
  struct Offset {
    Expr where, loop; // kept, for they are found by address
    std::optional<int64_t> value;
  };
  std::map<std::pair<const ExprNode *, const ExprNode *>, Offset>
      offsetsOfNodes;
  // Accesses that writes hide from everything before them in one iteration of
  // that many loops, as far as the updates among these writes are hidden, too.
  struct Hidden {
    int depth = 0;
    AccessList behind;
  };
  std::map<int, Hidden> hiddenAt;
  // In one iteration of how many loops a plain write lies before the access:
  // nothing outside those loops reaches it. 0 if there is none. `known`: of
  // accesses that were asked for, since many updates lie behind the same.
  using Depths = std::unordered_map<int, int>;
  int hidingDepth(int access, Depths &known) const;
};

} // namespace loopyc

#endif
