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
static std::string callText(const OriginCall &call,
                            const std::string &function) {
  std::string pointers;
  for (int object : call.objects)
    pointers += (pointers.empty() ? "" : ", ") + std::string("objects[") +
                std::to_string(object) + "].oracle";
  return "  {\n    void *arguments[] = {" +
         (pointers.empty() ? "0" : pointers) + "};\n    " + function +
         "(arguments);\n  }\n";
}

static void addCall(Oracle::Parts &parts, const OriginCall &call,
                    const std::string &function) {
  parts.declarations += "void " + function + "(void **arguments);\n";
  parts.calls.push_back(callText(call, function));
}

static std::string stemOf(const std::string &name, size_t call) {
  return name + "_reference" + std::to_string(call);
}

CommandResult KernelOracle::compile(const std::string &stem, Words options,
                                    Parts &parts) const {
  Words command = compiler;
  std::string object =
      workspace.path(stem + std::to_string(parts.objects.size()) + ".o");
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"-std=gnu11", "-w", "-O1", "-c",
                                 workspace.path(stem + ".c"), "-o", object});
  parts.objects.push_back(object);
  return workspace.run(command, compileSeconds);
}

Oracle::Parts KernelOracle::build(const KernelObjects &objects,
                                  const std::string &name) {
  Parts parts;
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    auto kernel = source::kernelAsMade(*objects.calls[k].origin);
    if (!kernel)
      throw InternalError("a kernel of the kernel language without its text");
    requireTypes(*kernel);
    const std::string stem = stemOf(name, k), function = functionName(k);
    workspace.write(stem + ".c", referenceProgram(*kernel, function));
    CommandResult result = compile(stem, {"-ffp-contract=off"}, parts);
    if (!result.ok())
      throw InternalError("the oracle of a kernel does not compile: " +
                          firstError(result.errors));
    addCall(parts, objects.calls[k], function);
  }
  return parts;
}

// GCC fuses late: until then a*b and b*a, of which one could be fused, must not
// have become one. Clang does it first.
static std::vector<Words> waysToFuse() {
  std::vector<Words> ways = {
      {"-ffp-contract=fast", "-fexpensive-optimizations", "-fno-tree-fre",
       "-fno-tree-dominator-opts"},
      {"-ffp-contract=on"}};
#ifdef __x86_64__
  for (Words &way : ways)
    way.push_back("-mfma");
#endif
  return ways;
}

std::optional<Oracle::Parts>
KernelOracle::buildFused(const KernelObjects &objects,
                         const std::string &name) {
  for (const Words &way : waysToFuse()) {
    Parts parts;
    bool compiles = true;
    for (size_t k = 0; k < objects.calls.size() && compiles; ++k) {
      const std::string own = functionName(k), fused = own + "_fused";
      Words options = way;
      options.push_back("-D" + own + "=" + fused);
      workspace.write(stemOf(name, k) + "_fused.c",
                      "#include \"" + stemOf(name, k) + ".c\"\n");
      compiles = compile(stemOf(name, k) + "_fused", options, parts).ok();
      addCall(parts, objects.calls[k], fused);
    }
    if (compiles)
      return parts;
  }
  return std::nullopt;
}
