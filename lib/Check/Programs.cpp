#include "Programs.h"

#include "Accuracy.h"
#include "Oracle.h"

#include "loopyc/CodeGen/Target.h"
#include "loopyc/IR/FastMath.h"
#include "loopyc/IR/Precision.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;

static Words compilerOf(const CheckSide &side) {
  Words names = side.compilers();
  if (names.empty())
    return cCompiler();
  std::string program = firstProgram(names);
  return program.empty() ? Words() : Words{program};
}

TargetPrograms::TargetPrograms(const Workspace &workspace, const Target &target,
                               std::string prefix, bool toCarry)
    : workspace(workspace), target(target), side(target.checkSide()),
      prefix(std::move(prefix)), toCarry(toCarry), compiler(compilerOf(side)) {}

std::string TargetPrograms::missing() const {
  if (compiler.empty())
    return "no " + side.compilers().front();
  Words files = side.deviceFiles();
  bool isThere =
      files.empty() ||
      std::any_of(files.begin(), files.end(), [](const std::string &file) {
        return llvm::sys::fs::exists(file);
      });
  return toCarry || isThere
             ? ""
             : "no " + std::string(side.deviceName()) + " device";
}

std::optional<Verdict>
TargetPrograms::compileKernels(const std::vector<ScheduledKernel> &kernels) {
  CodeGenOptions options;
  options.prefix = prefix;
  arithmetic = target.compilerOptions(kernels);
  Words sources;
  for (const GeneratedFile &file : generate(kernels, {&target}, options)) {
    workspace.write(prefix + file.suffix, file.text);
    if (side.compiles(file.suffix))
      sources.push_back(prefix + file.suffix);
  }
  for (const std::string &source : sources)
    if (auto failed = compile(source, Part::Kernels, launchers))
      return failed;
  return std::nullopt;
}

std::optional<Verdict> TargetPrograms::build(const Words &sources,
                                             const Words &others,
                                             const Words &linkCommand,
                                             const std::string &program) {
  Words objects = {workspace.path("harness.o")};
  for (const std::string &source : sources)
    if (auto failed = compile(source, Part::Harness, objects))
      return failed;
  objects.insert(objects.end(), launchers.begin(), launchers.end());
  objects.insert(objects.end(), others.begin(), others.end());
  return link(linkCommand, objects, program);
}

Words TargetPrograms::launcherObjects() const {
  Words words = launchers;
  for (const std::string &library : libraries())
    words.push_back(library);
  return words;
}

std::optional<Verdict> TargetPrograms::compile(const std::string &source,
                                               Part part,
                                               Words &objects) const {
  std::string object = workspace.path(source + ".o");
  Words command = compileCommand(part);
  command.insert(command.end(), {"-I", workspace.path(""), "-c",
                                 workspace.path(source), "-o", object});
  CommandResult result = workspace.run(command, compileSeconds);
  objects.push_back(object);
  if (result.ok())
    return std::nullopt;
  if (auto skipped = notInstalled(result.errors))
    return skipped;
  return Verdict{Outcome::Failed, "the generated code does not compile: " +
                                      firstError(result.errors)};
}

std::optional<Verdict> TargetPrograms::link(const Words &command,
                                            const Words &objects,
                                            const std::string &program) const {
  Words words = command;
  words.insert(words.end(), objects.begin(), objects.end());
  // What the source's other procedures call need not be here: procedures that
  // nobody calls are left out, and all others must be complete. A main program
  // in the source gives way to ours, which comes first. The harness fills what
  // malloc gives (Harness/unset.h).
  words.insert(words.end(), {"-o", workspace.path(program), "-no-pie",
                             "-Wl,--gc-sections",
                             "-Wl,--allow-multiple-definition",
                             "-Wl,--wrap=malloc", "-lm"});
  if (toCarry)
    words.insert(words.end(), {"-static-libgfortran", "-static-libgcc",
                               "-static-libstdc++"});
  for (const std::string &library : libraries())
    words.push_back(library);
  CommandResult result = workspace.run(words, compileSeconds);
  if (result.ok())
    return std::nullopt;
  if (auto skipped = notInstalled(result.errors))
    return skipped;
  return Verdict{Outcome::Failed, "the check program does not link: " +
                                      firstError(result.errors)};
}

std::optional<Verdict>
TargetPrograms::notInstalled(const std::string &messages) const {
  for (const CheckSide::Missing &missing : side.missing())
    if (messages.find(missing.text) != std::string::npos)
      return Verdict{Outcome::Skipped, missing.what};
  return std::nullopt;
}

// What is around the kernels is compiled for each check, and runs for a moment;
// so do launchers whose kernels a device's own compiler gets.
Words TargetPrograms::compileCommand(Part part) const {
  Words words = compiler;
  auto add = [&](const Words &options) {
    words.insert(words.end(), options.begin(), options.end());
  };
  if (side.compilers().empty()) {
    std::string name = llvm::sys::path::filename(compiler.front()).str();
    bool holdsKernels = part == Part::Kernels && !*side.call().queue;
    add({"-std=c11", "-w", "-ffp-contract=off", "-D_DEFAULT_SOURCE",
         "-DDEVICE_NAME=\"" + name + "\"",
         holdsKernels ? "-O1" : "-O0"});
  }
  add(side.compilerOptions(toCarry));
  if (part == Part::Kernels) {
    add(side.kernelOptions());
    add(arithmetic);
  }
  return words;
}

Words TargetPrograms::libraries() const {
  return side.libraries(compiler.front(), toCarry);
}

// The precision of the original decides, not that of what a script made of it.
static double defaultTolerance(const Kernel &kernel, const Target &target) {
  bool single = kernel.origins.empty() && usesSinglePrecision(kernel);
  for (const Origin &origin : kernel.origins)
    single = single || origin.singlePrecision;
  return tolerance(single ? 1e-4 : 1e-10, accuracyOf(kernel, {&target}));
}

// " at line 5", of what the runtime calls a file: the source, whose name in the
// workspace says nothing, a file with other modules, or the check program.
static std::string placeText(unsigned line, llvm::StringRef file,
                             const Workspace &workspace) {
  std::string place = " at line " + std::to_string(line);
  if (file == checkInMessages)
    return place + " of the check program";
  bool isSource = file == sourceInMessages ||
                  file.starts_with(workspace.path(""));
  return isSource ? place : place + " of " + file.str();
}

// What the Fortran runtime says when a subscript leaves its array:
//   At line 5 of file ...
//   Fortran runtime error: Index '9' of dimension 1 of array 'x' ...
static std::string fortranError(llvm::StringRef errors,
                                const Workspace &workspace) {
  llvm::StringRef text = errors.split("Fortran runtime error: ").second;
  if (text.empty())
    return "";
  unsigned line = 0;
  llvm::StringRef place = errors.split("At line ").second;
  bool placed = !place.consumeInteger(10, line) &&
                place.consume_front(" of file ");
  return "the original Fortran fails" +
         (placed ? placeText(line, place.split('\n').first.rtrim(), workspace)
                 : std::string()) +
         ": " + text.split('\n').first.str() +
         "; choose other inputs with --init or --param";
}

// The line that begins with the word, without it; "" if there is none.
static std::string lineAfter(llvm::StringRef word, llvm::StringRef output) {
  while (!output.empty()) {
    auto [line, rest] = output.split('\n');
    if (line.consume_front(word))
      return line.trim().str();
    output = rest;
  }
  return "";
}

// What the harness printed last, or how it ended.
static Verdict readVerdict(const CommandResult &result, int timeoutSeconds,
                           const Workspace &workspace) {
  if (result.timedOut)
    return {Outcome::Failed, "no result after " +
                                 std::to_string(timeoutSeconds) +
                                 " s; the kernel hangs or the sizes are too "
                                 "large (see --param)"};
  llvm::StringRef last = llvm::StringRef(result.output).rtrim();
  last = last.rsplit('\n').second.empty() ? last : last.rsplit('\n').second;
  if (last.consume_front("ok "))
    return {Outcome::Passed, "ok: " + last.str(),
            lineAfter("branches ", result.output)};
  if (last.consume_front("fail "))
    return {Outcome::Failed, last.str()};
  if (last.consume_front("skip "))
    return {Outcome::Skipped, last.str()};
  if (last.consume_front("error "))
    return {Outcome::Failed, last.str()};
  if (std::string error = fortranError(result.errors, workspace);
      !error.empty())
    return {Outcome::Failed, error};
  std::string reason = llvm::StringRef(result.errors).trim().str();
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return {Outcome::Failed, "the check program ended without a result" +
                               (reason.empty() ? "" : ": " + reason)};
}

// Device, tolerance and seed: what a check program is called with. And whether
// it is the user's tolerance, which nothing widens.
static Words programArguments(const Kernel &kernel, const Target &target,
                              const CheckOptions &options) {
  double tolerance = options.rtol.value_or(defaultTolerance(kernel, target));
  Words words{std::to_string(options.device),
              llvm::formatv("{0:e17}", tolerance).str(),
              std::to_string(options.seed)};
  if (options.rtol)
    words.push_back("exact");
  return words;
}

Verdict check::keepProgram(const Workspace &workspace,
                           const std::string &program, const Target &target,
                           const std::string &name, const Kernel &kernel,
                           const CheckOptions &options) {
  std::string kept = options.keepFolder + "/" + name;
  std::error_code failed =
      llvm::sys::fs::create_directories(options.keepFolder);
  if (!failed)
    failed = llvm::sys::fs::copy_file(workspace.path(program), kept);
  if (!failed)
    failed = llvm::sys::fs::setPermissions(
        kept, llvm::sys::fs::all_read | llvm::sys::fs::all_exe |
                  llvm::sys::fs::owner_write);
  if (failed)
    throw UserError("--check-keep cannot write '" + kept +
                    "': " + failed.message());
  std::string command = kept;
  for (const std::string &word : programArguments(kernel, target, options))
    command += " " + word;
  return {Outcome::Passed, "kept: " + command};
}

Verdict check::runProgram(const Workspace &workspace,
                          const std::string &program, const Target &target,
                          const Kernel &kernel,
                          const CheckOptions &options) {
  Words command = programArguments(kernel, target, options);
  command.insert(command.begin(), workspace.path(program));
  CommandResult result = workspace.run(command, options.timeoutSeconds);
  return readVerdict(result, options.timeoutSeconds, workspace);
}
