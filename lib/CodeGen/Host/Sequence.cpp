#include "Host/Sequence.h"

#include "Host/RepeatedLoop.h"

#include "CFamily/ExprPrinter.h"
#include "loopyc/IR/HostStops.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Whatever device it is: OpenCL's buffers within buffers begin at multiples of
// CL_DEVICE_MEM_BASE_ADDR_ALIGN, which is at most so many bytes.
static constexpr int alignment = 1024;

static const Type wideType = Type::integer(8);

bool loopyc::takesWorkspace(const ScheduledKernel &kernel) {
  return kernel.launches && !kernel.launches->host.temporaries.empty();
}

std::vector<const ScheduledKernel *>
codegen::allLaunches(const ScheduledKernels &kernels) {
  std::vector<const ScheduledKernel *> result;
  for (const ScheduledKernel &kernel : kernels)
    for (const ScheduledKernel *launch : launchesOf(kernel))
      result.push_back(launch);
  return result;
}

std::string codegen::workspacePrototype(KernelData &whole) {
  return workspacePrototype(whole, kernelIdentifier(whole.scheduled.kernel));
}

std::string codegen::workspacePrototype(KernelData &whole,
                                        const std::string &name) {
  std::string parameters;
  for (const LauncherArgument &argument : codegen::describeArguments(whole))
    if (!argument.isArray)
      parameters += (parameters.empty() ? "" : ", ") + argument.declaration;
  return "size_t " + name + "_workspace_bytes(" +
         (parameters.empty() ? "void" : parameters) + ")";
}

static void describe(const std::vector<HostStep> &steps,
                     const Launches &launches, const std::string &around,
                     std::vector<std::string> &lines) {
  for (const HostStep &step : steps)
    match(
        step.value,
        [&](const LaunchStep &launch) {
          lines.push_back("launches " +
                          launches.kernels[launch.number].kernel.name + around);
        },
        [&](const ReadBackStep &read) {
          lines.push_back("waits for the device and reads " +
                          read.variable->name + " back" + around);
        },
        [&](const ComputeStep &computed) {
          lines.push_back("computes " + computed.variable->name +
                          " on the host" + around);
        },
        [&](const HostCondition &condition) {
          std::string all;
          for (const Predicate &predicate : condition.conditions)
            all += (all.empty() ? "" : " and ") + predicate.str();
          describe(condition.body, launches, around + ", if " + all, lines);
        },
        [&](const HostLoop &loop) {
          describe(loop.body, launches,
                   around + ", for each " + loop.iname +
                       (stopOf(loop) ? " until that is false" : ""),
                   lines);
        });
}

std::vector<std::string>
codegen::sequenceRemarks(const ScheduledKernel &kernel) {
  std::vector<std::string> lines;
  if (kernel.launches)
    describe(kernel.launches->host.steps, *kernel.launches, "", lines);
  return lines;
}

void SequenceSide::place(const std::string &name, const std::string &type,
                         const std::string &offset, const std::string &,
                         TextBuilder &out) const {
  out.line(type + " *" + name + " = (" + type + " *) ((char *) workspace + " +
           offset + ");");
}

namespace {

class SequenceWriter {
public:
  SequenceWriter(KernelData &whole, const SequenceSide &side, Helpers &helpers,
                 TextBuilder &out)
      : data(whole), launches(*whole.scheduled.launches), side(side),
        helpers(helpers), out(out),
        printer(data, helpers, whole.target.hostDialect()) {}

  void writeOffsets();
  void writeBytes();
  void writeLauncher();

private:
  // A temporary's array: several where an axis is tagged sep.
  struct Array {
    const Storage *storage;
    std::string name;
  };
  std::vector<Array> arrays();
  std::string identifier() const {
    return kernelIdentifier(data.scheduled.kernel);
  }
  std::vector<LauncherArgument> values() const;
  void placeArrays();
  void write(const std::vector<HostStep> &steps, bool isFirst);
  void writeStep(const LaunchStep &step);
  void writeStep(const ReadBackStep &step);
  void writeStep(const ComputeStep &step);
  void writeStep(const HostLoop &step);
  void writeRecorded(const HostLoop &step);
  void writeStep(const HostCondition &step);
  void writeStopping(const std::vector<HostStep> &steps);
  std::string conditionText(const HostCondition &condition);
  std::string argumentText(const LauncherArgument &argument);
  Expr onHost(const Expr &e) const;
  std::string valueName(const std::string &variable) const {
    return "loopyc_value_" + variable;
  }

  KernelData &data;
  const Launches &launches;
  const SequenceSide &side;
  Helpers &helpers;
  TextBuilder &out;
  ExprPrinter printer;
  std::vector<std::string> loops;   // inames around
  Set around = Set::universe();     // their points
  std::vector<std::string> known;   // variables with a value on the host
  std::string recorded;              // of a loop around that is
};

} // namespace

std::vector<SequenceWriter::Array> SequenceWriter::arrays() {
  std::vector<Array> result;
  for (const VariablePtr &temp : launches.host.temporaries)
    if (const Storage *storage = data.find(temp->name))
      for (const std::string &name : storage->identifiers)
        result.push_back({storage, name});
  return result;
}

// --- what every launcher calls

std::string codegen::sequenceText(const std::string &linkage) {
  return "/* LOOPYRT_PROFILE: the times of launches, where loopyrt is linked. "
         "*/\n" +
         linkage +
         "__attribute__((weak)) void **loopyrt_part_begins(const char "
         "*name);\n" +
         linkage + "__attribute__((weak)) void loopyrt_part_ends(void);\n\n" +
         R"(static inline void **part_begins(const char *name) {
  return loopyrt_part_begins ? loopyrt_part_begins(name) : 0;
}

static inline void part_ends(void) {
  if (loopyrt_part_ends)
    loopyrt_part_ends();
}

)";
}

// --- the workspace

static std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::vector<LauncherArgument> SequenceWriter::values() const {
  std::vector<LauncherArgument> result = codegen::describeArguments(data);
  result.erase(std::remove_if(result.begin(), result.end(),
                              [](const LauncherArgument &argument) {
                                return argument.isArray;
                              }),
               result.end());
  return result;
}

void SequenceWriter::writeOffsets() {
  std::vector<Array> all = arrays();
  std::vector<std::string> declarations, names;
  for (const LauncherArgument &argument : values()) {
    declarations.push_back(argument.declaration);
    names.push_back(argument.name);
  }
  TextBuilder body;
  body.deepen();
  body.line("loopyc_offsets[0] = 0;");
  for (size_t a = 0; a < all.size(); ++a) {
    int64_t element =
        all[a].storage->var->type.bytes * paddedLanes(all[a].storage->lanes);
    body.line("loopyc_bytes = (size_t) " + std::to_string(element) + " * " +
              launchTemporaryCount(data, *all[a].storage, helpers) + ";");
    body.line("loopyc_offsets[" + std::to_string(a + 1) +
              "] = loopyc_offsets[" + std::to_string(a) +
              "] + (loopyc_bytes / " + std::to_string(alignment) + " + 1) * " +
              std::to_string(alignment) + ";");
  }
  std::string parameters = joined(declarations);
  out.line("/* Where what goes from one launch to another lies in a "
           "workspace, and its size. */");
  out.open("static void " + identifier() + "_offsets(" + parameters +
           (parameters.empty() ? "" : ", ") + "size_t loopyc_offsets[" +
           std::to_string(all.size() + 1) + "])");
  out.line("size_t loopyc_bytes;");
  for (const std::string &name : names)
    if (!mentionsIdentifier(body.str(), name))
      out.line("(void) " + name + ";");
  out.raw(body.str());
  out.close();
  out.blank();
}

// Each target's file has it. Sizes that the launcher refuses may have none.
void SequenceWriter::writeBytes() {
  const std::string prototype = side.linkage() + workspacePrototype(data),
                    size = std::to_string(arrays().size());
  std::string actuals;
  for (const LauncherArgument &argument : values())
    actuals += argument.name + ", ";
  out.line(prototype + " __attribute__((weak));");
  out.open(prototype);
  out.line("size_t loopyc_offsets[" + std::to_string(arrays().size() + 1) +
           "];");
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return 0;");
  out.line(identifier() + "_offsets(" + actuals + "loopyc_offsets);");
  out.line("return loopyc_offsets[" + size + "];");
  out.close();
  out.blank();
  const Kernel &kernel = data.scheduled.kernel;
  if (!hasLinkName(kernel))
    return;
  out.line(side.linkage() + workspacePrototype(data, linkName(kernel)));
  out.line("    __attribute__((weak, alias(\"" + identifier() +
           "_workspace_bytes\")));");
  out.blank();
}

void SequenceWriter::placeArrays() {
  std::vector<Array> all = arrays();
  if (all.empty())
    return;
  std::string size = std::to_string(all.size()), actuals;
  for (const LauncherArgument &argument : values())
    actuals += argument.name + ", ";
  out.line("size_t loopyc_offsets[" + std::to_string(all.size() + 1) + "];");
  out.line(identifier() + "_offsets(" + actuals + "loopyc_offsets);");
  side.allocate("loopyc_offsets[" + size + "]", out);
  for (size_t a = 0; a < all.size(); ++a) {
    std::string offset = "loopyc_offsets[" + std::to_string(a) + "]";
    side.place(
        all[a].name, Dialect::hostTypeName(all[a].storage->var->type), offset,
        "loopyc_offsets[" + std::to_string(a + 1) + "] - " + offset, out);
  }
}

// --- the steps

// The expression in what the launcher has: values that were read back or
// computed in place of their variables.
Expr SequenceWriter::onHost(const Expr &e) const {
  Substitution values;
  for (const std::string &variable : known)
    values[variable] = Expr::var(valueName(variable), wideType);
  return substitute(e, values);
}

std::string SequenceWriter::argumentText(const LauncherArgument &argument) {
  const std::string &name = argument.variable->name;
  if (std::find(loops.begin(), loops.end(), name) != loops.end())
    return "(int32_t) " + data.identifier(name);
  if (!argument.isArray &&
      std::find(known.begin(), known.end(), name) != known.end())
    return data.identifier(valueName(name));
  const Storage *storage = data.find(name);
  size_t index = 0;
  for (size_t a = 0; a < argument.separate.size(); ++a)
    index = index * storage->separateExtents[a] + argument.separate[a];
  return storage->identifiers[index];
}

void SequenceWriter::writeStep(const LaunchStep &step) {
  KernelData part(launches.kernels[step.number], data.target);
  std::vector<std::string> actuals;
  if (std::string queue = side.queue(); !queue.empty())
    actuals.push_back(recorded.empty() ? queue : recorded + ".stream");
  for (const LauncherArgument &argument : codegen::describeArguments(part))
    actuals.push_back(argumentText(argument));
  const std::string begins =
      "part_begins(\"" + kernelIdentifier(part.scheduled.kernel) + "\")";
  if (std::string type = side.eventType(); !type.empty())
    actuals.push_back("(" + type + ") " + begins);
  else
    out.line(begins + ";");
  out.line("status = " + launcherName(part.scheduled, part.target) + "(" +
           joined(actuals) + ");");
  out.line("part_ends();");
}

void SequenceWriter::writeStep(const ReadBackStep &step) {
  const std::string &name = step.variable->name;
  out.line("status = " +
           side.readBack(data.identifier(valueName(name)),
                         data.find(name)->identifiers.front()) +
           ";");
}

void SequenceWriter::writeStep(const ComputeStep &step) {
  out.line(data.identifier(valueName(step.variable->name)) + " = " +
           printer.print(onHost(step.value())) + ";");
}

// { x : low <= x <= high }
static Set between(const std::string &name, const PwAff &low,
                   const PwAff &high) {
  PwAff at = PwAff::name(name);
  return at.ge(low).intersect(at.le(high));
}

void SequenceWriter::writeStep(const HostLoop &loop) {
  Names known;
  for (const std::string &name : loop.range.names())
    if (name != loop.iname)
      known.push_back(name);
  PwAff low = loop.range.minOf(loop.iname, known),
        high = loop.range.maxOf(loop.iname, known);
  low = low.gist(low.domain());
  high = high.gist(high.domain());
  Set guard = loop.range.gist(between(loop.iname, low, high).intersect(around));
  const std::string name = data.identifier(loop.iname);
  auto text = [&](const PwAff &value) {
    return printer.print(
        onHost(fromAffine(value, Set::universe(), wideType)),
        Precedence::Relational);
  };
  const bool isRecorded = side.recordsSteps() && recorded.empty() &&
                          !stopOf(loop) &&
                          repeatsLaunches(loop, launches, data.target);
  if (isRecorded) {
    recorded = "loopyc_steps_" + name;
    out.line("struct recorded_steps " + recorded + ";");
    out.line("begin_steps(&" + recorded + ", " + side.queue() + ", " +
             text(high - low + PwAff::constant(1)) + ");");
  }
  out.open("for (int64_t " + name + " = " + text(low) + "; " + name +
           " <= " + text(high) + " && status == LOOPYC_SUCCESS; ++" + name +
           ")");
  // Its value is an argument of 32 bits.
  out.open("if (" + name + " != (int32_t) " + name + ")");
  out.line("status = LOOPYC_ERROR_INDEX_RANGE;");
  out.line("break;");
  out.close();
  if (!guard.isUniverse()) {
    out.line("if (!(" +
             printer.condition(onHost(fromCondition(guard))) + "))");
    out.line("  continue;");
  }
  const Set outside = around;
  around = around.intersect(loop.range);
  loops.push_back(loop.iname);
  if (isRecorded)
    writeRecorded(loop);
  else if (stopOf(loop))
    writeStopping(loop.body);
  else
    write(loop.body, /*isFirst=*/true);
  loops.pop_back();
  around = outside;
  out.close();
  if (isRecorded) {
    out.line("end_steps(&" + recorded + ");");
    recorded.clear();
  }
}

// An iteration that may have been recorded.
void SequenceWriter::writeRecorded(const HostLoop &loop) {
  out.line("if (replay_step(&" + recorded + ", &status))");
  out.line("  continue;");
  out.open("do");
  write(loop.body, /*isFirst=*/true);
  out.close(" while (end_step(&" + recorded + ", &status));");
}

// Of a read-back and a condition: the loop ends where this does not hold.
void SequenceWriter::writeStopping(const std::vector<HostStep> &steps) {
  writeStep(std::get<ReadBackStep>(steps.front().value));
  const auto &condition = std::get<HostCondition>(steps.back().value);
  out.line("if (status != LOOPYC_SUCCESS || !(" + conditionText(condition) +
           "))");
  out.line("  break;");
  write(condition.body, /*isFirst=*/true);
}

std::string SequenceWriter::conditionText(const HostCondition &condition) {
  std::string all;
  for (const Predicate &one : condition.conditions)
    all += (all.empty() ? "" : " && ") +
           printer.print(onHost(one), Precedence::And);
  return all;
}

void SequenceWriter::writeStep(const HostCondition &step) {
  out.open("if (" + conditionText(step) + ")");
  write(step.body, /*isFirst=*/true);
  out.close();
}

void SequenceWriter::write(const std::vector<HostStep> &steps, bool isFirst) {
  for (const HostStep &step : steps) {
    if (!isFirst)
      out.open("if (status == LOOPYC_SUCCESS)");
    match(step.value, [&](const auto &kind) { writeStep(kind); });
    if (!isFirst)
      out.close();
    isFirst = false;
  }
}

void SequenceWriter::writeLauncher() {
  writeWeakDeclaration(data, out, side.linkage());
  out.open(side.linkage() + launcherPrototype(data));
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return status;");
  auto declare = [&](const auto &step) {
    const std::string &name = step.variable->name;
    if (std::find(known.begin(), known.end(), name) != known.end())
      return;
    known.push_back(name);
    out.line(Dialect::hostTypeName(step.variable->type) + " " +
             data.identifier(valueName(name)) + " = 0;");
  };
  forEachStep<ComputeStep>(launches.host.steps, declare);
  forEachStep<ReadBackStep>(launches.host.steps, declare);
  placeArrays();
  std::vector<std::string> names;
  for (const Array &array : arrays())
    names.push_back(array.name);
  write(launches.host.steps, names.empty() || !side.placingMayFail());
  if (!names.empty())
    side.release(names, out);
  out.line(side.result());
  out.close();
  out.blank();
  writeLinkAlias(data, out, side.linkage());
}

void codegen::writeSequence(KernelData &whole, const SequenceSide &side,
                            Helpers &helpers, TextBuilder &out) {
  SequenceWriter writer(whole, side, helpers, out);
  writePrepare(whole, helpers, out, side.linkage());
  if (takesWorkspace(whole.scheduled)) {
    writer.writeOffsets();
    writer.writeBytes();
  }
  writer.writeLauncher();
}
