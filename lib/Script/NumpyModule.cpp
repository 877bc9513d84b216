#include "NumpyModule.h"

#include "Arguments.h"
#include "InitialValues.h"
#include "LateNames.h"
#include "loopyc/Support/Diagnostic.h"

#include <pybind11/stl.h>

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

static int64_t checkedProduct(int64_t elements, int64_t extent,
                              const char *function) {
  if (extent < 0)
    throw py::value_error(std::string(function) + ": an extent is " +
                          std::to_string(extent));
  if (extent != 0 && elements > maxElements / extent)
    throw py::value_error(std::string(function) + ": more than " +
                          std::to_string(maxElements) + " elements");
  return elements * extent;
}

static py::list repeated(py::handle value, py::ssize_t times) {
  py::list result(times);
  for (py::ssize_t i = 0; i < times; ++i)
    result[i] = value;
  return result;
}

// An element's type: NumPy's of the value where none is given.
static Type typeOf(py::object dtype, py::object value, const char *function) {
  if (dtype.is_none())
    return typeOfElements(initialValues(repeated(value, 1), function));
  if (std::optional<Type> type = toType(dtype))
    return *type;
  raiseTypeError(std::string(function) + ": " + shortReprOf(dtype) +
                 " is no type that kernels have");
}

static ConstantArray filled(py::object shape, py::object value,
                            py::object dtype, const char *function) {
  std::vector<int64_t> extents;
  if (PyIndex_Check(shape.ptr()))
    extents = {shape.cast<int64_t>()};
  else
    extents = shape.cast<std::vector<int64_t>>();
  const Type type = typeOf(dtype, value, function);
  int64_t elements = 1;
  for (int64_t extent : extents)
    elements = checkedProduct(elements, extent, function);
  py::object list = std::move(value);
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
    list = repeated(list, *extent);
  return {std::move(list), std::move(extents), type};
}

static ConstantArray makeZeros(py::object shape, py::object dtype) {
  return filled(std::move(shape), py::float_(0.0), std::move(dtype),
                "np.zeros");
}

static ConstantArray makeOnes(py::object shape, py::object dtype) {
  return filled(std::move(shape), py::float_(1.0), std::move(dtype), "np.ones");
}

static ConstantArray makeFull(py::object shape, py::object value,
                              py::object dtype) {
  return filled(std::move(shape), std::move(value), std::move(dtype),
                "np.full");
}

// np.arange(stop), np.arange(start, stop, step): without the stop.
static ConstantArray makeRange(py::object first, py::object second,
                               py::object step, py::object dtype) {
  const char *function = "np.arange";
  py::object start = second.is_none() ? py::int_(0) : first;
  py::object stop = second.is_none() ? first : second;
  const auto number = [&](const py::object &value) {
    double result = PyFloat_AsDouble(value.ptr());
    if (result == -1.0 && PyErr_Occurred())
      throw py::error_already_set();
    return result;
  };
  const double from = number(start), to = number(stop), by = number(step);
  const double steps = std::ceil((to - from) / by);
  if (by == 0 || !std::isfinite(steps))
    throw py::value_error(std::string(function) +
                          ": no number of steps leads from the start to the "
                          "stop");
  if (steps > static_cast<double>(maxElements))
    checkedProduct(maxElements, 2, function);
  const auto size = static_cast<int64_t>(std::max(steps, 0.0));
  const py::object delta = (start + step) - start; // as NumPy rounds
  py::list list(size);
  for (int64_t i = 0; i < size; ++i)
    list[i] = start + py::int_(i) * delta;
  const Type type = typeOf(std::move(dtype), start + delta, function);
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
  module.def("zeros", &makeZeros, py::arg("shape"),
             py::arg("dtype") = py::none());
  module.def("ones", &makeOnes, py::arg("shape"),
             py::arg("dtype") = py::none());
  module.def("full", &makeFull, py::arg("shape"), py::arg("fill_value"),
             py::arg("dtype") = py::none());
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
