#include "loopyc/Driver/Report.h"

#include "NestCosts.h"
#include "loopyc/CodeGen/StubObstacles.h"
#include "loopyc/Driver/Launches.h"
#include "loopyc/Driver/Translation.h"
#include "loopyc/Driver/WithoutScript.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Source/Language.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace loopyc;
using namespace loopyc::driver;
using fortran::LoopLines;
using frontend::Survey;
using frontend::SurveyedKernel;
using source::LineSpan;
using Kind = LoopFinding::Kind;

static bool holds(const LineSpan &outer, const LineSpan &inner) {
  return outer.first <= inner.first && inner.last <= outer.last;
}

// "not supported: call of '...'", for counting.
static std::string kindOfReason(llvm::StringRef message) {
  std::string result;
  bool quoted = false;
  for (char c : message.split("; ").first) {
    if (c == '\'' && (quoted || result.empty() || result.back() == ' ' ||
                      result.back() == '(')) {
      quoted = !quoted;
      result += quoted ? "'..." : "'";
    } else if (!quoted) {
      result += c;
    }
  }
  return result;
}

static LoopReport onHost(const source::LineSpan &lines,
                         const std::string &header,
                         const std::string &variable) {
  LoopReport result;
  result.line = lines.first;
  result.header = header;
  result.variable = variable;
  return result;
}

namespace {

// The nests of one kernel.
class KernelReporter {
public:
  KernelReporter(const SurveyedKernel &surveyed, const Survey &survey,
                 const source::Lines &stubLines, Session &session)
      : surveyed(surveyed), kernel(surveyed.kernel), survey(survey),
        obstacle(stubObstacle(kernel, stubLines)), session(session),
        counter(kernel) {}

  std::vector<NestReport> run() {
    if (!obstacle.empty())
      return {refused(UserError(obstacle, kernel.range))};
    try {
      auto work = [&] { return findLoops(kernel); };
      std::vector<LoopFinding> loops =
          poly::bounded("the analysis of '" + kernel.name + "'", kernel.range,
                        work, poly::mostOperations / 4);
      if (loops.empty())
        return {};
      map();
      std::vector<NestReport> result;
      for (const LoopFinding &finding : loops)
        result.push_back(nest(finding));
      return result;
    } catch (const UserError &error) {
      return {refused(error)};
    } catch (const InternalError &fault) { // which must not hide the rest
      return {refused(
          UserError(std::string("loopyc is at fault: ") + fault.what()))};
    }
  }

private:
  // Throws UserError where there can be no schedule at all.
  void map() {
    bool isScheduled = false;
    auto attempt = [&](const ParallelMapping &tried) {
      scheduleLaunches(withoutScript(kernel, tried), session.limits,
                       session.clock);
      isScheduled = true;
    };
    auto work = [&] { return mapParallel(kernel, attempt); };
    mapping = poly::bounded("spreading '" + kernel.name + "'", kernel.range,
                            work, poly::mostOperations / 4);
    spread.insert(mapping.spread.begin(), mapping.spread.end());
    if (!isScheduled)
      scheduleLaunches(kernel, session.limits, session.clock);
  }

  NestReport blank() const {
    NestReport result;
    const Origin &origin = kernel.origins.front();
    result.lines = {origin.firstLine, origin.lastLine};
    result.procedure = surveyed.procedure;
    return result;
  }

  NestReport refused(const UserError &error) const {
    NestReport result = blank();
    const Diagnostic &why = error.diagnostics().front();
    result.header = "all loops";
    for (const LoopLines &loop : survey.loops)
      if (holds(result.lines, loop.lines))
        result.loops.push_back(onHost(loop.lines, loop.header, loop.variable));
    if (result.loops.size() == 1)
      result.header = result.loops.front().header;
    result.reason = why.message;
    result.reasonRange = why.range;
    result.reasonKind = kindOfReason(why.message);
    return result;
  }

  NestReport nest(const LoopFinding &finding) const {
    NestReport result = blank();
    std::vector<const LoopLines *> lines = linesOf(finding);
    if (!lines.empty())
      result.lines = lines.front()->lines;
    else if (int line = lineOf(finding))
      result.lines = {line, line};
    result.place = surveyed.asItStands ? NestReport::Place::Kernel
                                       : NestReport::Place::Region;
    result.whyNotYet = surveyed.whyNotYet.value_or(Diagnostic());
    result.isOfNoKernel = surveyed.isOfNoKernel;
    result.kernel = kernel.name;
    result.loops.push_back(loop(finding, 0));
    result.header = result.loops.front().header;
    result.isParallel = isParallel(result.loops.front());
    if (!result.isParallel)
      explain(finding, result);
    result.costs = counter.costs(
        {finding.instructions.begin(), finding.instructions.end()});
    return result;
  }

  // One construct may be several loops (`do concurrent`, array statements).
  LoopReport loop(const LoopFinding &finding, size_t depth) const {
    LoopReport result;
    result.finding = finding;
    result.isSpread = spread.count(finding.iname) > 0;
    std::vector<const LoopLines *> lines = linesOf(finding);
    result.line = lineOf(finding);
    result.header = "do " + finding.iname;
    result.variable = variableOf(finding);
    bool isOfNone = !lines.empty() && depth >= lines.size() &&
                    result.line != lines.back()->lines.first;
    if (isOfNone) {
      if (isCalled(finding))
        result.header += ", of what is called";
      else
        result.header = "array statement";
    } else if (!lines.empty()) {
      const LoopLines &own = *lines[std::min(depth, lines.size() - 1)];
      result.line = own.lines.first;
      result.header = own.header;
      if (!own.variable.empty())
        result.variable = own.variable;
    }
    for (const LoopFinding &inner : finding.loops)
      result.loops.push_back(loop(inner, depth + 1));
    return result;
  }

  static bool isParallel(const LoopReport &loop) {
    return loop.isSpread || llvm::any_of(loop.loops, isParallel);
  }

  // Of the constructs in the file that the finding's statements stand in, those
  // inside of the kernel, from the outermost.
  std::vector<const LoopLines *> linesOf(const LoopFinding &finding) const {
    const Origin &origin = kernel.origins.front();
    const LineSpan own{origin.firstLine, origin.lastLine};
    std::vector<const LoopLines *> result;
    const int line = lineOf(finding);
    if (line && holds(own, {line, line}))
      for (const LoopLines *lines : linesAt({line, line}))
        if (holds(own, lines->lines))
          result.push_back(lines);
    return result;
  }

  // In the file: of the loop, or of the call that it came with.
  int lineOf(const LoopFinding &finding) const {
    auto known = surveyed.loops.find(finding.iname);
    return known != surveyed.loops.end() && known->second.line
               ? known->second.line
               : finding.range.line;
  }

  bool isCalled(const LoopFinding &finding) const {
    auto known = surveyed.loops.find(finding.iname);
    return known == surveyed.loops.end() || known->second.isCalled;
  }

  // That of an array statement is loopyc's, and no name of Fortran.
  std::string variableOf(const LoopFinding &finding) const {
    auto known = surveyed.loops.find(finding.iname);
    return known != surveyed.loops.end() &&
                   known->second.variable.find('#') == std::string::npos
               ? known->second.variable
               : finding.iname;
  }

  std::vector<const LoopLines *> linesAt(const LineSpan &span) const {
    std::vector<const LoopLines *> result;
    const std::vector<LoopLines> *loops = &survey.loops;
    for (bool more = true; more;) {
      more = false;
      for (const LoopLines &loop : *loops)
        if (holds(loop.lines, span)) {
          result.push_back(&loop);
          loops = &loop.loops;
          more = true;
          break;
        }
    }
    return result;
  }

  // Why it stays serial: what map_parallel says of a loop in it, or what is
  // known of its outermost one.
  void explain(const LoopFinding &finding, NestReport &nest) const {
    nest.reasonKind = kindOf(finding);
    if (const SerialLoop *serial = serialIn(finding)) {
      nest.reason = serial->why.message;
      nest.reasonRange = serial->why.range;
      llvm::StringRef text = nest.reason;
      text.consume_front("kernel '" + kernel.name + "': ");
      nest.reason = text.str();
      if (finding.kind != Kind::Serial)
        nest.reasonKind = "it could be spread, but not scheduled so";
      return;
    }
    nest.reason = nest.reasonKind;
    nest.reasonRange = finding.range;
  }

  const SerialLoop *serialIn(const LoopFinding &finding) const {
    for (const SerialLoop &serial : mapping.serial)
      if (serial.iname == finding.iname)
        return &serial;
    for (const LoopFinding &inner : finding.loops)
      if (const SerialLoop *serial = serialIn(inner))
        return serial;
    return nullptr;
  }

  static std::string kindOf(const LoopFinding &finding) {
    if (finding.kind != Kind::Serial)
      return "it has few iterations";
    if (!finding.boundComputed.empty())
      return "its bounds are computed in the kernel";
    if (finding.conflicts.empty())
      return "its iterations have no number";
    const LoopConflict &first = finding.conflicts.front();
    return first.unknownSubscript.empty()
               ? std::string("a dependence between its iterations (") +
                     dependenceKindName(first.kind) + ")"
               : "a subscript that may be the same in several iterations";
  }

  const SurveyedKernel &surveyed;
  const Kernel &kernel;
  const Survey &survey;
  const std::string obstacle; // "" if its launch can take its place
  Session &session;
  NestCounter counter;
  ParallelMapping mapping;
  std::set<std::string> spread;
};

} // namespace

static NestReport onHost(const frontend::HostNest &nest) {
  NestReport result;
  result.lines = nest.lines;
  result.header = nest.header;
  result.procedure = nest.procedure;
  result.reason = nest.reason.message;
  result.reasonKind = kindOfReason(nest.reason.message);
  result.reasonRange = nest.reason.range;
  result.loops.push_back(onHost(nest.lines, nest.header, nest.variable));
  return result;
}

// As far as our preprocessor does: a stub that is not preprocessed has the same
// lines.
static source::Lines stubLines(const Input &input, const Survey &survey,
                               const Options &options) {
  if (survey.kernels.empty())
    return {};
  const source::Language &language =
      *survey.kernels.front().kernel.origins.front().language;
  source::Lines lines = source::splitLines(*input.text);
  if (language.isPreprocessed())
    try {
      lines = language.preprocess(*input.text, input.name, options.fortran);
    } catch (const UserError &) {
    }
  std::vector<std::string> folders = options.fortran.includeDirs;
  folders.insert(folders.begin(),
                 llvm::sys::path::parent_path(input.name).str());
  return language.stubLines(lines, folders);
}

static FileReport reportOn(const std::string &path, Session &session) {
  FileReport report;
  report.file = path;
  try {
    Input input = openInput(path, session.options);
    if (source::languageOf(input.name)->kind() == source::LanguageKind::Kernel)
      throw UserError("'" + input.name +
                      "' makes kernels in the kernel language, and --report "
                      "is of loops in Fortran; translate it with "
                      "--emit=schedule,stats");
    session.diagnostics.addSource(input.name, *input.text);
    frontend::FortranOptions options = session.options.fortran;
    for (const std::string &other : session.options.inputs)
      if (other != path && other != "-")
        options.otherFiles.push_back(other);
    Survey survey = frontend::surveyFortran(*input.text, input.name, options);
    report.isAnalysed = survey.isAnalysed;
    report.procedures = std::move(survey.procedures);
    report.errors = std::move(survey.errors);
    const source::Lines lines = stubLines(input, survey, session.options);
    for (const SurveyedKernel &kernel : survey.kernels)
      llvm::append_range(report.nests,
                         KernelReporter(kernel, survey, lines, session).run());
    for (const frontend::HostNest &nest : survey.onHost) {
      report.nests.push_back(onHost(nest));
      if (!report.isAnalysed)
        report.nests.back().reasonKind = "its file cannot be analysed";
    }
  } catch (const UserError &error) {
    report.isAnalysed = false;
    report.errors = error.diagnostics();
  }
  llvm::stable_sort(report.nests, [](const auto &a, const auto &b) {
    return std::pair(a.lines.first, -a.lines.last) <
           std::pair(b.lines.first, -b.lines.last);
  });
  return report;
}

ReportSummary driver::summaryOf(const std::vector<FileReport> &files) {
  using Place = NestReport::Place;
  ReportSummary result;
  for (const FileReport &file : files) {
    ++result.files;
    result.filesWithErrors += !file.errors.empty();
    result.nests += file.nests.size();
    for (const NestReport &nest : file.nests) {
      if (nest.isParallel) {
        ++(nest.place == Place::Kernel ? result.inKernels : result.inRegions);
        continue;
      }
      ++(nest.place == Place::Host ? result.onHost : result.serial);
      auto known = llvm::find_if(result.reasons, [&](const auto &reason) {
        return reason.kind == nest.reasonKind;
      });
      if (known == result.reasons.end())
        known = result.reasons.insert(
            known, {nest.reasonKind, 0,
                    file.file + ":" + std::to_string(nest.lines.first)});
      ++known->nests;
    }
  }
  llvm::stable_sort(result.reasons, [](const auto &a, const auto &b) {
    return a.nests > b.nests;
  });
  return result;
}

void driver::writeReport(Session &session, llvm::raw_ostream &out) {
  session.readLimits();
  std::vector<FileReport> files;
  for (const std::string &path : session.options.inputs) {
    files.push_back(reportOn(path, session));
    if (!files.back().isAnalysed)
      for (const Diagnostic &error : files.back().errors)
        session.diagnostics.report(error);
  }
  out << (*session.options.report == ReportFormat::Json ? reportJson(files)
                                                        : reportText(files));
  out.flush();
}
