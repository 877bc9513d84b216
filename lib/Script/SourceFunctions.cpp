// From Fortran text to kernels.
#include "Function.h"

#include "KernelClass.h"
#include "Recipe.h"
#include "ScriptText.h"
#include "Session.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/KernelLanguage/FortranText.h"
#include "loopyc/Source/Preprocessor.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;
using namespace loopyc::script;

static SourceText sourceText(const Arguments &args) {
  SourceText source{args.str("source"), args.str("filename"), std::nullopt};
  if (!args.isNone("free_form"))
    source.freeForm = args.flag("free_form");
  return source;
}

// --- kernels of the kernel language that it calls

static CalledKernel calledKernel(const KernelHandle &handle) {
  const std::string &name = handle.kernel->name;
  const std::string which = "parse_fortran: '" + name + "' of functions= ";
  if (!handle.made)
    throw UserError(which + "is no kernel of the kernel language; Fortran's "
                            "own procedures are found in files");
  if (handle.made->isTransformed)
    throw UserError(which + "was transformed, and its statements stand in the "
                            "places of calls as they were made; transform the "
                            "kernel that calls it");
  CalledKernel called;
  called.name = name;
  called.kernel = handle.kernel;
  try {
    requireTypes(*handle.kernel);
    called.fortran = language::fortranText(realizeReductions(*handle.kernel));
  } catch (UserError &error) {
    throw error.note("'" + name + "' is to be called by Fortran",
                     handle.kernel->range);
  }
  return called;
}

static void addFunctions(const Arguments &args, py::handle given,
                         std::vector<CalledKernel> &all, int depth) {
  constexpr int deepest = 8;
  if (asOpen(given))
    throw UserError("parse_fortran: a kernel of functions= calls kernels that "
                    "are not known yet; join them by lp.merge");
  if (const KernelHandle *handle = asKernel(given)) {
    for (const CalledKernel &other : all)
      if (equalButForCase(other.name, handle->kernel->name))
        throw UserError("parse_fortran: two kernels of functions= are named '" +
                        other.name + "'");
    all.push_back(calledKernel(*handle));
    return;
  }
  if ((!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr())) ||
      depth == deepest)
    args.wrongType("functions", "a kernel that lp.make_function made, or a "
                                "list of these");
  for (py::handle item : py::reinterpret_borrow<py::sequence>(given))
    addFunctions(args, item, all, depth + 1);
}

static py::object parse(const Arguments &args) {
  SourceText source = sourceText(args);
  if (!args.isNone("functions"))
    addFunctions(args, args["functions"], source.functions, 0);
  TranslationUnit unit = Session::current().host().parseFortran(source);
  UnitHandle handle;
  for (Kernel &kernel : unit.kernels) {
    verifyKernel(kernel);
    handle.kernels.push_back(std::make_shared<const Kernel>(std::move(kernel)));
  }
  return toPython(std::move(handle));
}

// "NAME", "NAME=VALUE", "NAME VALUE", in a list or a string; or a dictionary.
static std::vector<source::MacroDefinition>
definitions(const Arguments &args) {
  std::vector<source::MacroDefinition> macros;
  py::handle given = args["defines"];
  if (given.is_none())
    return macros;
  if (PyDict_Check(given.ptr())) {
    for (auto item : py::reinterpret_borrow<py::dict>(given))
      macros.push_back({textOf(item.first), textOf(item.second)});
    return macros;
  }
  for (const std::string &text : args.names("defines")) {
    size_t end = text.find_first_of("= ");
    if (end == std::string::npos)
      macros.push_back({text, "1"});
    else
      macros.push_back({text.substr(0, end), text.substr(end + 1)});
  }
  return macros;
}

static py::object preprocess(const Arguments &args) {
  return pythonText(source::preprocessText(
      args.str("source"), Session::current().options().fileName,
      definitions(args), args.names("include_path")));
}

static Function parseFunction() {
  return {"parse_fortran",
          {},
          "Translates every subroutine of a Fortran source. The result may be "
          "iterated over, unpacked, or indexed with a subroutine's name. In "
          "free form, a name that `implicit none` forbids, or that bounds an "
          "array, may be left undeclared for fix_parameters to give its value: "
          "it is then a constant, an integer(4) or a real(8) as its first "
          "letter says.",
          {{"source", nullptr, "the text, usually SOURCE"},
           {"filename", "\"<floopy code>\"",
            "its name in messages, usually FILENAME; its suffix says free or "
            "fixed form"},
           {"free_form", "None", "True or False: regardless of the suffix"},
           {"strict", "True", "accepted for the seeds' sake"},
           {"seq_dependencies", "None",
            "accepted with either value: the order of Fortran's statements is "
            "kept exactly"},
           {"auto_dependencies", "None", "older name of seq_dependencies"},
           {"functions", "None",
            "a kernel of lp.make_function, or a list: external subroutines of "
            "these names, whose statements stand in the places of calls"},
           {"target", "None", "accepted: --target says it"}},
          "a kernel of `functions` is called by nothing, or has what no Fortran "
          "procedure can have; the source is no valid Fortran; no subroutine "
          "can be translated; at "
          "the script's end, an undeclared name has no value.",
          "seed 000, section 3",
          ObjectFunction(parse)};
}

static Function preprocessFunction() {
  return {"c_preprocess",
          {},
          "Runs a C preprocessor over Fortran text. Lines keep their numbers; "
          "comments and character literals are left alone.",
          {{"source", nullptr, "the text"},
           {"defines", "None",
            "\"NAME\", \"NAME=VALUE\" or a list of these, or a dictionary"},
           {"include_path", "None", "directories for #include, in order",
            Names::Nothing, "include_paths"}},
          "a directive is malformed or unknown; a file is not found; an #error "
          "is met.",
          "seed 000, section 3",
          ObjectFunction(preprocess)};
}

// --- Fortran with its script

static py::object parseTransformed(const Arguments &args) {
  SourceText source = sourceText(args);
  py::handle context = args["transform_code_context"];
  if (!context.is_none() && !PyDict_Check(context.ptr()))
    args.wrongType("transform_code_context",
                   "a dictionary from names to values");
  std::optional<std::string> script =
      Session::current().host().scriptIn(source);
  if (!script)
    throw UserError("parse_transformed_fortran: '" + source.fileName +
                    "' holds no script between '!$loopy begin' and "
                    "'!$loopy end'; parse_fortran takes such a source");
  SourceInProgress progress(source.text, source.fileName);
  py::dict globals = scriptGlobals(source.text, source.fileName);
  if (!context.is_none())
    for (auto item : py::reinterpret_borrow<py::dict>(context))
      globals[item.first] = item.second;
  if (!args.isNone("pre_transform_code"))
    execute({args.str("pre_transform_code"), "<pre_transform_code>"}, globals);
  execute({*script, source.fileName}, globals);
  if (!globals.contains("RESULT"))
    throw UserError("parse_transformed_fortran: the script of '" +
                    source.fileName +
                    "' sets no RESULT; end it with RESULT = KERNEL, or a list "
                    "of kernels");
  return globals["RESULT"];
}

static Function parseTransformedFunction() {
  return {
      "parse_transformed_fortran",
      {},
      "Runs the script in the `!$loopy begin` ... `!$loopy end` blocks of "
      "a Fortran source and returns what it leaves in RESULT: for a "
      "script, in a file of its own, that goes on from there. The inner "
      "script finds lp, np, SOURCE and FILENAME, and none of the outer "
      "one's names.",
      {{"source", nullptr, "the text, usually SOURCE"},
       {"free_form", "None", "True or False: regardless of the suffix"},
       {"strict", "True", "accepted for the seeds' sake"},
       {"pre_transform_code", "None",
        "Python code to run first, with the same names"},
       {"transform_code_context", "None",
        "dictionary: more names that the scripts find"},
       {"filename", "\"<floopy code>\"", "FILENAME, and the name in messages"}},
      "there are no such blocks; the script sets no RESULT, or calls this "
      "function for the source that it stands in.",
      "seed 000, section 3",
      ObjectFunction(parseTransformed)};
}

// --- division

static py::object specialized(const Arguments &args) {
  if (!asKernel(args["kernel"]) && !asUnit(args["kernel"]))
    args.wrongType("kernel", "a kernel or a translation unit");
  return py::reinterpret_borrow<py::object>(args["kernel"]);
}

static Function divisionFunction() {
  return {"specialize_fortran_division",
          {},
          "Returns what it is given. Loo.py's front end does not know types, "
          "and lets this function decide whether a Fortran division is one of "
          "integers (which truncates) or of reals; here the front end has "
          "decided. Also in `loopy.frontend.fortran.translator`, where "
          "Loo.py's scripts import it from.",
          {{"kernel", nullptr, "a kernel or a translation unit"}},
          "",
          "",
          ObjectFunction(specialized)};
}

FunctionGroup script::sourceFunctions() {
  return {"Source",
          "A script starts from the text that it was found in: SOURCE, called "
          "FILENAME.",
          {parseFunction(), parseTransformedFunction(), preprocessFunction(),
           divisionFunction()}};
}
