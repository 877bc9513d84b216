// loopy.Op, loopy.MemAccess and loopy.Sync.
#include "CountClasses.h"

#include "Arguments.h"
#include "NumpyModule.h"

#include "loopyc/Support/CloseMatches.h"

using namespace loopyc;
using namespace loopyc::script;

const KeyClass script::opClass = {
    "Op",
    "A kind of arithmetic operation.",
    {{"dtype", FieldKind::Type},
     {"name"},
     {"count_granularity"},
     {"kernel_name"}}};

const KeyClass script::memAccessClass = {
    "MemAccess",
    "A kind of memory access. `lanes` is the length of the short vector that "
    "one access takes, None for a scalar or one component.",
    {{"mtype"},
     {"dtype", FieldKind::Type},
     {"lid_strides", FieldKind::Strides},
     {"gid_strides", FieldKind::Strides},
     {"direction"},
     {"variable"},
     {"variable_tags"},
     {"count_granularity"},
     {"kernel_name"},
     {"lanes"}}};

const KeyClass script::syncClass = {
    "Sync",
    "A kind of synchronisation: barrier_local or kernel_launch.",
    {{"kind"}, {"kernel_name"}}};

size_t KeyClass::indexOf(const std::string &field) const {
  std::vector<std::string> known;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (field == fields[i].name)
      return i;
    known.push_back(fields[i].name);
  }
  throw py::attribute_error(std::string(name) + " has no field '" + field +
                            "'" + suggestion(field, known));
}

CountKey::CountKey(const KeyClass &of)
    : of(&of), values(of.fields.size(), py::none()) {}

[[noreturn]] static void wrongField(const KeyClass &of, const KeyField &field,
                                    const char *expected, py::handle found) {
  raiseTypeError(std::string(of.name) + ": field '" + field.name +
                 "' must be " + expected + ", found " + reprOf(found));
}

// Axis numbers in ascending order.
static py::dict sortedStrides(py::handle given) {
  py::list axes = py::reinterpret_steal<py::list>(PyDict_Keys(given.ptr()));
  axes.attr("sort")();
  py::dict sorted;
  for (py::handle axis : axes)
    sorted[axis] = py::reinterpret_borrow<py::dict>(given)[axis];
  return sorted;
}

static bool isEmptySet(py::handle value) {
  return PyAnySet_Check(value.ptr()) && PySet_Size(value.ptr()) == 0;
}

void CountKey::set(const std::string &name, py::handle value) {
  size_t index = of->indexOf(name);
  const KeyField &field = of->fields[index];
  py::object kept = py::reinterpret_borrow<py::object>(value);
  if (value.is_none() || isEmptySet(value)) {
    kept = py::none();
  } else if (field.kind == FieldKind::Type) {
    std::optional<Type> type = toType(value);
    if (!type)
      wrongField(*of, field, "a type such as np.float32", value);
    kept = script::toPython(*type);
  } else if (field.kind == FieldKind::Strides) {
    if (!PyDict_Check(value.ptr()))
      wrongField(*of, field, "a dictionary from axis numbers to strides",
                 value);
    kept = sortedStrides(value);
  }
  values[index] = kept;
}

static std::string shown(const KeyField &field, const py::object &value) {
  if (field.kind == FieldKind::Type && !value.is_none())
    return "np:dtype('" + textOf(value.attr("name")) + "')";
  return textOf(value);
}

// The seeds' forms differ in how they quote the kernel's name, and Op leaves
// out one that is not given.
std::string CountKey::str() const {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    std::string field = of->fields[i].name;
    std::string part = shown(of->fields[i], values[i]);
    bool isNone = values[i].is_none();
    if (field == "kernel_name" && of == &opClass)
      part = isNone ? "" : "\"" + part + "\"";
    else if (field == "kernel_name" && of == &memAccessClass)
      part = reprOf(values[i]);
    else if (field == "lanes")
      part = isNone ? "" : "lanes=" + part;
    if (!part.empty())
      text += (text.empty() ? "" : ", ") + part;
  }
  return std::string(of->name) + "(" + text + ")";
}

std::string CountKey::identity() const {
  std::string text = of->name;
  for (const py::object &value : values)
    text += "|" + reprOf(value);
  return text;
}

namespace {

// One C++ type for each Python class.
struct OpKey : CountKey {
  OpKey() : CountKey(opClass) {}
};
struct MemAccessKey : CountKey {
  MemAccessKey() : CountKey(memAccessClass) {}
};
struct SyncKey : CountKey {
  SyncKey() : CountKey(syncClass) {}
};

} // namespace

template <typename Key>
static Key makeKey(py::args positional, py::kwargs named) {
  Key key;
  const KeyClass &of = *key.of;
  if (positional.size() > of.fields.size())
    raiseTypeError(std::string(of.name) + " takes at most " +
                   std::to_string(of.fields.size()) + " arguments, found " +
                   std::to_string(positional.size()));
  for (size_t i = 0; i < positional.size(); ++i)
    key.set(of.fields[i].name, positional[i]);
  for (auto item : named)
    key.set(textOf(item.first), item.second);
  return key;
}

template <typename Key> static py::object asObject(const CountKey &key) {
  Key made;
  made.values = key.values;
  return py::cast(std::move(made));
}

py::object CountKey::toPython() const {
  if (of == &opClass)
    return asObject<OpKey>(*this);
  if (of == &memAccessClass)
    return asObject<MemAccessKey>(*this);
  return asObject<SyncKey>(*this);
}

const CountKey *script::asCountKey(py::handle object) {
  return py::isinstance<CountKey>(object) ? &object.cast<const CountKey &>()
                                          : nullptr;
}

template <typename Key>
static void addClass(py::module_ &module, const KeyClass &of) {
  py::class_<Key, CountKey> made(module, of.name, of.doc);
  made.def(py::init(&makeKey<Key>));
  for (size_t i = 0; i < of.fields.size(); ++i)
    made.def_property_readonly(
        of.fields[i].name, [i](const CountKey &key) { return key.values[i]; });
}

void script::addCountKeyClasses(py::module_ &module) {
  py::class_<CountKey>(module, "_CountKey")
      .def("__eq__",
           [](const CountKey &a, py::object b) {
             const CountKey *other = asCountKey(b);
             return other && a.identity() == other->identity();
           })
      .def("__hash__",
           [](const CountKey &key) {
             return std::hash<std::string>()(key.identity());
           })
      .def("__repr__", &CountKey::str);
  addClass<OpKey>(module, opClass);
  addClass<MemAccessKey>(module, memAccessClass);
  addClass<SyncKey>(module, syncClass);
}
