#include "MatchModule.h"

#include "Arguments.h"
#include "PythonErrors.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

std::optional<StackMatch> script::toStackMatch(py::handle object) {
  if (object.is_none())
    return StackMatch();
  if (PyUnicode_Check(object.ptr()))
    return StackMatch::parse(bytesOf(object));
  if (py::isinstance<StackMatch>(object))
    return object.cast<const StackMatch &>();
  if (std::optional<Match> match = toMatch(object))
    return StackMatch(*match);
  return std::nullopt;
}

std::optional<Match> script::toMatch(py::handle object) {
  if (object.is_none())
    return Match();
  if (PyUnicode_Check(object.ptr()))
    return Match::parse(bytesOf(object));
  if (py::isinstance<Match>(object))
    return object.cast<const Match &>();
  return std::nullopt;
}

static Match requireMatch(py::handle object) {
  if (std::optional<Match> match = toMatch(object))
    return *match;
  throw py::type_error("loopy.match: expected a query, as text or as an object "
                       "of loopy.match, found " +
                       reprOf(object));
}

// And(a, b) and And((a, b)) are the same.
static std::vector<Match> operandsOf(py::args args) {
  py::object items = args;
  if (args.size() == 1 &&
      (PyTuple_Check(args[0].ptr()) || PyList_Check(args[0].ptr())))
    items = args[0];
  std::vector<Match> operands;
  for (py::handle item : items)
    operands.push_back(requireMatch(item));
  if (operands.empty())
    throw py::type_error("loopy.match: And and Or need at least one query");
  return operands;
}

namespace {

// Python's classes; each is a Match.
struct AllMatch : Match {};
template <typename Leaf> struct GlobMatch : Match {
  explicit GlobMatch(std::string glob) : Match(Leaf{std::move(glob)}) {}
};
struct NotMatch : Match {
  explicit NotMatch(py::object operand)
      : Match(MatchNot{std::make_shared<Match>(requireMatch(operand))}) {}
};
struct AndMatch : Match {
  explicit AndMatch(py::args args) : Match(MatchAnd{operandsOf(args)}) {}
};
struct OrMatch : Match {
  explicit OrMatch(py::args args) : Match(MatchOr{operandsOf(args)}) {}
};

} // namespace

template <typename Leaf>
static void addGlobClass(py::module_ &module, const char *name,
                         const char *doc) {
  py::class_<GlobMatch<Leaf>, Match>(module, name, doc)
      .def(py::init<std::string>(), py::arg("glob"));
}

static void addConnectives(py::module_ &module) {
  py::class_<AllMatch, Match>(module, "All", "Everything.").def(py::init<>());
  py::class_<NotMatch, Match>(module, "Not", "What the query does not select.")
      .def(py::init<py::object>());
  py::class_<AndMatch, Match>(module, "And", "What all the queries select.")
      .def(py::init<py::args>());
  py::class_<OrMatch, Match>(module, "Or", "What any of the queries selects.")
      .def(py::init<py::args>());
}

void script::addMatchClasses(py::module_ &module) {
  py::class_<Match>(module, "MatchExpressionBase",
                    "A query that selects instructions.")
      .def("__and__",
           [](const Match &a, py::object b) {
             return Match(MatchAnd{{a, requireMatch(b)}});
           })
      .def("__or__",
           [](const Match &a, py::object b) {
             return Match(MatchOr{{a, requireMatch(b)}});
           })
      .def("__invert__",
           [](const Match &a) {
             return Match(MatchNot{std::make_shared<Match>(a)});
           })
      .def("__str__", &Match::str)
      .def("__repr__", &Match::str);
  addConnectives(module);
  addGlobClass<MatchId>(module, "Id", "Instructions of this id.");
  addGlobClass<MatchTagged>(module, "Tagged", "Instructions with this tag.");
  module.attr("ObjTagged") = module.attr("Tagged");
  addGlobClass<MatchWrites>(module, "Writes",
                            "Instructions that assign this variable.");
  addGlobClass<MatchReads>(module, "Reads",
                           "Instructions that read this variable, directly or "
                           "through substitution rules.");
  addGlobClass<MatchIname>(module, "Iname", "Instructions within this iname.");
  addGlobClass<MatchInKernel>(module, "InKernel",
                              "Instructions of this kernel.");
  py::class_<StackMatch>(module, "StackMatch",
                         "A path from an instruction into its rules.")
      .def(py::init(&StackMatch::parse))
      .def("__str__", &StackMatch::str)
      .def("__repr__", &StackMatch::str);
  module.def("parse_match", &requireMatch,
             "The query that the text says; None is everything.");
  module.def(
      "parse_stack_match",
      [](py::object object) {
        if (std::optional<StackMatch> match = toStackMatch(object))
          return *match;
        throw py::type_error("parse_stack_match: expected a query, found " +
                             reprOf(object));
      },
      "The path that the text says, as in \"tag:prep > id:flux_subst > ...\".");
}
