// The schedule as text, for --print-after=schedule and --emit=schedule.
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;

static void print(const std::vector<ScheduleNode> &nodes, int depth,
                  std::string &out) {
  std::string indent(2 * depth, ' ');
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          out += indent + "for " + loop.iname;
          if (!(loop.tag == InameTag{}))
            out += " [" + loop.tag.str() + "]";
          out += "\n";
          print(loop.body, depth + 1, out);
        },
        [&](const StatementRun &run) {
          for (const InstructionPtr &insn : run.instructions)
            out += indent + instructionStr(*insn) + "\n";
        },
        [&](const BarrierPoint &barrier) {
          out += indent + "barrier";
          if (barrier.localMemory)
            out += " local";
          if (barrier.globalMemory)
            out += " global";
          out += "  " + barrier.reason + "\n";
        });
}

std::string loopyc::scheduleStr(const ScheduledKernel &scheduled) {
  std::string out = "SCHEDULE: " + scheduled.kernel.name + "\n";
  for (const HardwareAxis &axis : scheduled.axes)
    out += "  " + axis.str() + ": " + axis.size.str() +
           (axis.isGroup() ? " groups\n" : " work-items\n");
  for (const VariablePtr &temp : scheduled.kernel.temporaries)
    out += "  " + temp->name + ": " + addressSpaceName(temp->space) + "\n";
  print(scheduled.body, 1, out);
  return out;
}
