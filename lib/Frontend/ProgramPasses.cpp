#include "ProgramPasses.h"

#include "Allocations.h"
#include "ArrayBounds.h"
#include "ArrayStatements.h"
#include "BoundArrays.h"
#include "ConformingExtents.h"
#include "DirectiveSpelling.h"
#include "EntryElements.h"
#include "Exits.h"
#include "ForwardedConstants.h"
#include "ForwardedLoops.h"
#include "InductionVariables.h"
#include "Inline.h"
#include "IterationCopies.h"
#include "JumpsToExits.h"
#include "LastAssignments.h"
#include "LastBounds.h"
#include "LastValues.h"
#include "LoopValues.h"
#include "OptionalArguments.h"
#include "ProgramPrinter.h"
#include "RegionVariables.h"
#include "SelectCases.h"
#include "SeparateValues.h"
#include "TaggedRegions.h"
#include "ThreadsAround.h"
#include "VariableUse.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

struct Pass {
  const char *name; // of --print-after
  Program (*run)(Program);
};

constexpr Pass passes[] = {
    // Array statements that would allocate.
    {"check-allocations", checkAllocations},
    // What array statements say of shapes.
    {"find-conforming-extents", findConformingExtents},
    // Loops over elements in the place of array statements.
    {"scalarize-arrays", scalarizeArrays},
    // select case as conditions.
    {"lower-select", lowerSelectCases},
    // What do concurrent gives each iteration.
    {"copy-locals", makeIterationCopies},
    // Loop variables that have a meaning outside their loops.
    {"separate-loop-variables", separateLoopVariables},
    // goto, cycle, exit, return: as exits from blocks, then as conditions.
    {"jumps-to-exits", makeJumpsExits},
    {"resolve-exits", resolveExits},
    // What is called, in the place of the calls.
    {"inline", inlineCalls},
    // a(1) as a(*), where more of it is mentioned.
    {"open-last-bounds", openLastBounds},
    // Those of loops that came with it, which may be the caller's or its
    // host's.
    {"separate-inlined-loops", separateLoopVariables},
    // What was called reads the caller's loops.
    {"forward-loop-variables", forwardLoopVariables},
    // Numbers that locals are assigned.
    {"forward-constants", forwardConstants},
    // Whether optional arguments are there, by value.
    {"pass-presence", passPresence},
    // Directives of threads that no compiler takes.
    {"check-directives", checkDirectiveSpelling},
    // Regions in constructs whose threads would each launch them.
    {"check-threads", checkThreadsAround},
    // Tagged regions that a kernel has a part of.
    {"check-tags", checkTaggedRegions},
    // Assignments to what a kernel has by value.
    {"check-variables", checkVariableUse},
    // Elements that bound arrays and loops, by value.
    {"pass-entry-elements", passEntryElements},
    // Bounds of arrays that are no invariants.
    {"check-bounds", checkArrayBounds},
    // Variables without a value into a region or out of it become its own.
    {"privatize-variables", privatizeOwn},
    // Elements of local arrays that bound loops, as scalars.
    {"split-bound-arrays", splitBoundArrays},
    // Scalars that serve several loops in turn.
    {"separate-values", separateValues},
    // Counters as functions of the loops that they go with.
    {"replace-induction-variables", replaceInductionVariables},
    // What iterations have of their own, though others know it: where some
    // have a value, and where all do.
    {"set-last-assignments", setLastAssignments},
    {"set-last-values", setLastValues},
};

} // namespace

Program frontend::runPasses(Program program, const AfterPass &after) {
  std::string before = after ? programStr(program) : "";
  if (after)
    after("program", program.fileName, "", before);
  for (const Pass &pass : passes) {
    program = pass.run(std::move(program));
    if (!after)
      continue;
    std::string text = programStr(program);
    after(pass.name, program.fileName, before, text);
    before = std::move(text);
  }
  return program;
}
