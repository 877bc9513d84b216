// What scripts define for the kernels that they make: operations of reductions,
// and texts in C before functions in C.
#include "Function.h"

#include "Callables.h"
#include "KernelClass.h"
#include "NumpyModule.h"
#include "Recipe.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;
using language::ReductionOperation;

namespace {

// --- register_preamble_generators

py::tuple generatorsIn(const Arguments &args) {
  const char *parameter = "preamble_generators";
  py::handle given = args[parameter];
  if (PyCallable_Check(given.ptr()))
    return py::make_tuple(given);
  if (!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr()))
    args.wrongType(parameter, "a list of functions");
  for (py::handle generator : py::reinterpret_borrow<py::object>(given))
    if (!PyCallable_Check(generator.ptr()))
      args.wrongType(parameter, "a list of functions", generator);
  return py::tuple(py::reinterpret_borrow<py::object>(given));
}

py::object registerGenerators(const Arguments &args) {
  py::tuple generators = generatorsIn(args);
  KernelRecipe recipe = languageRecipe(args, "translation_unit");
  if (recipe.source.externals.empty())
    throw UserError("register_preamble_generators: preambles stand before "
                    "functions in C, and none is known yet; register them "
                    "first, with lp.register_callable");
  for (auto &[name, function] : recipe.source.externals)
    function = withGenerators(function, generators);
  py::object result =
      withRecipe(args["translation_unit"], std::move(recipe));
  const KernelHandle *handle = asKernel(result);
  if (!handle)
    return result;
  KernelHandle changed = *handle;
  changed.kernel = std::make_shared<const Kernel>(
      withGenerators(*handle->kernel, generators));
  return py::cast(std::move(changed));
}

Function generatorsFunction() {
  return {"register_preamble_generators",
          {},
          "Texts in C before the functions in C that a kernel calls. A "
          "generator is called with an object that has target, "
          "seen_functions (with name, c_name, arg_dtypes, result_dtypes) and "
          "seen_dtypes, and yields pairs (\"10_key\", text): each key is "
          "written once, in the order of keys.",
          {{"translation_unit", nullptr, "a kernel of the kernel language"},
           {"preamble_generators", nullptr, "a list of functions"}},
          "no function in C was registered before.",
          "seed 001, 2.1",
          ObjectFunction(registerGenerators)};
}

// --- register_reduction

std::vector<Expr> neutralValues(const Arguments &args) {
  std::vector<Expr> values;
  auto add = [&](py::handle given) {
    std::optional<Expr> value = toLiteral(given);
    if (!value || value->type().isComplex())
      args.wrongType("neutral", "a number, or a tuple of numbers", given);
    values.push_back(*value);
  };
  py::handle given = args["neutral"];
  if (!PyTuple_Check(given.ptr()) && !PyList_Check(given.ptr())) {
    add(given);
    return values;
  }
  for (py::handle item : py::reinterpret_borrow<py::object>(given))
    add(item);
  if (values.empty())
    args.wrongType("neutral", "a number, or a tuple of numbers");
  return values;
}

// The function is called with names of operands, or tuples of these.
std::vector<std::string> combinedTexts(const Arguments &args, size_t count) {
  auto combine = py::reinterpret_borrow<py::object>(args["combine"]);
  if (!PyCallable_Check(combine.ptr()))
    args.wrongType("combine",
                   "a function of two texts to a text, such as lambda a, b: "
                   "f\"{a} + {b}\"");
  py::list left, right;
  for (size_t k = 0; k < count; ++k) {
    left.append(ReductionOperation::leftOperand(k));
    right.append(ReductionOperation::rightOperand(k));
  }
  py::object result = count == 1
                          ? combine(left[0], right[0])
                          : combine(py::tuple(left), py::tuple(right));
  std::vector<std::string> texts;
  if (PyUnicode_Check(result.ptr()))
    texts = {bytesOf(result)};
  else if (PyTuple_Check(result.ptr()) || PyList_Check(result.ptr()))
    for (py::handle item : result)
      texts.push_back(PyUnicode_Check(item.ptr()) ? bytesOf(item) : "");
  bool areTexts = texts.size() == count;
  for (const std::string &text : texts)
    areTexts = areTexts && !text.empty();
  if (!areTexts)
    throw UserError("register_reduction: combine must return " +
                    (count == 1 ? std::string("a text")
                                : "a tuple of " + std::to_string(count) +
                                      " texts, one for each value") +
                    ", found " + shortReprOf(result));
  return texts;
}

py::object registerReduction(const Arguments &args) {
  KernelRecipe recipe = languageRecipe(args, "kernel");
  std::string name = args.str("name");
  if (reductionByName(name) || language::isKnownFunction(name) ||
      name == "argmin" || name == "argmax" ||
      !PyUnicode_IsIdentifier(args["name"].ptr()))
    throw UserError("register_reduction: '" + name +
                    "' is no name for an operation" +
                    (PyUnicode_IsIdentifier(args["name"].ptr())
                         ? ", for all kernels have one of that name"
                         : ""));
  if (asKernel(args["kernel"]) && recipe.source.reductions.count(name))
    throw UserError("register_reduction: '" + name +
                    "' is known already, and kernel '" + recipe.source.name +
                    "' is made with it");
  auto operation = std::make_shared<ReductionOperation>();
  operation->neutral = neutralValues(args);
  operation->combined = combinedTexts(args, operation->neutral.size());
  operation->isAssociative = args.flag("associative");
  operation->isCommutative = args.flag("commutative");
  recipe.source.reductions[name] = std::move(operation);
  return withRecipe(args["kernel"], std::move(recipe));
}

Function reductionFunction() {
  return {
      "register_reduction",
      {},
      "Defines an operation of reductions, for a kernel that reduces by it: "
      "`y[i] = NAME(k, a[i, k])`, `NAME((k, l), ...)`, `reduce(NAME, [k], "
      "...)`. `combine` is called once, with the names of what was combined "
      "before and of one iteration's value, and returns what both become, as "
      "text; of several values at once, `m, s = NAME(k, x[k], w[k])`, with "
      "tuples of names, and it returns a tuple. Iterations come in ascending "
      "order, from the neutral value on, so that the operation need be neither "
      "associative nor commutative. Where it is said to be both, its loops may "
      "be spread over work-items and groups as those of sums are: each "
      "combines its own iterations, and then `combine` is given what two of "
      "them have.\n\n"
      "    knl = lp.make_kernel(\"{ [k]: 0<=k<n }\", \"d = largest(k, "
      "x[k])\")\n"
      "    knl = lp.register_reduction(knl, \"largest\", 0, lambda a, b: "
      "f\"max({a}, abs({b}))\")",
      {{"kernel", nullptr, "a kernel of the kernel language"},
       {"name", nullptr, "the operation"},
       {"neutral", nullptr, "a number, or a tuple of numbers"},
       {"combine", nullptr, "a function of two texts to a text"},
       {"associative", "False",
        "True asserts that (a, b), c and a, (b, c) combine to the same"},
       {"commutative", "False", "True asserts that a, b and b, a do"}},
      "all kernels have an operation or function of that name; combine "
      "returns no text.",
      "seed 001, 2.1",
      ObjectFunction(registerReduction)};
}

} // namespace

FunctionGroup script::defineFunctions() {
  return {"What a script defines",
          "Functions in C are made known by register_callable.",
          {generatorsFunction(), reductionFunction()}};
}
