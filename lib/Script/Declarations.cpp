#include "Declarations.h"

#include "Arguments.h"
#include "ExpressionTexts.h"
#include "InitialValues.h"
#include "NumpyModule.h"
#include "Session.h"

#include "loopyc/IR/Images.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;
using language::Declaration;

// lp.auto, None
static bool isAuto(py::handle value) {
  return value.is_none() ||
         value.is(py::module_::import("loopy").attr("auto")) ||
         py::isinstance(value, py::module_::import("loopy").attr("auto"));
}

// The brackets around all of it are left out.
static llvm::StringRef withoutBrackets(llvm::StringRef text) {
  text = text.trim();
  if (text.size() < 2 || text.front() != '(' || text.back() != ')')
    return text;
  int depth = 0;
  for (size_t at = 0; at + 1 < text.size(); ++at)
    if ((depth += (text[at] == '(') - (text[at] == ')')) == 0)
      return text; // (n + 1)*(m + 1)
  return text.drop_front().drop_back();
}

// "(n, 16)", "max(n, m), 16"
static std::vector<std::string> tupleTexts(llvm::StringRef text) {
  std::vector<std::string> texts;
  std::string part;
  int depth = 0;
  auto add = [&] {
    if (llvm::StringRef trimmed = llvm::StringRef(part).trim();
        !trimmed.empty())
      texts.push_back(trimmed.str());
    part.clear();
  };
  for (char c : withoutBrackets(text)) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c == ',' && depth == 0)
      add();
    else
      part += c;
  }
  add();
  return texts;
}

// ("n", 16), "n, 16", 16
static std::vector<std::string> extentTexts(py::handle shape,
                                            const std::string &where) {
  std::vector<std::string> texts;
  if (PyUnicode_Check(shape.ptr()))
    return tupleTexts(bytesOf(shape));
  if (PyLong_Check(shape.ptr()) || asExpressionText(shape))
    return {textOf(shape)};
  if (!PyTuple_Check(shape.ptr()) && !PyList_Check(shape.ptr()))
    raiseTypeError(where +
                   ": shape must be a tuple of extents, or lp.auto, "
                   "found " +
                   shortReprOf(shape));
  for (py::handle extent : py::reinterpret_borrow<py::object>(shape)) {
    if (!PyUnicode_Check(extent.ptr()) && !PyIndex_Check(extent.ptr()) &&
        !asExpressionText(extent))
      raiseTypeError(where +
                     ": an extent must be an integer or a text such as "
                     "\"n + 1\", found " +
                     shortReprOf(extent));
    texts.push_back(textOf(extent));
  }
  return texts;
}

static std::vector<std::string> strideTags(py::handle strides,
                                           const std::string &where) {
  std::vector<std::string> tags;
  for (const std::string &stride : extentTexts(strides, where))
    tags.push_back("stride:" + stride);
  return tags;
}

static AddressSpace spaceNamed(const std::string &name,
                               const std::string &where) {
  for (AddressSpace space :
       {AddressSpace::Auto, AddressSpace::Private, AddressSpace::Local,
        AddressSpace::Global, AddressSpace::Constant})
    if (name == addressSpaceName(space))
      return space;
  raiseTypeError(where +
                 ": address_space must be \"private\", \"local\" or "
                 "\"global\", found '" +
                 name + "'");
}

namespace {

// The parameters of a constructor, by position and by name.
class Given {
public:
  Given(std::string className, std::vector<const char *> positions,
        const py::args &args, const py::kwargs &keywords)
      : className(std::move(className)), values(py::dict(keywords)) {
    if (args.size() > positions.size())
      raiseTypeError("lp." + this->className + " got " +
                     std::to_string(args.size()) + " positional arguments");
    for (size_t i = 0; i < args.size(); ++i) {
      py::str name(positions[i]);
      if (values.contains(name))
        raiseTypeError("lp." + this->className + " got two values for '" +
                       positions[i] + "'");
      values[name] = args[i];
    }
  }

  // None if it is not given; each may be taken once.
  py::object take(const char *name) {
    py::str key(name);
    if (!values.contains(key))
      return py::none();
    py::object value = values[key];
    PyDict_DelItem(values.ptr(), key.ptr());
    return value;
  }

  // What has no meaning here may be given as nothing.
  void takeNothing(const char *name, const char *nothing) {
    py::object value = take(name);
    if (!value.is_none() && textOf(value) != nothing)
      throw UserError("lp." + className + ": " + name + "=" +
                      shortReprOf(value) +
                      " is not supported yet; leave it "
                      "out");
  }

  void requireAllTaken() const {
    for (auto item : values)
      raiseTypeError("lp." + className + " has no argument '" +
                     textOf(item.first) + "'");
  }

  std::string className;

private:
  py::dict values;
};

} // namespace

static void readLayout(Given &given, const std::string &where,
                       Declaration &declaration) {
  if (py::object shape = given.take("shape"); !isAuto(shape))
    declaration.shape = extentTexts(shape, where);
  py::object order = given.take("order");
  if (!order.is_none()) {
    std::string text = textOf(order);
    if (text != "C" && text != "F")
      raiseTypeError(where + ": order must be \"C\" or \"F\", found " +
                     shortReprOf(order));
    declaration.order = text[0];
  }
  py::object tags = given.take("dim_tags"), strides = given.take("strides");
  if (!isAuto(tags))
    declaration.axisTags = PyUnicode_Check(tags.ptr())
                               ? splitNames(bytesOf(tags))
                               : extentTexts(tags, where);
  else if (!isAuto(strides))
    declaration.axisTags = strideTags(strides, where);
  if (py::object names = given.take("dim_names"); !names.is_none())
    declaration.axisNames = extentTexts(names, where);
}

// lp.auto: callers pass where the first element is.
static void readOffset(Given &given, const std::string &where,
                       Declaration &declaration) {
  py::object offset = given.take("offset");
  if (isAuto(offset))
    return;
  if (!PyUnicode_Check(offset.ptr()) && !PyIndex_Check(offset.ptr()) &&
      !asExpressionText(offset))
    raiseTypeError(where +
                   ": offset must be an integer, a text such as \"n + 1\", or "
                   "lp.auto, found " +
                   shortReprOf(offset));
  declaration.offset = textOf(offset);
}

static std::string listed(const std::vector<std::string> &texts) {
  std::string list;
  for (const std::string &text : texts)
    list += (list.empty() ? "" : ", ") + text;
  return "(" + list + ")";
}

static void requireFits(const Expr &value, Type type,
                        const std::string &where) {
  Type own = value.type();
  bool fits = type.isComplex() || (type.isReal() && !own.isComplex()) ||
              (type.isAnyInteger() &&
               (own.isAnyInteger() || own.isLogical())) ||
              (type.isLogical() && own.isLogical());
  if (!fits)
    throw UserError(where + ": the initializer holds " + value.str() +
                    ", and elements are " + type.str());
}

static void readInitializer(Given &given, const std::string &where,
                            Declaration &declaration) {
  py::object isReadOnly = given.take("read_only");
  declaration.isReadOnly =
      !isReadOnly.is_none() && PyObject_IsTrue(isReadOnly.ptr()) == 1;
  py::object object = given.take("initializer");
  if (object.is_none())
    return;
  InitialValues values = initialValues(object, where);
  std::vector<std::string> shape;
  for (int64_t extent : values.shape)
    shape.push_back(std::to_string(extent));
  if (declaration.shape && *declaration.shape != shape)
    throw UserError(where + ": the shape is " + listed(*declaration.shape) +
                    ", and the initializer has " + listed(shape));
  declaration.shape = shape;
  if (!declaration.type)
    declaration.type = typeOfElements(values);
  for (const Expr &value : values.elements)
    requireFits(value, *declaration.type, where);
  declaration.initial = std::move(values.elements);
}

static void readImage(Given &given, const std::string &where,
                      Declaration &declaration) {
  declaration.isImage = true;
  if (py::object count = given.take("num_axes"); !count.is_none()) {
    if (!PyLong_Check(count.ptr()) || PyLong_AsLong(count.ptr()) < 1 ||
        PyLong_AsLong(count.ptr()) > 3)
      raiseTypeError(where + ": num_axes must be 1, 2 or 3, found " +
                     shortReprOf(count));
    declaration.rank = PyLong_AsSize_t(count.ptr());
  }
  if (std::string why = obstacleToImage(declaration); !why.empty())
    throw UserError(where + ": " + why);
}

VariableHandle script::declared(const char *className, VariableKind kind,
                                AddressSpace space, const py::args &args,
                                const py::kwargs &keywords, bool isImage) {
  bool isValue = kind == VariableKind::ValueArg;
  Given given(className,
              isValue ? std::vector<const char *>{"name", "dtype"}
                      : std::vector<const char *>{"name", "dtype", "shape"},
              args, keywords);
  Declaration declaration;
  declaration.kind = kind;
  declaration.space = space;
  declaration.range = Session::current().here();
  py::object name = given.take("name");
  if (!PyUnicode_Check(name.ptr()))
    raiseTypeError(std::string("lp.") + className +
                   " needs the name of a variable");
  declaration.name = bytesOf(name);
  std::string where =
      std::string("lp.") + className + "('" + declaration.name + "')";
  if (py::object dtype = given.take("dtype"); !isAuto(dtype)) {
    declaration.type = toType(dtype);
    if (!declaration.type)
      throw UserError(where + ": " + shortReprOf(dtype) +
                      " is no type that kernels have; these are np.int8 to "
                      "np.int64, uint8 to uint64, float32, float64, complex64, "
                      "complex128 and "
                      "bool");
  }
  if (!isValue)
    readLayout(given, where, declaration);
  for (const char *other : {"address_space", "scope"})
    if (isImage)
      given.takeNothing(other, "global");
    else if (py::object place = given.take(other); !isAuto(place))
      declaration.space = spaceNamed(textOf(place), where);
  if (kind == VariableKind::ArrayArg)
    readOffset(given, where, declaration);
  else
    given.takeNothing("offset", "0");
  if (isImage)
    readImage(given, where, declaration);
  if (kind == VariableKind::Temporary)
    readInitializer(given, where, declaration);
  if (kind != VariableKind::Temporary)
    given.takeNothing("base_storage", "None");
  else if (py::object base = given.take("base_storage"); !base.is_none())
    declaration.baseStorage = textOf(base);
  given.takeNothing("alignment", "None");
  for (auto [word, said] : {std::pair("is_input", &declaration.isInput),
                            std::pair("is_output", &declaration.isOutput)})
    if (py::object value = given.take(word); !isAuto(value))
      *said = PyObject_IsTrue(value.ptr()) == 1;
  // Whether an update can be atomic is a question of its type alone; nothing
  // is tuned for a size.
  for (const char *ignored : {"tags", "target", "for_atomic"})
    given.take(ignored);
  if (isValue)
    given.take("approximately");
  given.requireAllTaken();

  VariableHandle handle;
  Variable variable;
  variable.name = declaration.name;
  variable.kind = kind;
  variable.space = declaration.space;
  variable.type = declaration.type.value_or(openType());
  handle.variable = std::make_shared<const Variable>(std::move(variable));
  handle.declaration =
      std::make_shared<const Declaration>(std::move(declaration));
  return handle;
}

// --- kernel_data

static void keepValues(const Variable &table, const char *function,
                       Declaration &declaration) {
  for (size_t a = 0; a < table.axes.size(); ++a)
    if (table.declared.indices.size() != table.axes.size() ||
        table.declared.indices[a] != Expr::var("i" + std::to_string(a)))
      throw UserError(std::string(function) + ": the axes of table '" +
                          table.name +
                          "' were split; do this before "
                          "lp.split_array_axis and its like",
                      table.range);
  declaration.kind = VariableKind::Temporary;
  declaration.isReadOnly = true;
  declaration.initial = table.map->values;
}

Declaration script::declarationOf(const Kernel &kernel,
                                  const Variable &variable,
                                  const char *function) {
  Declaration declaration;
  declaration.name = variable.name;
  declaration.kind = variable.kind;
  declaration.space = variable.space;
  declaration.range = variable.range;
  declaration.baseStorage = variable.baseStorage;
  if (!isOpen(variable.type))
    declaration.type = variable.type;
  if (variable.kind == VariableKind::ValueArg)
    return declaration;
  if (variable.visibleAxes() != variable.axes.size())
    throw UserError(std::string(function) + ": the layout of '" +
                    variable.name +
                    "' was changed in a way that kernel_data cannot say; do "
                    "this before lp.split_array_axis and its like");
  std::vector<std::string> shape, tags;
  for (const Axis &axis : variable.axes) {
    shape.push_back(axis.extent ? axis.extent.str() : "");
    tags.push_back(axisTagStr(axis.tag));
    declaration.axisNames.push_back(axis.name);
  }
  declaration.shape = shape;
  if (variable.isTable())
    keepValues(variable, function, declaration);
  if (!tags.empty())
    declaration.axisTags = tags;
  declaration.isImage = isImage(kernel, variable.name);
  return declaration;
}

static Declaration declarationIn(const VariableHandle &handle) {
  return handle.declaration
             ? *handle.declaration
             : declarationOf(*handle.kernel, *handle.variable, "kernel_data");
}

void script::readData(py::handle data, language::KernelSource &source) {
  source.findsOthers = false;
  auto add = [&](py::handle item) {
    bool isText = PyUnicode_Check(item.ptr());
    if (item.ptr() == Py_Ellipsis || (isText && textOf(item) == "...")) {
      source.findsOthers = true;
      return;
    }
    const VariableHandle *handle = asVariable(item);
    if (!handle && !isText)
      raiseTypeError("make_kernel: kernel_data holds lp.GlobalArg, "
                     "lp.ConstantArg, lp.ImageArg, lp.ValueArg, "
                     "lp.TemporaryVariable and \"...\", found " +
                     shortReprOf(item));
    if (isText) // found, but here in the list
      throw UserError("make_kernel: '" + textOf(item) +
                      "' in kernel_data says "
                      "nothing of the variable; write lp.GlobalArg(\"" +
                      textOf(item) + "\") or lp.ValueArg(\"" + textOf(item) +
                      "\")");
    Declaration declaration = declarationIn(*handle);
    // "a, b" are two alike.
    for (const std::string &name : splitNames(declaration.name)) {
      source.data.push_back(declaration);
      source.data.back().name = name;
    }
  };
  if (PyUnicode_Check(data.ptr()) || asVariable(data))
    return add(data);
  if (!PyList_Check(data.ptr()) && !PyTuple_Check(data.ptr()))
    raiseTypeError("make_kernel: kernel_data must be a list, found " +
                   shortReprOf(data));
  for (py::handle item : py::reinterpret_borrow<py::object>(data))
    add(item);
}
