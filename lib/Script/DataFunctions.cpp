// Data layout: axis names, axis tags, split axes, address spaces.
#include "Function.h"

#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Storage.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

static const Parameter arraysParameter = {
    "ary_names", nullptr, "an array or several (arguments or temporaries)",
    Names::SomeVariables};

// The arrays that are meant in this kernel.
static std::vector<std::string> arrays(const Kernel &kernel,
                                       const Arguments &args,
                                       const char *parameter) {
  std::vector<std::string> names = args.names(parameter);
  if (names.empty())
    args.wrongType(parameter, "the name of an array, or several");
  if (args.amongOthers())
    names.erase(std::remove_if(names.begin(), names.end(),
                               [&](const std::string &name) {
                                 auto same = [&](const VariablePtr &var) {
                                   return llvm::StringRef(var->name)
                                       .equals_insensitive(name);
                                 };
                                 return std::none_of(kernel.arguments.begin(),
                                                     kernel.arguments.end(),
                                                     same) &&
                                        std::none_of(kernel.temporaries.begin(),
                                                     kernel.temporaries.end(),
                                                     same);
                               }),
                names.end());
  return names;
}

// "i,,k" leaves the second axis unnamed.
static std::vector<std::string> axisNames(const Arguments &args) {
  py::handle value = args["dim_names"];
  if (!PyUnicode_Check(value.ptr()))
    return args.names("dim_names");
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  std::string text = args.str("dim_names");
  llvm::StringRef(text).split(parts, ',');
  for (llvm::StringRef part : parts)
    names.push_back(part.trim().str());
  return names;
}

static Kernel nameAxes(const Kernel &kernel, const Arguments &args) {
  Kernel result = kernel;
  for (const std::string &name : arrays(kernel, args, "ary_names")) {
    VariablePtr array = resolveVariable(kernel, name, "set_array_axis_names");
    result =
        setArrayAxisNames(result, name, forOwnAxes(axisNames(args), *array));
  }
  return result;
}

static std::map<std::string, std::string> tagsByAxis(const Arguments &args) {
  std::map<std::string, std::string> tags;
  for (auto item : py::reinterpret_borrow<py::dict>(args["dim_tags"])) {
    if (!PyUnicode_Check(item.second.ptr()))
      args.wrongType("dim_tags", "a dictionary to axis tags such as \"N0\"",
                     item.second);
    tags[textOf(item.first)] = textOf(item.second);
  }
  return tags;
}

static std::vector<std::string> tagsOfAll(const Arguments &args) {
  return PyUnicode_Check(args["dim_tags"].ptr())
             ? splitAtCommas(args.str("dim_tags"))
             : args.names("dim_tags");
}

static Kernel tagAxes(const Kernel &kernel, const Arguments &args) {
  bool isByAxis = PyDict_Check(args["dim_tags"].ptr());
  Kernel result = kernel;
  for (const std::string &name : arrays(kernel, args, "ary_names")) {
    VariablePtr array = resolveVariable(kernel, name, "tag_array_axes");
    result = isByAxis
                 ? tagArrayAxes(result, name,
                                readAxisTags(tagsByAxis(args), kernel, *array))
                 : tagArrayAxes(result, name,
                                readAxisTags(tagsOfAll(args), kernel, *array));
  }
  return result;
}

namespace {
struct SplitAxis {
  std::string array, axis, order;
};
} // namespace

// ("q", 3, "F") or ("q", 3)
static SplitAxis splitAxisOf(const Arguments &args, py::handle tuple,
                             const char *parameter, const std::string &order) {
  const char *form =
      "(array, axis) or (array, axis, order), or a list of these";
  if (!PyTuple_Check(tuple.ptr()) || PyTuple_Size(tuple.ptr()) < 2 ||
      PyTuple_Size(tuple.ptr()) > 3)
    args.wrongType(parameter, form, tuple);
  auto items = py::reinterpret_borrow<py::tuple>(tuple);
  if (!PyUnicode_Check(py::object(items[0]).ptr()) ||
      (!PyLong_Check(py::object(items[1]).ptr()) &&
       !PyUnicode_Check(py::object(items[1]).ptr())))
    args.wrongType(parameter, form, tuple);
  return {textOf(items[0]), textOf(items[1]),
          items.size() == 3 ? textOf(items[2]) : order};
}

static Kernel splitOne(const Kernel &kernel, const SplitAxis &split,
                       int64_t count, bool autoSplitInames) {
  VariablePtr array = resolveVariable(kernel, split.array, "split_array_axis");
  return splitArrayAxis(kernel, split.array, split.axis, count,
                        readAxisOrder(split.order, *array), autoSplitInames);
}

static std::vector<SplitAxis> splitAxesIn(const Arguments &args,
                                          const char *parameter,
                                          const std::string &order) {
  py::handle given = args[parameter];
  std::vector<SplitAxis> axes;
  if (PyList_Check(given.ptr()))
    for (py::handle item : py::reinterpret_borrow<py::list>(given))
      axes.push_back(splitAxisOf(args, item, parameter, order));
  else
    axes.push_back(splitAxisOf(args, given, parameter, order));
  return axes;
}

static Kernel splitAxes(const Kernel &kernel,
                        const std::vector<SplitAxis> &axes, int64_t count,
                        bool autoSplitInames) {
  Kernel result = kernel;
  for (const SplitAxis &axis : axes)
    result = splitOne(result, axis, count, autoSplitInames);
  return result;
}

// split_array_axis(knl, "a, b", 1, 4), or, as split_array_dim,
// split_array_axis(knl, [("a", 1), ("b", 0)], 4).
static Kernel splitNamedAxis(const Kernel &kernel, const Arguments &args) {
  if (args.isNone("axis_nr"))
    return splitAxes(kernel,
                     splitAxesIn(args, "array_names", args.str("order")),
                     args.integer("count"), false);
  if (!PyLong_Check(args["count"].ptr()))
    return splitAxes(
        kernel,
        splitAxesIn(args, "array_names",
                    args.isNone("count") ? args.str("order")
                                         : args.str("count")),
        args.integer("axis_nr"), false);
  std::vector<SplitAxis> axes;
  for (const std::string &name : arrays(kernel, args, "array_names"))
    axes.push_back({name, textOf(args["axis_nr"]), args.str("order")});
  return splitAxes(kernel, axes, args.integer("count"), false);
}

// lp.AddressSpace.LOCAL is "local"; the seeds' older scopes are upper case.
static Kernel setSpace(const Kernel &kernel, const Arguments &args) {
  return setTemporaryAddressSpace(
      kernel, arrays(kernel, args, "temp_var_names"),
      readAddressSpace(llvm::StringRef(args.str("address_space")).lower(),
                       "set_temporary_address_space"));
}

static Function axisNamesFunction() {
  return {"set_array_axis_names",
          {"set_array_dim_names"},
          "Names the axes of arrays; later transformations make names of "
          "inames from them. Of more names than an array has axes, those that "
          "end in `?` are left out, the first of them first: \"x,y,z?\" names "
          "three axes or two.",
          {kernelParameter,
           arraysParameter,
           {"dim_names", nullptr,
            "one name for each axis, \"i,j,k\" or a list; an empty one leaves "
            "the axis unnamed"}},
          "an array is unknown; the number of names is not that of the axes; a "
          "name is given twice, or cannot be one.",
          "seed 000, level 2",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return nameAxes(k, a);
          })};
}

static Function axisTagsFunction() {
  return {"tag_array_axes",
          {"tag_data_axes"},
          "Says how the axes of arrays become addresses: N0, N1, ... (nesting "
          "level, N0 varies fastest), c, f, vec (component of a short vector), "
          "sep (one array for each index), stride:EXPR (in elements). Of more "
          "tags than an array has axes, those that end in `?` are left out, "
          "the first of them first, and the levels that remain count from 0: "
          "\"N1,N0,N2?\" is for arrays of three axes or two. Every element "
          "must have an address of its own: for strides that is decided "
          "exactly where they are numbers; else there must be an order of the "
          "axes in which each steps over all elements of the one before, under "
          "what is assumed so far (with assume(knl, \"ld >= n\"), "
          "\"stride:1,stride:ld\" is a layout of a(n, m)). Nothing about a "
          "layout is taken on trust.",
          {kernelParameter,
           arraysParameter,
           {"dim_tags", nullptr,
            "one tag for each axis, \"N0,N1,vec\" or a list; or a dictionary "
            "by axis name or index (there, a tag with `?` is for an axis that "
            "the array may not have)"}},
          "an array, axis or tag is unknown; nesting levels have gaps; the "
          "extent of a vec axis is not 2, 3, 4, 8 or 16; a stride is not "
          "positive, more than 2^40 bytes, no integer, or mentions what the "
          "kernel changes; two elements have one address, or that cannot be "
          "excluded; an alignment (N1:align:BYTES) is more than 2097152; the "
          "array takes 2^63 bytes or more.",
          "seed 000, level 2; seed 001, 2.4.3",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return tagAxes(k, a);
          })};
}

static const Parameter splitParameter = {
    "arrays_and_axes", nullptr,
    "(array, axis) or (array, axis, order), or a list of these; axes count "
    "from 0 or are given by name",
    Names::Variable};

static Function splitDimFunction() {
  return {"split_array_dim",
          {"split_arg_axis"},
          "Splits an axis of arrays in two: index // count and index % count. "
          "Order \"F\" puts the inner axis first, \"C\" the outer one.",
          {kernelParameter,
           splitParameter,
           {"count", nullptr,
            "extent of the inner axis, in elements: 1 to 1073741824. Where it "
            "does not divide the axis' extent, the array has unused elements "
            "at the end of the outer axis"},
           {"auto_split_inames", "True",
            "True: an iname that is the whole subscript is split, too"},
           {"order", "\"C\"", "for axes that are given without one"}},
          "an array or axis is unknown; the extent is unknown; the axis is "
          "tagged vec; the axis has a stride, and what is added at its end "
          "would have the addresses of other elements.",
          "seed 000, level 2",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return splitAxes(
                k, splitAxesIn(a, "arrays_and_axes", a.str("order")),
                a.integer("count"), a.flag("auto_split_inames"));
          })};
}

static Function splitAxisFunction() {
  return {"split_array_axis",
          {},
          "The same as split_array_dim without splitting inames, of one axis "
          "of arrays: `lp.split_array_axis(knl, \"a, b\", 1, 4)`.",
          {kernelParameter,
           {"array_names", nullptr,
            "names of arrays; or what split_array_dim takes, with the count "
            "behind it: `lp.split_array_axis(knl, (\"a\", 1), 4)`",
            Names::Variable},
           {"axis_nr", "None", "a number from 0, or a name"},
           {"count", "None", "extent of the inner axis, in elements"},
           {"order", "\"C\"", "as of split_array_dim"}},
          "as split_array_dim.",
          "seed 000, level 2",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return splitNamedAxis(k, a);
          })};
}

static Function spaceFunction() {
  return {"set_temporary_address_space",
          {"set_temporary_scope"},
          "Says where temporaries live. Nothing is taken on trust: values that "
          "work-items exchange through memory that they do not share are an "
          "error when the kernel is scheduled.",
          {kernelParameter,
           {"temp_var_names", nullptr, "the temporaries", Names::SomeVariables},
           {"address_space", nullptr,
            "\"private\", \"local\", \"global\", or a member of "
            "lp.AddressSpace"}},
          "a name is no temporary; the address space is unknown.",
          "seed 004, Temporaries in local memory",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return setSpace(k, a);
          })};
}

static Function aliasFunction() {
  return {"alias_temporaries",
          {},
          "Lets temporaries use one storage, one after the other in the order "
          "given: every access to one comes before the first write to the "
          "next. The schedule is held to that order, and is refused where it "
          "cannot be kept; shapes, types and layouts may differ. All of them "
          "must lie in one memory: private, local or global.",
          {kernelParameter,
           {"names", nullptr, "two or more temporaries, in order",
            Names::Variable},
           {"base_name_prefix", "None", "name of the storage"},
           {"synchronize_for_exclusive_use", "True",
            "accepted for the seeds' sake: what the order needs is always "
            "there"}},
          "a name is no temporary, or shares storage already; they lie in "
          "different memories, as set_temporary_address_space said or, when "
          "the kernel is scheduled, as follows from where their values flow.",
          "seed 000, level 5",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return aliasTemporaries(
                k, a.names("names"),
                a.optionalStr("base_name_prefix").value_or(""));
          })};
}

static Function concatenateFunction() {
  return {
      "concatenate_arrays",
      {},
      "Makes one array of temporaries that are alike, joined along one "
      "axis, in the layout of the first of them. With split_array_axis and the "
      "tag vec, values computed apart "
      "become components of short vectors.",
      {kernelParameter,
       {"array_names", nullptr, "the temporaries, in order", Names::Variable},
       {"new_name", "None", "of the array; None: the first one's"},
       {"axis_nr", "0", "the axis, by number or name"}},
      "types, address spaces, or the extents of other axes differ; a "
      "temporary shares storage; in the first one's layout, whose strides "
      "stay, elements of the joined array would have one address.",
      "seed 001, 2.4.3",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        return concatenateArrays(k, a.names("array_names"),
                                 a.optionalStr("new_name").value_or(""),
                                 textOf(a["axis_nr"]));
      })};
}

FunctionGroup script::dataFunctions() {
  return {"Data",
          "How arrays are laid out. Axes are in Fortran's order; subscripts "
          "count from 0.",
          {axisNamesFunction(), axisTagsFunction(), splitDimFunction(),
           splitAxisFunction(), spaceFunction(), aliasFunction(),
           concatenateFunction()}};
}
