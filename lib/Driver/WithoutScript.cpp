// What becomes of a file that has no script: its loops are spread over the
// device by map_parallel, and --print-script prints the script that does that.
#include "loopyc/Driver/WithoutScript.h"

#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/Translation.h"
#include "loopyc/Source/Fortran/SequentialRoutines.h"
#include "loopyc/Transform/History.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

static HistoryEntry entryOf(const ParallelMapping &mapping) {
  HistoryEntry entry;
  entry.transformation = "map_parallel";
  if (!mapping.script.empty())
    entry.remarks.push_back("there is no script: loops are spread over the "
                            "device as loopyc --print-script shows");
  llvm::append_range(entry.remarks, mapping.remarks);
  return entry;
}

Kernel driver::withoutScript(const Kernel &kernel,
                             const ParallelMapping &mapping) {
  return recorded(kernel, mapping.kernel, entryOf(mapping));
}

Kernel Translation::mapped(const Kernel &kernel) {
  std::vector<std::string> scheduled; // the script of what was, last
  ParallelMapping mapping =
      mapParallel(kernel, [&](const ParallelMapping &tried) {
        ProvedSchedule proved = scheduleLaunches(withoutScript(kernel, tried),
                                                 session.limits, session.clock);
        // Dumps want to see how it is made.
        if (!session.options.dumps.any())
          triedSchedules.insert_or_assign(kernel.name, std::move(proved));
        scheduled = tried.script;
      });
  // What was tried later may have been no better.
  if (scheduled != mapping.script)
    triedSchedules.erase(kernel.name);
  if (!fortran::isForCallers(kernel))
    for (const SerialLoop &loop : mapping.warnings())
      session.diagnostics.report(loop.why);
  Kernel result = withoutScript(kernel, mapping);
  session.dumps.afterTransformation("map_parallel", kernel, result);
  mappings.push_back(std::move(mapping.script));
  return result;
}

// In C alone, loops stay what they were, unless asked.
void Translation::mapWithoutScript() {
  const Options &o = session.options;
  bool hasWorkItems = llvm::any_of(
      o.targets, [](const Target *target) { return target->hasWorkItems(); });
  const bool isAsked = o.printScript || !(o.syntaxOnly || o.depfile.only);
  if (!o.mapParallel.value_or(hasWorkItems) || !isAsked)
    return;
  StageScope stage(session.clock, Stage::Transform);
  for (Kernel &kernel : kernels)
    kernel = mapped(kernel);
}

void Translation::printScript(const std::string &blocks) const {
  llvm::raw_ostream &out = llvm::outs();
  // Blocks keep the lines of the source before them, as blank ones.
  if (llvm::StringRef text = llvm::StringRef(blocks).trim("\n");
      !text.trim().empty()) {
    out << text << "\n";
    return;
  }
  if (!kernelFile)
    out << "t = lp.parse_fortran(SOURCE, FILENAME)\n";
  out << "kernels = []\n";
  if (mappings.empty() && !kernels.empty())
    out << (session.options.mapParallel
                ? "# Loops stay as they are, as --no-map-parallel asks.\n"
                : "# Loops stay as they are for C alone: --map-parallel "
                  "spreads them, too.\n");
  for (size_t k = 0; k < kernels.size(); ++k) {
    const std::string &name = kernels[k].name;
    out << "\nknl = " << (kernelFile ? name : "t[\"" + name + "\"]") << "\n";
    if (k < mappings.size())
      for (const std::string &line : mappings[k])
        out << line << "\n";
    out << "kernels.append(knl)\n";
  }
  out << "\nRESULT = kernels\n";
}
