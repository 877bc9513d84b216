// Kernels that a script makes itself, of texts in the kernel language.
#include "Function.h"

#include "CBlocks.h"
#include "Declarations.h"
#include "EinsumFunctions.h"
#include "InstructionTexts.h"
#include "NumpyModule.h"
#include "OptionsClass.h"
#include "Recipe.h"
#include "Remake.h"
#include "Session.h"

#include "loopyc/KernelLanguage/MakeKernel.h"
#include "loopyc/KernelLanguage/Types.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;
using language::KernelSource;
using language::SourcePart;

namespace {

// Where texts stand: as they are in the script, from the line of the call on,
// or else in a text of their own, which messages show.
class Places {
public:
  Places(const Session &session, std::string kernelName)
      : call(session.here()),
        name("<" + std::move(kernelName) + ">") {
    for (const ScriptText &script : session.options().scripts)
      if (call.file && script.fileName == *call.file &&
          (script.fileName != session.options().fileName ||
           script.text == session.options().source))
        file = &script.text;
  }

  const SourceRange &ofCall() const { return call; }

  SourcePart part(const std::string &text) {
    if (auto found = inScript(text))
      return *found;
    SourcePart part;
    part.text = text;
    part.file = std::make_shared<const std::string>(name);
    part.firstLine = ownLines + 1;
    own += text + "\n";
    ownLines +=
        1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    if (DiagnosticEngine *engine = currentDiagnostics())
      engine->addSource(name, own);
    return part;
  }

  // The text that the parts' lines are lines of.
  std::shared_ptr<const std::string> source(const SourcePart &part) const {
    return std::make_shared<const std::string>(
        file && *part.file == *call.file ? *file : own);
  }

private:
  // Between quotes.
  size_t literalAt(const std::string &text, size_t from) const {
    auto isQuoted = [&](size_t at) {
      size_t end = at + text.size();
      return at > 0 && end < file->size() &&
             ((*file)[at - 1] == '"' || (*file)[at - 1] == '\'') &&
             (*file)[end] == (*file)[at - 1];
    };
    size_t at = file->find(text, from);
    while (at != std::string::npos && !isQuoted(at))
      at = file->find(text, at + 1);
    return at;
  }

  std::optional<SourcePart> inScript(const std::string &text) {
    if (!file || text.empty())
      return std::nullopt;
    size_t from = 0;
    for (int line = 1; line < call.line && from != std::string::npos; ++line)
      from = file->find('\n', from) + 1;
    size_t at = literalAt(text, std::max(from, last));
    if (at == std::string::npos)
      at = literalAt(text, from);
    if (at == std::string::npos)
      return std::nullopt;
    last = at + text.size();
    SourcePart part;
    part.text = text;
    part.file = call.file;
    part.firstLine = 1 + static_cast<int>(std::count(file->begin(),
                                                     file->begin() + at, '\n'));
    size_t lineStart = file->rfind('\n', at);
    part.firstColumn = static_cast<int>(
        at - (lineStart == std::string::npos || at == 0 ? 0 : lineStart + 1) +
        1);
    return part;
  }

  SourceRange call;
  std::string name;
  const std::string *file = nullptr;
  std::string own; // texts that are not in the file
  int ownLines = 0;
  size_t last = 0; // texts come in the order of the arguments
};

// Instructions of one kernel, among the texts of another.
class OtherInstructions {
public:
  std::string text(const InstructionHandle &insn, KernelSource &source) {
    if (!kernel) {
      kernel = insn.kernel;
      PartMarks parts = partsOfOne(*kernel);
      source.marks = std::move(parts.marks);
      source.formerTimes = std::move(parts.formerTimes);
    }
    if (kernel != insn.kernel)
      throw UserError("the instructions are of kernels '" + kernel->name +
                      "' and '" + insn.kernel->name +
                      "', or of one before and after a transformation; take "
                      "them from one, or fuse_kernels",
                      source.range);
    return written(insn);
  }

private:
  std::shared_ptr<const Kernel> kernel;
  InstructionWriter written;
};

// `source` where instructions and C code may stand among the texts.
std::vector<std::string> texts(const Arguments &args, const char *parameter,
                               const char *expected,
                               KernelSource *source = nullptr) {
  py::handle given = args[parameter];
  if (PyUnicode_Check(given.ptr()))
    return {bytesOf(given)};
  if (!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr()))
    args.wrongType(parameter, expected);
  std::vector<std::string> list;
  OtherInstructions others;
  for (py::handle item : py::reinterpret_borrow<py::object>(given)) {
    if (const InstructionHandle *known = asInstruction(item);
        known && source) {
      list.push_back(others.text(*known, *source));
      continue;
    }
    if (source)
      if (auto code = cBlockText(item, *source)) {
        list.push_back(*code);
        continue;
      }
    const std::string *instruction = asInstructionText(item);
    if (!instruction && !PyUnicode_Check(item.ptr()))
      args.wrongType(parameter, expected, item);
    list.push_back(instruction ? *instruction : bytesOf(item));
  }
  return list;
}

char orderOf(const Arguments &args) {
  if (args["default_order"].is(py::module_::import("loopy").attr("auto")))
    return 'C';
  std::string order = args.str("default_order");
  if (order != "C" && order != "F")
    args.wrongType("default_order", "\"C\" or \"F\"");
  return order[0];
}

// lp.auto: callers pass where the first element is.
std::string offsetOf(const Arguments &args) {
  py::handle given = args["default_offset"];
  if (given.is_none() || given.is(py::module_::import("loopy").attr("auto")))
    return "0";
  if (!PyUnicode_Check(given.ptr()) && !PyIndex_Check(given.ptr()))
    args.wrongType("default_offset",
                   "an integer, a text such as \"n + 1\", or lp.auto");
  return textOf(given);
}

void refuseOthers(const Arguments &args) {
  for (const char *name :
       {"flags", "preambles", "function_manglers",
        "preamble_generators", "symbol_manglers"}) {
    py::handle given = args[name];
    bool nothing =
        given.is_none() ||
        (PyList_Check(given.ptr()) && PyList_Size(given.ptr()) == 0) ||
        (PyLong_Check(given.ptr()) && textOf(given) == "0");
    if (!nothing)
      throw UserError(std::string(args.function().name) + ": " + name + "=" +
                      shortReprOf(given) +
                      " is not supported yet; leave it "
                      "out");
  }
}

// {"f": lp.SubstitutionRule(...)}, or a list of these or of texts.
std::vector<std::string> rules(const Arguments &args) {
  static const char *const expected =
      "a dictionary of names to lp.SubstitutionRule, or a list of these or of "
      "texts such as \"f(x) := x*x\"";
  std::vector<std::string> texts;
  py::handle given = args["substitutions"];
  if (given.is_none())
    return texts;
  const bool isMap = PyDict_Check(given.ptr());
  if (!isMap && !PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr()))
    args.wrongType("substitutions", expected);
  for (py::handle item : isMap ? py::object(given.attr("values")())
                               : py::reinterpret_borrow<py::object>(given)) {
    const std::string *rule = asInstructionText(item);
    if (!rule && !PyUnicode_Check(item.ptr()))
      args.wrongType("substitutions", expected, item);
    texts.push_back(rule ? *rule : bytesOf(item));
  }
  return texts;
}

std::map<std::string, Expr> fixedParameters(const Arguments &args) {
  std::map<std::string, Expr> values;
  py::handle given = args["fixed_parameters"];
  if (given.is_none())
    return values;
  if (!PyDict_Check(given.ptr()))
    args.wrongType("fixed_parameters", "a dictionary of names to numbers");
  for (auto item : py::reinterpret_borrow<py::dict>(given)) {
    auto value = toLiteral(item.second);
    if (!value)
      args.wrongType("fixed_parameters", "numbers", item.second);
    values[textOf(item.first)] = *value;
  }
  return values;
}

// {("i", "j"), ("i", "k")}, "i, j": as prioritize_loops(kernel, ...).
std::vector<std::vector<std::string>> priorities(const Arguments &args) {
  std::vector<std::vector<std::string>> lists;
  py::handle given = args["loop_priority"];
  if (given.is_none())
    return lists;
  if (PyUnicode_Check(given.ptr()))
    return {splitNames(bytesOf(given))};
  static const char *const expected = "tuples of inames, from outer to inner";
  if (!PyAnySet_Check(given.ptr()) && !PyList_Check(given.ptr()) &&
      !PyTuple_Check(given.ptr()))
    args.wrongType("loop_priority", expected);
  for (py::handle item : py::reinterpret_borrow<py::iterable>(given)) {
    if (PyUnicode_Check(item.ptr())) {
      lists.push_back(splitNames(bytesOf(item)));
      continue;
    }
    if (!PyTuple_Check(item.ptr()) && !PyList_Check(item.ptr()))
      args.wrongType("loop_priority", expected, item);
    lists.emplace_back();
    for (py::handle iname : py::reinterpret_borrow<py::iterable>(item))
      lists.back().push_back(textOf(iname));
  }
  std::sort(lists.begin(), lists.end()); // a set has no order
  return lists;
}

OptionValues options(const Arguments &args) {
  OptionValues values;
  if (!args.isNone("options") && !addOptions(args["options"], values))
    args.wrongType("options", "lp.Options, or a text of names");
  if (args.isNone("index_dtype"))
    return values;
  std::optional<Type> type = toType(args["index_dtype"]);
  if (!type || !type->isInteger() || type->bytes < 4)
    args.wrongType("index_dtype", "np.int32 or np.int64");
  values["index_dtype"] = "int" + std::to_string(8 * type->bytes);
  return values;
}

// As set_options and prioritize_loops.
py::object withChoices(const Arguments &args, py::object kernel) {
  const OptionValues values = options(args);
  const auto lists = priorities(args);
  if (values.empty() && lists.empty())
    return kernel;
  const KernelHandle *handle = asKernel(kernel);
  if (!handle)
    throw UserError(std::string(args.function().name) +
                    ": the kernel calls others that are not known yet; give "
                    "lp.set_options(knl, ...) and lp.prioritize_loops(knl, "
                    "...) behind lp.merge");
  Kernel changed = setOptions(*handle->kernel, values);
  for (const std::vector<std::string> &list : lists)
    changed = prioritizeLoops(changed, list);
  return py::cast(KernelHandle{
      std::make_shared<const Kernel>(std::move(changed)), handle->made});
}

py::object make(const Arguments &args) {
  refuseOthers(args);
  const Session &session = Session::current();
  KernelRecipe recipe;
  recipe.isFunction = args.function().name == std::string("make_function");
  recipe.fixedParameters = fixedParameters(args);
  KernelSource &source = recipe.source;
  source.name = args.str("name");
  Places places(session, source.name);
  source.range = places.ofCall();
  for (const std::string &text :
       texts(args, "domains", "a set in isl's notation, or a list of sets"))
    source.domains.push_back(places.part(text));
  if (!args.isNone("kernel_data"))
    readData(args["kernel_data"], source);
  for (const std::string &text :
       texts(args, "instructions",
             "a text of instructions, or a list of these", &source))
    source.instructions.push_back(places.part(text));
  for (const std::string &text : rules(args))
    source.instructions.push_back(places.part(text));
  if (!source.instructions.empty())
    source.file = places.source(source.instructions.front());
  if (!args.isNone("assumptions"))
    source.assumptions = places.part(args.str("assumptions"));
  source.defaultOrder = orderOf(args);
  source.defaultOffset = offsetOf(args);
  source.isSequential = args.flag("seq_dependencies");
  if (!args.isNone("silenced_warnings"))
    source.silenced =
        texts(args, "silenced_warnings", "names of warnings, or globs of them");
  return withChoices(args, made(std::move(recipe)));
}

Function makeFunction() {
  return {"make_kernel",
          {},
          "Makes a kernel from domains and instructions in the kernel "
          "language; see its page. What is not said of variables is found: "
          "kinds, shapes, and types that follow from others. Instructions have "
          "no order but that of dependences, and what is left unordered is "
          "proved not to conflict.\n\n"
          "    knl = lp.make_kernel(\"{ [i]: 0<=i<n }\", \"y[i] = a*x[i]\")",
          {{"domains", nullptr, "a set in isl's notation, or a list of sets"},
           {"instructions", nullptr,
            "a text of instructions, or a list of texts, lp.Assignment, "
            "lp.CInstruction, lp.CallInstruction, lp.BarrierInstruction, "
            "lp.NoOpInstruction and lp.SubstitutionRule"},
           {"kernel_data", "[\"...\"]",
            "lp.GlobalArg, lp.ConstantArg, lp.ImageArg, lp.ValueArg, "
            "lp.TemporaryVariable; "
            "\"...\": those that are not listed are found"},
           {"name", "\"loopy_kernel\"", "the kernel's"},
           {"assumptions", "None",
            "what holds for parameters: \"n >= 1 and n mod 4 = 0\""},
           {"default_order", "\"C\"",
            "\"C\": the last axis of arrays is contiguous; \"F\": the first"},
           {"default_offset", "None",
            "what subscripts of arguments with one axis count from, an integer "
            "or \"n + 1\"; lp.auto: from where the argument points"},
           {"fixed_parameters", "None", "{\"n\": 16}, as fix_parameters"},
           {"seq_dependencies", "False",
            "True: instructions and iterations come in the order in which they "
            "are written"},
           {"silenced_warnings", "None",
            "conflicts that are warnings: \"unordered(ARRAY)\", "
            "\"write_race(ID)\", or globs of these"},
           {"lang_version", "None", "accepted for the seeds' sake"},
           {"target", "None", "accepted: --target says it"},
           {"options", "None",
            "lp.Options, or a text of names, as lp.set_options takes them"},
           {"flags", "None", "not supported"},
           {"substitutions", "None",
            "rules beside those among the instructions: {\"f\": "
            "lp.SubstitutionRule(\"f\", (\"x\",), \"x*x\")}"},
           {"preambles", "None", "not supported"},
           {"function_manglers", "None", "not supported"},
           {"preamble_generators", "None",
            "not supported; see lp.register_preamble_generators"},
           {"symbol_manglers", "None", "not supported"},
           {"index_dtype", "None",
            "np.int32 or np.int64: the integers of addresses, as "
            "lp.set_options(knl, index_dtype=...)"},
           {"loop_priority", "None",
            "tuples of inames from outer to inner, as lp.prioritize_loops "
            "takes each"},
           {"tags", "None", "accepted: no code depends on them"}},
          "a text is not in the language; a name is used in two ways; an "
          "extent has no largest value; an access is outside of its array; "
          "types do not fit; nothing orders two accesses that conflict.",
          "seed 001, 2.1 and 2.3; seed 004, Getting started, Ordering",
          ObjectFunction(make)};
}

Function functionFunction() {
  Function function = makeFunction();
  function.name = "make_function";
  function.summary =
      "Makes a kernel that others call; see \"Kernels that call kernels\". It "
      "is a kernel like any other, but lp.merge makes no launch of it.\n\n"
      "    twice = lp.make_function(\"{ [k]: 0<=k<m }\", \"b[k] = 2*a[k]\", "
      "name=\"twice\")";
  function.errors = "as make_kernel.";
  function.origin = "seed 001, 2.1";
  return function;
}

Function inferFunction() {
  return {"infer_unknown_types",
          {},
          "Accepted: types that follow from others are always found.",
          {{"kernel", nullptr, "a kernel or a translation unit"},
           {"expect_completion", "False", "accepted with either value"}},
          "",
          "seed 004, Type inference for temporaries",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &) {
            return language::withTypes(k, {});
          })};
}

} // namespace

FunctionGroup script::makeFunctions() {
  return {"Kernels of the kernel language",
          "Besides Fortran, a kernel can be written in the script: as domains "
          "and instructions.",
          {makeFunction(), functionFunction(), einsumFunction(), copyFunction(),
           inferFunction()}};
}
