#include "loopyc/Driver/Stats.h"

#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::driver;
using poly::Point;
using poly::PwQPolynomial;

namespace {

class Collector {
public:
  Collector(const ScheduledKernel &scheduled, const ParameterTexts &parameters)
      : scheduled(scheduled), kernel(scheduled.kernel) {
    readParameters(parameters);
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
  // Those of the kernel that have integer values.
  void readParameters(const ParameterTexts &parameters) {
    for (const auto &[name, text] : parameters)
      for (const VariablePtr &arg : kernel.arguments) {
        int64_t value;
        if (arg->isValue() && arg->type.isInteger() &&
            llvm::StringRef(arg->name).equals_insensitive(name) &&
            !llvm::StringRef(text).trim().getAsInteger(10, value))
          stats.parameters[arg->name] = value;
      }
    if (!kernel.assumptions.contains(stats.parameters))
      throw UserError("the values that --param gives to kernel '" +
                          kernel.name + "' violate its assumption " +
                          kernel.assumptions.str() +
                          "; its launcher would refuse them, too",
                      kernel.range);
  }

  Quantity quantity(const PwQPolynomial &count) const {
    Quantity result{count, std::nullopt};
    for (const std::string &name : count.names())
      if (!stats.parameters.count(name))
        return result;
    result.value = count.valueAt(stats.parameters);
    return result;
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
  KernelStats stats;
};

} // namespace

KernelStats driver::collectStats(const ScheduledKernel &scheduled,
                                 const ParameterTexts &parameters) {
  return Collector(scheduled, parameters).run();
}

std::string driver::statsReport(const std::vector<ScheduledKernel> &kernels,
                                const ParameterTexts &parameters,
                                StatsFormat format) {
  std::vector<KernelStats> all;
  for (const ScheduledKernel &kernel : kernels)
    all.push_back(collectStats(kernel, parameters));
  if (format == StatsFormat::Json)
    return statsJson(all);
  std::string text;
  for (const KernelStats &stats : all)
    text += statsText(stats);
  return text;
}
