#include "loopyc/Check/Check.h"

#include "Accuracy.h"
#include "Branches.h"
#include "Case.h"
#include "Coverage.h"
#include "Oracle.h"
#include "Programs.h"
#include "Sizes.h"
#include "SumLengths.h"
#include "TargetSide.h"
#include "loopyc/CodeGen/Target.h"

#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::check;

static void writeHarness(const Workspace &workspace) {
  workspace.write("harness.h", harnessHeader);
  workspace.write("harness.o",
                  std::string(reinterpret_cast<const char *>(harnessObject),
                              harnessObjectSize));
}

// The kernel as a whole, and what its launches have for themselves.
static Kernel withTemporaries(const ScheduledKernel &scheduled) {
  Kernel kernel = scheduled.kernel;
  if (scheduled.launches)
    for (const VariablePtr &temp : scheduled.launches->temporaries)
      if (!kernel.findVariable(temp->name))
        kernel.temporaries.push_back(temp);
  return kernel;
}

namespace {

class Checker {
public:
  Checker(const CheckInput &input, const CheckOptions &options,
          llvm::raw_ostream &out)
      : input(input), options(options), out(out),
        oracles(workspace, input) {}

  CheckResult run() {
    writeHarness(workspace);
    for (const ScheduledKernel &scheduled : input.kernels)
      objects.push_back(collectObjects(scheduled, options));
    requireNamesKnown(objects, options);
    if (!options.rtol)
      for (size_t k = 0; k < objects.size(); ++k) {
        compareSumsByLength(objects[k], input.originals);
        allowInaccuracy(
            objects[k],
            accuracyOf(input.kernels[k].kernel, input.targets));
      }
    for (const Target *target : input.targets)
      programs.emplace_back(workspace, *target,
                            std::string("checked_") + target->name(),
                            !options.keepFolder.empty());
    for (TargetPrograms &program : programs)
      refused.push_back(prepare(program));
    std::vector<Diagnostic> errors; // of kernels, which hide no other
    for (size_t k = 0; k < input.kernels.size(); ++k)
      try {
        checkKernel(k);
      } catch (const UserError &error) {
        errors.insert(errors.end(), error.diagnostics().begin(),
                      error.diagnostics().end());
      }
    if (!errors.empty())
      throw UserError(errors);
    return result;
  }

private:
  std::optional<Verdict> prepare(TargetPrograms &program) {
    if (std::string missing = program.missing(); !missing.empty())
      return Verdict{Outcome::Skipped, missing};
    return program.compileKernels(input.kernels);
  }

  void checkKernel(size_t k) {
    const Kernel kernel = withTemporaries(input.kernels[k]);
    if (std::string reason = nothingToCompare(objects[k]); !reason.empty()) {
      for (const Target *target : input.targets)
        report(kernel.name, *target, {Outcome::Skipped, reason});
      return;
    }
    std::string name = "kernel" + std::to_string(k);
    Bounds bounds(kernel, objects[k]);
    Thresholds thresholds = findThresholds(kernel, objects[k]);
    auto sizes =
        chooseSizes(kernel, objects[k], bounds, thresholds, options.runs);
    workspace.write(name + "_case.c",
                    caseText(objects[k], bounds, thresholds, sizes));
    oracles.prepare(objects[k]); // without them, nothing can be checked
    Oracles::Built original;
    try {
      original = oracles.build(objects[k], name);
    } catch (const UserError &error) {
      for (const Target *target : input.targets)
        report(kernel.name, *target, {Outcome::Skipped, error.what()});
      return;
    }
    std::string branches;
    for (size_t t = 0; t < input.targets.size(); ++t) {
      Verdict verdict =
          refused[t] ? *refused[t]
                     : checkTarget(k, t, name, original.objects,
                                   original.linkCommand);
      report(kernel.name, *input.targets[t], verdict);
      if (branches.empty())
        branches = verdict.branches; // of the oracle, whatever the target
    }
    if (std::string note = notCompared(objects[k]); !note.empty())
      out << "check: " << kernel.name << ": note: " << note << "\n";
    if (std::string note = accuracyNote(accuracyOf(kernel, input.targets));
        !note.empty() && !options.rtol)
      out << "check: " << kernel.name << ": note: " << note << "\n";
    BranchReport taken = readBranches(branches);
    if (taken.all)
      out << "check: " << kernel.name << ": " << taken.taken << " of "
          << taken.all << " branches taken\n";
    out.flush();
    warnOfBranches(taken, original.conditions, kernel, objects[k]);
  }

  Verdict checkTarget(size_t k, size_t t, const std::string &name,
                      const Words &original, const Words &linkCommand) {
    const Target &target = *input.targets[t];
    TargetPrograms &program = programs[t];
    std::string side = name + "_" + target.name() + ".c";
    SideNames names;
    workspace.write(side, targetSideText(input.kernels[k], target, objects[k],
                                         program.header(), names));
    Words sides = {name + "_case.c", name + "_oracle.c", side};
    const Kernel &kernel = input.kernels[k].kernel;
    if (auto failed = build(program, sides, original, linkCommand))
      return *failed;
    if (!options.keepFolder.empty())
      return keepProgram(workspace, "program", target,
                         kernel.name + "_" + target.name(), kernel, options);
    Verdict verdict =
        runProgram(workspace, "program", target, kernel, options);
    if (verdict.outcome != Outcome::Failed || options.rtol)
      return verdict;
    // Once more, with what fused products make of the original's results.
    std::optional<Words> fused = oracles.buildFused(objects[k], name);
    if (!fused)
      return verdict;
    sides.push_back(name + "_fused.c");
    fused->insert(fused->end(), original.begin(), original.end());
    if (build(program, sides, *fused, linkCommand))
      return verdict;
    return runProgram(workspace, "program", target, kernel, options);
  }

  // One unit compiles faster than several.
  std::optional<Verdict> build(TargetPrograms &program, const Words &sides,
                               const Words &others, const Words &linkCommand) {
    const std::string whole = "sides.c";
    std::string includes;
    for (const std::string &part : sides)
      includes += "#include \"" + part + "\"\n";
    workspace.write(whole, includes);
    return program.build({whole}, others, linkCommand, "program");
  }

  void report(const std::string &kernel, const Target &target,
              const Verdict &verdict) {
    out << "check: " << kernel << ": " << target.name() << ": ";
    switch (verdict.outcome) {
    case Outcome::Passed:
      ++result.passed;
      break;
    case Outcome::Failed:
      ++result.failed;
      out << "FAILED: ";
      break;
    case Outcome::Skipped:
      ++result.skipped;
      out << "skipped: ";
      break;
    }
    out << verdict.text << "\n";
    out.flush();
  }

  const CheckInput &input;
  const CheckOptions &options;
  llvm::raw_ostream &out;
  Workspace workspace;
  Oracles oracles;
  std::vector<KernelObjects> objects;   // by kernel
  std::vector<TargetPrograms> programs; // by target
  std::vector<std::optional<Verdict>> refused;
  CheckResult result;
};

} // namespace

// The other way round: the reference's launcher takes the oracle's place, which
// leaves nothing undefined.
void check::compareKernels(const ScheduledKernel &reference,
                           const ScheduledKernel &kernel, const Target &target,
                           const CheckOptions &options) {
  Workspace workspace;
  writeHarness(workspace);
  ScheduledKernel named = reference;
  named.kernel.name = "reference_" + reference.kernel.name;
  KernelObjects objects = collectObjects(kernel, options);
  if (!options.rtol)
    allowInaccuracy(objects, accuracyOf(kernel.kernel, {&target}));
  for (Object &object : objects.objects)
    object.undefined.clear();
  requireNamesKnown({objects}, options);
  Kernel whole = withTemporaries(kernel);
  Bounds bounds(whole, objects);
  Thresholds thresholds = findThresholds(whole, objects);
  auto sizes =
      chooseSizes(kernel.kernel, objects, bounds, thresholds, options.runs);
  workspace.write("case.c", caseText(objects, bounds, thresholds, sizes));

  const Target &host = hostTarget();
  TargetPrograms oracle(workspace, host, "reference");
  TargetPrograms tested(workspace, target, "checked");
  std::string what = "auto_test_vs_ref of kernel '" + kernel.kernel.name + "'";
  auto require = [&](const std::optional<Verdict> &verdict) {
    if (verdict && verdict->outcome != Outcome::Passed)
      throw UserError(what + ": " + verdict->text);
  };
  if (std::string missing = tested.missing(); !missing.empty())
    throw UserError(what + ": " + missing);
  require(oracle.compileKernels({named}));
  workspace.write("oracle.c",
                  targetSideText(named, host, objects, oracle.header(),
                                 {"run_oracle", "oracle"}) +
                      branchCounters({}));
  require(oracle.compileCaller("oracle.c"));
  require(tested.compileKernels({kernel}));
  workspace.write("target.c", targetSideText(kernel, target, objects,
                                             tested.header(), SideNames()));
  require(tested.build({"case.c", "target.c"}, oracle.launcherObjects(),
                       cCompiler(), "program"));
  require(runProgram(workspace, "program", target, kernel.kernel, options));
}

CheckResult check::check(const CheckInput &input, const CheckOptions &options,
                         llvm::raw_ostream &out) {
  return Checker(input, options, out).run();
}
