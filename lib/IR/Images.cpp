#include "loopyc/IR/Images.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;

static constexpr const char *option = "images";
static constexpr size_t mostAxes = 3;

std::set<std::string> loopyc::images(const Kernel &kernel) {
  std::set<std::string> names;
  auto all = kernel.options.values.find(option);
  if (all == kernel.options.values.end())
    return names;
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::StringRef(all->second).split(words, ", ", -1, false);
  for (llvm::StringRef word : words)
    for (const VariablePtr &var : kernel.arguments)
      if (var->name == word)
        names.insert(var->name);
  return names;
}

bool loopyc::isImage(const Kernel &kernel, const std::string &variable) {
  return images(kernel).count(variable) > 0;
}

void loopyc::setImages(Kernel &kernel, const std::set<std::string> &names) {
  if (names.empty())
    kernel.options.values.erase(option);
  else
    kernel.options.values[option] = llvm::join(names, ", ");
}

static const NestedAxis *packedLevel(const Axis &axis) {
  const auto *nested = std::get_if<NestedAxis>(&axis.tag);
  return nested && nested->alignBytes <= 1 ? nested : nullptr;
}

std::vector<size_t> loopyc::imageAxes(const Variable &array) {
  std::vector<size_t> axes(array.axes.size());
  for (size_t a = 0; a < axes.size(); ++a)
    axes[a] = a;
  std::stable_sort(axes.begin(), axes.end(), [&](size_t a, size_t b) {
    const NestedAxis *one = packedLevel(array.axes[a]),
                     *other = packedLevel(array.axes[b]);
    return one && other && one->level < other->level;
  });
  return axes;
}

static std::string obstacleOfType(Type type) {
  bool isNumber = type.isReal() || type.isInteger() || type.isUnsigned();
  if (isOpen(type) || (isNumber && !type.isComplex() && type.bytes <= 8))
    return "";
  return "its elements are " + type.str() +
         ", and those of images are real numbers or integers of at most 64 "
         "bits; pass it as an lp.GlobalArg";
}

static std::string obstacleOfAxes(const Variable &array) {
  size_t count = array.axes.size();
  if (count == 0 || count > mostAxes)
    return "it has " + std::to_string(count) +
           " axes, and images have one, two or three; join axes, or pass it "
           "as an lp.GlobalArg";
  for (size_t a = 0; a < count; ++a) {
    const Axis &axis = array.axes[a];
    if (!packedLevel(axis))
      return "its axis " + std::to_string(a) + " is tagged " +
             axisTagStr(axis.tag) +
             ", and an image has no strides of its own: its rows lie packed, "
             "with tags N0, N1 and N2 alone; pass it as an lp.GlobalArg, or "
             "leave its layout as it is";
    if (!axis.extent)
      return "the extent of its axis " + std::to_string(a) +
             " is not known, and an image is made for a size; declare it";
  }
  return "";
}

std::string loopyc::obstacleToImage(const Kernel &kernel,
                                    const Variable &array) {
  if (array.kind != VariableKind::ArrayArg)
    return "it is no array among the arguments; name one that the kernel "
           "reads";
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (name == array.name)
        return "instruction '" + insn->id +
               "' writes it, and images are only read; pass it as an "
               "lp.GlobalArg";
  std::string why = obstacleOfAxes(array);
  return why.empty() ? obstacleOfType(array.type) : why;
}

void loopyc::requireImages(const Kernel &kernel) {
  for (const std::string &name : images(kernel)) {
    const Variable &array = *kernel.findVariable(name);
    if (std::string why = obstacleToImage(kernel, array); !why.empty())
      throw UserError("'" + name + "' of kernel '" + kernel.name +
                          "' cannot be an image: " + why,
                      array.range);
  }
}
