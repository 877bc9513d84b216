// One input file on its way through the stages, each a function from one
// value to the next:
//
//   text ──frontend──▶ kernels ──transform──▶ kernels ──schedule──▶
//        scheduled kernels ──codegen──▶ texts (──check──) ──write──▶ files
//
// Where there is a script, it runs the front end itself (lp.parse_fortran); the
// kernels of a file in the kernel language it finds by name.
#ifndef LOOPYC_DRIVER_TRANSLATION_H
#define LOOPYC_DRIVER_TRANSLATION_H

#include "loopyc/Driver/Dumps.h"
#include "loopyc/Driver/Launches.h"
#include "loopyc/Driver/Options.h"
#include "loopyc/Driver/Stages.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/KernelLanguage/KernelFile.h"
#include "loopyc/Script/Host.h"
#include "loopyc/Source/DataDirective.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loopyc {
namespace driver {

// What all inputs of a run share.
struct Session {
  Session(const Options &options, DiagnosticEngine &diagnostics);
  // Of the device that --device-limits names, or what the targets have in
  // common. Throws UserError.
  void readLimits();

  const Options &options;
  DiagnosticEngine &diagnostics;
  StageClock clock;
  Dumps dumps;
  DeviceLimits limits;
  std::string limitsFile; // "": the limits are those of targets
};

struct Input {
  std::string path;   // as on the command line; "-" is standard input
  std::string name;   // in messages
  std::string prefix; // of its outputs, with folders
  std::shared_ptr<const std::string> text;
};

// Reads a file or standard input; throws UserError with the system's reason.
std::string readInput(const std::string &path);
Input openInput(const std::string &path, const Options &options);

class Translation {
public:
  Translation(Session &session, Input input);

  // All stages up to the one that the options stop after.
  void run();

  const Input &source() const { return input; }
  // Has it neither kernels nor, before it is preprocessed, directives that the
  // stub has something for?
  bool isWithoutUse() const {
    return kernels.empty() && !hasData && !hasPublic && publics.empty();
  }
  // What it was made from: the input, then everything else that was read.
  std::vector<std::string> dependencies() const;

  std::vector<Kernel> kernels;            // after transform
  std::vector<ScheduledKernel> scheduled; // after schedule
  std::vector<GeneratedFile> files;       // after codegen
  check::CheckResult checked;             // after check

private:
  class ScriptHost;

  std::vector<Kernel> translateAsItStands();
  std::vector<Kernel> kernelsOfFile();
  void rememberAsMade(const std::vector<Kernel> &made);
  std::vector<Kernel> runTransformScript(const std::string &blocks,
                                         bool hasBlocks);
  TranslationUnit
  parse(const std::string &text, const std::string &fileName,
        std::optional<bool> freeForm,
        const std::vector<script::CalledKernel> &functions = {});
  void remember(const frontend::ParsedFortran &parsed);
  void warnOfUntranslated() const;
  void warnOfCuts() const;
  void warnOfUnused(const std::vector<frontend::KernelRegion> &marked) const;
  void warnOfSerialWork() const;
  void warnOfSerialWork(const Kernel &kernel, const ScheduledKernel &launch,
                        bool isAll) const;
  void withErrorsOfData(const frontend::Directives &directives,
                        const std::function<void()> &translate);
  void readData(const std::vector<frontend::KernelRegion> &marked);
  void readPublic();
  bool isForPublicAlone(const frontend::Directives &directives) const;
  void requireNoLaunchInHostData() const;
  static void refuseLaunch(const std::string &kernel,
                           const source::ReachedStatements &reached,
                           const SourceRange &region);
  void addAccessors(CodeGenOptions &options) const;
  void replaceData(CodeGenOptions &options) const;
  void mapWithoutScript();
  Kernel mapped(const Kernel &kernel);
  void printScript(const std::string &blocks) const;
  void scheduleKernels();
  void verifySchedules();
  const std::string &parsedText() const;
  std::vector<std::string> stubLines() const;
  CodeGenOptions codeGenOptions() const;
  void generateCode();
  void checkKernels();
  bool wanted(Stage stage) const;

  Session &session;
  Input input;
  frontend::FortranOptions fortran;
  std::shared_ptr<const source::Language> language; // of the input
  std::optional<language::KernelFile> kernelFile;   // of a K.loopy
  bool hasData = false, hasPublic = false;
  std::vector<source::DataDirective> data;
  std::vector<fortran::PublicVariable> publics; // that the stub points to
  std::vector<Kernel> originals; // as parsed
  // Of the kernel language, which these call, by name.
  std::map<std::string, std::shared_ptr<const Kernel>> called;
  // What map_parallel did to each kernel, as lines of a script.
  std::vector<std::vector<std::string>> mappings;
  // Of kernels that were scheduled to see whether they can be, by name.
  std::map<std::string, ProvedSchedule> triedSchedules;
  // Of schedules, for each launch.
  std::vector<std::vector<verify::ScheduleProof>> proofs;
  std::vector<frontend::UntranslatedSubroutine> untranslated;
  std::vector<frontend::HostProcedure> hostProcedures;
  std::vector<frontend::CutSubroutine> cuts;
  std::vector<std::string> filesRead;
};

} // namespace driver
} // namespace loopyc

#endif
