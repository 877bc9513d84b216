#include "NumpyModule.h"

#include "Arguments.h"
#include "InitialValues.h"
#include "LateNames.h"
#include "loopyc/Support/Diagnostic.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

py::object script::toPython(Type type) {
  fallbackNumpy(); // has the class
  return py::cast(DType{type});
}

static std::optional<Type> typeNamed(const std::string &name) {
  static const std::pair<const char *, Type> short_[] = {
      {"f4", Type::real(4)},          {"f8", Type::real(8)},
      {"c8", Type::complex(8)},       {"c16", Type::complex(16)},
      {"i1", Type::integer(1)},       {"i2", Type::integer(2)},
      {"i4", Type::integer(4)},       {"i8", Type::integer(8)},
      {"u1", Type::natural(1)},       {"u2", Type::natural(2)},
      {"u4", Type::natural(4)},       {"u8", Type::natural(8)},
      {"uint", Type::natural(8)},
      {"int", Type::integer(8)},      {"float", Type::real(8)},
      {"complex", Type::complex(16)}, {"bool_", Type::logical(1)}};
  std::string plain = !name.empty() && (name[0] == '<' || name[0] == '=')
                          ? name.substr(1)
                          : name;
  for (const auto &[key, type] : short_)
    if (plain == key)
      return type;
  return Type::parse(plain);
}

std::optional<Type> script::toType(py::handle object) {
  if (py::isinstance<DType>(object))
    return object.cast<DType &>().type;
  if (PyUnicode_Check(object.ptr()))
    return typeNamed(bytesOf(object));
  // dtype('float32').name, float32.__name__
  for (const char *attribute : {"name", "__name__"})
    if (py::hasattr(object, attribute)) {
      py::object name = object.attr(attribute);
      if (PyUnicode_Check(name.ptr()))
        return typeNamed(bytesOf(name));
    }
  return std::nullopt;
}

std::optional<Expr> script::toLiteral(py::handle object) {
  PyObject *o = object.ptr();
  if (PyBool_Check(o))
    return Expr::logical(o == Py_True);
  if (PyLong_Check(o) || (PyIndex_Check(o) && !py::isinstance<DType>(object))) {
    py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(o));
    if (!number)
      throw py::error_already_set();
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (value == -1 && PyErr_Occurred())
      throw py::error_already_set();
    if (overflow)
      return std::nullopt;
    bool fits = value >= INT32_MIN && value <= INT32_MAX;
    return Expr::integer(value, Type::integer(fits ? 4 : 8));
  }
  if (PyComplex_Check(o))
    return Expr::complex(PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o),
                         Type::complex(16));
  if (PyFloat_Check(o) || (PyNumber_Check(o) && Py_TYPE(o)->tp_as_number &&
                           Py_TYPE(o)->tp_as_number->nb_float)) {
    double value = PyFloat_AsDouble(o);
    if (value == -1.0 && PyErr_Occurred())
      throw py::error_already_set();
    return Expr::real(value, Type::real(8));
  }
  return std::nullopt;
}

static PyObject *realNumber(PyObject *value, int bytes) {
  double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred())
    return nullptr;
  return PyFloat_FromDouble(bytes == 4 ? static_cast<float>(number) : number);
}

// Modulo 2**bits.
static PyObject *wrapped(PyObject *value, int bits) {
  py::object number = py::reinterpret_steal<py::object>(PyNumber_Long(value));
  if (!number)
    return nullptr;
  py::int_ mask = py::int_(1).attr("__lshift__")(bits).attr("__sub__")(1);
  return PyNumber_And(number.ptr(), mask.ptr());
}

// np.float32(x): Python's number, rounded to the type.
static py::object converted(const DType &dtype, py::object value) {
  PyObject *o = value.ptr();
  PyObject *result = nullptr;
  switch (dtype.type.cls) {
  case TypeClass::Integer:
    result = PyNumber_Long(o);
    break;
  case TypeClass::Unsigned:
    result = wrapped(o, 8 * dtype.type.bytes);
    break;
  case TypeClass::Real:
    result = realNumber(o, dtype.type.bytes);
    break;
  case TypeClass::Complex:
    result =
        PyObject_CallOneArg(reinterpret_cast<PyObject *>(&PyComplex_Type), o);
    break;
  case TypeClass::Logical: {
    int truth = PyObject_IsTrue(o);
    result = truth < 0 ? nullptr : PyBool_FromLong(truth);
    break;
  }
  }
  if (!result)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

static DType makeDtype(py::object from) {
  if (std::optional<Type> type = toType(from))
    return {*type};
  throw py::type_error("np.dtype: expected a type such as np.float32 or its "
                       "name, found " +
                       reprOf(from));
}

static bool equals(const DType &dtype, py::object other) {
  std::optional<Type> type = toType(other);
  return type && *type == dtype.type;
}

static void addDtypeClass(py::module_ &module) {
  py::class_<DType>(module, "dtype",
                    "A scalar type; called, it converts a number to it.")
      .def(py::init(&makeDtype))
      .def_property_readonly("name",
                             [](const DType &d) { return d.type.str(); })
      .def_property_readonly("itemsize",
                             [](const DType &d) { return d.type.bytes; })
      .def_property_readonly("type", [](const DType &d) { return d; })
      .def_property_readonly("numpy_dtype", [](const DType &d) { return d; })
      .def_property_readonly("kind",
                             [](const DType &d) {
                               return d.type.isInteger()    ? "i"
                                      : d.type.isUnsigned() ? "u"
                                      : d.type.isReal()    ? "f"
                                      : d.type.isComplex() ? "c"
                                                           : "b";
                             })
      .def("__call__", &converted)
      .def("__eq__", &equals)
      .def("__ne__",
           [](const DType &d, py::object other) { return !equals(d, other); })
      .def("__hash__",
           [](const DType &d) { return py::hash(py::str(d.type.str())); })
      .def("__repr__", [](const DType &d) { return "np." + d.type.str(); });
}

// What initializers are made of.
struct ConstantArray {
  py::object list; // of lists, of numbers
  std::vector<int64_t> shape;
  Type type;
};

static ConstantArray makeArray(py::object values, py::object dtype) {
  InitialValues read = initialValues(values, "np.array");
  std::optional<Type> type =
      dtype.is_none() ? typeOfElements(read) : toType(dtype);
  if (!type)
    raiseTypeError("np.array: " + shortReprOf(dtype) +
                   " is no type that kernels have");
  return {py::hasattr(values, "tolist") ? values.attr("tolist")() : values,
          read.shape, *type};
}

// Larger ones are no tables of a kernel, and take long to write.
constexpr int64_t maxElements = int64_t(1) << 24;

static void checkElements(double elements, const char *function) {
  if (elements > static_cast<double>(maxElements))
    throw py::value_error("np." + std::string(function) + ": more than " +
                          std::to_string(maxElements) + " elements");
}

// An element's type: NumPy's of the value where none is given.
static Type typeOf(py::object dtype, const py::object &value,
                   const char *function) {
  if (dtype.is_none()) {
    py::list one;
    one.append(value);
    return typeOfElements(initialValues(one, "np." + std::string(function)));
  }
  if (std::optional<Type> type = toType(dtype))
    return *type;
  raiseTypeError("np." + std::string(function) + ": " + shortReprOf(dtype) +
                 " is no type that kernels have");
}

// Lists of their own along each axis.
static py::object nested(const std::vector<int64_t> &shape, size_t axis,
                         const py::object &value) {
  if (axis == shape.size())
    return value;
  py::list result;
  for (int64_t i = 0; i < shape[axis]; ++i)
    result.append(nested(shape, axis + 1, value));
  return result;
}

static std::vector<int64_t> extentsOf(const py::object &shape,
                                      const char *function) {
  std::vector<int64_t> extents;
  py::object axes = shape;
  if (PyIndex_Check(shape.ptr()))
    axes = py::make_tuple(shape);
  else if (!py::isinstance<py::sequence>(shape))
    raiseTypeError("np." + std::string(function) + ": " + shortReprOf(shape) +
                   " is no extent, and no tuple of extents");
  double elements = 1;
  for (py::handle axis : axes) {
    if (!PyIndex_Check(axis.ptr()))
      raiseTypeError("np." + std::string(function) + ": the extent " +
                     shortReprOf(axis) + " is no integer");
    const int64_t extent = PyNumber_AsSsize_t(axis.ptr(), nullptr); // clipped
    if (extent < 0)
      throw py::value_error("np." + std::string(function) + ": the extent " +
                            shortReprOf(axis) + " is negative");
    // Lists of empty lists take room, too.
    elements *= std::max(static_cast<double>(extent), 1.0);
    extents.push_back(extent);
  }
  checkElements(elements, function);
  return extents;
}

static ConstantArray makeFull(py::object shape, py::object value,
                              py::object dtype, const char *function) {
  std::vector<int64_t> extents = extentsOf(shape, function);
  const Type type = typeOf(std::move(dtype), value, function);
  py::object list = nested(extents, 0, converted({type}, std::move(value)));
  return {std::move(list), std::move(extents), type};
}

// np.arange(stop), np.arange(start, stop, step): without the stop.
static ConstantArray makeRange(py::object first, py::object second,
                               py::object step, py::object dtype) {
  const char *function = "arange";
  const py::object start = second.is_none() ? py::int_(0) : first;
  const py::object stop = second.is_none() ? first : second;
  auto number = [&](const py::object &value) {
    double result = PyFloat_AsDouble(value.ptr());
    if (result == -1.0 && PyErr_Occurred())
      throw py::error_already_set();
    return result;
  };
  const double steps = std::ceil((number(stop) - number(start)) / number(step));
  if (number(step) == 0 || !std::isfinite(steps))
    throw py::value_error("np." + std::string(function) +
                          ": no number of steps leads from the start to the "
                          "stop");
  checkElements(steps, function);
  py::list values;
  py::object delta = step;
  if (PyIndex_Check(start.ptr()) && PyIndex_Check(stop.ptr()) &&
      PyIndex_Check(step.ptr())) { // exact where double precision is not
    const py::object range = py::module_::import("builtins").attr("range");
    values = py::list(range(start, stop, step));
  } else {
    delta = (start + step) - start; // as NumPy rounds
    for (int64_t i = 0; i < steps; ++i)
      values.append(start + py::int_(i) * delta);
  }
  const Type type = typeOf(std::move(dtype), start + delta, function);
  py::list list;
  for (py::handle value : values)
    list.append(converted({type}, py::reinterpret_borrow<py::object>(value)));
  const auto size = static_cast<int64_t>(list.size());
  return {std::move(list), {size}, type};
}

static void addArrayClass(py::module_ &module) {
  py::class_<ConstantArray>(module, "ndarray",
                            "Numbers, for initializers of temporaries.")
      .def_property_readonly(
          "dtype", [](const ConstantArray &a) { return toPython(a.type); })
      .def_property_readonly(
          "shape",
          [](const ConstantArray &a) { return py::tuple(py::cast(a.shape)); })
      .def("tolist", [](const ConstantArray &a) { return a.list; });
  module.def("array", &makeArray, py::arg("object"),
             py::arg("dtype") = py::none());
  const auto filled = [&](const char *name, double value) {
    module.def(
        name,
        [=](py::object shape, py::object dtype) {
          return makeFull(std::move(shape), py::float_(value), std::move(dtype),
                          name);
        },
        py::arg("shape"), py::arg("dtype") = py::none());
  };
  filled("zeros", 0);
  filled("ones", 1);
  module.def(
      "full",
      [](py::object shape, py::object value, py::object dtype) {
        return makeFull(std::move(shape), std::move(value), std::move(dtype),
                        "full");
      },
      py::arg("shape"), py::arg("fill_value"), py::arg("dtype") = py::none());
  module.def("arange", &makeRange, py::arg("start"),
             py::arg("stop") = py::none(), py::arg("step") = py::int_(1),
             py::arg("dtype") = py::none());
}

// np.pi: what is there otherwise was found already.
static py::object refuseMissing(const std::string &name) {
  PyErr_SetString(PyExc_AttributeError,
                  ("module 'numpy' has no attribute '" + name +
                   "' here: there are the types of scalars, and array, "
                   "arange, full, ones and zeros for constants; install NumPy "
                   "for more")
                      .c_str());
  throw py::error_already_set();
}

static py::module_ makeNumpyModule() {
  py::module_ module =
      py::reinterpret_steal<py::module_>(PyModule_New("numpy"));
  module.attr("__doc__") =
      "numpy's scalar types, as loopyc's scripts need them.";
  addDtypeClass(module);
  addArrayClass(module);
  const std::pair<const char *, Type> types[] = {
      {"float32", Type::real(4)},      {"float64", Type::real(8)},
      {"int8", Type::integer(1)},      {"int16", Type::integer(2)},
      {"int32", Type::integer(4)},     {"int64", Type::integer(8)},
      {"uint8", Type::natural(1)},     {"uint16", Type::natural(2)},
      {"uint32", Type::natural(4)},    {"uint64", Type::natural(8)},
      {"uintp", Type::natural(8)},
      {"complex64", Type::complex(8)}, {"complex128", Type::complex(16)},
      {"bool_", Type::logical(1)},     {"float_", Type::real(8)},
      {"single", Type::real(4)},       {"double", Type::real(8)},
      {"intp", Type::integer(8)}};
  for (const auto &[name, type] : types)
    module.attr(name) = py::cast(DType{type});
  module.def("__getattr__", &refuseMissing);
  return module;
}

py::module_ script::fallbackNumpy() {
  // Not destroyed: the interpreter outlives static objects' destructors.
  static auto *module = new py::module_(makeNumpyModule());
  return *module;
}

void script::addNumpyFallback() {
  addLateModule("numpy", &fallbackNumpy);
}
