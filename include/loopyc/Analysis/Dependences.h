// Exact instance-wise dependences of a kernel, from its accesses and its
// reference order.
#ifndef LOOPYC_ANALYSIS_DEPENDENCES_H
#define LOOPYC_ANALYSIS_DEPENDENCES_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"

#include <string>
#include <vector>

namespace loopyc {

enum class DependenceKind {
  Flow,   // write, then read of the value
  Anti,   // read, then overwrite
  Output, // write, then overwrite
  Update  // of two updates x = x op e by one operation: what the first leaves
          // is what the second goes on with
};
// Does the sink use what the source wrote?
inline bool passesValue(DependenceKind kind) {
  return kind == DependenceKind::Flow || kind == DependenceKind::Update;
}
const char *dependenceKindName(DependenceKind kind);

// One access of an instruction to a variable.
struct Access {
  int instruction = -1; // index in Kernel::instructions
  bool write = false;
  std::string variable;
  std::vector<Expr> subscripts; // as written; empty for scalars
  bool exact = true;            // false: some subscript is not affine
};

// { source instance -> sink instance } over the instructions' inames; the
// sink's inames carry a prime: [i, i'].
struct Dependence {
  DependenceKind kind = DependenceKind::Flow;
  std::string variable;
  int source = -1, sink = -1; // instruction indices
  Expr sourceAccess, sinkAccess; // as written (VarRef or ArrayRef)
  poly::Set relation; // flat; i of the source, i' of the sink, parameters
};

// All dependences of the kernel, those implied by others through an
// intervening overwrite left out. Ordered by sink, source, variable, kind.
std::vector<Dependence> dependences(const Kernel &kernel);

// One line each, for --emit=deps and the DEPENDENCIES section of print(knl):
//   flow   insn_0 -> insn_1  a[i] -> a[i - 1]  { [i] -> [i' = i + 1] : ... }
std::string dependencesStr(const Kernel &kernel,
                           const std::vector<Dependence> &deps);

// Instructions and what they wait for as a graph in Graphviz' language; one
// graph with a frame for each of several kernels.
std::string dependenceGraphDot(const Kernel &kernel);
std::string dependenceGraphDot(const std::vector<Kernel> &kernels);

} // namespace loopyc

#endif
