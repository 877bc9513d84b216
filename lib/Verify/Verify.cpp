#include "loopyc/Verify/Verify.h"

#include "AssertedOperations.h"
#include "Cases.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Verify/ScheduleRun.h"

#include <algorithm>
#include <deque>

using namespace loopyc;
using namespace loopyc::verify;

// All runs of a kernel together, and one where none fits otherwise.
static constexpr int64_t instanceBudget = 12000, largestRun = 200000;
// Of larger runs, one order of work-items and its reverse will do.
static constexpr size_t manyInstances = 10000;

std::string verify::sizesStr(const std::map<std::string, int64_t> &sizes) {
  std::string text;
  for (const auto &[name, value] : sizes)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

namespace {

class Verification {
public:
  explicit Verification(const VerifyInput &input)
      : input(input), cases(input), reference(*input.kernel),
        schedule(*input.scheduled, reference) {
    for (const Original &original : input.originals)
      originals.push_back(
          std::make_unique<ReferenceProgram>(withConstants(original)));
  }

  // With the real numbers that a script fixed as constants: rounding of what
  // is computed with constants alone is the compiler's, there as here.
  Kernel withConstants(const Original &original) const {
    Substitution values;
    for (const VariablePtr &arg : original.kernel->arguments) {
      auto other = original.names.find(arg->name);
      auto fixed = input.kernel->fixedParameters.find(
          other == original.names.end() ? arg->name : other->second);
      if (fixed != input.kernel->fixedParameters.end() &&
          fixed->second.type().isReal())
        values[arg->name] = fixed->second;
    }
    Kernel result = *original.kernel;
    if (!values.empty())
      for (InstructionPtr &insn : result.instructions)
        insn = mapExprs(insn,
                        [&](const Expr &e) { return substitute(e, values); });
    return result;
  }

  VerifyResult run() {
    for (int c = 0; c < Cases::classes; ++c)
      runClass(c, instanceBudget - result.instances);
    for (int c = 0; c < Cases::classes && !result.instances; ++c)
      runClass(c, largestRun);
    // Empty loops at one size say nothing where the others have no verdict.
    if (result.instances)
      result.reason.clear();
    else if (!result.sizes && result.reason.empty())
      result.reason = "no sizes that the assumptions allow were found";
    return result;
  }

private:
  // Until one attempt is a call that the original can stand.
  void runClass(int sizeClass, int64_t instances) {
    limits.instances = instances;
    for (int attempt = 0; attempt < cases.attempts(); ++attempt) {
      try {
        auto contents = cases.make(sizeClass, attempt);
        if (!contents || !tried.insert(keyOf(*contents)).second)
          continue;
        if (runCase(*contents))
          return;
      } catch (const NoVerdict &reason) {
        tried.clear(); // with more room they may fit
        result.reason = reason.what();
        return;
      }
    }
  }

  static std::string keyOf(const Contents &contents) {
    std::string key = sizesStr(contents.sizes);
    for (const auto &[name, argument] : contents.arguments)
      if (argument.type.isInteger())
        for (const Value &value : argument.elements)
          key += ";" + std::to_string(value.re);
    return key;
  }

  // Scalars that one kernel changes are sizes of the next.
  static void takeSizes(Contents &contents) {
    for (auto &[name, size] : contents.sizes)
      if (auto argument = contents.arguments.find(name);
          argument != contents.arguments.end() &&
          argument->second.elements.size() == 1)
        size = argument->second.elements.front().re;
  }

  // Of what the originals make values that the kernel need not have.
  void leaveOutUndefined(Contents &contents) const {
    for (const Origin &origin : input.kernel->origins)
      for (const auto &[dummy, reason] : origin.undefined) {
        auto renamed = origin.renamed.find(dummy);
        contents.arguments.erase(
            renamed == origin.renamed.end() ? dummy : renamed->second);
      }
  }

  bool runCase(const Contents &start) {
    Contents before = start;
    RunLimits ofOriginals = limits;
    ofOriginals.definedBounds = true;
    try {
      for (size_t i = 0; i < originals.size(); ++i) {
        takeSizes(before);
        originals[i]->run(before, ofOriginals, input.originals[i].names);
      }
    } catch (const RunError &reason) {
      result.reason = "with " + sizesStr(start.sizes) +
                      ", the original does not run: " + reason.what();
      return false;
    }
    leaveOutUndefined(before);
    Contents after = start;
    Trace trace;
    try {
      trace = reference.run(after, limits);
    } catch (const RunError &reason) {
      if (!originals.empty())
        fail(start, reason);
      result.reason = "with " + sizesStr(start.sizes) + ", " + reason.what();
      return false;
    }
    if (!originals.empty())
      compare(start, before, after, trace, "the original");
    if (input.examine)
      input.examine(trace, start.sizes);
    runSchedule(start, after, trace);
    ++result.sizes;
    result.instances += static_cast<int64_t>(trace.instances.size());
    result.dependences += static_cast<int64_t>(conflictsOf(trace).size());
    return true;
  }

  void runSchedule(const Contents &start, const Contents &wanted,
                   const Trace &trace) {
    for (Interleaving how : {Interleaving::FirstAhead, Interleaving::LastAhead,
                             Interleaving::RoundRobin, Interleaving::Random}) {
      if (how >= Interleaving::RoundRobin &&
          trace.instances.size() > manyInstances)
        return;
      Contents found = start;
      try {
        schedule.run(found, trace, how, limits);
      } catch (const RunError &error) {
        fail(start, error);
      }
      // What the user said of other data need not hold for these.
      if (how == Interleaving::FirstAhead && schedule.reliesOnAssertion())
        return;
      compare(start, wanted, found, trace, "the kernel in reference order");
    }
  }

  [[noreturn]] void fail(const Contents &start, const RunError &error) const {
    throw UserError(message(start, error.what()),
                    error.range.known() ? error.range : input.kernel->range);
  }

  std::string message(const Contents &start, const std::string &what) const {
    std::string sizes = sizesStr(start.sizes);
    return "--verify: kernel '" + input.kernel->name + "'" +
           (sizes.empty() ? "" : " with " + sizes) + ": " + what;
  }

  void compare(const Contents &start, const Contents &wanted,
               const Contents &found, const Trace &trace,
               const std::string &whose) const {
    for (const VariablePtr &arg : input.kernel->arguments) {
      auto right = wanted.arguments.find(arg->name);
      auto own = found.arguments.find(arg->name);
      if (right == wanted.arguments.end() || own == found.arguments.end())
        continue;
      for (size_t e = 0; e < right->second.elements.size(); ++e) {
        const Value &a = right->second.elements[e];
        const Value &b = own->second.elements[e];
        if (a == b || !a.isDefined())
          continue;
        throw UserError(
            message(start, describe(arg->name, right->second, e) + " is " +
                               valueStr(b, arg->type) + " afterwards, but " +
                               valueStr(a, arg->type) + " after " + whose),
            writerRange(*arg, trace));
      }
    }
  }

  // Fortran's notation, but from 0.
  static std::string describe(const std::string &name,
                              const ArgumentContents &contents,
                              size_t element) {
    std::string text;
    for (int64_t subscript : contents.subscripts(element))
      text += (text.empty() ? "" : ", ") + std::to_string(subscript);
    return text.empty() ? "'" + name + "'"
                        : "element [" + text + "] of '" + name + "'";
  }

  SourceRange writerRange(const Variable &var, const Trace &trace) const {
    for (auto access = trace.accesses.rbegin(); access != trace.accesses.rend();
         ++access)
      if (access->write && trace.variables[access->variable]->name == var.name)
        return input.kernel
            ->instructions[trace.instances[access->instance].instruction]
            ->range;
    return input.kernel->range;
  }

  const VerifyInput &input;
  Cases cases;
  ReferenceProgram reference;
  ScheduleProgram schedule;
  std::vector<std::unique_ptr<ReferenceProgram>> originals;
  std::set<std::string> tried;
  RunLimits limits;
  VerifyResult result;
};

} // namespace

VerifyResult verify::verifyKernel(const VerifyInput &input) {
  std::vector<const Kernel *> kernels = {input.kernel};
  for (const Original &original : input.originals)
    kernels.push_back(original.kernel);
  AssertedOperations asserted(kernels);
  if (asserted.names().empty())
    return Verification(input).run();
  Kernel kernel = asserted.replaced(*input.kernel);
  ScheduledKernel scheduled = asserted.replaced(*input.scheduled);
  std::deque<Kernel> originals;
  VerifyInput replaced = input;
  replaced.kernel = &kernel;
  replaced.scheduled = &scheduled;
  for (Original &original : replaced.originals)
    original.kernel =
        &originals.emplace_back(asserted.replaced(*original.kernel));
  VerifyResult result = Verification(replaced).run();
  result.asserted = asserted.names();
  return result;
}
