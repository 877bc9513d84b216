#include "TaggedRegions.h"

using namespace loopyc;
using namespace loopyc::frontend;

static bool isInside(const SourceRange &directive, const Procedure &procedure) {
  return directive.line > procedure.firstLine &&
         directive.line < procedure.lastLine;
}

Program frontend::checkTaggedRegions(Program program) {
  for (Procedure &procedure : program.procedures) {
    if (!procedure.isKernel() || !procedure.isAnalysed)
      continue;
    for (const TaggedRegion &region : program.tagged) {
      bool begins = isInside(region.begin, procedure),
           ends = isInside(region.end, procedure);
      if (begins != ends)
        procedure.obstacles.push_back(UserError(
            "region '" + region.tag + "' crosses the " +
                (begins ? "end" : "beginning") + " of subroutine '" +
                procedure.name + "'; begin and end it in one subroutine",
            begins ? region.begin : region.end));
    }
  }
  return program;
}
