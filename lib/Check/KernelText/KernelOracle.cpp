#include "KernelText/KernelOracle.h"

#include "Case.h"
#include "KernelText/ReferenceProgram.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::check;

static constexpr int compileSeconds = 300;

KernelOracle::KernelOracle(const Workspace &workspace)
    : workspace(workspace), compiler(cCompiler()) {}

static std::string functionName(size_t call) {
  return "loopyc_oracle_" + std::to_string(call);
}

// Calls them in order on the oracle's copies.
static std::string sideText(const KernelObjects &objects) {
  std::string declarations, calls;
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    std::string pointers;
    for (int object : objects.calls[k].objects)
      pointers += (pointers.empty() ? "" : ", ") + std::string("objects[") +
                  std::to_string(object) + "].oracle";
    declarations += "void " + functionName(k) + "(void **arguments);\n";
    calls += "  {\n    void *arguments[] = {" +
             (pointers.empty() ? "0" : pointers) + "};\n    " +
             functionName(k) + "(arguments);\n  }\n";
  }
  return "#include \"harness.h\"\n\n" + declarations +
         "\nconst char *const side_name = \"the kernel as it was made\";\n\n"
         "int run_oracle(char *message, size_t size) {\n"
         "  (void)message, (void)size;\n" +
         calls + "  return 0;\n}\n" + branchCounters({});
}

Oracle::Parts KernelOracle::build(const KernelObjects &objects,
                                  const std::string &name) {
  Parts parts;
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    auto kernel = source::kernelAsMade(*objects.calls[k].origin);
    if (!kernel)
      throw UserError("it is made of Fortran and of texts in the kernel "
                      "language, which have no oracle together");
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
  }
  workspace.write(name + "_oracle.c", sideText(objects));
  return parts;
}
