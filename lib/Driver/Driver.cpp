#include "loopyc/Driver/Driver.h"

#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/CrashHandler.h"
#include "loopyc/Driver/Depfile.h"
#include "loopyc/Driver/OutputFiles.h"
#include "loopyc/Driver/Reports.h"
#include "loopyc/Driver/Stats.h"
#include "loopyc/Driver/Translation.h"
#include "loopyc/Source/Language.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace loopyc;
using namespace loopyc::driver;

namespace {

constexpr std::pair<OutputKind, Emit> emitOfKind[] = {
    {OutputKind::Device, Emit::Device},
    {OutputKind::Host, Emit::Host},
    {OutputKind::Header, Emit::Header},
    {OutputKind::Stub, Emit::Stub}};

Emit emitOf(OutputKind kind) {
  return llvm::find_if(emitOfKind, [&](auto &row) { return row.first == kind; })
      ->second;
}

// Does this run leave files (or texts on standard output) behind?
bool writesOutputs(const Options &o) {
  if (o.syntaxOnly || o.depfile.only)
    return false;
  if (o.looksOnly() || o.stopAfter)
    return o.emitsGiven || (o.looksOnly() && !o.prefix.empty());
  return true;
}

class OutputCollector {
public:
  OutputCollector(const Options &options, OutputFiles &outputs)
      : options(options), outputs(outputs) {}

  void collect(const Translation &t) {
    if (writesOutputs(options) && !t.isWithoutUse()) {
      for (const GeneratedFile &file : t.files)
        if (options.emit(emitOf(file.kind)))
          put(t, file.suffix, file.text);
      collectReports(t);
    }
    if (options.depfile.wanted)
      collectDepfile(t);
  }

private:
  void put(const Translation &t, const std::string &suffix, std::string text) {
    if (options.toStandardOutput())
      return outputs.addToStandardOutput(text);
    names.push_back(t.source().prefix + suffix);
    outputs.add(names.back(), std::move(text));
  }

  // A report whose stage was not reached is left out.
  void collectReports(const Translation &t) {
    bool haveKernels = options.stopAfter != Stage::Frontend;
    if (options.emit(Emit::IR))
      put(t, ".ir", irText(t.kernels));
    if (options.emit(Emit::Deps))
      put(t, ".deps", depsText(t.kernels));
    if (options.emit(Emit::Schedule) && !t.scheduled.empty())
      put(t, ".schedule", scheduleText(t.scheduled));
    if (options.emit(Emit::Dot) && haveKernels)
      put(t, ".dot", dotText(t.kernels));
    if (options.emit(Emit::Stats) && !t.scheduled.empty())
      collectStatistics(t);
  }

  void collectStatistics(const Translation &t) {
    bool json = options.statsFormat == StatsFormat::Json;
    put(t, json ? ".stats.json" : ".stats",
        statsReport(t.scheduled, options.checkOptions.parameters,
                    options.statsFormat));
  }

  void collectDepfile(const Translation &t) {
    if (names.empty())
      for (const Target *target : options.targets)
        names.push_back(t.source().prefix + target->deviceSuffix());
    std::string text = depfileText(options.depfile, names, t.dependencies());
    std::string path = options.depfile.file;
    if (path.empty())
      path = options.depfile.only ? "-" : t.source().prefix + ".d";
    if (path == "-")
      outputs.addToStandardOutput(text);
    else
      outputs.addFirst(path, std::move(text));
    names.clear();
  }

  const Options &options;
  OutputFiles &outputs;
  std::vector<std::string> names; // of the current input's outputs
};

void configure(DiagnosticEngine &diagnostics, const Options &options) {
  diagnostics.setColor(options.color);
  diagnostics.setWarningsAsErrors(options.warningsAsErrors);
  for (const auto &[group, on] : options.warnings)
    diagnostics.setWarningEnabled(group, on);
  setCurrentDiagnostics(&diagnostics);
}

void requireChecksPassed(const check::CheckResult &all,
                         const Options &options) {
  bool isFortran = llvm::none_of(options.inputs, [](const std::string &path) {
    return source::languageOf(path)->kind() == source::LanguageKind::Kernel;
  });
  std::string original = isFortran ? "original Fortran" : "original";
  if (all.failed)
    throw UserError(std::to_string(all.failed) + " of " +
                    std::to_string(all.failed + all.passed) +
                    " checks against the " + original + " failed");
  if (!all.passed)
    throw UserError("no check against the " + original + " could run");
}

void translateAll(Session &session) {
  const Options &options = session.options;
  session.readLimits();
  OutputFiles outputs(
      llvm::StringRef(options.prefix).ends_with("/") ? options.prefix : "");
  OutputCollector collector(options, outputs);
  check::CheckResult checks;
  bool anything = false;
  for (const std::string &path : options.inputs) {
    Translation translation(session, openInput(path, options));
    translation.run();
    anything |= !translation.isWithoutUse();
    checks.passed += translation.checked.passed;
    checks.failed += translation.checked.failed;
    collector.collect(translation);
  }
  if (!anything)
    throw UserError(
        "'" + options.inputs.front() + "'" +
        (options.inputs.size() > 1 ? " and the others hold" : " holds") +
        " no subroutine to translate");
  session.dumps.requireAllSeen();
  if (options.check && !options.depfile.only && !options.syntaxOnly)
    requireChecksPassed(checks, options);
  if (session.diagnostics.errorCount() == 0) {
    StageScope stage(session.clock, Stage::Write);
    outputs.commit();
  }
}

int runTranslation(const Options &options) {
  DiagnosticEngine diagnostics(llvm::errs());
  configure(diagnostics, options);
  Session session(options, diagnostics);
  try {
    if (options.report)
      writeReport(session, llvm::outs());
    else
      translateAll(session);
  } catch (const UserError &error) {
    diagnostics.report(error);
  }
  if (options.timeStages)
    session.clock.print(llvm::errs());
  setCurrentDiagnostics(nullptr);
  return diagnostics.errorCount() ? exitInputFault : exitDone;
}

// From where this program lies, so that an installation can move.
std::string pathFromHere(const char *argv0, llvm::StringRef relative) {
  static int here;
  llvm::SmallString<256> path(llvm::sys::path::parent_path(
      llvm::sys::fs::getMainExecutable(argv0, &here)));
  llvm::sys::path::append(path, relative);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

// Programs that use the runtime's module need not say where its source lies.
void addRuntimeModule(const char *argv0, Options &options) {
  for (const char *folder :
       {LOOPYC_RUNTIME_FROM_BIN, LOOPYC_RUNTIME_FROM_BUILD})
    if (std::string path = pathFromHere(argv0, folder);
        llvm::sys::fs::exists(path + "/loopyrt_mod.f90")) {
      options.fortran.moduleDirs.push_back(path);
      return;
    }
}

} // namespace

int loopyc::driver::runLoopyc(int argc, const char *const *argv) {
  try {
    Options options = parseOptions(argc, argv);
    if (options.help) {
      printHelp(llvm::outs());
      return exitDone;
    }
    if (options.version) {
      llvm::outs() << "loopyc " LOOPYC_VERSION "\n";
      return exitDone;
    }
    if (options.printMakefile) {
      llvm::outs() << pathFromHere(argv[0], LOOPYC_DATA_FROM_BIN "/loopyc.mk")
                   << "\n";
      return exitDone;
    }
    addRuntimeModule(argv[0], options);
    return runTranslation(options);
  } catch (const UsageError &error) {
    llvm::errs() << "loopyc: error: " << error.what()
                 << "\nTry 'loopyc --help'.\n";
    return exitUsage;
  } catch (const std::bad_alloc &) {
    return reportInternalFault("out of memory");
  } catch (const std::exception &error) {
    return reportInternalFault(error.what());
  }
}
