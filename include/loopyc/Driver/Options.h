// What the command line asks for. First thing in the flow: parseOptions turns
// arguments into this value, and everything after it reads only this value.
#ifndef LOOPYC_DRIVER_OPTIONS_H
#define LOOPYC_DRIVER_OPTIONS_H

#include "loopyc/Check/Check.h"
#include "loopyc/CodeGen/CodeGen.h"
#include "loopyc/Driver/Report.h"
#include "loopyc/Driver/Stages.h"
#include "loopyc/Driver/Stats.h"
#include "loopyc/Frontend/Frontend.h"
#include "loopyc/Support/Diagnostic.h"

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

// The command line is at fault: exit status 2.
class UsageError : public std::exception {
public:
  explicit UsageError(std::string message) : text(std::move(message)) {}
  const char *what() const noexcept override { return text.c_str(); }

private:
  std::string text;
};

// What --emit may name.
enum class Emit { Device, Host, Header, Stub, IR, Deps, Schedule, Dot, Stats };

// -M and its relatives.
struct DepfileOptions {
  bool wanted = false;              // -M, -MM, -MD or -MMD
  bool only = false;                // -M, -MM: nothing but the rule
  bool withSystem = true;           // not -MM, -MMD
  bool phony = false;               // -MP
  std::string file;                 // -MF; "" is the default
  std::vector<std::string> targets; // -MT, and -MQ already quoted
};

struct DumpOptions {
  std::vector<std::string> after; // stages and transformations
  bool all = false, changed = false;

  bool any() const { return all || changed || !after.empty(); }
};

struct Options {
  std::vector<std::string> inputs;
  std::string prefix; // -o; "" is each input's stem
  Targets targets;
  std::string deviceLimits; // a file or a target's name; "": the targets'
  std::vector<Emit> emits;
  bool emitsGiven = false;
  StatsFormat statsFormat = StatsFormat::Text;
  bool lineDirectives = false; // in kernels and stubs
  bool lineMarkers = false;    // in stubs
  // Those of single targets: "cuda-kernels" -> "loaded".
  std::map<std::string, std::string> ofTargets;
  bool syntaxOnly = false;
  std::string scriptFile; // "" if there is none
  std::vector<std::pair<std::string, std::string>> sets;
  // Without a script; unset: where a target has work-items.
  std::optional<bool> mapParallel;
  bool printScript = false;
  std::optional<ReportFormat> report;
  frontend::FortranOptions fortran;
  std::optional<Stage> stopAfter;
  DumpOptions dumps;
  bool timeStages = false;
  bool verify = false;
  bool check = false;
  check::CheckOptions checkOptions;
  DepfileOptions depfile;
  bool warningsAsErrors = false;
  std::vector<std::pair<std::string, bool>> warnings; // group ("" all), on
  ColorMode color = ColorMode::Auto;
  bool help = false, version = false, printMakefile = false;

  bool emit(Emit what) const;
  // Does the run ask for something else than files, which it writes all the
  // same where they are asked for?
  bool looksOnly() const { return check || verify || printScript; }
  bool toStandardOutput() const { return prefix == "-"; }
};

// Expands @FILE, parses. Throws UsageError.
Options parseOptions(int argc, const char *const *argv);
void printHelp(llvm::raw_ostream &out);

} // namespace driver
} // namespace loopyc

#endif
