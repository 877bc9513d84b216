// loopy.PwQPolynomial and loopy.ToCountMap.
#include "CountClasses.h"

#include "Arguments.h"
#include "LateNames.h"
#include "NumpyModule.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::script;

// --- loopy.PwQPolynomial

static int64_t parameterValue(const std::string &name, py::handle value) {
  if (!PyIndex_Check(value.ptr()))
    raiseTypeError("eval_with_dict: parameter '" + name +
                   "' must have an integer value, found " + reprOf(value));
  int64_t result = PyNumber_AsSsize_t(value.ptr(), PyExc_OverflowError);
  if (result == -1 && PyErr_Occurred())
    throw py::error_already_set();
  return result;
}

// The values of the names that the polynomial depends on; names may differ in
// case, as in Fortran.
static poly::Point pointOf(const poly::PwQPolynomial &polynomial,
                           const py::dict &values) {
  poly::Point point;
  for (const std::string &name : polynomial.names()) {
    for (auto item : values)
      if (llvm::StringRef(textOf(item.first)).equals_insensitive(name))
        point[name] = parameterValue(name, item.second);
    if (values.contains(name))
      point[name] = parameterValue(name, values[py::str(name)]);
  }
  return point;
}

static py::object evaluate(const PolynomialHandle &handle,
                           const py::dict &values) {
  std::string digits =
      handle.value.valueAt(pointOf(handle.value, values));
  PyObject *number = PyLong_FromString(digits.c_str(), nullptr, 10);
  if (!number)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(number);
}

// Of an operand: a polynomial, or an integer as one.
static poly::PwQPolynomial operand(py::handle object) {
  if (py::isinstance<PolynomialHandle>(object))
    return object.cast<const PolynomialHandle &>().value;
  if (PyIndex_Check(object.ptr()))
    return poly::PwQPolynomial::constant(parameterValue("constant", object));
  raiseTypeError("a count can be combined with an integer or another count, "
                 "not with " +
                 reprOf(object));
}

static void addPolynomialClass(py::module_ &module) {
  using H = PolynomialHandle;
  auto add = [](const H &a, py::object b) { return H{a.value + operand(b)}; };
  auto multiply = [](const H &a, py::object b) {
    return H{a.value * operand(b)};
  };
  py::class_<H>(module, "PwQPolynomial",
                "A count: a piecewise quasi-polynomial in the parameters of a "
                "kernel.")
      .def("eval_with_dict", &evaluate, py::arg("param_dict"),
           "The count, an int, for a dictionary from names to values.")
      .def("__add__", add)
      .def("__radd__", add)
      .def("__mul__", multiply)
      .def("__rmul__", multiply)
      .def("__eq__",
           [](const H &a, py::object b) {
             return py::isinstance<H>(b) &&
                    (a.value + b.cast<const H &>().value.scaled(-1)).isZero();
           })
      .def("__repr__", [](const H &h) { return h.value.str(); });
}

// --- loopy.ToCountMap

void CountMap::add(py::handle key, py::handle count) {
  py::object value = py::reinterpret_borrow<py::object>(count);
  if (counts.contains(key))
    value = py::object(counts[key]) + value;
  counts[key] = value;
}

void CountMap::add(const CountKey &key, const poly::PwQPolynomial &count) {
  add(key.toPython(), py::cast(PolynomialHandle{count}));
}

std::string script::stringified(py::handle mapping) {
  std::map<std::string, std::string> lines;
  for (py::handle key : mapping.attr("keys")())
    lines[py::str(key)] = py::str(mapping.attr("__getitem__")(key));
  std::string text;
  for (const auto &[key, count] : lines)
    text += key + " : " + count + "\n";
  return text;
}

static const CountKey &keyOf(py::handle object, const char *method) {
  if (const CountKey *key = asCountKey(object))
    return *key;
  throw UserError(std::string("ToCountMap.") + method + " needs keys with " +
                  "fields, as lp.Op has, found " + reprOf(object));
}

static py::object lookUp(const CountMap &map, py::object key) {
  if (map.counts.contains(key))
    return map.counts[key];
  throw py::key_error("nothing was counted under " + textOf(key) +
                      "; print the map to see its keys");
}

static CountMap filteredBy(const CountMap &map, py::kwargs fields) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts) {
    const CountKey &own = keyOf(key, "filter_by");
    bool chosen = true;
    for (auto [field, allowed] : fields) {
      // Compared as keys are, so that np.float32 finds its dtype.
      bool found = false;
      for (py::handle value : py::reinterpret_borrow<py::object>(allowed)) {
        CountKey other = own;
        other.set(textOf(field), value);
        found = found || other.identity() == own.identity();
      }
      chosen = chosen && found;
    }
    if (chosen)
      result.add(key, count);
  }
  return result;
}

static CountMap filteredByFunction(const CountMap &map, py::object function) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts)
    if (py::bool_(function(key)))
      result.add(key, count);
  return result;
}

static CountMap grouped(const CountMap &map, py::args fields) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts) {
    const CountKey &own = keyOf(key, "group_by");
    CountKey group(*own.of);
    for (py::handle field : fields)
      group.set(textOf(field), own.get(textOf(field)));
    result.add(group.toPython(), count);
  }
  return result;
}

static CountMap inBytes(const CountMap &map) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts) {
    const CountKey &own = keyOf(key, "to_bytes");
    std::optional<Type> type = toType(own.get("dtype"));
    if (!type)
      throw UserError("ToCountMap.to_bytes: " + own.str() +
                      " has no dtype; convert before grouping, or keep "
                      "'dtype' in the groups");
    int64_t lanes = 1;
    if (own.of == &memAccessClass && !own.get("lanes").is_none())
      lanes = own.get("lanes").cast<int64_t>();
    int64_t bytes = type->bytes * (lanes == 3 ? 4 : lanes);
    result.add(key, py::reinterpret_borrow<py::object>(count) *
                        py::int_(bytes));
  }
  return result;
}

static CountMap withAttributes(const CountMap &map, py::kwargs fields) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts) {
    CountKey changed = keyOf(key, "with_set_attributes");
    for (auto [field, value] : fields)
      changed.set(textOf(field), value);
    result.add(changed.toPython(), count);
  }
  return result;
}

static py::object sum(const CountMap &map) {
  py::object total = py::cast(PolynomialHandle{});
  for (auto [key, count] : map.counts)
    total = total + py::reinterpret_borrow<py::object>(count);
  return total;
}

static py::object evaluatedSum(const CountMap &map, py::object values) {
  py::object total = py::int_(0);
  for (auto [key, count] : map.counts)
    total = total + (py::isinstance<PolynomialHandle>(count)
                         ? evaluate(count.cast<const PolynomialHandle &>(),
                                    values.is_none() ? py::dict()
                                                     : py::dict(values))
                         : py::reinterpret_borrow<py::object>(count));
  return total;
}

static CountMap merged(const CountMap &a, const CountMap &b) {
  CountMap result{{}, py::tuple(a.remarks + b.remarks)};
  for (const CountMap *map : {&a, &b})
    for (auto [key, count] : map->counts)
      result.add(key, count);
  return result;
}

static CountMap scaled(const CountMap &map, py::object factor) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : map.counts)
    result.add(key, py::reinterpret_borrow<py::object>(count) * factor);
  return result;
}

static CountMap copied(const CountMap &map, py::object counts) {
  CountMap result{{}, map.remarks};
  for (auto [key, count] : counts.is_none() ? map.counts : py::dict(counts))
    result.add(key, count);
  return result;
}

static void addMapClasses(py::module_ &module) {
  addPolynomialClass(module);
  using M = CountMap;
  py::class_<M>(module, "ToCountMap", "What was counted, and how often.")
      .def(py::init([](py::object counts) { return copied(M(), counts); }),
           py::arg("count_map") = py::none())
      .def("filter_by", &filteredBy,
           "Keys whose fields have one of the values: "
           "filter_by(dtype=[np.float32], direction=[\"load\"]).")
      .def("filter_by_func", &filteredByFunction, py::arg("func"),
           "Keys for which the function returns true.")
      .def("group_by", &grouped,
           "Sums over all fields but those named: group_by(\"direction\").")
      .def("to_bytes", &inBytes, "Counts of accesses as counts of bytes.")
      .def("sum", &sum, "The sum of all counts.")
      .def("eval_and_sum", &evaluatedSum, py::arg("params") = py::none(),
           "The sum of all counts, an int, for a dictionary from names to "
           "values.")
      .def("with_set_attributes", &withAttributes,
           "The same counts under keys with these fields changed.")
      .def("copy", &copied, py::arg("count_map") = py::none())
      .def("keys", [](const M &m) { return m.counts.attr("keys")(); })
      .def("values", [](const M &m) { return m.counts.attr("values")(); })
      .def("items", [](const M &m) { return m.counts.attr("items")(); })
      .def(
          "get",
          [](const M &m, py::object key, py::object otherwise) {
            return m.counts.attr("get")(key, otherwise);
          },
          py::arg("key"), py::arg("default") = py::none())
      .def_property_readonly("count_map",
                             [](const M &m) { return m.counts.attr("copy")(); })
      .def_readonly("remarks", &M::remarks,
                    "What the counts take for granted, one sentence each.")
      .def("__getitem__", &lookUp)
      .def("__contains__",
           [](const M &m, py::object key) { return m.counts.contains(key); })
      .def("__len__", [](const M &m) { return m.counts.size(); })
      .def("__iter__", [](const M &m) { return py::iter(m.counts); })
      .def("__add__", &merged)
      .def("__mul__", &scaled)
      .def("__rmul__", &scaled)
      .def("__str__", [](const M &m) { return stringified(m.counts); })
      .def("__repr__",
           [](const M &m) { return "ToCountMap(" + reprOf(m.counts) + ")"; });
  // The seeds' name of a map to polynomials.
  module.attr("ToCountPolynomialMap") = module.attr("ToCountMap");
}

void script::addCountClasses() {
  addLateNames({"Op", "MemAccess", "Sync", "PwQPolynomial", "ToCountMap"},
               [](py::module_ &module) {
                 addCountKeyClasses(module);
                 addMapClasses(module);
               });
}

void script::makeCountClasses() { lateName("ToCountMap"); }
