#include "loopyc/Driver/Stages.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc::driver;

// Read by the crash handler, hence a plain pointer to a literal.
static const char *volatile stageNow = nullptr;

static constexpr const char *names[stageCount] = {
    "frontend", "transform", "schedule", "verify", "codegen", "check", "write"};

const char *loopyc::driver::stageName(Stage stage) {
  return names[static_cast<int>(stage)];
}

std::optional<Stage> loopyc::driver::stageByName(const std::string &name) {
  for (int i = 0; i < stageCount; ++i)
    if (name == names[i])
      return static_cast<Stage>(i);
  return std::nullopt;
}

const char *loopyc::driver::currentStageName() { return stageNow; }

void StageClock::print(llvm::raw_ostream &out) const {
  double total = 0;
  for (int i = 0; i < stageCount; ++i) {
    total += seconds[i];
    out << llvm::format("%10.1f ms  %s\n", seconds[i] * 1e3, names[i]);
  }
  out << llvm::format("%10.1f ms  total\n", total * 1e3);
}

StageScope::StageScope(StageClock &clock, Stage stage)
    : clock(clock), stage(stage), outer(clock.innermost), start(Clock::now()) {
  clock.innermost = this;
  stageNow = stageName(stage);
}

// When an exception leaves the stage its name stays: whoever catches it says
// where it came from.
StageScope::~StageScope() {
  double all = std::chrono::duration<double>(Clock::now() - start).count();
  clock.seconds[static_cast<int>(stage)] += all - inner;
  if (outer)
    outer->inner += all;
  clock.innermost = outer;
  if (std::uncaught_exceptions() == 0)
    stageNow = outer ? stageName(outer->stage) : nullptr;
}
