// What the tests of transformations share: sample kernels and comparisons.
#ifndef LOOPYC_UNITTESTS_TRANSFORM_HELPERS_H
#define LOOPYC_UNITTESTS_TRANSFORM_HELPERS_H

#include "../TestKernel.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Transforms.h"
#include "loopyc/Verify/Reference.h"

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

inline InameTag tag(const std::string &text) { return InameTag::parse(text); }

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

// Arrays of real numbers that are all different; extents depend on n alone.
inline verify::Contents contentsFor(const Kernel &kernel, int n) {
  verify::Contents contents;
  contents.sizes["n"] = n;
  int64_t number = 0;
  for (const VariablePtr &arg : kernel.arguments) {
    if (arg->isValue())
      continue;
    verify::ArgumentContents &made = contents.arguments[arg->name];
    made.type = arg->type;
    int64_t count = 1;
    for (const Axis &axis : arg->axes) {
      Expr extent = substitute(axis.extent, {{"n", Expr::integer(n)}});
      made.extents.push_back(asInteger(fold(extent)).value());
      count *= made.extents.back();
    }
    for (int64_t e = 0; e < count; ++e)
      made.elements.push_back(verify::fraction(++number * 7, 3));
  }
  return contents;
}

// Runs the kernel in reference order; how many assignments it makes.
inline int run(const Kernel &kernel, verify::Contents &contents) {
  int count = 0;
  verify::Trace trace = verify::ReferenceProgram(kernel).run(contents);
  for (const verify::Instance &instance : trace.instances)
    count += kernel.instructions[instance.instruction]->assignees().size();
  return count;
}

inline void expectSame(const Kernel &before, const Kernel &after,
                       const std::vector<int> &sizes = {1, 2, 7}) {
  verifyKernel(after);
  for (int n : sizes) {
    verify::Contents a = contentsFor(before, n), b = a;
    EXPECT_EQ(run(before, a), run(after, b)) << "n = " << n;
    for (const auto &[name, argument] : a.arguments)
      EXPECT_TRUE(argument.elements == b.arguments[name].elements)
          << name << ", n = " << n << "\n"
          << kernelStr(after);
  }
}

#define EXPECT_MESSAGE(part, ...)                                              \
  EXPECT_NE(messageOf([&] { __VA_ARGS__; }).find(part), std::string::npos)     \
      << messageOf([&] { __VA_ARGS__; })

} // namespace loopyc

#endif
