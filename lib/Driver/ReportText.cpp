// Reports for people.
#include "loopyc/Driver/Report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace loopyc;
using namespace loopyc::driver;
using Kind = LoopFinding::Kind;

// More than these of one loop say nothing new to a reader; JSON has all.
static constexpr size_t mostConflicts = 6;

static std::string linesStr(const source::LineSpan &lines) {
  return lines.first == lines.last
             ? "line " + std::to_string(lines.first)
             : "lines " + std::to_string(lines.first) + " to " +
                   std::to_string(lines.last);
}

static std::string placeStr(const NestReport &nest) {
  switch (nest.place) {
  case NestReport::Place::Kernel:
    return "in kernel '" + nest.kernel + "'";
  case NestReport::Place::Region:
    return "if marked as a region";
  case NestReport::Place::Host:
    return "stays on the host";
  }
  return "";
}

// Each operation once: "s (sum), m (max)".
static std::string reductionsStr(const std::vector<LoopReduction> &all) {
  std::string text;
  for (const LoopReduction &one : all)
    text += (text.empty() ? "" : ", ") + one.variable +
            (one.operation.empty() ? "" : " (" + one.operation + ")");
  return text;
}

static std::string verdictStr(const LoopReport &loop) {
  const char *spread = loop.isSpread ? ", spread over the device" : "";
  switch (loop.finding.kind) {
  case Kind::Parallel:
    return std::string("parallel") + spread;
  case Kind::Reduction:
    return "reduction of " + reductionsStr(loop.finding.reductions) + spread;
  case Kind::Scan:
    return std::string("running values") + spread;
  case Kind::Serial:
    return loop.finding.boundComputed.empty()
               ? "serial"
               : "serial: its bounds depend on '" +
                     loop.finding.boundComputed +
                     "', which the kernel computes";
  }
  return "";
}

static std::string endStr(const LoopConflict::End &end) {
  return std::string(end.isWrite ? "written" : "read") + " as " +
         end.reference +
         (end.range.known() ? " on line " + std::to_string(end.range.line)
                            : "");
}

static std::string conflictStr(const LoopConflict &conflict) {
  std::string text = std::string(dependenceKindName(conflict.kind)) + " on '" +
                     conflict.variable + "'";
  if (conflict.distance)
    text += ", distance " + std::to_string(*conflict.distance);
  text += ": " + endStr(conflict.source) + ", " + endStr(conflict.sink);
  if (!conflict.unknownSubscript.empty())
    text += " (if " + conflict.unknownSubscript +
            " is the same in several iterations)";
  return text;
}

static void addLoop(const LoopReport &loop, size_t depth, std::string &text) {
  const std::string indent(4 + 2 * depth, ' ');
  text += indent + "line " + std::to_string(loop.line) + ": " + loop.header +
          ": " + verdictStr(loop) + "\n";
  const auto &conflicts = loop.finding.conflicts;
  if (loop.finding.kind == Kind::Serial || loop.finding.kind == Kind::Scan) {
    for (size_t c = 0; c < std::min(conflicts.size(), mostConflicts); ++c)
      text += indent + "  carries " + conflictStr(conflicts[c]) + "\n";
    if (conflicts.size() > mostConflicts)
      text += indent + "  and " +
              std::to_string(conflicts.size() - mostConflicts) + " more\n";
  }
  for (const LoopReport &inner : loop.loops)
    addLoop(inner, depth + 1, text);
}

static void addFormula(const CostFormula &formula, const char *what,
                       const char *separator, std::string &text) {
  if (formula.text.empty())
    return;
  text += (text.empty() ? "" : separator) + std::string(what);
  switch (formula.precision) {
  case CostFormula::Precision::Exact:
  case CostFormula::Precision::Partial: // which a line of its own says
    break;
  case CostFormula::Precision::AtMost:
    text += "at most ";
    break;
  case CostFormula::Precision::About:
    text += "about ";
    break;
  }
  text += formula.text;
}

// JSON has them all.
static void addSome(const std::vector<std::string> &lines, const char *what,
                    std::string &text) {
  constexpr size_t most = 3;
  for (const std::string &line : llvm::ArrayRef(lines).take_front(most))
    text += what + line + "\n";
  if (lines.size() > most)
    text += std::string(what) + "and " + std::to_string(lines.size() - most) +
            " more\n";
}

static void addNest(const NestReport &nest, std::string &text) {
  text += "  " + linesStr(nest.lines) + ": " + nest.header +
          (nest.procedure.empty() ? "" : " in '" + nest.procedure + "'") +
          ": " +
          (nest.place == NestReport::Place::Host ? ""
           : nest.isParallel                     ? "parallel, "
                                                 : "serial, ") +
          placeStr(nest) + "\n";
  if (!nest.isParallel)
    text += "    why: " +
            (nest.reasonRange.known() ? nest.reasonRange.str() + ": " : "") +
            nest.reason + "\n";
  else if (nest.place == NestReport::Place::Region && !nest.isOfNoKernel)
    text += "    now on the host: " +
            (nest.whyNotYet.range.known() ? nest.whyNotYet.range.str() + ": "
                                          : "") +
            nest.whyNotYet.message + "\n";
  if (nest.place == NestReport::Place::Host || nest.loops.empty())
    return;
  for (const LoopReport &loop : nest.loops)
    addLoop(loop, 0, text);
  const std::vector<std::string> &privates = nest.loops[0].finding.privates;
  if (!privates.empty())
    text += "    private: " + llvm::join(privates, ", ") + "\n";
  const NestCosts &costs = nest.costs;
  std::string counted;
  addFormula(costs.operations, "operations: ", "", counted);
  addFormula(costs.bytesRead, "bytes read: ", "; ", counted);
  addFormula(costs.bytesWritten,
             costs.bytesRead.text.empty() ? "bytes written: " : "written: ",
             costs.bytesRead.text.empty() ? "; " : ", ", counted);
  if (!counted.empty())
    text += "    " + counted + "\n";
  if (!costs.assumptions.empty())
    text += "    counted as if all conditions on data held\n";
  addSome(costs.estimates, "    estimated: ", text);
  addSome(costs.uncounted, "    not counted: ", text);
}

static std::string summaryStr(const ReportSummary &summary) {
  auto number = [](size_t count, const char *what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  std::string text = "SUMMARY: " + number(summary.files, "file");
  if (summary.filesWithErrors)
    text += " (" + std::to_string(summary.filesWithErrors) + " with errors)";
  text += ", " + number(summary.nests, "loop nest") + "\n";
  text += "  parallel: " + std::to_string(summary.inKernels) +
          " in kernels, " + std::to_string(summary.inRegions) +
          " if marked as regions\n";
  text += "  serial: " + std::to_string(summary.serial) + "\n";
  text += "  on the host: " + std::to_string(summary.onHost) + "\n";
  if (!summary.reasons.empty())
    text += "  why not parallel:\n";
  for (const ReportSummary::Reason &reason : summary.reasons)
    text += "    " + std::to_string(reason.nests) + "  " + reason.kind +
            " (" + reason.first + ")\n";
  return text;
}

// Of those of a whole file, the first; standard error has all.
static void addErrors(const FileReport &file, std::string &text) {
  for (const Diagnostic &error : file.errors) {
    text += "  " + (error.range.known() ? error.range.str() + ": " : "") +
            error.message + "\n";
    if (!file.isAnalysed)
      return;
  }
}

std::string driver::reportText(const std::vector<FileReport> &files) {
  std::string text;
  for (const FileReport &file : files) {
    text += file.file + "\n";
    addErrors(file, text);
    for (const NestReport &nest : file.nests)
      addNest(nest, text);
    if (file.nests.empty())
      text += "  no loops\n";
    text += "\n";
  }
  return text + summaryStr(summaryOf(files));
}
