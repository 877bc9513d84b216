#include "loopyc/Driver/Dumps.h"

#include "loopyc/Script/ScriptRunner.h"
#include "loopyc/Support/CloseMatches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

bool Dumps::wants(const std::string &name) {
  seen.insert(name);
  return options.all || options.changed ||
         llvm::is_contained(options.after, name);
}

void Dumps::print(const std::string &after, const std::string &what,
                  const std::string &text) {
  out << "*** after " << after << ": " << what;
  if (text.empty())
    out << " (unchanged)";
  out << "\n" << text;
  if (!text.empty() && text.back() != '\n')
    out << "\n";
}

void Dumps::afterStage(Stage stage, const std::vector<Kernel> &kernels) {
  if (wants(stageName(stage)))
    for (const Kernel &kernel : kernels)
      print(stageName(stage), kernel.name, kernelStr(kernel));
}

void Dumps::afterSchedule(const std::vector<ScheduledKernel> &kernels) {
  const char *stage = stageName(Stage::Schedule);
  if (wants(stage))
    for (const ScheduledKernel &scheduled : kernels)
      print(stage, scheduled.kernel.name, scheduleStr(scheduled));
}

void Dumps::afterPass(const std::string &name, const std::string &what,
                      const std::string &before, const std::string &after) {
  if (wants(name))
    print(name, what, options.changed && after == before ? "" : after);
}

void Dumps::afterCodeGen(const std::vector<GeneratedFile> &files) {
  const char *stage = stageName(Stage::CodeGen);
  if (wants(stage))
    for (const GeneratedFile &file : files)
      print(stage, "P" + file.suffix, file.text);
}

void Dumps::afterTransformation(const std::string &name, const Kernel &before,
                                const Kernel &after) {
  if (!wants(name))
    return;
  std::string text = kernelStr(after);
  bool unchanged = options.changed && text == kernelStr(before);
  print(name, after.name, unchanged ? "" : text);
}

// One that ran, or else a transformation that might have.
static std::string meant(const std::string &name,
                         const std::vector<std::string> &seen) {
  std::vector<std::string> others = script::functionNames();
  llvm::erase(others, name);
  const std::vector<std::string> close = closeMatches(name, others);
  return suggestion(name, closeMatches(name, seen).empty() && !close.empty()
                              ? close
                              : seen);
}

void Dumps::requireAllSeen() const {
  for (const std::string &name : options.after)
    if (!seen.count(name))
      throw UserError("--print-after=" + name +
                      ": no stage, pass or transformation of this name ran" +
                      meant(name, {seen.begin(), seen.end()}));
}
