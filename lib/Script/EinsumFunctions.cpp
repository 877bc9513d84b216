// Kernels that are known by a few letters: sums of products, copies.
#include "Function.h"

#include "EinsumFunctions.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::script;

namespace {

py::object makeKernel(const std::string &domain, const std::string &instruction,
                      const py::dict &options) {
  return py::module_::import("loopy").attr("make_kernel")(domain, instruction,
                                                          **options);
}

py::dict optionsOf(const Arguments &args, const std::string &name) {
  py::dict options = py::reinterpret_borrow<py::dict>(args["options"]);
  py::dict all;
  all["name"] = name;
  for (auto item : options)
    all[item.first] = item.second;
  return all;
}

std::string joined(const std::vector<std::string> &parts,
                   const std::string &between) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : between) + part;
  return text;
}

// --- make_einsum

[[noreturn]] void failOnSpec(const std::string &spec, const std::string &why) {
  throw UserError("make_einsum: '" + spec + "' " + why +
                  "; write, for example, make_einsum(\"ij,j->i\", (\"a\", "
                  "\"x\"))");
}

using Letters = std::vector<std::string>;

Letters lettersOf(const std::string &spec, const std::string &part) {
  Letters letters;
  for (char c : part) {
    if (c == ' ')
      continue;
    if (!std::isalpha(static_cast<unsigned char>(c)))
      failOnSpec(spec, std::string("has the index '") + c +
                           "', and indices are letters");
    letters.emplace_back(1, c);
  }
  return letters;
}

struct Einsum {
  std::vector<Letters> operands;
  Letters result;
};

Einsum parseEinsum(const std::string &spec) {
  size_t arrow = spec.find("->");
  if (arrow == std::string::npos)
    failOnSpec(spec, "has no '->', behind which the result's indices stand");
  Einsum einsum;
  einsum.result = lettersOf(spec, spec.substr(arrow + 2));
  std::string left = spec.substr(0, arrow);
  for (size_t begin = 0; begin <= left.size();) {
    size_t end = std::min(left.find(',', begin), left.size());
    einsum.operands.push_back(lettersOf(spec, left.substr(begin, end - begin)));
    begin = end + 1;
  }
  return einsum;
}

void requireResult(const std::string &spec, const Einsum &einsum) {
  std::set<std::string> seen, known;
  for (const Letters &operand : einsum.operands)
    known.insert(operand.begin(), operand.end());
  for (const std::string &letter : einsum.result) {
    if (!seen.insert(letter).second)
      failOnSpec(spec, "has '" + letter + "' twice in the result");
    if (!known.count(letter))
      failOnSpec(spec, "has '" + letter + "' in the result and in no operand");
  }
}

std::string element(const std::string &array, const Letters &letters) {
  return array + "[" + (letters.empty() ? "()" : joined(letters, ", ")) + "]";
}

py::object makeEinsum(const Arguments &args) {
  const std::string spec = args.str("spec");
  Einsum einsum = parseEinsum(spec);
  requireResult(spec, einsum);
  std::vector<std::string> names = args.names("arg_names");
  if (names.size() != einsum.operands.size())
    failOnSpec(spec, "has " + std::to_string(einsum.operands.size()) +
                         " operands, and there are " +
                         std::to_string(names.size()) + " names");
  std::set<std::string> all, summed;
  std::vector<std::string> factors, bounds;
  for (size_t i = 0; i < names.size(); ++i) {
    all.insert(einsum.operands[i].begin(), einsum.operands[i].end());
    factors.push_back(element(names[i], einsum.operands[i]));
  }
  for (const std::string &letter : all) {
    bounds.push_back("0 <= " + letter + " < N" + letter);
    if (std::find(einsum.result.begin(), einsum.result.end(), letter) ==
        einsum.result.end())
      summed.insert(letter);
  }
  std::string value = joined(factors, "*");
  if (!summed.empty())
    value = "sum([" + joined({summed.begin(), summed.end()}, ", ") + "], " +
            value + ")";
  std::string domain = "{ [" + joined({all.begin(), all.end()}, ", ") +
                       "] : " + joined(bounds, " and ") + " }";
  std::string name = "einsum" + std::to_string(all.size()) + "to" +
                     std::to_string(einsum.result.size()) + "_kernel";
  return makeKernel(domain, element("out", einsum.result) + " = " + value,
                    optionsOf(args, name));
}

// --- make_copy_kernel

py::object makeCopy(const Arguments &args) {
  py::object loopy = py::module_::import("loopy");
  std::vector<std::string> tags = args.names("new_dim_tags");
  std::vector<std::string> old =
      args.isNone("old_dim_tags") ? std::vector<std::string>(tags.size(), "c")
                                  : args.names("old_dim_tags");
  if (old.size() != tags.size() || tags.empty())
    throw UserError("make_copy_kernel: there are " +
                    std::to_string(tags.size()) + " new and " +
                    std::to_string(old.size()) +
                    " old tags; write one for each axis");
  Letters inames, bounds;
  py::list shape;
  for (size_t a = 0; a < tags.size(); ++a) {
    std::string number = std::to_string(a);
    inames.push_back("i" + number);
    bounds.push_back("0 <= i" + number + " < n" + number);
    shape.append("n" + number);
  }
  auto array = [&](const char *name, const std::vector<std::string> &given) {
    using namespace py::literals;
    return loopy.attr("GlobalArg")(name, "shape"_a = py::tuple(shape),
                                   "dim_tags"_a = joined(given, ","));
  };
  py::dict options;
  options["name"] = "copy_kernel";
  options["kernel_data"] =
      py::make_tuple(array("input", old), array("output", tags), "...");
  return makeKernel(
      "{ [" + joined(inames, ", ") + "] : " + joined(bounds, " and ") + " }",
      element("output", inames) + " = " + element("input", inames), options);
}

} // namespace

Function script::einsumFunction() {
  return {"make_einsum",
          {},
          "Makes the kernel of a sum of products, in NumPy's notation: "
          "indices of each operand, and behind the arrow those of the result, "
          "`out`. Over other indices it sums. Index i goes to Ni.\n\n"
          "    knl = lp.make_einsum(\"ij,j->i\", (\"a\", \"x\"))",
          {{"spec", nullptr, "\"ij,jk->ik\""},
           {"arg_names", nullptr, "the operands"},
           {"**options", nullptr, "as of make_kernel"}},
          "there is no arrow; an index is no letter, is twice in the result, "
          "or in no operand; there are not as many names as operands.",
          "",
          ObjectFunction(makeEinsum)};
}

Function script::copyFunction() {
  return {"make_copy_kernel",
          {},
          "Makes a kernel that copies `input` to `output`, of another "
          "layout.\n\n"
          "    knl = lp.make_copy_kernel(\"f,f\")",
          {{"new_dim_tags", nullptr,
            "a tag for each axis, as tag_array_axes takes them"},
           {"old_dim_tags", "None", "those of `input`; None: \"c\" for each"}},
          "there are not as many old as new tags.",
          "",
          ObjectFunction(makeCopy)};
}
