// to_batched: a kernel for each of many sets of arguments.
//
//   { [i] : ... }  y[i] = a*x[i]     x, y varying
//     ->  { [ibatch] : 0 <= ibatch < nb }  y[ibatch, i] = a*x[ibatch, i]
#include "BatchFunction.h"

#include "Remake.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

namespace {

class Batch {
public:
  Batch(const KernelHandle &handle, std::vector<std::string> varying,
        std::string count, const std::string &prefix)
      : handle(handle), kernel(*handle.kernel),
        varying(varying.begin(), varying.end()), count(std::move(count)),
        iname(kernel.freshName(prefix)) {}

  KernelHandle run() {
    requireVarying();
    Remake remake = remakeOf(handle, "to_batched");
    remake.domains.insert(remake.domains.begin(),
                          (isName() ? "[" + count + "] -> " : "") + "{ [" +
                              iname + "] : 0 <= " + iname + " < " + count +
                              " }");
    for (language::Declaration &declaration : remake.data)
      if (varying.count(declaration.name))
        addAxis(declaration);
    if (isName() && !kernel.findVariable(count))
      addCount(remake);
    rewriteInstructions(remake);
    return remade(handle, remake, "to_batched");
  }

private:
  bool isName() const {
    return !std::isdigit(static_cast<unsigned char>(count.front()));
  }

  // What bounds loops or arrays is one for all.
  void requireVarying() const {
    for (const std::string &name : varying) {
      VariablePtr variable = kernel.requireVariable(name, "to_batched");
      bool isSize = false;
      for (const poly::Set &domain : kernel.domains)
        isSize = isSize || domain.involves(name);
      for (const auto *list : {&kernel.arguments, &kernel.temporaries})
        for (const VariablePtr &array : *list)
          for (const Axis &axis : array->axes)
            isSize = isSize || (axis.extent && mentions(axis.extent, name));
      if (isSize)
        throw UserError("to_batched: '" + name +
                        "' bounds a loop or an array, and is one for all "
                        "batches; leave it out of batch_varying_args");
    }
  }

  void addAxis(language::Declaration &declaration) const {
    if (declaration.kind == VariableKind::ValueArg)
      declaration.kind = VariableKind::ArrayArg;
    if (!declaration.shape)
      declaration.shape.emplace();
    if (!declaration.axisTags)
      declaration.axisTags.emplace();
    size_t rank = declaration.shape->size();
    declaration.shape->insert(declaration.shape->begin(), count);
    declaration.axisTags->insert(declaration.axisTags->begin(),
                                 "N" + std::to_string(rank));
    declaration.axisNames.insert(declaration.axisNames.begin(), "");
  }

  void addCount(Remake &remake) const {
    language::Declaration declaration;
    declaration.name = count;
    declaration.kind = VariableKind::ValueArg;
    declaration.type = Type::integer(4);
    remake.data.push_back(declaration);
  }

  Expr batched(const Expr &e) const {
    return rewrite(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>();
          array && varying.count(array->name)) {
        std::vector<Expr> subscripts = array->subscripts;
        subscripts.insert(subscripts.begin(), Expr::var(iname));
        return Expr::array(array->name, std::move(subscripts), node.type());
      }
      if (const auto *scalar = node.getIf<VarRef>();
          scalar && varying.count(scalar->name))
        return Expr::array(scalar->name, {Expr::var(iname)}, node.type());
      return node;
    });
  }

  void rewriteInstructions(Remake &remake) const {
    Kernel copy = kernel;
    for (SubstitutionRule &rule : copy.rules)
      rule.value = batched(rule.value);
    remake.rules = ruleTexts(copy);
    remake.instructions.clear();
    auto before = dependencesById(handle.kernel);
    for (const InstructionPtr &insn : kernel.instructions) {
      InstructionPtr changed =
          mapExprs(insn, [&](const Expr &e) { return batched(e); });
      InstructionParts parts = partsOf(kernel, *changed, before[insn->id]);
      parts.inames.insert(parts.inames.begin(), iname);
      remake.instructions.push_back(parts.text());
    }
  }

  const KernelHandle &handle;
  const Kernel &kernel;
  const std::set<std::string> varying;
  const std::string count, iname;
};

py::object toBatched(const Arguments &args) {
  if (const OpenHandle *open = asOpen(args["kernel"]))
    refuseOpen(*open);
  const KernelHandle *handle = asKernel(args["kernel"]);
  if (!handle)
    args.wrongType("kernel", "a kernel of the kernel language");
  args.flag("sequential");
  std::string count = textOf(args["nbatches"]);
  bool isNumber = PyLong_Check(args["nbatches"].ptr());
  if (isNumber && args.integer("nbatches") < 1)
    throw UserError("to_batched: there must be a batch at least, found " +
                    count);
  if (!isNumber && !PyUnicode_Check(args["nbatches"].ptr()))
    args.wrongType("nbatches", "an integer, or the name of one");
  if (!isNumber && !PyUnicode_IsIdentifier(args["nbatches"].ptr()))
    throw UserError("to_batched: '" + count + "' is no name of an integer");
  return py::cast(Batch(*handle, args.names("batch_varying_args"), count,
                        args.str("batch_iname_prefix"))
                      .run());
}

} // namespace

Function script::batchFunction() {
  return {"to_batched",
          {},
          "The kernel for many sets of arguments at once: those that vary get "
          "an axis in front, for the batch, and all instructions a loop over "
          "it, `ibatch`. Made anew as by map_instructions.\n\n"
          "    knl = lp.to_batched(knl, \"nbatches\", [\"x\", \"y\"])",
          {{"kernel", nullptr, "a kernel that make_kernel made"},
           {"nbatches", nullptr, "how many: a number, or the name of one"},
           {"batch_varying_args", nullptr,
            "the arguments that differ, all that are written among them"},
           {"batch_iname_prefix", "\"ibatch\"", "the new iname"},
           {"sequential", "False",
            "accepted with either value: temporaries are each batch's own"}},
          "the kernel was not made by make_kernel; an argument is unknown, or "
          "bounds a loop or an array; batches write one element.",
          "",
          ObjectFunction(toBatched)};
}
