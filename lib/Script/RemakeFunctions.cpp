// Instructions of kernels of the kernel language, changed by scripts.
#include "Function.h"

#include "BatchFunction.h"
#include "InstructionTexts.h"
#include "Remake.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

namespace {

const Parameter kernelParameter = {"kernel", nullptr,
                                   "a kernel that make_kernel made"};
const Parameter matchParameter = {"insn_match", nullptr, "match query"};

const KernelHandle &kernelOf(const Arguments &args) {
  if (const OpenHandle *open = asOpen(args["kernel"]))
    refuseOpen(*open);
  const KernelHandle *handle = asKernel(args["kernel"]);
  if (!handle)
    args.wrongType("kernel", "a kernel of the kernel language");
  return *handle;
}

// Rewrites instructions one by one; none is null where it is to go.
using Rewrite = std::function<std::optional<std::string>(const InstructionPtr &,
                                                         InstructionParts)>;

py::object rewritten(const Arguments &args, const Rewrite &rewrite) {
  const KernelHandle &handle = kernelOf(args);
  const char *function = args.function().name;
  Remake remake = remakeOf(handle, function);
  remake.instructions.clear();
  auto before = dependencesById(handle.kernel);
  for (const InstructionPtr &insn : handle.kernel->instructions)
    if (auto text =
            rewrite(insn, partsOf(*handle.kernel, *insn, before[insn->id])))
      remake.instructions.push_back(*text);
  return py::cast(remade(handle, remake, function));
}

InstructionFilter matched(const Arguments &args, const char *parameter) {
  InstructionFilter filter = args.filter(parameter);
  const Kernel &kernel = *kernelOf(args).kernel;
  bool any = std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                         [&](const InstructionPtr &insn) {
                           return !filter || filter(kernel, *insn);
                         });
  if (!any)
    throw UserError(std::string(args.function().name) +
                    ": no instruction of kernel '" + kernel.name +
                    "' is meant; print the kernel to see ids and tags");
  return filter;
}

py::object mapInstructions(const Arguments &args) {
  const KernelHandle &handle = kernelOf(args);
  InstructionFilter filter = matched(args, "insn_match");
  auto f = py::reinterpret_borrow<py::object>(args["f"]);
  if (!PyCallable_Check(f.ptr()))
    args.wrongType("f", "a function from an instruction to one");
  return rewritten(
      args,
      [&](const InstructionPtr &insn,
          InstructionParts parts) -> std::optional<std::string> {
        if (filter && !filter(*handle.kernel, *insn))
          return parts.text();
        py::object result = f(toPython(handle.kernel, insn));
        if (const std::string *text = asInstructionText(result))
          return *text;
        const InstructionHandle *same = asInstruction(result);
        if (!same || same->insn != insn)
          raiseTypeError(
              "map_instructions: the function must return the "
              "instruction, or what insn.copy(...) made of it, found " +
              shortReprOf(result));
        return parts.text();
      });
}

// What depended on one that goes depends on what that depended on.
py::object removeInstructions(const Arguments &args) {
  const Kernel &kernel = *kernelOf(args).kernel;
  InstructionFilter filter;
  std::set<std::string> ids;
  if (PyUnicode_Check(args["insn_ids"].ptr())) {
    filter = matched(args, "insn_ids");
    for (const InstructionPtr &insn : kernel.instructions)
      if (!filter || filter(kernel, *insn))
        ids.insert(insn->id);
  } else {
    for (const std::string &id : args.names("insn_ids")) {
      if (!kernel.findInstruction(id))
        throw UserError("remove_instructions: kernel '" + kernel.name +
                        "' has no instruction '" + id + "'");
      ids.insert(id);
    }
  }
  auto before = dependencesById(kernelOf(args).kernel);
  return rewritten(
      args,
      [&](const InstructionPtr &insn,
          InstructionParts parts) -> std::optional<std::string> {
        if (ids.count(insn->id))
          return std::nullopt;
        std::vector<std::string> pending(parts.dependsOn.begin(),
                                         parts.dependsOn.end());
        std::set<std::string> kept, seen;
        while (!pending.empty()) {
          std::string id = pending.back();
          pending.pop_back();
          if (!ids.count(id))
            kept.insert(id);
          else if (seen.insert(id).second)
            pending.insert(pending.end(), before[id].begin(), before[id].end());
        }
        kept.erase(insn->id);
        parts.dependsOn = kept;
        std::erase_if(parts.noSyncWith, [&](const std::string &entry) {
          return ids.count(entry.substr(0, entry.find('@'))) > 0;
        });
        return parts.text();
      });
}

py::object replaceIds(const Arguments &args) {
  const Kernel &kernel = *kernelOf(args).kernel;
  if (!PyDict_Check(args["replacements"].ptr()))
    args.wrongType("replacements", "a dictionary from ids to lists of ids");
  std::map<std::string, std::vector<std::string>> replacements;
  for (auto item : py::reinterpret_borrow<py::dict>(args["replacements"])) {
    std::string id = textOf(item.first);
    if (!kernel.findInstruction(id))
      throw UserError("replace_instruction_ids: kernel '" + kernel.name +
                      "' has no instruction '" + id + "'");
    std::vector<std::string> names;
    for (py::handle name : py::reinterpret_borrow<py::object>(item.second))
      names.push_back(textOf(name));
    if (names.size() != 1)
      throw UserError("replace_instruction_ids: one new id for '" + id +
                      "' was expected, as [\"new\"], found " +
                      std::to_string(names.size()));
    replacements[id] = names;
  }
  auto renamed = [&](const std::string &entry) {
    size_t at = entry.find('@');
    auto it = replacements.find(entry.substr(0, at));
    return it == replacements.end()
               ? entry
               : it->second.front() +
                     (at == std::string::npos ? "" : entry.substr(at));
  };
  return rewritten(args,
                   [&](const InstructionPtr &,
                       InstructionParts parts) -> std::optional<std::string> {
                     parts.id = renamed(parts.id);
                     for (auto *list : {&parts.dependsOn, &parts.noSyncWith}) {
                       std::set<std::string> names;
                       for (const std::string &entry : *list)
                         names.insert(renamed(entry));
                       *list = names;
                     }
                     return parts.text();
                   });
}

py::object setPriority(const Arguments &args) {
  const KernelHandle &handle = kernelOf(args);
  InstructionFilter filter = matched(args, "insn_match");
  int priority = static_cast<int>(args.integer("priority"));
  return rewritten(args,
                   [&](const InstructionPtr &insn,
                       InstructionParts parts) -> std::optional<std::string> {
                     if (!filter || filter(*handle.kernel, *insn))
                       parts.priority = priority;
                     return parts.text();
                   });
}

py::object addInames(const Arguments &args) {
  const KernelHandle &handle = kernelOf(args);
  InstructionFilter filter = matched(args, "insn_match");
  std::vector<std::string> inames = args.names("inames");
  for (const std::string &iname : inames)
    handle.kernel->requireIname(iname, "add_inames_to_insn");
  return rewritten(args,
                   [&](const InstructionPtr &insn,
                       InstructionParts parts) -> std::optional<std::string> {
                     if (!filter || filter(*handle.kernel, *insn))
                       for (const std::string &iname : inames)
                         if (!insn->within(iname))
                           parts.inames.push_back(iname);
                     return parts.text();
                   });
}

const char *const remakeErrors =
    "the kernel was not made by make_kernel; nothing matches; what comes out "
    "is refused as by make_kernel.";

Function mapFunction() {
  return {"map_instructions",
          {},
          "A kernel with other instructions: the function is called with each "
          "that matches, and returns it or what `insn.copy(expression=..., "
          "within_inames=..., ...)` makes of it. The kernel is made anew: "
          "types, shapes and the proof that what is unordered does not "
          "conflict, and --check compares with what it says then. As "
          "`knl.copy(instructions=...)`.\n\n"
          "    knl = lp.map_instructions(knl, \"id:a\", lambda insn: "
          "insn.copy(expression=f\"2*({insn.expression})\"))",
          {kernelParameter,
           matchParameter,
           {"f", nullptr, "a function from an instruction to one"}},
          remakeErrors,
          "seed 001, 1 and 2.4",
          ObjectFunction(mapInstructions)};
}

Function removeFunction() {
  return {
      "remove_instructions",
      {},
      "The kernel without these instructions, made anew as by "
      "map_instructions. What depended on one of them depends on what "
      "that depended on.",
      {kernelParameter, {"insn_ids", nullptr, "match query, or a set of ids"}},
      remakeErrors,
      "",
      ObjectFunction(removeInstructions)};
}

Function replaceFunction() {
  return {"replace_instruction_ids",
          {},
          "Other ids, and dependences on them; made anew as by "
          "map_instructions.",
          {kernelParameter, {"replacements", nullptr, "{\"old\": [\"new\"]}"}},
          remakeErrors,
          "",
          ObjectFunction(replaceIds)};
}

Function priorityFunction() {
  return {
      "set_instruction_priority",
      {},
      "Of instructions that may come first, those of the highest priority "
      "do; made anew as by map_instructions.",
      {kernelParameter, matchParameter, {"priority", nullptr, "an integer"}},
      remakeErrors,
      "",
      ObjectFunction(setPriority)};
}

Function inamesFunction() {
  return {"add_inames_to_insn",
          {},
          "Puts loops around instructions, which run in each iteration of "
          "them; made anew as by map_instructions, so that iterations that "
          "write one element are an error, but for temporaries.",
          {kernelParameter,
           {"inames", nullptr, "inames of the kernel"},
           matchParameter},
          remakeErrors,
          "",
          ObjectFunction(addInames)};
}

} // namespace

FunctionGroup script::remakeFunctions() {
  return {"Instructions changed by the script",
          "Transformations of one's own, for kernels of the kernel language: "
          "`insn.copy(...)` is an instruction with changes, "
          "`knl.copy(domains=..., instructions=..., args=..., "
          "assumptions=...)` a kernel with them.",
          {mapFunction(), removeFunction(), replaceFunction(),
           priorityFunction(), inamesFunction(), batchFunction()}};
}
