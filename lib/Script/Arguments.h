// What a script passed to a function of module `loopy`, by parameter name, as
// C++ values. A value of the wrong type is a Python TypeError that names the
// function, the parameter, and what was found.
#ifndef LOOPYC_LIB_SCRIPT_ARGUMENTS_H
#define LOOPYC_LIB_SCRIPT_ARGUMENTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Script/Match.h"
#include "loopyc/Transform/Rules.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

namespace py = pybind11;

struct Function;

class Arguments {
public:
  // Binds positional and keyword arguments to the function's parameters.
  Arguments(const Function &fn, py::handle positional, py::handle keywords);

  const Function &function() const { return fn; }
  py::handle operator[](const char *parameter) const;
  bool isNone(const char *parameter) const {
    return (*this)[parameter].is_none();
  }

  bool flag(const char *parameter) const;
  int64_t integer(const char *parameter) const;
  // Of an element of the argument.
  int64_t integer(const char *parameter, py::handle value) const;
  double real(const char *parameter) const;
  std::string str(const char *parameter) const;
  // "2*x" or 2; None is "".
  std::string expression(const char *parameter) const;
  // 3 or "field": an axis of an array, by number or name.
  std::string axis(const char *parameter) const;
  std::optional<std::string> optionalStr(const char *parameter) const;
  // None is a plain loop.
  InameTag inameTag(const char *parameter) const;
  // "a, b" or a list, tuple or set of strings.
  std::vector<std::string> names(const char *parameter) const;
  // None is everything; text or an object of loopy.match.
  StackMatch match(const char *parameter) const;
  // The same as lib/Transform takes it: for instructions, and for uses of
  // rules.
  InstructionFilter filter(const char *parameter) const;
  // Also "a_*", or ids as a list, tuple or set.
  InstructionFilter filterOrIds(const char *parameter) const;
  RuleUseFilter useFilter(const char *parameter) const;

  // The kernel is one of several in a translation unit: of a list of names,
  // those that it does not have are meant for the others.
  bool amongOthers() const { return others; }
  void setAmongOthers(bool on) { others = on; }

  // As written in the script, the first `skip` left out: "'i', 16, tag=None".
  std::string text(size_t skip) const;

  // Raises TypeError.
  [[noreturn]] void wrongType(const char *parameter,
                              const std::string &expected) const;
  [[noreturn]] void wrongType(const char *parameter,
                              const std::string &expected,
                              py::handle found) const;

private:
  size_t indexOf(const char *parameter) const;

  const Function &fn;
  std::vector<py::object> values; // by parameter
  py::tuple given;
  py::dict givenByName;
  bool others = false;
};

// "a, b" split at commas, blanks removed.
std::vector<std::string> splitNames(const std::string &text);
// The names in an argument of any of the forms that the seeds use: "a, b",
// "i:l.0, j:l.1", ["a", "b"], ("a", 3, "F"), [("a", 3), ...], {"a": ...}.
std::vector<std::string> namesIn(py::handle object);
std::string typeName(py::handle object);

// Text as Python has it and back; bytes that are no UTF-8 (Latin-1 comments of
// old sources) come through unchanged. What no bytes stand for (a lone
// surrogate) is spelled out, as \ud800.
py::str pythonText(const std::string &text);
std::string bytesOf(py::handle text);
// Of any object, what str() and repr() give; whether of a string or not, this
// is how text comes from Python.
std::string textOf(py::handle object);
std::string reprOf(py::handle object);
// The beginning of it, for messages.
std::string shortReprOf(py::handle object);
// An integer that C++ can hold; raises OverflowError, which says `what` it is.
int64_t integerOf(py::handle integer, const std::string &what);

[[noreturn]] void raiseTypeError(const std::string &message);

} // namespace script
} // namespace loopyc

#endif
