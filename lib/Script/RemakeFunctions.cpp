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

const Parameter madeKernel = {"kernel", nullptr,
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
      ids.insert(instructionNamed(kernel, id, "remove_instructions")->id);
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
    instructionNamed(kernel, id, "replace_instruction_ids");
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

py::object removeInames(const Arguments &args) {
  const KernelHandle &handle = kernelOf(args);
  InstructionFilter filter = matched(args, "insn_match");
  std::vector<std::string> inames = args.names("inames");
  std::set<std::string> left(inames.begin(), inames.end());
  for (const std::string &iname : inames)
    handle.kernel->requireIname(iname, "remove_inames_from_insn");
  for (const InstructionPtr &insn : handle.kernel->instructions)
    if (!filter || filter(*handle.kernel, *insn))
      for (const std::string &iname : insn->inames)
        left.erase(iname);
  if (!left.empty())
    throw UserError("remove_inames_from_insn: none of the instructions that "
                    "are meant is in the loop over '" +
                    *left.begin() + "'");
  py::object result = rewritten(args,
                   [&](const InstructionPtr &insn,
                       InstructionParts parts) -> std::optional<std::string> {
                     if (!filter || filter(*handle.kernel, *insn))
                       std::erase_if(parts.inames, [&](const std::string &own) {
                         return std::count(inames.begin(), inames.end(), own);
                       });
                     return parts.text();
                   });
  // What mentions an iname is in the loop over it, whatever was said.
  for (const InstructionPtr &insn : asKernel(result)->kernel->instructions)
    for (const std::string &iname : inames)
      if (insn->within(iname) &&
          (!filter || filter(*asKernel(result)->kernel, *insn)))
        throw UserError("remove_inames_from_insn: '" + insn->id +
                        "' mentions '" + iname +
                        "', and stays in the loop over it");
  return result;
}

// Blanks and brackets around all of it apart.
std::string plainCondition(std::string text) {
  std::erase_if(text, [](char c) { return c == ' '; });
  auto isWrapped = [&] {
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0 && i + 1 < text.size())
        return false;
    }
    return text.size() > 2 && text.front() == '(';
  };
  while (isWrapped())
    text = text.substr(1, text.size() - 2);
  return text;
}

// Texts, in a list or set, or one text.
std::vector<std::string> conditionsIn(const Arguments &args,
                                      const char *parameter) {
  py::handle given = args[parameter];
  if (PyUnicode_Check(given.ptr()))
    return {plainCondition(bytesOf(given))};
  if (!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr()) &&
      !PyAnySet_Check(given.ptr()))
    args.wrongType(parameter, "conditions as texts");
  std::vector<std::string> all;
  for (py::handle item : py::reinterpret_borrow<py::object>(given)) {
    if (!PyUnicode_Check(item.ptr()))
      args.wrongType(parameter, "conditions as texts", item);
    all.push_back(plainCondition(bytesOf(item)));
  }
  return all;
}

py::object removePredicates(const Arguments &args) {
  const KernelHandle &handle = kernelOf(args);
  InstructionFilter filter = matched(args, "insn_match");
  std::vector<std::string> conditions = conditionsIn(args, "predicates");
  std::set<std::string> left(conditions.begin(), conditions.end());
  py::object result = rewritten(
      args,
      [&](const InstructionPtr &insn,
          InstructionParts parts) -> std::optional<std::string> {
        if (!filter || filter(*handle.kernel, *insn))
          std::erase_if(parts.predicates, [&](const std::string &own) {
            std::string plain = plainCondition(own);
            left.erase(plain);
            return std::count(conditions.begin(), conditions.end(), plain);
          });
        return parts.text();
      });
  if (!left.empty())
    throw UserError("remove_predicates_from_insn: none of the instructions "
                    "that are meant has the condition '" +
                    *left.begin() +
                    "'; print(insn.predicates) shows how it is spelled");
  return result;
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
          {madeKernel,
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
      {madeKernel, {"insn_ids", nullptr, "match query, or a set of ids"}},
      remakeErrors,
      "",
      ObjectFunction(removeInstructions)};
}

Function replaceFunction() {
  return {"replace_instruction_ids",
          {},
          "Other ids, and dependences on them; made anew as by "
          "map_instructions.",
          {madeKernel, {"replacements", nullptr, "{\"old\": [\"new\"]}"}},
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
      {madeKernel, matchParameter, {"priority", nullptr, "an integer"}},
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
          {madeKernel,
           {"inames", nullptr, "inames of the kernel"},
           matchParameter},
          remakeErrors,
          "",
          ObjectFunction(addInames)};
}

Function removeInamesFunction() {
  return {"remove_inames_from_insn",
          {},
          "Takes instructions out of loops whose inames they do not mention; "
          "made anew as by map_instructions.",
          {madeKernel,
           {"inames", nullptr, "inames of the kernel"},
           matchParameter},
          "the kernel was not made by make_kernel; nothing matches, or is in "
          "such a loop; what comes out is refused as by make_kernel: an "
          "instruction mentions the iname.",
          "",
          ObjectFunction(removeInames)};
}

Function removePredicatesFunction() {
  return {"remove_predicates_from_insn",
          {},
          "Instructions without these of their conditions, as "
          "`insn.predicates` spells them; made anew as by map_instructions.",
          {madeKernel,
           {"predicates", nullptr, "conditions, as texts in a list or set"},
           matchParameter},
          "the kernel was not made by make_kernel; nothing matches, or has "
          "such a condition; what comes out is refused as by make_kernel.",
          "",
          ObjectFunction(removePredicates)};
}

} // namespace

FunctionGroup script::remakeFunctions() {
  return {"Instructions changed by the script",
          "Transformations of one's own, for kernels of the kernel language: "
          "`insn.copy(...)` is an instruction with changes, "
          "`knl.copy(domains=..., instructions=..., args=..., "
          "assumptions=...)` a kernel with them.",
          {mapFunction(), removeFunction(), replaceFunction(),
           priorityFunction(), inamesFunction(), removeInamesFunction(),
           removePredicatesFunction(), batchFunction()}};
}
