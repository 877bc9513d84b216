// From Fortran text to kernels.
#include "Function.h"

#include "KernelClass.h"
#include "Session.h"

#include "loopyc/Frontend/CPreprocessor.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;

static py::object parse(const Arguments &args) {
  const ScriptOptions &options = Session::current().options();
  if (!options.parseFortran)
    throw InternalError("parse_fortran: no front end was given");
  std::optional<bool> freeForm;
  if (!args.isNone("free_form"))
    freeForm = args.flag("free_form");
  TranslationUnit unit = options.parseFortran(
      args.str("source"), args.str("filename"), freeForm);
  UnitHandle handle;
  for (Kernel &kernel : unit.kernels) {
    verifyKernel(kernel);
    handle.kernels.push_back(std::make_shared<const Kernel>(std::move(kernel)));
  }
  return toPython(std::move(handle));
}

// "NAME", "NAME=VALUE", "NAME VALUE", in a list or a string; or a dictionary.
static std::vector<frontend::MacroDefinition> definitions(const Arguments &args) {
  std::vector<frontend::MacroDefinition> macros;
  py::handle given = args["defines"];
  if (given.is_none())
    return macros;
  if (PyDict_Check(given.ptr())) {
    for (auto item : py::reinterpret_borrow<py::dict>(given))
      macros.push_back({py::str(item.first), py::str(item.second)});
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
  return pythonText(frontend::preprocessText(args.str("source"),
                                   Session::current().options().fileName,
                                   definitions(args),
                                   args.names("include_path")));
}

static Function parseFunction() {
  return {"parse_fortran",
          {},
          "Translates every subroutine of a Fortran source. The result may be "
          "iterated over, unpacked, or indexed with a subroutine's name.",
          {{"source", nullptr, "the text, usually SOURCE"},
           {"filename", "\"<floopy code>\"",
            "its name in messages, usually FILENAME; its suffix says free or "
            "fixed form"},
           {"free_form", "None", "True or False: regardless of the suffix"},
           {"strict", "True", "accepted for the seeds' sake"},
           {"seq_dependencies", "None",
            "accepted with either value: the order of Fortran's statements is "
            "kept exactly"},
           {"auto_dependencies", "None", "older name of seq_dependencies"}},
          "the source is no valid Fortran; no subroutine can be translated.",
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
           {"include_path", "None", "directories for #include, in order"}},
          "a directive is malformed or unknown; a file is not found; an #error "
          "is met.",
          "seed 000, section 3",
          ObjectFunction(preprocess)};
}

FunctionGroup script::sourceFunctions() {
  return {"Source",
          "A script starts from the text that it was found in: SOURCE, called "
          "FILENAME.",
          {parseFunction(), preprocessFunction()}};
}
