// What the tests of transformations share: sample kernels and comparisons.
#ifndef LOOPYC_UNITTESTS_TRANSFORM_HELPERS_H
#define LOOPYC_UNITTESTS_TRANSFORM_HELPERS_H

#include "../TestKernel.h"
#include "Interpret.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Transforms.h"

#include "gtest/gtest.h"

namespace loopyc {

// for i: t = a(i); for j <= i: b(i, j) = b(i, j) + t*c(j);  d(i) = b(i, i) + t
inline Kernel triangle() {
  TestKernel k("triangle");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[i] -> { [j] : 0 <= j <= i }")
      .array("a", {"n"})
      .array("b", {"n", "n"})
      .array("c", {"n"})
      .array("d", {"n"})
      .temporary("t");
  k.insn("load", {"i"}, "t = a[i]", {0, "i", 0})
      .insn("update", {"i", "j"}, "b[i, j] = b[i, j] + t*c[j]",
            {0, "i", 1, "j", 0})
      .insn("store", {"i"}, "d[i] = b[i, i] + t", {0, "i", 2});
  return k.kernel;
}

// for i < n, j < 6: a(i, j) = b(i, j) + i - j; c(i, j) = a(i, j)
inline Kernel rectangle() {
  TestKernel k("rectangle");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [j] : 0 <= j < 6 }")
      .array("a", {"n", "6"})
      .array("b", {"n", "6"})
      .array("c", {"n", "6"});
  k.insn("first", {"i", "j"}, "a[i, j] = b[i, j] + i - j", {0, "i", 0, "j", 0})
      .insn("second", {"i", "j"}, "c[i, j] = a[i, j]", {0, "i", 0, "j", 1});
  return k.kernel;
}

inline InstructionFilter byId(const std::string &id) {
  return
      [id](const Kernel &, const Instruction &insn) { return insn.id == id; };
}

template <typename F> std::string messageOf(F f) {
  try {
    f();
  } catch (const UserError &e) {
    return e.what();
  }
  return "no error";
}

inline void expectSame(const Kernel &before, const Kernel &after,
                       std::map<std::string, double> scalars = {},
                       const std::vector<int> &sizes = {1, 2, 7}) {
  verifyKernel(after);
  for (int n : sizes) {
    scalars["n"] = n;
    RunResult a = interpret(before, scalars), b = interpret(after, scalars);
    EXPECT_EQ(a.instances, b.instances) << "n = " << n;
    EXPECT_EQ(a.memory, b.memory) << "n = " << n << "\n" << kernelStr(after);
  }
}

#define EXPECT_MESSAGE(part, ...)                                              \
  EXPECT_NE(messageOf([&] { __VA_ARGS__; }).find(part), std::string::npos)     \
      << messageOf([&] { __VA_ARGS__; })

} // namespace loopyc

#endif
