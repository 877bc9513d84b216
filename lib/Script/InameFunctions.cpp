// Loops: splitting, joining, renaming, tagging.
#include "Function.h"

#include "AxisFunctions.h"
#include "NestFunctions.h"
#include "Session.h"

#include "loopyc/Lower/MapParallel.h"
#include "loopyc/Poly/Relation.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Source/Fortran/SequentialRoutines.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;

static SlabSpec slabs(const Arguments &args) {
  py::handle value = args["slabs"];
  if (!PySequence_Check(value.ptr()) || PyUnicode_Check(value.ptr()) ||
      py::len(value) != 2)
    args.wrongType("slabs", "a pair of integers (before, after)");
  SlabSpec spec;
  for (int side = 0; side < 2; ++side) {
    py::object item = value[py::int_(side)];
    int64_t count = args.integer("slabs", item);
    if (count != static_cast<int>(count))
      args.wrongType("slabs", "a pair of integers of 32 bits (before, after)",
                     item);
    (side ? spec.after : spec.before) = static_cast<int>(count);
  }
  return spec;
}

static SplitOptions splitOptions(const Arguments &args) {
  SplitOptions options;
  options.outerIname = args.optionalStr("outer_iname").value_or("");
  options.innerIname = args.optionalStr("inner_iname").value_or("");
  options.outerTag = args.inameTag("outer_tag");
  options.innerTag = args.inameTag("inner_tag");
  options.slabs = slabs(args);
  options.within = args.filter("within");
  return options;
}

// None or False, True, an integer, or the name of an array.
static TileAlignment alignment(const Arguments &args) {
  py::handle value = args["align"];
  if (value.is_none() || value.ptr() == Py_False)
    return {};
  if (value.ptr() == Py_True)
    return AlignedRows();
  if (PyUnicode_Check(value.ptr())) {
    std::string array = args.str("align");
    if (array.empty())
      args.wrongType("align", "True, an integer, or the name of an array");
    return AlignedRows{std::move(array)};
  }
  if (!PyLong_Check(value.ptr()))
    args.wrongType("align", "True, an integer, or the name of an array");
  return args.integer("align");
}

// "i:l.0, j:l.1", ["i:l.0", ("j", "l.1")], {"i": "l.0", "j": None}
using TagPairs = std::vector<std::pair<std::string, InameTag>>;

static void addTagText(const Arguments &args, const std::string &text,
                       TagPairs &pairs) {
  for (const std::string &item : splitNames(text)) {
    auto [iname, tag] = llvm::StringRef(item).split(':');
    if (tag.empty())
      args.wrongType("iname_to_tag", "of the form \"INAME:TAG, INAME:TAG\"",
                     pythonText(item));
    pairs.push_back({iname.trim().str(), InameTag::parse(tag.trim().str())});
  }
}

static void addTagPair(const Arguments &args, py::handle iname, py::handle tag,
                       TagPairs &pairs) {
  if (!PyUnicode_Check(iname.ptr()))
    args.wrongType("iname_to_tag", "a mapping from names of inames", iname);
  if (!tag.is_none() && !PyUnicode_Check(tag.ptr()))
    args.wrongType("iname_to_tag", "a mapping to tags, such as \"l.0\" or None",
                   tag);
  pairs.push_back(
      {bytesOf(iname), InameTag::parse(tag.is_none() ? "" : bytesOf(tag))});
}

static TagPairs tagPairs(const Arguments &args) {
  py::handle value = args["iname_to_tag"];
  TagPairs pairs;
  if (PyUnicode_Check(value.ptr())) {
    addTagText(args, args.str("iname_to_tag"), pairs);
  } else if (PyDict_Check(value.ptr())) {
    for (auto item : py::reinterpret_borrow<py::dict>(value))
      addTagPair(args, item.first, item.second, pairs);
  } else if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    for (py::handle item : py::reinterpret_borrow<py::sequence>(value))
      if (PyUnicode_Check(item.ptr()))
        addTagText(args, bytesOf(item), pairs);
      else if (PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) == 2)
        addTagPair(args, item[py::int_(0)], item[py::int_(1)], pairs);
      else
        args.wrongType("iname_to_tag", "a list of (iname, tag)", item);
  } else {
    args.wrongType("iname_to_tag",
                   "a dictionary, a list of (iname, tag) or \"i:l.0, j:l.1\"");
  }
  return pairs;
}

static std::map<std::string, InameTag> tagMap(const Arguments &args) {
  std::map<std::string, InameTag> tags;
  if (args.isNone("tags"))
    return tags;
  if (!PyDict_Check(args["tags"].ptr()))
    args.wrongType("tags", "a dictionary from old inames to tags");
  TagPairs pairs;
  for (auto item : py::reinterpret_borrow<py::dict>(args["tags"]))
    addTagPair(args, item.first, item.second, pairs);
  tags.insert(pairs.begin(), pairs.end());
  return tags;
}

static std::optional<InameTag> tagToRemove(const Arguments &args) {
  std::string text = args.optionalStr("tag_type").value_or("");
  return text.empty() ? std::nullopt : std::optional(InameTag::parse(text));
}

// A string of one name, names separated by commas, or a list.
static std::vector<std::string> newNames(const Arguments &args,
                                         const char *parameter) {
  py::handle value = args[parameter];
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr()))
    return args.names(parameter);
  // None leaves the name to loopyc.
  std::vector<std::string> names;
  for (py::handle item : py::reinterpret_borrow<py::sequence>(value))
    names.push_back(item.is_none() ? "" : textOf(item));
  return names;
}

static Kernel affineMap(const Kernel &kernel, const Arguments &args) {
  std::vector<std::string> olds = args.names("old_inames");
  std::vector<std::string> news = args.names("new_inames"), equations;
  if (PyUnicode_Check(args["equations"].ptr()))
    equations = {args.str("equations")};
  else
    equations = args.names("equations");
  if (equations.empty())
    throw UserError("affine_map_inames needs old inames, new inames and "
                    "equations");
  for (const std::string &iname : olds) // or it is unknown in an equation
    resolveIname(kernel, iname, "affine_map_inames");
  return affineMapInames(kernel, olds, news,
                         readEquations(equations, kernel, news));
}

static Kernel renameOne(const Kernel &kernel, const Arguments &args) {
  const std::string name = args.str("new_iname");
  Kernel result = renameIname(kernel, args.str("old_iname"), name,
                              args.flag("existing_ok"), args.filter("within"));
  if (!args.flag("preserve_tags") && !kernel.hasIname(name))
    result.inameTags.erase(name);
  return result;
}

static Kernel renameAll(const Kernel &kernel, const Arguments &args) {
  Kernel result = kernel;
  bool existingOk = args.flag("existing_ok");
  for (const std::string &iname : args.names("old_inames")) {
    result = renameIname(result, iname, args.str("new_iname"), existingOk,
                         args.filter("within"));
    existingOk = true;
  }
  return result;
}

static const Parameter withinParameter = {
    "within", "None",
    "match query: only instructions that it selects are rewritten",
    Names::Instruction};
static const Parameter mismatchParameter = {
    "raise_on_domain_mismatch", "None",
    "accepted: loops of different ranges are never one"};
static const Parameter taggedCheckParameter = {
    "do_tagged_check", "True",
    "accepted for the seeds' sake; a tagged iname is never split"};

static std::vector<Parameter> splitParameters(const char *amount,
                                              const char *meaning,
                                              const char *slabsMeaning) {
  return {kernelParameter,
          {"split_iname", nullptr, "the iname to split", Names::Iname},
          {amount, nullptr, meaning},
          {"outer_iname", "None", "name of the outer loop; NAME_outer"},
          {"inner_iname", "None", "name of the inner loop; NAME_inner"},
          {"outer_tag", "None", "tag of the outer loop (see tag_inames)"},
          {"inner_tag", "None", "tag of the inner loop (see tag_inames)"},
          {"slabs", "(0, 0)", slabsMeaning},
          taggedCheckParameter,
          withinParameter};
}

static Parameter alignParameter() {
  return {"align", "None",
          "where tiles begin. None: at the loop's first iteration and "
          "inner_length further each. True: where most of what is accessed at "
          "unit stride along the loop lies at the beginning of a line of 128 "
          "bytes, or of inner_length elements if these are less; the name of "
          "an array: where that array's rows do. An integer N: where NAME + N "
          "is a multiple of inner_length. NAME = inner + inner_length*outer - "
          "N then, and the first tile is a part of one, too. Arrays and rows "
          "of unknown length are taken to begin on a line"};
}

static std::vector<Parameter> withAlign(std::vector<Parameter> parameters) {
  parameters.push_back(alignParameter());
  return parameters;
}

static Function splitFunction() {
  return {"split_iname",
          {},
          "Splits a loop into an outer one and an inner one of fixed length: "
          "NAME = inner + inner_length*outer. Where the length does not divide "
          "the number of iterations, the last ones are guarded. Tiles of a "
          "loop that begins inside of rows, `do i = 5, n-4`, may begin where "
          "rows are aligned: see align, and docs/gpu.md.",
          withAlign(splitParameters(
              "inner_length", "iterations of the inner loop: 1 to 1073741824",
              "outer iterations at the start and at the end that get code of "
              "their own, 0 to 1048576 each; those between are full, so that "
              "they need no guards for the ends of a loop that all "
              "instructions in it have in common. Groups (g.N) whose tiles are "
              "whole then have code of their own, behind one branch around "
              "all, for any number of slabs (not in OpenCL with barriers). A "
              "loop over work-items (l.N, ilp, vec) has no slabs: a warning "
              "(-Wslabs) says so, and its guards stay")),
          "the iname is unknown or tagged; a new name is taken; a tag is "
          "unknown; align names an unknown array, one that the loop does not "
          "go along, or whose rows begin nowhere that is known.",
          "seed 001, 2.4.1; seed 004, Introduction to Kernel "
          "Transformations; align: seed 001, 2.4.1, affine_map_inames",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            SplitOptions options = splitOptions(a);
            options.align = alignment(a);
            return splitIname(k, a.str("split_iname"),
                              a.integer("inner_length"), options);
          })};
}

static Function chunkFunction() {
  return {"chunk_iname",
          {},
          "Splits a loop into a fixed number of contiguous chunks; the first "
          "ones are longer by one where the size does not divide.",
          splitParameters(
              "num_chunks", "number of chunks: 1 to 1073741824",
              "chunks at the start and at the end that get code of their own; "
              "as chunks differ in length by one, those between keep a guard. "
              "For groups (g.N), see split_iname. A loop over work-items (l.N, "
              "ilp, vec) has no slabs: a warning (-Wslabs) says so"),
          "as split_iname; the iname's range depends on another iname.",
          "seed 001, 2.4.1",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return chunkIname(k, a.str("split_iname"), a.integer("num_chunks"),
                              splitOptions(a));
          })};
}

static Function joinFunction() {
  return {"join_inames",
          {},
          "Makes one loop of several nested ones.",
          {kernelParameter,
           {"inames", nullptr, "the loops, from outer to inner", Names::Iname},
           {"new_iname", "None", "name of the joined loop; A_and_B"},
           {"tag", "None", "tag of the joined loop"},
           withinParameter},
          "an iname but the first has no constant bounds; the joined iname "
          "would not fit 32 bits.",
          "seed 001, 2.4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return joinInames(k, a.names("inames"),
                              a.optionalStr("new_iname").value_or(""),
                              a.inameTag("tag"), a.filter("within"));
          })};
}

static Function renameFunction() {
  return {"rename_iname",
          {},
          "Renames a loop; with `within`, makes a copy of it for some "
          "instructions. Whether loops may be parted or shared is decided by "
          "the dependences when the kernel is scheduled.",
          {kernelParameter,
           {"old_iname", nullptr, "the iname", Names::Iname},
           {"new_iname", nullptr, "its new name"},
           {"existing_ok", "False",
            "True: the new name may be an iname of equal range, whose loop is "
            "then shared"},
           withinParameter,
           {"preserve_tags", "True", "False: the new iname has no tag"},
           mismatchParameter},
          "the new name is taken; the ranges of the two inames differ; "
          "`within` selects nothing.",
          "seed 000, level 5",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return renameOne(k, a);
          })};
}

static Function renameAllFunction() {
  return {"rename_inames",
          {},
          "Renames several loops of equal range to one.",
          {kernelParameter,
           {"old_inames", nullptr, "the inames", Names::Iname},
           {"new_iname", nullptr, "their new name"},
           {"existing_ok", "False", "as for rename_iname"},
           withinParameter,
           mismatchParameter},
          "as rename_iname.",
          "seed 000, level 5",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return renameAll(k, a);
          })};
}

// {"i": ["i_0", "i_1"]}
static Kernel renameBatches(const Kernel &kernel, const Arguments &args) {
  const char *expected = "a dictionary from new inames to lists of old ones";
  py::handle given = args["batches"];
  if (!PyDict_Check(given.ptr()))
    args.wrongType("batches", expected);
  Kernel result = kernel;
  for (auto item : py::reinterpret_borrow<py::dict>(given)) {
    if (!PyUnicode_Check(item.first.ptr()))
      args.wrongType("batches", expected, item.first);
    const std::vector<std::string> olds = namesIn(item.second);
    if (olds.empty())
      args.wrongType("batches", expected, item.second);
    bool isThere = false;
    for (const std::string &iname : olds) {
      result = renameIname(result, iname, bytesOf(item.first), isThere, {});
      isThere = true;
    }
  }
  return result;
}

static Function renameBatchesFunction() {
  return {"rename_inames_in_batch",
          {},
          "Fuses loops of equal range: of each list, one of a new name.\n\n"
          "    knl = lp.rename_inames_in_batch(knl, {\"i\": [\"i_0\", "
          "\"i_1\"]})",
          {kernelParameter,
           {"batches", nullptr, "{\"new\": [\"old\", \"other\"]}"}},
          "as rename_iname.",
          "seed 000, level 5",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return renameBatches(k, a);
          })};
}

static Function duplicateFunction() {
  return {"duplicate_inames",
          {},
          "Gives the selected instructions loops of their own. Whether their "
          "iterations may be parted from the others' is decided by the "
          "dependences when the kernel is scheduled.",
          {kernelParameter,
           {"inames", nullptr, "the loops to copy", Names::Iname},
           {"within", nullptr,
            "match query: instructions that move into the copies",
            Names::Instruction},
           {"new_inames", "None",
            "names of the copies, in the order of inames; None is a fresh one"},
           {"suffix", "None", "names of the copies are NAME + suffix"},
           {"tags", "None", "dictionary: tags of the copies, by old iname"}},
          "a name is taken; `within` selects nothing.",
          "seed 004, Loop nesting",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return duplicateInames(k, a.names("inames"), a.filter("within"),
                                   newNames(a, "new_inames"),
                                   a.optionalStr("suffix").value_or(""),
                                   tagMap(a));
          })};
}

static Function affineMapFunction() {
  return {"affine_map_inames",
          {},
          "Replaces loops by others along affine equations, such as skewing "
          "(\"jj = j + i\"). That they map the iterations one to one is "
          "proved, with what is assumed; that the new order keeps all "
          "dependences, when the kernel is scheduled.",
          {kernelParameter,
           {"old_inames", nullptr, "the loops that disappear", Names::Iname},
           {"new_inames", nullptr, "the loops in their place"},
           {"equations", nullptr,
            "\"NEW = expression in old inames\", or a list of these"}},
          "the equations do not map the integer points one to one; a number in "
          "them, or a new iname's range, does not fit 32 bits.",
          "seed 001, 2.4.1",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return affineMap(k, a);
          })};
}

static Kernel mapDomain(const Kernel &kernel, const Arguments &args) {
  poly::Relation map =
      poly::parseRelation(bytesOf(py::str(args["transform_map"])));
  for (const std::string &iname : map.from) // or it is a parameter
    resolveIname(kernel, iname, args.function().name);
  return affineMapInames(kernel, map.from, map.to, map.pairs);
}

static Function mapDomainFunction() {
  return {"map_domain",
          {},
          "Replaces loops by others along a map in isl's notation: what "
          "affine_map_inames does, with conditions, too. Bounds in the map "
          "must leave all iterations.\n\n"
          "    knl = lp.map_domain(knl, \"{ [i] -> [tile, lane] : "
          "i = 16*tile + lane and 0 <= lane < 16 }\")",
          {kernelParameter,
           {"transform_map", nullptr,
            "a text, or what str() makes one of: names on both sides, none on "
            "both"}},
          "the map is not in isl's notation, or not one to one on the loops' "
          "iterations.",
          "Loo.py's function of this name",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return mapDomain(k, a);
          })};
}

static Function tagFunction() {
  return {"tag_inames",
          {},
          "Says how loops become code: for, ord (ascending order), unr, "
          "unr_hint and unr_hint.N (a loop that the compiler is asked to make "
          "N copies of, so that rests of tiles stay short texts), g.N (group "
          "axis), l.N and l.auto (work-item axis), ilp, ilp.unr, ilp.seq, vec; "
          "None is a plain loop.",
          {kernelParameter,
           {"iname_to_tag", nullptr,
            "{\"i\": \"l.0\"}, [(\"i\", \"l.0\")] or \"i:l.0, j:l.1\"; names "
            "may be globs",
            Names::SomeInames},
           {"force", "False", "True: replaces a tag that is there"},
           {"ignore_nonexistent", "False",
            "True: names that no kernel has are passed over"}},
          "an iname or tag is unknown; an iname has another tag.",
          "seed 000, level 1; seed 001, 2.4.2; seed 004, Implementing Loop "
          "Axes",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return tagInames(k, tagPairs(a), a.flag("force"),
                             a.flag("ignore_nonexistent") || a.amongOthers());
          })};
}

static Function untagFunction() {
  return {"untag_inames",
          {},
          "Makes loops plain again.",
          {kernelParameter,
           {"iname_to_untag", nullptr, "the inames", Names::Iname},
           {"tag_type", "None",
            "a tag: only inames that have it are changed; None: any"}},
          "an iname is unknown.",
          "seed 001, 2.4.2",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return untagInames(k, a.names("iname_to_untag"), tagToRemove(a));
          })};
}

static Function prioritizeFunction() {
  return {
      "prioritize_loops",
      {"set_loop_priority"},
      "Asks for a nesting order; adds to what was asked for before. Where "
      "two orders contradict each other the earlier one holds, which a "
      "warning says. The order is a wish: loops that cannot nest so, "
      "because no loop contains all instructions of another, nest "
      "otherwise; one that would change results is refused when the "
      "kernel is scheduled. Loops tagged ilp are always innermost; of "
      "several around one instruction, the order is that of their copies.",
      {kernelParameter,
       {"loop_priority", nullptr, "inames from outer to inner", Names::Iname}},
      "an iname is unknown, or listed twice.",
      "seed 000, level 1; seed 004, Loop nesting",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        return prioritizeLoops(k, a.names("loop_priority"));
      })};
}

static Function removeUnusedFunction() {
  return {"remove_unused_inames",
          {},
          "Removes inames that no instruction is within and no bound mentions.",
          {kernelParameter,
           {"inames", "None",
            "only these, where nothing uses them; None: all", Names::Iname}},
          "an iname is unknown.",
          "seed 001, 2.4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return removeUnusedInames(k, a.isNone("inames")
                                             ? std::vector<std::string>()
                                             : a.names("inames"));
          })};
}

static Kernel mapAll(const Kernel &kernel, Remarks &remarks) {
  ParallelMapping mapping =
      mapParallel(kernel, [](const ParallelMapping &tried) {
        Session::current().host().scheduled(tried.kernel);
      });
  DiagnosticEngine *diagnostics = currentDiagnostics();
  if (diagnostics && !fortran::isForCallers(kernel))
    for (const SerialLoop &loop : mapping.warnings())
      diagnostics->report(loop.why);
  remarks = std::move(mapping.remarks);
  return std::move(mapping.kernel);
}

static Function mapParallelFunction() {
  return {"map_parallel",
          {},
          "Spreads loops over the device: of each nest the outermost ones "
          "whose iterations no dependence orders, that with unit stride in "
          "most accesses in blocks on g.0 and l.0, up to two others on g.1 and "
          "g.2; reductions where there is nothing else; global barriers where "
          "work-groups depend on each other (insert_global_barriers). Loops "
          "that have a tag, and nests with loops on hardware axes, stay as "
          "they are. This is what a file without a script gets; loopyc "
          "--print-script prints it as single transformations. A nest that "
          "stays on one work-item is a warning (-Wserial) with the reason.\n\n"
          "    knl = lp.map_parallel(knl)",
          {kernelParameter},
          "",
          "",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &r) {
            return mapAll(k, r);
          })};
}

FunctionGroup script::inameFunctions() {
  return {"Loops",
          "A loop is called by its iname; names of Fortran may be written in "
          "any case. Several names are a list, or a string with commas.",
          {splitFunction(), chunkFunction(), joinFunction(), renameFunction(),
           renameAllFunction(), renameBatchesFunction(), duplicateFunction(),
           affineMapFunction(), mapDomainFunction(), tagFunction(),
           untagFunction(), prioritizeFunction(), removeUnusedFunction(),
           nestableFunction(), duplicationFunction(), fusionFunction(),
           unusedAxisFunction(), fillAxesFunction(), mapParallelFunction()}};
}
