// The memory that arrays take: gaps between rows, storage that is shared.
#include "Function.h"

#include "KernelClass.h"

#include "loopyc/Script/Text.h"
#include "loopyc/Transform/Storage.h"

#include <memory>

using namespace loopyc;
using namespace loopyc::script;

static const Parameter arrayParameter = {
    "variable", nullptr, "the array, an argument or a temporary",
    Names::Variable};
static const Parameter axisParameter = {
    "axis", nullptr, "the axis that leads from row to row, by number or name"};

static Function paddingFunction() {
  return {"add_padding",
          {},
          "Pads rows of an array: each step along an axis goes a multiple of "
          "some bytes, and so do steps along slower axes. Rows are aligned as "
          "far as the array's beginning is. Who calls a launcher leaves these "
          "gaps in an argument; its strides are in the generated header. The "
          "axis' tag becomes N1:align:32, say, which tag_array_axes takes, "
          "too.",
          {kernelParameter, arrayParameter, axisParameter,
           {"align_bytes", nullptr,
            "each step goes a multiple of these, 1 to 2097152"}},
          "the array or the axis is unknown; the axis varies fastest, or has "
          "no nesting level (vec, sep, stride:EXPR); align_bytes is out of "
          "range; the array takes 2^63 bytes or more.",
          "seed 001, 2.4.3",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return addPadding(k, a.str("variable"), a.axis("axis"),
                              a.integer("align_bytes"));
          })};
}

static py::object findMultiple(const Arguments &args) {
  auto kernels = kernelsOf(args["kernel"]);
  if (!kernels || kernels->size() != 1)
    args.wrongType("kernel", "a kernel, or a translation unit of one kernel");
  return py::int_(findPaddingMultiple(
      *kernels->front(), args.str("variable"), args.axis("axis"),
      args.integer("align_bytes"), args.real("allowed_waste")));
}

static Function multipleFunction() {
  return {"find_padding_multiple",
          {},
          "How many steps along an axis to keep together, so that padding "
          "after them wastes little: the count to split the axis by "
          "(split_array_axis) before add_padding pads its outer part.",
          {{"kernel", nullptr, "a kernel"}, arrayParameter, axisParameter,
           {"align_bytes", nullptr,
            "what the padded rows are a multiple of, 1 to 2097152"},
           {"allowed_waste", "0.1",
            "padding as a fraction of the bytes that are used"}},
          "the array or the axis is unknown; the axis' stride is no known "
          "number.",
          "seed 001, 2.4.3",
          ObjectFunction(findMultiple)};
}

static std::optional<AddressSpace> spaceGiven(const Arguments &args) {
  if (args.isNone("only_address_space"))
    return std::nullopt;
  return readKnownAddressSpace(args.str("only_address_space"),
                               args.function().name);
}

static Function allocateFunction() {
  return {"allocate_temporaries_for_base_storage",
          {},
          "Settles the storage that temporaries share (alias_temporaries). "
          "With aliased=True it is as large as the largest of them, which the "
          "generated code does by itself: this checks that sizes are constant "
          "and within max_nbytes, and the order that sharing asks for stays. "
          "With aliased=False they share no more: each has memory of its own, "
          "and no order is kept between them for its sake. A kernel in which "
          "no temporaries share storage stays as it is.",
          {kernelParameter,
           {"only_address_space", "None",
            "\"private\", \"local\", \"global\" or a member of "
            "lp.AddressSpace: only temporaries that are known to be there "
            "(preprocess_kernel decides)"},
           {"aliased", "True", "False: no sharing"},
           {"max_nbytes", "None",
            "the most bytes that one storage may take; with aliased=False, "
            "that all that shared it may take together"}},
          "a size is not constant, or too large.",
          "",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            BaseStorageOptions options;
            options.space = spaceGiven(a);
            options.aliased = a.flag("aliased");
            if (!a.isNone("max_nbytes"))
              options.maxBytes = a.integer("max_nbytes");
            return allocateBaseStorage(k, options);
          })};
}

FunctionGroup script::storageFunctions() {
  return {"Storage",
          "The memory that arrays take.",
          {paddingFunction(), multipleFunction(), allocateFunction()}};
}
