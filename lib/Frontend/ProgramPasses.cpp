#include "ProgramPasses.h"

#include "ArrayBounds.h"
#include "ArrayStatements.h"
#include "ProgramPrinter.h"
#include "RegionVariables.h"
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
    // Loops over elements in the place of array statements.
    {"scalarize-arrays", scalarizeArrays},
    // Regions in constructs whose threads would each launch them.
    {"check-threads", checkThreadsAround},
    // Tagged regions that a kernel has a part of.
    {"check-tags", checkTaggedRegions},
    // Loop variables and values where a kernel has none.
    {"check-variables", checkVariableUse},
    // Bounds of arrays that are no invariants.
    {"check-bounds", checkArrayBounds},
    // Variables without a value into a region or out of it become its own.
    {"privatize-variables", privatizeOwn},
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
