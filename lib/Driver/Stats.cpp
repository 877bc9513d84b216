#include "loopyc/Driver/Stats.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::driver;
using poly::Point;
using poly::PwQPolynomial;
using poly::Set;

// Those of the kernel that have integer values.
static Point parameterValues(const Kernel &kernel,
                             const ParameterTexts &parameters) {
  Point result;
  for (const auto &[name, text] : parameters)
    for (const VariablePtr &arg : kernel.arguments) {
      int64_t value;
      if (!arg->isValue() || !arg->type.isInteger() ||
          !equalButForCase(arg->name, name))
        continue;
      if (llvm::StringRef(text).trim().getAsInteger(10, value))
        throw UserError("--param " + name + "=" + text + ": a value of type " +
                        arg->type.fortran() + " was expected");
      result[arg->name] = value;
    }
  if (!kernel.assumptions.contains(result))
    throw UserError("the values that --param gives to kernel '" + kernel.name +
                        "' violate its assumption " + kernel.assumptions.str() +
                        "; its launcher would refuse them, too",
                    kernel.range);
  return result;
}

static Quantity quantityAt(const PwQPolynomial &count,
                           const Point &parameters) {
  Quantity result{count, std::nullopt};
  for (const std::string &name : count.names())
    if (!parameters.count(name))
      return result;
  result.value = count.valueAt(parameters);
  return result;
}

namespace {

// Of one launch, which runs in these iterations of the host's loops.
class Collector {
public:
  Collector(const ScheduledKernel &launch, Set iterations,
            const Point &parameters)
      : scheduled(launch), kernel(launch.kernel),
        iterations(std::move(iterations)) {
    stats.parameters = parameters;
  }

  KernelStats run() {
    stats.kernel = kernel.name;
    stats.instructions = kernel.instructions.size();
    stats.inames = kernel.inames().size();
    shape(scheduled.body);
    launch();
    CountInstruction count = runCounts(scheduled, 1);
    CountOptions options;
    options.granularity = CountGranularity::WorkItem;
    options.withinSubscripts = false;
    operations(count, options);
    accesses(count, options);
    footprints();
    for (const auto &[kind, times] : synchronizationCounts(scheduled))
      stats.synchronisation[kind] = quantity(times);
    stats.memory = memoryUse(scheduled);
    return std::move(stats);
  }

private:
  Quantity quantity(const PwQPolynomial &count) const {
    return quantityAt(count.gist(iterations), stats.parameters);
  }

  void shape(const std::vector<ScheduleNode> &body) {
    for (const ScheduleNode &node : body)
      match(
          node.value,
          [&](const ScheduleLoop &loop) {
            ++stats.loops;
            shape(loop.body);
          },
          [&](const StatementRun &run) {
            stats.statements += run.instructions.size();
          },
          [&](const BarrierPoint &) { ++stats.barriers; });
  }

  void launch() {
    stats.groupSize = scheduled.localSize();
    for (const Expr &count : scheduled.groupCount()) {
      auto affine = toAffine(count);
      stats.groupCount.push_back(
          {count.str(),
           affine ? quantity(PwQPolynomial::from(*affine)).value
                  : std::nullopt});
    }
  }

  template <typename Key> void note(const Counts<Key> &counts) {
    auto add = [&](const std::string &remark) {
      if (std::find(stats.remarks.begin(), stats.remarks.end(), remark) ==
          stats.remarks.end())
        stats.remarks.push_back(remark);
    };
    for (const std::string &remark : counts.remarks)
      add(remark);
    for (const UserError &error : counts.uncounted)
      add(std::string("not counted: ") + error.what());
  }

  void operations(const CountInstruction &count, const CountOptions &options) {
    auto counts = operationCounts(kernel, count, options);
    note(counts);
    PwQPolynomial flops;
    for (const auto &[operation, times] : counts.values) {
      stats.operations.push_back({operation, quantity(times)});
      if (operation.type.isFloating())
        flops = flops + times;
    }
    stats.flops = quantity(flops);
  }

  void accesses(const CountInstruction &count, const CountOptions &options) {
    auto counts = accessCounts(kernel, count, options);
    note(counts);
    std::map<std::pair<AddressSpace, bool>, PwQPolynomial> traffic;
    for (const auto &[access, times] : counts.values) {
      PwQPolynomial bytes = times.scaled(access.bytes());
      stats.accesses.push_back({access, quantity(times), quantity(bytes)});
      PwQPolynomial &sum = traffic[{access.space, access.store}];
      sum = sum + bytes;
    }
    for (const auto &[key, bytes] : traffic)
      stats.traffic[key] = quantity(bytes);
  }

  void footprints() {
    auto counts = footprintCounts(kernel);
    note(counts);
    for (const auto &[footprint, elements] : counts.values)
      stats.footprints.push_back(
          {footprint, quantity(elements.scaled(footprint.type.bytes))});
  }

  const ScheduledKernel &scheduled;
  const Kernel &kernel;
  Set iterations;
  KernelStats stats;
};

} // namespace

// Counts are those of one launch, but for the number of launches.
static void describePart(KernelStats &stats, const ScheduledKernel &whole,
                         int number) {
  stats.partOf = whole.kernel.name;
  Quantity &launches = stats.synchronisation["kernel_launch"];
  try {
    launches = quantityAt(launchCount(whole, number), stats.parameters);
  } catch (const UserError &error) {
    stats.synchronisation.erase("kernel_launch");
    stats.remarks.push_back(std::string("not counted: ") + error.what());
  }
}

std::vector<KernelStats>
driver::collectStats(const ScheduledKernel &scheduled,
                     const ParameterTexts &parameters) {
  const Point values = parameterValues(scheduled.kernel, parameters);
  const auto launches = launchesOf(scheduled);
  const std::vector<Set> iterations = launchIterations(scheduled);
  std::vector<KernelStats> result;
  for (size_t number = 0; number < launches.size(); ++number) {
    const ScheduledKernel &launch = *launches[number];
    result.push_back(Collector(launch, iterations[number], values).run());
    if (launch.isPart)
      describePart(result.back(), scheduled, number);
  }
  return result;
}

static void requireKnown(const std::vector<ScheduledKernel> &kernels,
                         const ParameterTexts &parameters) {
  std::vector<std::string> names;
  for (const ScheduledKernel &scheduled : kernels) {
    for (const Origin &origin : scheduled.kernel.origins)
      for (const VariablePtr &variable : origin.variables)
        names.push_back(variable->name);
    for (const VariablePtr &argument : scheduled.kernel.arguments)
      names.push_back(argument->name);
  }
  for (const auto &[name, text] : parameters)
    if (!findName(names, name))
      throw UserError("--param " + name +
                      ": no kernel has an argument of this name" +
                      suggestion(name, names));
}

std::string driver::statsReport(const std::vector<ScheduledKernel> &kernels,
                                const ParameterTexts &parameters,
                                StatsFormat format) {
  requireKnown(kernels, parameters);
  std::vector<KernelStats> all;
  for (const ScheduledKernel &kernel : kernels)
    llvm::append_range(all, collectStats(kernel, parameters));
  if (format == StatsFormat::Json)
    return statsJson(all);
  std::string text;
  for (const KernelStats &stats : all)
    text += statsText(stats);
  return text;
}
