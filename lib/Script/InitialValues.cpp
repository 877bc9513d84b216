#include "InitialValues.h"

#include "Arguments.h"
#include "NumpyModule.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

namespace {

class Reader {
public:
  Reader(std::string where) : where(std::move(where)) {}

  InitialValues run(py::handle given) {
    py::object list = py::reinterpret_borrow<py::object>(given);
    if (py::hasattr(given, "dtype"))
      values.type = toType(given.attr("dtype"));
    if (py::hasattr(given, "tolist"))
      list = given.attr("tolist")();
    read(list, 0);
    if (values.elements.empty())
      throw UserError(where + ": the initializer holds nothing");
    return std::move(values);
  }

private:
  static bool isList(py::handle given) {
    return PyList_Check(given.ptr()) || PyTuple_Check(given.ptr());
  }

  void read(const py::object &given, size_t axis) {
    if (!isList(given))
      return number(given, axis);
    auto length = static_cast<int64_t>(py::len(given));
    if (axis == values.shape.size() && values.elements.empty())
      values.shape.push_back(length);
    if (axis >= values.shape.size() || values.shape[axis] != length)
      throw UserError(where + ": the rows of the initializer are of different "
                              "lengths");
    for (py::handle item : given)
      read(py::reinterpret_borrow<py::object>(item), axis + 1);
  }

  // 2**63 to 2**64 - 1
  static std::optional<Expr> largeInteger(const py::object &given) {
    if (!PyLong_Check(given.ptr()))
      return std::nullopt;
    unsigned long long value = PyLong_AsUnsignedLongLong(given.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return std::nullopt;
    }
    return Expr::integer(static_cast<int64_t>(value), Type::natural(8));
  }

  void number(const py::object &given, size_t axis) {
    std::optional<Expr> value = toLiteral(given);
    if (!value)
      value = largeInteger(given);
    if (!value || axis != values.shape.size())
      throw UserError(where +
                      ": an initializer holds numbers, and in lists of "
                      "equal lengths, found " +
                      shortReprOf(given));
    const auto *real = value->getIf<RealLit>();
    if (real && std::isnan(real->value))
      throw UserError(where +
                      ": the initializer holds nan, which is no number");
    values.elements.push_back(std::move(*value));
  }

  std::string where;
  InitialValues values;
};

} // namespace

InitialValues script::initialValues(py::handle given,
                                    const std::string &where) {
  return Reader(where).run(given);
}

Type script::typeOfElements(const InitialValues &values) {
  if (values.type)
    return *values.type;
  auto any = [&](auto has) {
    return std::any_of(values.elements.begin(), values.elements.end(),
                       [&](const Expr &e) { return has(e.type()); });
  };
  if (any([](Type t) { return t.isComplex(); }))
    return Type::complex(16);
  if (any([](Type t) { return t.isReal(); }))
    return Type::real(8);
  if (any([](Type t) { return t.isUnsigned(); })) // 2**63 and more
    return Type::natural(8);
  return any([](Type t) { return t.isInteger(); }) ? Type::integer(8)
                                                   : Type::logical(1);
}
