// --report: each loop nest of a code base, what of it could run on a device as
// map_parallel sees it, and why the rest could not. As text for people or JSON
// for programs (docs/report.md).
#ifndef LOOPYC_DRIVER_REPORT_H
#define LOOPYC_DRIVER_REPORT_H

#include "loopyc/Frontend/Survey.h"
#include "loopyc/Lower/LoopFindings.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace loopyc {
namespace driver {

struct Session;

enum class ReportFormat { Text, Json };

struct LoopReport {
  int line = 0;
  std::string header; // "do i"
  // Of the source; the iname where that has none (an array statement).
  std::string variable;
  LoopFinding finding;
  bool isSpread = false; // over work-groups or work-items
  std::vector<LoopReport> loops;
};

// A count, in the sizes of the kernel.
struct CostFormula {
  enum class Precision {
    Exact,
    AtMost, // no more than that
    About,  // the terms that matter where all sizes are large
    Partial // some of it is left out
  };
  std::string text; // "": it is not counted
  Precision precision = Precision::Exact;
};

// Each operation as often as it runs, each byte of an array once; of a loop that
// only a condition ends, one iteration.
struct NestCosts {
  CostFormula operations, bytesRead, bytesWritten;
  CostFormula bytes; // both
  std::vector<std::string> assumptions; // what they take for granted
  std::vector<std::string> estimates;   // what they have a bound of, and which
  std::vector<std::string> uncounted;   // what they leave out, and why
};

struct NestReport {
  enum class Place {
    Kernel, // becomes a kernel, or a part of one, as the source stands
    Region, // would, if it were marked as a region
    Host    // cannot
  };
  Place place = Place::Host;
  source::LineSpan lines;
  std::string header, procedure;
  std::string kernel;      // "" on the host
  bool isParallel = false; // some loop is spread
  // Why not, in words, where, and which of few kinds of reasons that is.
  std::string reason, reasonKind;
  SourceRange reasonRange;
  // Why it is in no kernel as the source stands, of a region. Is that no more
  // than that kernels are made of subroutines and regions?
  Diagnostic whyNotYet;
  bool isOfNoKernel = false;
  // The outermost; on the host, no more is known of it than that it is there.
  std::vector<LoopReport> loops;
  NestCosts costs;
};

struct FileReport {
  std::string file;
  bool isAnalysed = true;
  std::vector<frontend::SurveyedProcedure> procedures;
  std::vector<NestReport> nests; // by their lines
  std::vector<Diagnostic> errors;
};

struct ReportSummary {
  struct Reason {
    std::string kind;
    size_t nests = 0;
    std::string first; // "file:line"
  };
  size_t files = 0, filesWithErrors = 0, nests = 0;
  size_t inKernels = 0, inRegions = 0; // parallel ones
  size_t serial = 0, onHost = 0;
  std::vector<Reason> reasons; // the most frequent first
};

// Reports an error for each file that cannot be analysed.
void writeReport(Session &session, llvm::raw_ostream &out);

ReportSummary summaryOf(const std::vector<FileReport> &files);
std::string reportText(const std::vector<FileReport> &files);
std::string reportJson(const std::vector<FileReport> &files);

} // namespace driver
} // namespace loopyc

#endif
