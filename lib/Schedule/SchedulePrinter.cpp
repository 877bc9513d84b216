// The schedule as text, for --print-after=schedule and --emit=schedule.
#include "loopyc/IR/HostStops.h"
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

static std::string commaSeparated(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return "[" + text + "]";
}

static void printLaunch(const ScheduledKernel &launch, int depth,
                        std::string &out) {
  std::string indent(2 * depth, ' ');
  for (const HardwareAxis &axis : launch.axes)
    out += indent + axis.str() + ": " + axis.size.str() +
           (axis.isGroup() ? " groups\n" : " work-items\n");
  for (const VariablePtr &temp : launch.kernel.temporaries)
    out += indent + temp->name + ": " + addressSpaceName(temp->space) + "\n";
}

namespace {

static std::string conjunctionStr(const std::vector<Predicate> &predicates) {
  std::string text;
  for (const Predicate &predicate : predicates)
    text += (text.empty() ? "" : " and ") + predicate.str();
  return text;
}

// Seed 004 calls what goes from one launch to another extra arguments, and the
// host's loops extra inames.
class SequencePrinter {
public:
  explicit SequencePrinter(const Launches &launches) : launches(launches) {}

  void print(const std::vector<HostStep> &steps, int depth) {
    std::string indent(2 * depth, ' ');
    bool first = true;
    for (const HostStep &step : steps) {
      if (!first)
        out += indent + "... gbarrier\n";
      first = std::holds_alternative<ReadBackStep>(step.value) ||
              std::holds_alternative<ComputeStep>(step.value);
      match(
          step.value,
          [&](const LaunchStep &launch) { call(launch.number, depth); },
          [&](const ReadBackStep &read) {
            out += indent + "READ BACK " + read.variable->name + "\n";
          },
          [&](const ComputeStep &computed) {
            out += indent + computed.variable->name + " = " +
                   computed.value().str() + "\n";
          },
          [&](const HostCondition &condition) {
            out += indent + "if " + conjunctionStr(condition.conditions) + "\n";
            print(condition.body, depth + 1);
          },
          [&](const HostLoop &loop) {
            out += indent + "for " + loop.iname +
                   (stopOf(loop) ? ", until the condition fails" : "") + "\n";
            inames.push_back(loop.iname);
            print(loop.body, depth + 1);
            inames.pop_back();
          });
    }
  }

  std::string out;

private:
  void call(int number, int depth) {
    const ScheduledKernel &launch = launches.kernels[number];
    const std::string &name = launch.kernel.name;
    std::string indent(2 * depth, ' ');
    std::vector<std::string> extra;
    for (const VariablePtr &temp : launches.host.temporaries)
      if (launch.kernel.findVariable(temp->name))
        extra.push_back(temp->name);
    out += indent + "CALL KERNEL " + name +
           "(extra_args=" + commaSeparated(extra) +
           ", extra_inames=" + commaSeparated(inames) + ")\n";
    printLaunch(launch, depth + 1, out);
    ::print(launch.body, depth + 1, out);
    out += indent + "RETURN FROM KERNEL " + name + "\n";
  }

  const Launches &launches;
  std::vector<std::string> inames; // of the host's loops around
};

} // namespace

std::string loopyc::scheduleStr(const ScheduledKernel &scheduled) {
  std::string out = "SCHEDULE: " + scheduled.kernel.name + "\n";
  if (scheduled.launches) {
    for (const VariablePtr &temp : scheduled.launches->host.temporaries)
      out += "  " + temp->name + ": global\n";
    SequencePrinter printer(*scheduled.launches);
    printer.print(scheduled.launches->host.steps, 1);
    return out + printer.out;
  }
  printLaunch(scheduled, 1, out);
  print(scheduled.body, 1, out);
  return out;
}
