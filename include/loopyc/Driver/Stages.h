// The stages that a file passes through, in order, and the watch over them:
// which one is running (for messages when loopyc itself fails), how long each
// took, and dumps after each.
#ifndef LOOPYC_DRIVER_STAGES_H
#define LOOPYC_DRIVER_STAGES_H

#include <array>
#include <chrono>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace loopyc {
namespace driver {

enum class Stage {
  Frontend,
  Transform,
  Schedule,
  Verify,
  CodeGen,
  Check,
  Write
};
constexpr int stageCount = 7;

const char *stageName(Stage stage); // "frontend", "transform", ...
std::optional<Stage> stageByName(const std::string &name);

// The stage that runs now, innermost first; null outside of all.
const char *currentStageName();

// Seconds of each stage; a stage within another is not counted twice.
class StageClock {
public:
  void print(llvm::raw_ostream &out) const;

private:
  friend class StageScope;
  std::array<double, stageCount> seconds{};
  class StageScope *innermost = nullptr;
};

// Marks its lifetime as a stage.
class StageScope {
public:
  StageScope(StageClock &clock, Stage stage);
  ~StageScope();
  StageScope(const StageScope &) = delete;
  StageScope &operator=(const StageScope &) = delete;

private:
  using Clock = std::chrono::steady_clock;
  StageClock &clock;
  Stage stage;
  StageScope *outer;
  Clock::time_point start;
  double inner = 0; // seconds spent in stages within this one
};

} // namespace driver
} // namespace loopyc

#endif
