// What map_parallel knows of each loop of a kernel, put down for reports: the
// loops whose iterations may run side by side, what the others carry, what each
// iteration has of its own.
#ifndef LOOPYC_LOWER_LOOPFINDINGS_H
#define LOOPYC_LOWER_LOOPFINDINGS_H

#include "loopyc/Analysis/Dependences.h"
#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// A dependence between different iterations of a loop.
struct LoopConflict {
  struct End {
    std::string reference; // a[i - 1]
    bool isWrite = false;
    SourceRange range;
  };
  DependenceKind kind = DependenceKind::Flow;
  std::string variable;
  End source, sink;
  // The number of iterations between them, where it is the same for all pairs.
  std::optional<int64_t> distance;
  // A subscript that does not say which elements are meant, so that the
  // dependence may be none; "" if there is none.
  std::string unknownSubscript;
};

// A value that the iterations make together.
struct LoopReduction {
  std::string variable;
  std::string operation; // "sum"; "" of a place that an extremum has

  bool operator==(const LoopReduction &o) const {
    return variable == o.variable && operation == o.operation;
  }
};

struct LoopFinding {
  enum class Kind {
    Parallel,  // its iterations are free of each other
    Reduction, // but for reductions
    Scan,      // but for running values
    Serial     // conflicts, a bound that is computed, or neither is known
  };
  Kind kind = Kind::Serial;
  std::string iname; // "": the loop has none for itself
  SourceRange range; // of its first instruction
  std::vector<LoopConflict> conflicts; // also of a reduction or scan
  std::vector<LoopReduction> reductions;
  // A variable that the kernel computes, on which its bounds depend; "": none.
  std::string boundComputed;
  // Temporaries that it assigns and of which each iteration has its own value,
  // in the order of their names.
  std::vector<std::string> privates;
  // Ids of the instructions of inPlainInstructions(kernel), all inside.
  std::vector<std::string> instructions;
  std::vector<LoopFinding> loops; // inside, in the order of the text
};

// The outermost loops of the kernel.
std::vector<LoopFinding> findLoops(const Kernel &kernel);

} // namespace loopyc

#endif
