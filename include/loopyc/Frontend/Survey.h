// All loops of a source, directives or not: for reports. What becomes a kernel
// as it stands is one here; of what does not, each loop nest is tried as if it
// were marked as a region, and where that is refused, the nests inside of it.
#ifndef LOOPYC_FRONTEND_SURVEY_H
#define LOOPYC_FRONTEND_SURVEY_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Fortran/LoopLines.h"
#include "loopyc/Support/Diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct SurveyedProcedure {
  std::string name; // "" for a main program without one
  std::string kind; // "subroutine", "internal function", "main program"
  int line = 0;
  // Why it is no kernel as a whole; none where it is.
  std::optional<Diagnostic> reason;
};

struct LoopPlace {
  int line = 0;
  bool isCalled = false; // it came with a call
  std::string variable;
};

struct SurveyedKernel {
  Kernel kernel;
  // Is it one as the source stands? Else a region that would have to be marked.
  bool asItStands = false;
  std::string procedure; // that it is, or stands in
  // If not, why there is no kernel of it now; is that no more than that kernels
  // are made of subroutines and regions?
  std::optional<Diagnostic> whyNotYet = std::nullopt;
  bool isOfNoKernel = false;
  // By inames: the lines with the loops, or with the calls that they are of, 0
  // in other files; and their variables, as far as the source has them.
  std::map<std::string, LoopPlace> loops = {};
};

// A loop nest that no kernel can hold.
struct HostNest {
  source::LineSpan lines;
  std::string header, variable; // as in LoopLines
  std::string procedure;
  Diagnostic reason;
};

struct Survey {
  bool isAnalysed = true; // else there are errors of the whole file
  std::vector<SurveyedProcedure> procedures; // in order
  std::vector<SurveyedKernel> kernels;
  std::vector<HostNest> onHost;
  std::vector<fortran::LoopLines> loops; // all of the file
  // What is wrong with the file, or units of it. Of a file that cannot be
  // analysed, all nests are on the host.
  std::vector<Diagnostic> errors;
};

Survey surveyFortran(const std::string &text, const std::string &fileName,
                     const FortranOptions &options = {});

} // namespace frontend
} // namespace loopyc

#endif
