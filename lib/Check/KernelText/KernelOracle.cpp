#include "KernelText/KernelOracle.h"

#include "KernelText/ReferenceProgram.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::check;

KernelOracle::KernelOracle(const Workspace &workspace)
    : workspace(workspace), compiler(cCompiler()) {}

static std::string functionName(size_t call) {
  return "loopyc_reference_" + std::to_string(call);
}

// On the oracle's copies.
static std::string callText(const OriginCall &call, size_t k) {
  std::string pointers;
  for (int object : call.objects)
    pointers += (pointers.empty() ? "" : ", ") + std::string("objects[") +
                std::to_string(object) + "].oracle";
  return "  {\n    void *arguments[] = {" +
         (pointers.empty() ? "0" : pointers) + "};\n    " + functionName(k) +
         "(arguments);\n  }\n";
}

Oracle::Parts KernelOracle::build(const KernelObjects &objects,
                                  const std::string &name) {
  Parts parts;
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    auto kernel = source::kernelAsMade(*objects.calls[k].origin);
    if (!kernel)
      throw InternalError("a kernel of the kernel language without its text");
    requireTypes(*kernel);
    std::string stem = name + "_reference" + std::to_string(k);
    workspace.write(stem + ".c", referenceProgram(*kernel, functionName(k)));
    Words command = compiler;
    std::string object = workspace.path(stem + ".o");
    command.insert(command.end(),
                   {"-std=gnu11", "-w", "-O1", "-ffp-contract=off", "-c",
                    workspace.path(stem + ".c"), "-o", object});
    CommandResult result = workspace.run(command, compileSeconds);
    if (!result.ok())
      throw InternalError("the oracle of a kernel does not compile: " +
                          firstError(result.errors));
    parts.objects.push_back(object);
    parts.declarations +=
        "void " + functionName(k) + "(void **arguments);\n";
    parts.calls.push_back(callText(objects.calls[k], k));
  }
  return parts;
}
