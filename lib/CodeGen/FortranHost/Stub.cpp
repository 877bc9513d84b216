// P_stub.f90: what an application links in place of the original file. It
// holds the original procedures, in free form, with a launch in place of the
// statements that became a kernel.
#include "FortranHost/Stub.h"

#include "FortranHost/Offload.h"
#include "FortranHost/Overlaps.h"
#include "Host/Launcher.h"

#include "loopyc/CodeGen/StubObstacles.h"
#include "loopyc/Source/Fortran/ModuleDeclarations.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Source/LinePlaces.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class StubWriter {
public:
  StubWriter(const std::vector<ScheduledKernel> &kernels,
             const Targets &targets, const CodeGenOptions &options)
      : kernels(kernels), targets(targets), lines(sourceLines(options)),
        language(options.language->ofStub()),
        stubName(options.prefix + "_stub.f90") {
    if (!options.markedFile.empty())
      places = source::linePlaces(lines, options.markedFile);
  }

  std::string write(const std::string &title) {
    for (const ScheduledKernel &kernel : kernels) {
      try {
        place(kernel);
      } catch (const UserError &reason) {
        warn("stub",
             "the stub runs '" + kernel.kernel.name +
                 "' on the host: " + reason.diagnostics().front().message,
             kernel.kernel.range);
      }
    }
    FortranText out;
    out.raw(title);
    markSource(1, out);
    for (size_t number = 1; number <= lines.size(); ++number) {
      auto launch = launches.find(static_cast<int>(number));
      if (launch != launches.end()) {
        writeLaunch(launch->first, launch->second, out);
        number = launch->second.lastLine;
        markSource(number + 1, out);
      } else {
        out.raw(lines[number - 1] + "\n");
      }
    }
    if (isMarked())
      mark({stubName, linesIn(out.str()) + 2}, out);
    out.raw(added.str());
    return out.str();
  }

private:
  bool isMarked() const { return !places.empty(); }
  static void mark(const source::LinePlace &place, FortranText &out) {
    out.raw(lineMarker(place) + "\n");
  }
  void markSource(size_t line, FortranText &out) const {
    if (isMarked())
      mark(places[line - 1], out);
  }

  static int linesIn(const std::string &text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  struct Launch {
    Offload offload;
    int lastLine;
    fortran::Team team; // around it
    bool beginsConstruct;
  };

  void writeLaunch(int firstLine, const Launch &launch,
                   FortranText &out) const {
    if (isMarked())
      out.standFor(lineMarker(places[firstLine - 1]));
    writeLaunch(
        launch,
        {lines.begin() + (firstLine - 1), lines.begin() + launch.lastLine},
        out);
    out.standFor("");
  }

  // One thread of a team launches for all, when all have come there; with a
  // barrier at the end, where the values of variables that each has for itself
  // go to all. What loops that the threads share out accumulate in such a
  // variable stays with the thread that launched: the threads' copies are still
  // to be added up.
  static void writeLaunch(const Launch &launch,
                          const std::vector<std::string> &original,
                          FortranText &out) {
    // A `block` just behind the directive would be all of its construct.
    if (launch.team.who != fortran::Team::Who::All) {
      if (launch.beginsConstruct)
        out.line("continue");
      return launch.offload.writeCall(original, out);
    }
    out.raw("!$omp barrier\n!$omp single\n");
    out.line("continue");
    launch.offload.writeCall(fortran::withoutThreads(original), out);
    const std::set<std::string> partial =
        fortran::assignedInSharedLoops(original);
    std::string end = "!$omp end single";
    for (const OffloadArgument &argument : launch.offload.arguments())
      if (argument.isWritten() && isOfEachThread(argument, launch.team) &&
          !partial.count(lowerCase(argument.actual)))
        end += " &\n!$omp& copyprivate(" + argument.actual + ")";
    out.raw(end + "\n");
  }

  // Has each of the team its own? Of modules and common blocks, what their
  // declarations say counts, whatever the name is here.
  static bool isOfEachThread(const OffloadArgument &argument,
                             const fortran::Team &team) {
    if (team.own.count(lowerCase(argument.actual)))
      return true;
    if (argument.isOfCommonBlock())
      return team.own.count(argument.commonBlock) != 0;
    switch (fortran::sharingOf(argument.variable->range)) {
    case fortran::Sharing::OfAll:
      return false;
    case fortran::Sharing::OfEach:
      return true;
    case fortran::Sharing::Unsaid:
      break;
    }
    return team.hasOwn(argument.actual, argument.isWrittenScalar());
  }

  // The script may have changed the text before it was parsed; without
  // changing the number of lines it was preprocessed, as here.
  std::vector<std::string> sourceLines(const CodeGenOptions &options) const {
    if (!options.markedFile.empty())
      return source::withMarkersBehind(linesOf(options), options.markedFile);
    // A generator's markers would count the lines of launches, too.
    std::vector<std::string> plain =
        source::withoutMarkersInside(linesOf(options));
    for (std::string &line : plain)
      if (source::readLineMarker(line, {}))
        line.clear();
    return plain;
  }
  std::vector<std::string> linesOf(const CodeGenOptions &options) const {
    const std::vector<std::string> &given = *options.source;
    for (const ScheduledKernel &kernel : kernels)
      for (const Origin &origin : kernel.kernel.origins) {
        if (!origin.source)
          continue;
        std::vector<std::string> parsed = source::splitLines(*origin.source);
        if (parsed.size() != given.size())
          return origin.language->stubLines(parsed, options.includeDirs);
      }
    return options.language->stubLines(given, options.includeDirs);
  }

  void place(const ScheduledKernel &kernel) {
    const std::vector<Origin> &origins = kernel.kernel.origins;
    if (origins.empty())
      throw UserError("it stands for no subroutine of the source");
    Offload offload(kernel, targets);
    if (origins.size() > 1)
      return addFused(kernel, std::move(offload));
    const Origin &origin = origins.front();
    checkReplaceable(kernel.kernel, offload);
    requireComparable(offload.arguments());
    warnOfUnknownSizes(kernel.kernel, offload);
    source::LineSpan replaced =
        language->withDirectives(lines, {origin.firstLine, origin.lastLine});
    const fortran::DirectiveLines directives(lines, fortran::Form::Free);
    fortran::Team team = fortran::teamAround(directives, replaced);
    addSubroutine(offload);
    const bool beginsConstruct = isBehindOpening(directives, replaced.first);
    launches.emplace(replaced.first,
                     Launch{std::move(offload), replaced.last, std::move(team),
                            beginsConstruct});
  }

  // Is the last directive or statement before the line one that opens a
  // construct, or a section of one?
  static bool isBehindOpening(const fortran::DirectiveLines &directives,
                              int line) {
    for (int n = line - 1; n > 0 && directives.isEmpty(n); --n)
      if (const fortran::DirectiveLine *directive = directives.at(n))
        return fortran::opensBlock(*directive) ||
               fortran::beginsSection(*directive);
    return false;
  }

  // Nobody could copy them: only what is present has a known size.
  void warnOfUnknownSizes(const Kernel &kernel, const Offload &offload) const {
    const bool isOnDevice = std::any_of(
        targets.begin(), targets.end(),
        [](const Target *target) { return target->hasWorkItems(); });
    for (const OffloadArgument &argument : offload.arguments())
      if (isOnDevice && argument.isArray() && argument.assumedSize &&
          argument.isUsed() && argument.reached.empty())
        warn("stub",
             "'" + argument.shown + "' must be present on the device when '" +
                 kernel.name +
                 "' is called: its declaration does not say its size, nor, as "
                 "far as is known, do its loops; give it its last bound, or "
                 "keep it there (!$loopy enter data)",
             argument.variable->range);
  }

  void checkReplaceable(const Kernel &kernel, const Offload &offload) const {
    const Origin &origin = kernel.origins.front();
    const std::string obstacle = stubObstacle(kernel, lines);
    if (!obstacle.empty())
      throw UserError(obstacle);
    for (const VariablePtr &variable : origin.variables)
      if (equalButForCase(variable->name, "loopyc_call"))
        throw UserError("'" + variable->name + "' is a name of the stub's own");
    for (const OffloadArgument &argument : offload.arguments())
      if (argument.isArray() && argument.assumedSize && argument.isUsed() &&
          !argument.isFortranOrder())
        throw UserError("the size of the assumed-size array '" +
                        argument.shown +
                        "', whose layout the script changed, is not known");
    refuseHiddenInquiry(offload);
    for (const auto &[first, launch] : launches)
      if (origin.firstLine <= launch.lastLine && first <= origin.lastLine)
        throw UserError("another kernel stands for the same statements");
  }

  // The sizes of other arrays could not be asked for beside an assumed-size
  // array called "size", which can have no second name.
  static void refuseHiddenInquiry(const Offload &offload) {
    for (const OffloadArgument &argument : offload.arguments())
      for (const OffloadArgument &other : offload.arguments())
        if (argument.isArray() && argument.assumedSize &&
            equalButForCase(argument.actual, "size") && other.isArray() &&
            !other.assumedSize)
          throw UserError("the assumed-size array '" + argument.actual +
                          "' hides the function of this name, which '" +
                          other.shown + "' needs; rename it");
  }

  void addSubroutine(const Offload &offload) {
    added.blank();
    offload.writeSubroutine(added);
  }

  // A kernel that stands for several subroutines is a new one, of its name;
  // they themselves stay on the host.
  void addFused(const ScheduledKernel &kernel, Offload offload) {
    offload.callWithOwnNames();
    added.blank();
    std::vector<std::string> dummies, calls;
    for (const OffloadArgument &argument : offload.arguments())
      if (argument.variable)
        dummies.push_back(argument.name);
    for (const Origin &origin : kernel.kernel.origins)
      calls.push_back("  " + hostCall(origin, offload));
    std::string name = kernelIdentifier(kernel.kernel);
    added.line("! " + name + ": one launch for these subroutines, in order.");
    added.line("subroutine " + name + "(" + commaJoined(dummies) + ")");
    added.deepen();
    for (const Origin &origin : kernel.kernel.origins)
      if (!origin.module.empty())
        added.line("use " + origin.module + ", only: " + origin.subroutine);
    added.line("implicit none");
    declareArguments(offload);
    for (const Origin &origin : kernel.kernel.origins)
      if (origin.module.empty())
        added.line("external :: " + origin.subroutine);
    offload.writeCall(calls, added);
    added.rise();
    added.line("end subroutine " + name);
    addSubroutine(offload);
  }

  // The original subroutines get it on the host, and may only read it if their
  // dummy arguments say so.
  static const char *fusedIntent(const OffloadArgument &argument) {
    Intent declared = argument.variable->intent;
    bool mayBeWritten = argument.isWritten() || declared == Intent::Out ||
                        declared == Intent::InOut;
    return mayBeWritten ? "inout" : "in";
  }

  // Scalars first: arrays have them in their shapes.
  void declareArguments(const Offload &offload) {
    for (bool array : {false, true})
      for (const OffloadArgument &argument : offload.arguments())
        if (argument.variable && argument.isArray() == array)
          added.line(argument.type.fortran() + ", intent(" +
                     fusedIntent(argument) + ") :: " + argument.name +
                     (array ? "(" + offload.shapeOf(argument) + ")" : ""));
  }

  // "call refFluxR(Ne, 8_4, q, rhsq)"
  static std::string hostCall(const Origin &origin, const Offload &offload) {
    std::vector<std::string> actuals;
    if (!origin.hidden.empty() || origin.isRegion)
      throw UserError("a part of it has arguments that no call can pass");
    for (const std::string &dummy : origin.arguments) {
      auto renamed = origin.renamed.find(dummy);
      const std::string &name =
          renamed == origin.renamed.end() ? dummy : renamed->second;
      std::string actual;
      for (const OffloadArgument &argument : offload.arguments())
        if (argument.variable ? argument.variable->name == name
                              : argument.shown == dummy)
          actual = argument.actual;
      if (actual.empty())
        throw UserError("subroutine '" + origin.subroutine +
                        "' has an argument '" + dummy +
                        "' that the kernel lacks");
      actuals.push_back(actual);
    }
    FortranText text;
    text.line("call " + origin.subroutine + "(" + commaJoined(actuals) + ")");
    std::string result = text.str();
    result.pop_back();
    return result;
  }

  const std::vector<ScheduledKernel> &kernels;
  const Targets &targets;
  std::vector<std::string> lines;
  std::shared_ptr<const source::Language> language; // of the lines
  std::string stubName;
  std::vector<source::LinePlace> places; // if its lines are marked
  std::map<int, Launch> launches; // by their first lines
  FortranText added;              // at the end of the file
};

} // namespace

std::string codegen::fortranStub(const std::vector<ScheduledKernel> &kernels,
                                 const Targets &targets,
                                 const CodeGenOptions &options) {
  return StubWriter(kernels, targets, options)
      .write("! " + options.prefix + "_stub.f90: generated by loopyc " +
             LOOPYC_VERSION +
             ".\n! The procedures of the original file, under their names. "
             "Link with the launchers\n! and with loopyrt.\n");
}
