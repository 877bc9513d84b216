#include "loopyc/Driver/Verification.h"

#include "loopyc/Driver/DependenceComparison.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Lower/Scans.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Verify/Verify.h"

#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

static bool isSame(const Origin &a, const Origin &b) {
  return a.subroutine == b.subroutine && a.module == b.module &&
         a.isRegion == b.isRegion && a.around == b.around &&
         a.source == b.source && a.firstLine == b.firstLine;
}

// The kernel as the front end made it; null if it was not this one's.
static const Kernel *kernelOf(const Origin &origin,
                              const std::vector<Kernel> &parsed) {
  for (const Kernel &kernel : parsed)
    if (kernel.origins.size() == 1 && isSame(kernel.origins.front(), origin))
      return &kernel;
  return nullptr;
}

static std::vector<verify::Original>
originalsOf(const Kernel &kernel, const std::vector<Kernel> &parsed) {
  std::vector<verify::Original> result;
  for (const Origin &origin : kernel.origins) {
    verify::Original original;
    original.kernel = kernelOf(origin, parsed);
    original.names = origin.renamed;
    if (!original.kernel)
      return {};
    result.push_back(std::move(original));
  }
  return result;
}

static std::string counted(int64_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static std::string assertedText(const std::set<std::string> &operations) {
  std::string names;
  for (const std::string &operation : operations)
    names += (names.empty() ? "'" : "', '") + operation;
  return names.empty() ? ""
                       : " (" + names + "' taken to be associative and "
                         "commutative, as the script says)";
}

// The kernel in the inames that the schedule has: l.auto splits some. Without
// rules: t() + x is an update of t if t() stands for t.
static Kernel asScheduled(const Kernel &kernel) {
  for (const auto &[iname, tag] : kernel.inameTags)
    if (tag.isOpen())
      return preprocess(kernel);
  Kernel plain = inPlainInstructions(kernel);
  return hasParallelReductions(plain) || hasScans(plain) ? preprocess(kernel)
                                                         : plain;
}

void loopyc::driver::verifyTranslation(
    const std::vector<Kernel> &parsed, const Kernel &transformed,
    const ScheduledKernel &scheduled,
    const std::vector<verify::ScheduleProof> &proofs,
    const std::vector<std::pair<std::string, std::string>> &parameters,
    llvm::raw_ostream &out) {
  Kernel kernel = asScheduled(transformed);
  verify::VerifyInput input;
  input.originals = originalsOf(kernel, parsed);
  input.kernel = &kernel;
  input.scheduled = &scheduled;
  input.parameters = parameters;
  DependenceComparison comparison(kernel);
  input.examine = [&](const verify::Trace &trace, const auto &sizes) {
    comparison.examine(trace, sizes);
  };
  verify::VerifyResult result = verify::verifyKernel(input);
  out << "verify: " << kernel.name << ": ";
  if (!result.reason.empty())
    out << "not verified: " << result.reason << "\n";
  else
    out << "ok: " << counted(result.sizes, "size") << ", "
        << counted(result.instances, "instance") << ", "
        << counted(result.dependences, "dependence")
        << (comparison.leftOut() ? " (the analysis not compared)" : "")
        << assertedText(result.asserted) << "\n";
  for (const verify::ScheduleProof &proof : proofs)
    if (proof.notProved)
      out << "verify: " << proof.kernel << ": "
          << counted(proof.notProved, "variable")
          << " could not be proved right at all sizes; what is known does not "
             "exclude: "
          << proof.reason << "\n";
}
