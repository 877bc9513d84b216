// Copies to shared memory by cp.async, from compute capability 8.0 on; before
// that, they are done at once.
#include "CUDA/CUDADialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string CUDADialect::copyAheadText(Type type) const {
  if (type.isComplex() || (type.bytes != 4 && type.bytes != 8))
    return "";
  const std::string name = typeName(type);
  return "/* The element comes while the thread goes on. */\n" +
         deviceHelperPrefix() + " void copy_ahead(" + name + " *to, const " +
         name +
         " *from) {\n"
         "#if __CUDA_ARCH__ >= 800\n"
         "  asm volatile(\"cp.async.ca.shared.global [%0], [%1], " +
         std::to_string(type.bytes) +
         ";\"\n"
         "               :: \"r\"((unsigned) __cvta_generic_to_shared(to)), "
         "\"l\"(from));\n"
         "#else\n"
         "  *to = *from;\n"
         "#endif\n"
         "}\n";
}

// Through L1, so that a warp's copies ask L2 for whole lines; without a branch.
std::string CUDADialect::copyPiece(const std::string &to,
                                   const std::string &from, bool ahead) const {
  const std::string atOnce = Dialect::copyPiece(to, from, false);
  if (!ahead)
    return atOnce;
  return "#if __CUDA_ARCH__ >= 800\n"
         "    asm volatile(\"{\\n\\t.reg .pred inside;\\n\\t\"\n"
         "                 \"setp.ne.s32 inside, %2, 0;\\n\\t\"\n"
         "                 \"@inside cp.async.ca.shared.global [%0], [%1], "
         "16;\\n\\t}\"\n"
         "                 :: \"r\"((unsigned) "
         "__cvta_generic_to_shared(" +
         to + ")), \"l\"(" + from +
         "),\n"
         "                    \"r\"((int) inside));\n"
         "#else\n" +
         atOnce + "#endif\n";
}

std::string CUDADialect::awaitCopiesText(int pending) const {
  const std::string number = std::to_string(pending);
  return "/* What is on its way is one batch; of batches, all but the last " +
         number + " must be there. */\n" + deviceHelperPrefix() +
         " void await_copies_" + number +
         "() {\n"
         "#if __CUDA_ARCH__ >= 800\n"
         "  asm volatile(\"cp.async.commit_group;\\n\\tcp.async.wait_group " +
         number +
         ";\" ::: \"memory\");\n"
         "#endif\n"
         "}\n";
}
