#include "loopyc/Driver/Translation.h"

#include "loopyc/Check/Check.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/CalledKernels.h"
#include "loopyc/Driver/Launches.h"
#include "loopyc/Driver/MissingIntrinsics.h"
#include "loopyc/Driver/Verification.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Lower/SharedLocals.h"
#include "loopyc/Lower/SpreadingAdvice.h"
#include "loopyc/Schedule/IgnoredSlabs.h"
#include "loopyc/Schedule/SerialWork.h"
#include "loopyc/Script/MadeKernel.h"
#include "loopyc/Source/Fortran/ConditionalLines.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/ErrorList.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/NoWarnings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace loopyc;
using namespace loopyc::driver;

Session::Session(const Options &options, DiagnosticEngine &diagnostics)
    : options(options), diagnostics(diagnostics),
      dumps(options.dumps, llvm::errs()) {}

std::string loopyc::driver::readInput(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    throw UserError("cannot read '" + path +
                    "': " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

Input loopyc::driver::openInput(const std::string &path,
                                const Options &options) {
  Input input;
  input.path = path;
  input.name = path == "-" ? "<stdin>" : path;
  std::string stem = path == "-" ? "stdin" : llvm::sys::path::stem(path).str();
  bool folder = llvm::StringRef(options.prefix).ends_with("/");
  input.prefix = options.prefix.empty() || options.toStandardOutput() ? stem
                 : folder ? options.prefix + stem
                          : options.prefix;
  std::string text = readInput(path);
  if (options.fortran.openmp &&
      source::languageOf(input.name, options.fortran)->kind() ==
          source::LanguageKind::Fortran)
    text = fortran::withConditionalLines(
        std::move(text), fortran::formOf(input.name, options.fortran));
  input.text = std::make_shared<const std::string>(std::move(text));
  return input;
}

Translation::Translation(Session &session, Input opened)
    : session(session), input(std::move(opened)),
      fortran(session.options.fortran),
      language(source::languageOf(input.name, fortran)) {
  session.diagnostics.addSource(input.name, *input.text);
  for (const std::string &other : session.options.inputs)
    if (other != input.path && other != "-")
      fortran.otherFiles.push_back(other);
}

// The front end looks at them again, and warns.
static frontend::Directives
directivesIn(const Input &input, const source::Language &language,
             const std::optional<language::KernelFile> &kernelFile) {
  if (language.kind() == source::LanguageKind::Kernel) {
    frontend::Directives found;
    found.script = kernelFile ? kernelFile->transform.value_or("")
                              : *input.text; // it is a script
    found.hasScript = !kernelFile || kernelFile->transform;
    return found;
  }
  NoWarnings quiet;
  return frontend::scanDirectives(*input.text, input.name, language);
}

// The tour. Each line is one stage, and --stop-after ends it.
void Translation::run() {
  if (source::isKernelFile(input.name))
    kernelFile = language::readKernelFile(input.text, input.name);
  frontend::Directives directives = directivesIn(input, *language, kernelFile);
  bool script = directives.hasScript || !session.options.scriptFile.empty();
  bool frontendOnly = session.options.stopAfter == Stage::Frontend;

  withErrorsOfData(directives, [&] {
    if (script && !frontendOnly)
      kernels = runTransformScript(directives.script, directives.hasScript);
    else if (!isForPublicAlone(directives))
      kernels = translateAsItStands();
    if (script && !frontendOnly)
      warnOfUnused(directives.kernels);
    else if (!frontendOnly)
      mapWithoutScript();
    warnOfCuts();
    if (session.options.printScript)
      printScript(directives.script);
    if (!frontendOnly)
      session.dumps.afterStage(Stage::Transform, kernels);
  });
  if (isWithoutUse())
    return; // modules that the other inputs use, say
  if (wanted(Stage::Schedule))
    scheduleKernels();
  if (session.options.verify && !scheduled.empty())
    verifySchedules();
  if (wanted(Stage::CodeGen))
    generateCode();
  if (wanted(Stage::Check))
    checkKernels();
}

// Where kernels fail, it is told in the same run what is wrong with directives
// of data, but for what both find at one line.
void Translation::withErrorsOfData(const frontend::Directives &directives,
                                   const std::function<void()> &translate) {
  std::vector<Diagnostic> all;
  auto collect = [&](const UserError &error) {
    for (const Diagnostic &one : error.diagnostics())
      if (llvm::none_of(all, [&](const Diagnostic &other) {
            return other.range.line == one.range.line;
          }))
        all.push_back(one);
  };
  try {
    translate();
  } catch (const UserError &error) {
    all = error.diagnostics();
  }
  try {
    readData(directives.kernels);
  } catch (const UserError &error) {
    if (all.empty())
      throw;
    collect(error);
  }
  if (!all.empty())
    throw UserError(all);
  readPublic();
}

// Does anything that was asked for need this stage?
bool Translation::wanted(Stage stage) const {
  const Options &o = session.options;
  if (o.syntaxOnly || o.depfile.only || (o.stopAfter && *o.stopAfter < stage))
    return false;
  if (o.stopAfter && !o.emitsGiven)
    return true;
  bool written =
      !(o.verify || o.printScript) || o.emitsGiven || !o.prefix.empty();
  bool code = o.check || (written && llvm::any_of(o.emits, [](Emit what) {
                            return what <= Emit::Stub;
                          }));
  switch (stage) {
  case Stage::Schedule:
    return code || o.verify || o.emit(Emit::Schedule) || o.emit(Emit::Stats);
  case Stage::CodeGen:
    return code;
  case Stage::Check:
    return o.check;
  default:
    return true;
  }
}

TranslationUnit
Translation::parse(const std::string &text, const std::string &fileName,
                   std::optional<bool> freeForm,
                   const std::vector<script::CalledKernel> &functions) {
  StageScope stage(session.clock, Stage::Frontend);
  frontend::FortranOptions options = fortran;
  if (freeForm)
    options.freeForm = freeForm;
  frontend::AfterPass afterPass;
  if (session.options.dumps.any())
    afterPass = [this](const auto &...seen) {
      session.dumps.afterPass(seen...);
    };
  CalledKernels files(functions);
  options.otherFiles.insert(options.otherFiles.begin(), files.files().begin(),
                            files.files().end());
  auto parsed = frontend::parseFortran(text, fileName, options, afterPass);
  leaveOnHost(parsed, session.options.targets);
  remember(parsed);
  llvm::append_range(filesRead, files.others(parsed.filesRead));
  for (const script::CalledKernel &function : functions)
    called[function.name] = function.kernel;
  session.dumps.afterStage(Stage::Frontend, parsed.unit.kernels);
  originals.insert(originals.end(), parsed.unit.kernels.begin(),
                   parsed.unit.kernels.end());
  return std::move(parsed.unit);
}

// A script may parse several texts: what was refused in one and translated in
// another is not missing.
void Translation::remember(const frontend::ParsedFortran &parsed) {
  auto isIn = [](const auto &list, const std::string &name) {
    return llvm::any_of(list, [&](const auto &other) {
      return equalButForCase(other.name, name);
    });
  };
  llvm::erase_if(untranslated, [&](const auto &known) {
    return isIn(parsed.unit.kernels, known.name) ||
           isIn(parsed.untranslated, known.name);
  });
  llvm::append_range(untranslated, parsed.untranslated);
  llvm::erase_if(hostProcedures, [&](const auto &known) {
    return isIn(parsed.hostProcedures, known.name);
  });
  llvm::append_range(hostProcedures, parsed.hostProcedures);
  llvm::erase_if(cuts, [&](const auto &known) {
    return llvm::any_of(parsed.cuts, [&](const auto &cut) {
      return cut.kernels == known.kernels;
    });
  });
  llvm::append_range(cuts, parsed.cuts);
}

static bool isRegionOf(const std::vector<Kernel> &kernels,
                       const std::string &name) {
  return llvm::any_of(kernels, [&](const Kernel &kernel) {
    return llvm::any_of(kernel.origins, [&](const Origin &origin) {
      return origin.isRegion && origin.subroutine == name;
    });
  });
}

// Regions that a script leaves out of its RESULT: they are marked for nothing.
// Which subroutines it takes is its choice; of one that is cut around
// statements of the host it may take nothing at all.
void Translation::warnOfUnused(
    const std::vector<frontend::KernelRegion> &marked) const {
  auto isMarked = [&](const Origin &origin) {
    return origin.isRegion && llvm::any_of(marked, [&](const auto &region) {
             return equalButForCase(region.name, origin.subroutine);
           });
  };
  std::set<std::string> known;
  for (const frontend::CutSubroutine &cut : cuts)
    if (llvm::none_of(cut.kernels, [&](const std::string &name) {
          return isRegionOf(kernels, name);
        }))
      known.insert(cut.kernels.begin(), cut.kernels.end());
  for (const Kernel &kernel : originals)
    for (const Origin &origin : kernel.origins)
      if (isMarked(origin) && !isRegionOf(kernels, origin.subroutine) &&
          known.insert(origin.subroutine).second)
        warn("untranslated",
             "'" + origin.subroutine +
                 "' stays on the host: the script's RESULT has no kernel of it",
             origin.range);
}

// Where a kernel comes of it: a script need not take any.
void Translation::warnOfCuts() const {
  auto isTaken = [&](const std::string &name) {
    return isRegionOf(kernels, name);
  };
  for (const frontend::CutSubroutine &cut : cuts)
    if (llvm::any_of(cut.kernels, isTaken))
      for (const Diagnostic &warning : cut.warnings)
        session.diagnostics.report(warning);
}

void Translation::warnOfUntranslated() const {
  for (const auto &refused : untranslated) {
    Diagnostic warning = refused.diagnostic();
    warning.severity = Severity::Warning;
    warning.group = "untranslated";
    warning.message =
        "'" + refused.name + "' stays on the host: " + warning.message;
    session.diagnostics.report(warning);
  }
  for (const auto &procedure : hostProcedures)
    if (std::optional<Diagnostic> warning = procedure.warning) {
      warning->severity = Severity::Warning;
      warning->group = "untranslated";
      session.diagnostics.report(*warning);
    }
}

std::vector<Kernel> Translation::translateAsItStands() {
  TranslationUnit unit;
  switch (language->kind()) {
  case source::LanguageKind::Fortran:
    unit = parse(*input.text, input.name, std::nullopt);
    break;
  case source::LanguageKind::Kernel:
    unit.kernels = kernelsOfFile();
    rememberAsMade(unit.kernels);
    break;
  }
  warnOfUntranslated();
  return std::move(unit.kernels);
}

// Of a script, none: it makes them.
std::vector<Kernel> Translation::kernelsOfFile() {
  StageScope stage(session.clock, Stage::Frontend);
  std::vector<Kernel> made;
  if (!kernelFile)
    return made;
  ErrorList errors;
  for (const language::KernelSource &source : kernelFile->kernels)
    errors.attempt([&] { made.push_back(script::madeKernel(source)); });
  errors.throwIfAny();
  session.dumps.afterStage(Stage::Frontend, made);
  return made;
}

// What --check compares with.
void Translation::rememberAsMade(const std::vector<Kernel> &made) {
  for (const Kernel &kernel : made)
    for (const Origin &origin : kernel.origins)
      if (auto asMade = source::kernelAsMade(origin)) {
        originals.push_back(*asMade);
        originals.back().origins = {origin};
        originals.back().origins.front().renamed.clear();
      }
}

// map_parallel has said itself what stays serial, and why.
static bool isMapped(const Kernel &kernel) {
  return llvm::any_of(kernel.history, [](const HistoryEntry &entry) {
    return entry.transformation == "map_parallel";
  });
}

// For a device: in C, loops that no script spreads are what they were.
// As -W says, the last of a group's own, else of all (DiagnosticEngine).
static bool
isAskedFor(const std::string &group,
           const std::vector<std::pair<std::string, bool>> &warnings) {
  bool all = true, asError = false;
  std::optional<bool> own;
  for (const auto &[name, on] : warnings) {
    if (name.empty())
      all = on;
    if (name == group)
      own = on;
    if (name == "error=" + group)
      asError = on;
  }
  return asError || own.value_or(all);
}

void Translation::warnOfSerialWork() const {
  // What a script could do about it takes long to find out.
  if (!isAskedFor("serial", session.options.warnings))
    return;
  if (llvm::none_of(session.options.targets, [](const Target *target) {
        return target->hasWorkItems();
      }))
    return;
  for (size_t k = 0; k < scheduled.size(); ++k)
    if (!isMapped(kernels[k]))
      for (const ScheduledKernel *launch : launchesOf(scheduled[k]))
        warnOfSerialWork(kernels[k], *launch,
                         !scheduled[k].launches);
}

// What a script could do about each, as far as that is known. `isAll`: is it
// the work of all launches?
static std::vector<SpreadingAdvice>
adviceOn(const std::vector<SerialWork> &works, const Kernel &kernel,
         bool isAll) {
  std::vector<std::string> loops;
  for (const SerialWork &work : works)
    loops.push_back(work.isWholeKernel && isAll ? "" : work.loop);
  try {
    return adviseSpreading(kernel, loops);
  } catch (const UserError &) { // too much to ask
    return std::vector<SpreadingAdvice>(works.size());
  }
}

void Translation::warnOfSerialWork(const Kernel &kernel,
                                   const ScheduledKernel &launch,
                                   bool isAll) const {
  const std::vector<SerialWork> works = serialWork(launch);
  if (works.empty())
    return;
  const std::vector<SpreadingAdvice> advice = adviceOn(works, kernel, isAll);
  for (size_t w = 0; w < works.size(); ++w) {
    const SerialWork &work = works[w];
    if (advice[w].loop.empty() && !advice[w].reasons.empty()) {
      for (const Diagnostic &reason : advice[w].reasons)
        session.diagnostics.report(reason);
      continue;
    }
    std::string name = "kernel '" + launch.kernel.name + "'";
    std::string what = work.isWholeKernel
                           ? name
                           : "the loop over '" + work.loop + "' of " + name;
    std::string where =
        work.workItems == 1
            ? "work-item"
            : "work-group of " + std::to_string(work.workItems) + " work-items";
    const std::string loop = !advice[w].loop.empty() ? advice[w].loop
                             : work.loop.empty()     ? "i"
                                                     : work.loop;
    warn("serial",
         what + " runs as one " + where +
             "; spread a loop whose iterations are independent over the "
             "device, as split_iname(knl, \"" +
             loop + "\", 128, outer_tag=\"g.0\", inner_tag=\"l.0\") does",
         work.isWholeKernel ? launch.kernel.range : work.range);
  }
}

void Translation::scheduleKernels() {
  StageScope stage(session.clock, Stage::Schedule);
  auto afterPass = [this](const LoweringPass &pass, const Kernel &before,
                          const Kernel &after) {
    session.dumps.afterTransformation(pass.name, before, after);
  };
  for (const Kernel &kernel : kernels) {
    auto tried = triedSchedules.find(kernel.name);
    ProvedSchedule proved = tried != triedSchedules.end()
                                ? std::move(tried->second)
                                : scheduleLaunches(kernel, session.limits,
                                                   session.clock, afterPass);
    for (const ScheduledKernel *launch : launchesOf(proved.scheduled)) {
      warnOfIgnoredSlabs(launch->kernel);
      warnOfSharedLocals(launch->kernel);
    }
    scheduled.push_back(std::move(proved.scheduled));
    proofs.push_back(std::move(proved.proofs));
  }
  warnOfSerialWork();
  session.dumps.afterSchedule(scheduled);
}

void Translation::verifySchedules() {
  StageScope stage(session.clock, Stage::Check);
  for (size_t k = 0; k < kernels.size(); ++k)
    verifyTranslation(originals, kernels[k], scheduled[k], proofs[k],
                      session.options.checkOptions.parameters, llvm::outs());
  llvm::outs().flush();
}

// What the script had parsed, where that stands for the whole input: a text of
// as many lines, which the script may have preprocessed.
const std::string &Translation::parsedText() const {
  const std::string *parsed = nullptr;
  for (const Kernel &kernel : kernels)
    for (const Origin &origin : kernel.origins) {
      if (!origin.source || (parsed && *parsed != *origin.source))
        return *input.text;
      parsed = origin.source.get();
    }
  auto lines = [](const std::string &text) { return llvm::count(text, '\n'); };
  return parsed && lines(*parsed) == lines(*input.text) ? *parsed : *input.text;
}

// A stub is not preprocessed: its suffix is .f90. Where our preprocessor does
// not do, it is left as it stands.
std::vector<std::string> Translation::stubLines() const {
  if (language->isPreprocessed())
    try {
      return language->preprocess(parsedText(), input.name, fortran);
    } catch (const UserError &reason) {
      warn("stub",
           "the stub is not preprocessed: " +
               reason.diagnostics().front().message,
           reason.diagnostics().front().range);
    }
  return source::splitLines(parsedText());
}

CodeGenOptions Translation::codeGenOptions() const {
  CodeGenOptions options;
  options.prefix = llvm::sys::path::filename(input.prefix).str();
  options.lineDirectives = session.options.lineDirectives;
  options.ofTargets = session.options.ofTargets;
  options.language = language;
  if (language->kind() == source::LanguageKind::Kernel)
    return options; // without a stub
  options.source = stubLines();
  if (session.options.lineDirectives || session.options.lineMarkers)
    options.markedFile = input.name;
  options.includeDirs = fortran.includeDirs;
  options.includeDirs.insert(options.includeDirs.begin(),
                             llvm::sys::path::parent_path(input.name).str());
  return options;
}

void Translation::generateCode() {
  StageScope stage(session.clock, Stage::CodeGen);
  CodeGenOptions options = codeGenOptions();
  addAccessors(options);
  replaceData(options);
  if (session.options.dumps.any())
    options.afterPass = [this](const auto &...seen) {
      session.dumps.afterPass(seen...);
    };
  files = generate(scheduled, session.options.targets, options);
  session.dumps.afterCodeGen(files);
}

void Translation::checkKernels() {
  StageScope stage(session.clock, Stage::Check);
  check::CheckInput all;
  all.fileName = input.name;
  all.language = language;
  all.fortran = fortran;
  all.moduleSources = fortran.otherFiles;
  all.moduleSources.insert(all.moduleSources.end(), filesRead.begin(),
                           filesRead.end());
  all.originals = originals;
  all.called = called;
  all.kernels = scheduled;
  all.targets = session.options.targets;
  checked = check::check(all, session.options.checkOptions, llvm::outs());
  llvm::outs().flush();
}

std::vector<std::string> Translation::dependencies() const {
  std::vector<std::string> result;
  if (input.path != "-")
    result.push_back(input.path);
  result.insert(result.end(), filesRead.begin(), filesRead.end());
  if (!session.limitsFile.empty())
    result.push_back(session.limitsFile);
  return result;
}
