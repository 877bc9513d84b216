#include "TargetSide.h"

#include "Case.h"
#include "loopyc/CodeGen/CheckSide.h"
#include "loopyc/CodeGen/Target.h"

#include "llvm/Support/FormatVariadic.h"

using namespace loopyc;
using namespace loopyc::check;
using llvm::formatv;

namespace {

class Writer {
public:
  Writer(const ScheduledKernel &scheduled, const Target &target,
         const KernelObjects &objects, const SideNames &names)
      : scheduled(scheduled), target(target), objects(objects), names(names),
        call(target.checkSide().call()),
        arguments(describeArguments(scheduled, target)) {}

  std::string write(const std::string &header) {
    std::string text;
    text += harnessLayout;
    text += call.support;
    text +=
        "#include \"" + header + "\"\n\n" + sizeDeclarations(objects) + "\n";
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += placeFunction(n);
    return text + runFunction();
  }

private:
  int objectOf(const LauncherArgument &argument) const {
    const Object *object = objects.find(argument.variable->name);
    if (!object)
      throw UserError("argument '" + argument.variable->name + "' of kernel '" +
                      scheduled.kernel.name +
                      "' is no argument of the original subroutine");
    return object - objects.objects.data();
  }

  // Where the element at the declared subscripts i lies in the buffer; -1 if
  // it lies in another one.
  std::string placeFunction(size_t n) {
    const LauncherArgument &argument = arguments[n];
    const DeclaredLayout &declared = argument.variable->declared;
    std::string body, offset = "0";
    size_t separate = 0;
    for (size_t a = 0; a < argument.layout.strides.size(); ++a) {
      std::string index = a < declared.indices.size()
                              ? sizeText(declared.indices[a])
                              : "i[" + std::to_string(a) + "]";
      if (const Expr &stride = argument.layout.strides[a])
        offset += " + " + sizeText(stride) + " * " + index;
      else
        body += formatv("  if ({0} != {1})\n    return -1;\n", index,
                        argument.separate.at(separate++));
    }
    return formatv("static long place_{0}(const long *i) {{\n  (void)i;\n"
                   "{1}  return {2};\n}\n\n",
                   n, body, offset)
        .str();
  }

  std::string extentText(size_t n) {
    const BufferLayout &layout = arguments[n].layout;
    if (layout.extent)
      return "at_least_zero(" + sizeText(layout.extent) + ")";
    return formatv("round_up(last_place(&objects[{0}], place_{1}) + 1, {2})",
                   objectOf(arguments[n]), n, layout.lanes)
        .str();
  }

  std::string stage(size_t n) {
    int object = objectOf(arguments[n]);
    return formatv("  size_t bytes_{0} = (size_t)({1}) * objects[{2}].bytes;\n"
                   "  unsigned char *staging_{0} = staging(&objects[{2}], "
                   "objects[{2}].{3}, bytes_{0}, place_{0});\n",
                   n, extentText(n), object, names.member)
        .str();
  }

  std::string argumentText(size_t n) {
    const LauncherArgument &argument = arguments[n];
    if (argument.isArray)
      return formatv(call.argument, n).str();
    return formatv("*(const {0} *)objects[{1}].{2}", argument.cType,
                   objectOf(argument), names.member)
        .str();
  }

  std::string launch() {
    std::string list = call.queue;
    for (size_t n = 0; n < arguments.size(); ++n)
      list += (list.empty() ? "" : ", ") + argumentText(n);
    list += call.event;
    if (takesWorkspace(scheduled))
      list += ", NULL";
    return formatv("  int status = {0}({1});\n"
                   "  if (status) {{\n"
                   "    snprintf(message, size, \"the launcher refused: %s\", "
                   "loopyc_error_string(status));\n"
                   "    return status == {2} ? 2 : 1;\n  }\n",
                   launcherName(scheduled, target), list,
                   static_cast<int>(LaunchStatus::Device))
        .str();
  }

  std::string runFunction() {
    bool oracle = names.function == "run_oracle";
    std::string text;
    if (oracle)
      text += "const char *const side_name = \"the reference\";\n\n"
              "int run_oracle(char *message, size_t size) {\n"
              "  int device_number = 0;\n  char device[128];\n";
    else
      text += "int run_target(int device_number, char *device, char *message, "
              "size_t size) {\n";
    text += call.setUp;
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += stage(n) + formatv(call.make, n).str();
    text += launch() + call.finish;
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += formatv(call.fetch, n).str() +
                formatv("  unstage(&objects[{0}], objects[{0}].{1}, "
                        "staging_{2}, bytes_{2}, place_{2});\n",
                        objectOf(arguments[n]), names.member, n)
                    .str();
    return text + "  return 0;\n}\n";
  }

  const ScheduledKernel &scheduled;
  const Target &target;
  const KernelObjects &objects;
  const SideNames &names;
  const LauncherCall &call;
  std::vector<LauncherArgument> arguments;
};

} // namespace

std::string check::targetSideText(const ScheduledKernel &scheduled,
                                  const Target &target,
                                  const KernelObjects &objects,
                                  const std::string &header,
                                  const SideNames &names) {
  return Writer(scheduled, target, objects, names).write(header);
}
