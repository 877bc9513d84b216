#include "loopyc/Driver/Options.h"

#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/Depfile.h"
#include "loopyc/Source/Fortran/ConditionalLines.h"
#include "loopyc/Source/Fortran/FixedColumns.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/WarningGroups.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::driver;

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

using namespace llvm::opt;
constexpr OptTable::Info infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class LoopycOptTable : public GenericOptTable {
public:
  LoopycOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, infos) {
    setDashDashParsing(true);
  }
};

using NameAndValue = std::pair<std::string, std::string>;

NameAndValue splitAssignment(const Arg &arg) {
  llvm::StringRef text = arg.getValue();
  auto [name, value] = text.split('=');
  if (name.trim().empty() || text.find('=') == llvm::StringRef::npos)
    throw UsageError("'" + arg.getSpelling().str() + " " + text.str() +
                     "' wants NAME=VALUE");
  return {name.trim().str(), value.str()};
}

template <typename Number> Number readNumber(const Arg &arg) {
  Number value;
  bool bad;
  if constexpr (std::is_floating_point_v<Number>)
    bad = llvm::StringRef(arg.getValue()).getAsDouble(value) || !(value >= 0);
  else
    bad = llvm::StringRef(arg.getValue()).getAsInteger(10, value) || value < 0;
  if (bad)
    throw UsageError("'" + arg.getSpelling().str() + arg.getValue() +
                     "' wants a non-negative number");
  return value;
}

// For what others call otherwise, or have besides, what there is here; else "".
std::string targetHint(const std::string &word) {
  std::string lower = lowerCase(word);
  std::string devices;
  for (const Target *target : allTargets()) {
    if (std::string hint = target->hintFor(lower); !hint.empty())
      return hint;
    if (target->hasWorkItems())
      devices += (devices.empty() ? "'" : " and '") +
                 std::string(target->name()) + "'";
  }
  bool isForDevices = lower == "openacc" || lower == "acc";
  return isForDevices ? "for GPUs there are the targets " + devices : "";
}

std::string unknownWord(const Arg &arg, const std::string &word) {
  return "'" + arg.getSpelling().str() + "' knows no '" + word + "'";
}

// Rows of a table are pairs of a word and its value.
template <typename Table>
using ValueIn =
    std::decay_t<decltype(std::begin(std::declval<const Table &>())->second)>;

// The comma-separated words of an option, each looked up in `table`.
template <typename Table>
std::vector<ValueIn<Table>> readWords(const Arg &arg, const Table &table) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(arg.getValue()).split(words, ',');
  std::vector<ValueIn<Table>> result;
  for (llvm::StringRef word : words) {
    auto known = std::find_if(std::begin(table), std::end(table),
                              [&](auto &row) { return word == row.first; });
    if (known == std::end(table)) {
      std::vector<std::string> names;
      for (auto &row : table)
        names.push_back(row.first);
      throw UsageError(unknownWord(arg, word.str()) +
                       suggestion(word.str(), names));
    }
    if (!llvm::is_contained(result, known->second))
      result.push_back(known->second);
  }
  return result;
}

Targets readTargets(const Arg &arg) {
  std::vector<std::pair<std::string, const Target *>> table;
  for (const Target *target : allTargets())
    table.emplace_back(target->name(), target);
  for (llvm::StringRef word : llvm::split(arg.getValue(), ','))
    if (std::string hint = targetHint(word.str()); !hint.empty())
      throw UsageError(unknownWord(arg, word.str()) + "; " + hint);
  return readWords(arg, table);
}

constexpr std::pair<const char *, Emit> emitWords[] = {
    {"device", Emit::Device},
    {"host", Emit::Host},
    {"header", Emit::Header},
    {"stub", Emit::Stub},
    {"ir", Emit::IR},
    {"deps", Emit::Deps},
    {"schedule", Emit::Schedule},
    {"dot", Emit::Dot},
    {"stats", Emit::Stats}};

constexpr std::pair<const char *, StatsFormat> statsFormatWords[] = {
    {"text", StatsFormat::Text}, {"json", StatsFormat::Json}};

constexpr std::pair<const char *, ReportFormat> reportWords[] = {
    {"text", ReportFormat::Text}, {"json", ReportFormat::Json}};

constexpr std::pair<const char *, Stage> stopWords[] = {
    {"frontend", Stage::Frontend},
    {"transform", Stage::Transform},
    {"schedule", Stage::Schedule},
    {"codegen", Stage::CodeGen}};

constexpr std::pair<const char *, ColorMode> colorWords[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never}};

template <typename Table>
ValueIn<Table> readWord(const Arg &arg, const Table &table) {
  std::vector<ValueIn<Table>> words = readWords(arg, table);
  if (words.size() != 1)
    throw UsageError("'" + arg.getSpelling().str() + "' wants one word");
  return words.front();
}

// --report json; without `=`, the word may be left out, and what follows is a
// file then.
bool isWordOfReport(const Arg &arg, const Arg *before) {
  if (!before || before->getOption().getID() != OPT_report_EQ ||
      !before->getAlias() || // --report=FORMAT
      before->getIndex() + 1 != arg.getIndex() ||
      arg.getOption().getID() != OPT_INPUT)
    return false;
  return llvm::any_of(reportWords, [&](const auto &row) {
    return llvm::StringRef(arg.getValue()) == row.first;
  });
}

// gfortran's: a number, of which 0 is as `none`.
size_t readLineLength(const Arg &arg) {
  const llvm::StringRef value = arg.getValue();
  size_t columns = 0;
  const bool isNumber = !value.getAsInteger(10, columns);
  if (value == "none" || (isNumber && columns == 0))
    return fortran::allColumns;
  if (!isNumber || columns < 7 || columns > fortran::allColumns)
    throw UsageError("'" + arg.getSpelling().str() + value.str() +
                     "' wants a number of columns from 7 on, 0 or none");
  return columns;
}

frontend::MacroOption readMacro(const Arg &arg, bool undefine) {
  auto [name, value] = llvm::StringRef(arg.getValue()).split('=');
  frontend::MacroOption macro;
  macro.name = name.str();
  macro.undefine = undefine;
  if (llvm::StringRef(arg.getValue()).contains('='))
    macro.value = value.str();
  if (macro.name.empty() || (undefine && macro.value != "1"))
    throw UsageError("'" + arg.getSpelling().str() + "' wants a macro's name");
  return macro;
}

void requireWarningGroup(const Arg &arg, llvm::StringRef name) {
  if (isWarningGroup(name.str()))
    return;
  std::vector<std::string> names{"all", "error"};
  for (const WarningGroup &group : warningGroups())
    names.push_back(group.name);
  throw UsageError("'" + arg.getSpelling().str() + arg.getValue() +
                   "': there are no warnings '" + name.str() + "'" +
                   suggestion(name.str(), names));
}

// -W[no-]NAME, -W[no-]error, -W[no-]error=NAME, -W[no-]all; of several about
// one group, the last holds.
void readWarning(const Arg &arg, Options &options) {
  llvm::StringRef option = arg.getValue();
  bool on = !option.consume_front("no-");
  if (option == "error") {
    options.warningsAsErrors = on;
    return;
  }
  if (option == "all") {
    options.warnings.push_back({"", on});
    return;
  }
  llvm::StringRef group = option;
  bool isAboutErrors = group.consume_front("error=");
  requireWarningGroup(arg, group);
  options.warnings.push_back({option.str(), on});
  if (!isAboutErrors && !on) // takes -Werror=NAME back
    options.warnings.push_back({"error=" + group.str(), false});
}

// An option of one target: one of the words that its description lists.
void readTargetOption(const Arg &arg, Options &o) {
  std::vector<std::pair<std::string, std::string>> table;
  for (const std::string &word : LoopycOptTable().suggestValueCompletions(
           arg.getOption().getPrefixedName(), ""))
    table.emplace_back(word, word);
  o.ofTargets[arg.getOption().getName().drop_back().str()] =
      readWord(arg, table);
}

// Options that only set a field; false for those that need more.
bool readOne(const Arg &arg, Options &o) {
  if (arg.getOption().matches(OPT_target_group)) {
    readTargetOption(arg, o);
    return true;
  }
  switch (arg.getOption().getID()) {
  case OPT_INPUT:
    o.inputs.push_back(arg.getValue());
    return true;
  case OPT_o:
    o.prefix = arg.getValue();
    return true;
  case OPT_target:
    o.targets = readTargets(arg);
    return true;
  case OPT_device_limits:
    o.deviceLimits = arg.getValue();
    if (o.deviceLimits.empty())
      throw UsageError("'" + arg.getSpelling().str() +
                       "' wants a file or the name of a target");
    return true;
  case OPT_emit:
    o.emits = readWords(arg, emitWords);
    o.emitsGiven = true;
    return true;
  case OPT_stats_format:
    o.statsFormat = readWord(arg, statsFormatWords);
    return true;
  case OPT_g:
    return o.lineDirectives = true;
  case OPT_line_markers:
    return o.lineMarkers = true;
  case OPT_fsyntax_only:
    return o.syntaxOnly = true;
  case OPT_transform:
    o.scriptFile = arg.getValue();
    return true;
  case OPT_set:
    o.sets.push_back(splitAssignment(arg));
    return true;
  case OPT_map_parallel:
    o.mapParallel = true;
    return true;
  case OPT_no_map_parallel:
    o.mapParallel = false;
    return true;
  case OPT_print_script:
    return o.printScript = true;
  case OPT_report_EQ:
    o.report = readWord(arg, reportWords);
    return true;
  case OPT_D:
    o.fortran.macros.push_back(readMacro(arg, false));
    return true;
  case OPT_U:
    o.fortran.macros.push_back(readMacro(arg, true));
    return true;
  case OPT_I:
    o.fortran.includeDirs.push_back(arg.getValue());
    return true;
  case OPT_J:
    o.fortran.moduleDirs.push_back(arg.getValue());
    return true;
  case OPT_cpp:
    o.fortran.preprocess = true;
    return true;
  case OPT_nocpp:
    o.fortran.preprocess = false;
    return true;
  case OPT_ffixed_line_length_:
    fortran::setFixedColumns(readLineLength(arg));
    return true;
  case OPT_ffree_line_length_:
    readLineLength(arg);
    return true;
  case OPT_fopenmp:
    o.fortran.openmp = true;
    return true;
  case OPT_fno_openmp:
    o.fortran.openmp = false;
    return true;
  case OPT_stop_after:
    o.stopAfter = readWord(arg, stopWords);
    return true;
  case OPT_print_after:
    o.dumps.after.push_back(arg.getValue());
    return true;
  case OPT_print_after_all:
    return o.dumps.all = true;
  case OPT_print_changed:
    return o.dumps.changed = true;
  case OPT_time_stages:
    return o.timeStages = true;
  case OPT_help:
    return o.help = true;
  case OPT_version:
    return o.version = true;
  case OPT_print_makefile:
    return o.printMakefile = true;
  default:
    return false;
  }
}

bool readCheck(const Arg &arg, Options &o) {
  switch (arg.getOption().getID()) {
  case OPT_verify:
    return o.verify = true;
  case OPT_check:
    return o.check = true;
  case OPT_param:
    o.checkOptions.parameters.push_back(splitAssignment(arg));
    return true;
  case OPT_init:
    o.checkOptions.inits.push_back(splitAssignment(arg));
    return true;
  case OPT_device:
    o.checkOptions.device = readNumber<int>(arg);
    return true;
  case OPT_rtol:
    o.checkOptions.rtol = readNumber<double>(arg);
    return true;
  case OPT_check_keep:
    o.check = true;
    o.checkOptions.keepFolder = arg.getValue();
    return true;
  case OPT_seed:
    o.checkOptions.seed = readNumber<long long>(arg);
    return true;
  default:
    return false;
  }
}

bool readDepfile(const Arg &arg, DepfileOptions &d) {
  switch (arg.getOption().getID()) {
  case OPT_M:
    return d.wanted = d.only = true;
  case OPT_MM:
    d.withSystem = false;
    return d.wanted = d.only = true;
  case OPT_MD:
    return d.wanted = true;
  case OPT_MMD:
    d.withSystem = false;
    return d.wanted = true;
  case OPT_MF:
    d.file = arg.getValue();
    return true;
  case OPT_MT:
    d.targets.push_back(arg.getValue());
    return true;
  case OPT_MQ:
    d.targets.push_back(quotedForMake(arg.getValue()));
    return true;
  case OPT_MP:
    return d.phony = true;
  default:
    return false;
  }
}

bool readDiagnostics(const Arg &arg, Options &o) {
  switch (arg.getOption().getID()) {
  case OPT_Werror:
    return o.warningsAsErrors = true;
  case OPT_w:
    o.warnings.push_back({"", false});
    return true;
  case OPT_W:
    readWarning(arg, o);
    return true;
  case OPT_fdiagnostics_color_EQ:
    o.color = readWord(arg, colorWords);
    return true;
  default:
    return false;
  }
}

[[noreturn]] void rejectUnknown(const OptTable &table, const Arg &arg) {
  std::string spelling = arg.getSpelling().str(), nearest;
  std::string message = "unknown option '" + spelling + "'";
  // What is behind its '=' would stand there, too.
  const std::string name = spelling.substr(0, spelling.find('='));
  if (table.findNearest(name, nearest, Visibility(), 2) <=
      std::max<size_t>(1, name.size() / 4))
    message += "; did you mean '" + nearest + "'?";
  throw UsageError(message);
}

bool isFolder(llvm::StringRef prefix) { return prefix.ends_with("/"); }

// Sources in a folder and in those inside, by their names; without hidden
// ones, and without links to folders.
void addSources(const std::string &folder, std::vector<std::string> &found) {
  std::vector<std::string> names;
  std::error_code failed;
  for (llvm::sys::fs::directory_iterator it(folder, failed), end;
       !failed && it != end; it.increment(failed))
    if (!llvm::sys::path::filename(it->path()).starts_with("."))
      names.push_back(it->path());
  if (failed)
    throw UsageError("cannot read the folder '" + folder +
                     "': " + failed.message());
  llvm::sort(names);
  for (const std::string &name : names)
    if (!llvm::sys::fs::is_directory(name) && fortran::isSourceName(name))
      found.push_back(name);
  for (const std::string &name : names)
    if (llvm::sys::fs::is_directory(name) &&
        !llvm::sys::fs::is_symlink_file(name))
      addSources(name, found);
}

// A report is of files; of a folder, of all sources in it.
std::vector<std::string>
withoutFolders(const std::vector<std::string> &inputs) {
  std::vector<std::string> result;
  for (const std::string &input : inputs) {
    if (!llvm::sys::fs::is_directory(input)) {
      result.push_back(input);
      continue;
    }
    const size_t before = result.size();
    addSources(input, result);
    if (result.size() == before)
      throw UsageError("the folder '" + input + "' holds no Fortran source");
  }
  return result;
}

void checkCombinations(const Options &o) {
  if (o.inputs.empty())
    throw UsageError("no input file");
  if (std::count(o.inputs.begin(), o.inputs.end(), "-") > 1)
    throw UsageError("standard input ('-') is named twice");
  if (o.inputs.size() > 1 && !o.prefix.empty() && !isFolder(o.prefix) &&
      !o.toStandardOutput())
    throw UsageError("-o " + o.prefix +
                     " names one prefix, but there are several inputs; a "
                     "folder, '-o " +
                     o.prefix + "/', keeps each input's stem");
  if (o.report && (o.looksOnly() || o.emitsGiven || !o.prefix.empty() ||
                   o.syntaxOnly || o.stopAfter || o.depfile.wanted ||
                   !o.scriptFile.empty()))
    throw UsageError("--report goes to standard output and does nothing else; "
                     "leave out what asks for code, checks or a script");
  const DepfileOptions &d = o.depfile;
  if (!d.wanted && (!d.file.empty() || !d.targets.empty() || d.phony))
    throw UsageError("-MF, -MT, -MQ and -MP want one of -M, -MM, -MD, -MMD");
  if (!d.file.empty() && d.file != "-" && o.inputs.size() > 1)
    throw UsageError("-MF names one file, but there are several inputs");
}

llvm::SmallVector<const char *>
expandArguments(int argc, const char *const *argv,
                llvm::BumpPtrAllocator &memory) {
  llvm::SmallVector<const char *> args(argv + 1, argv + argc);
  llvm::cl::ExpansionContext expansion(memory,
                                       llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = expansion.expandResponseFiles(args))
    throw UsageError(llvm::toString(std::move(error)));
  return args;
}

} // namespace

bool Options::emit(Emit what) const { return llvm::is_contained(emits, what); }

Options loopyc::driver::parseOptions(int argc, const char *const *argv) {
  llvm::BumpPtrAllocator memory;
  LoopycOptTable table;
  auto args = expandArguments(argc, argv, memory);
  for (const char *arg : args)
    if (arg[0] == '@')
      throw UsageError("cannot read response file '" + std::string(arg + 1) +
                       "'");
  unsigned missingIndex, missingCount;
  InputArgList parsed = table.ParseArgs(args, missingIndex, missingCount);
  if (missingCount)
    throw UsageError("'" + std::string(args[missingIndex]) +
                     "' wants an argument");
  Options o;
  o.targets = {allTargets().front()};
  o.emits = {Emit::Device, Emit::Host, Emit::Header, Emit::Stub};
  const Arg *before = nullptr;
  for (const Arg *arg : parsed) {
    if (isWordOfReport(*arg, before)) {
      o.report = readWord(*arg, reportWords);
      before = nullptr;
      continue;
    }
    before = arg;
    if (arg->getOption().getID() == OPT_UNKNOWN)
      rejectUnknown(table, *arg);
    if (!readOne(*arg, o) && !readCheck(*arg, o) &&
        !readDepfile(*arg, o.depfile))
      readDiagnostics(*arg, o);
  }
  if (o.report)
    o.inputs = withoutFolders(o.inputs);
  if (!o.help && !o.version && !o.printMakefile)
    checkCombinations(o);
  if (o.fortran.openmp)
    o.fortran.macros.insert(o.fortran.macros.begin(),
                            {"_OPENMP", fortran::openmpVersion, false});
  return o;
}

void loopyc::driver::printHelp(llvm::raw_ostream &out) {
  LoopycOptTable().printHelp(
      out, "loopyc [options] FILE...",
      "Fortran to OpenCL, CUDA and C by scripted, checked loop transformation");
  out << "\nWARNINGS:\n";
  for (const WarningGroup &group : warningGroups())
    out << llvm::formatv("  -W{0,-23} {1}\n", group.name, group.meaning);
}
