// Small kernels with what schedules can get wrong.
#ifndef LOOPYC_UNITTESTS_VERIFY_SAMPLEKERNELS_H
#define LOOPYC_UNITTESTS_VERIFY_SAMPLEKERNELS_H

#include "../TestKernel.h"

namespace loopyc {

// do k: tile(l) = a(l, k);  b(l, k) = tile(7 - l): tile is staged for a group.
inline Kernel stagedTiles() {
  TestKernel k("staged_tiles");
  k.domain("[n] -> { [g] : 0 <= g < n }")
      .domain("{ [k] : 0 <= k < 3 }")
      .domain("{ [l] : 0 <= l < 8 }")
      .domain("{ [m] : 0 <= m < 8 }")
      .array("a", {"8", "3", "n"})
      .array("b", {"8", "3", "n"})
      .temporary("tile", {"8"}, AddressSpace::Local);
  k.insn("load", {"g", "k", "l"}, "tile[l] = a[l, k, g]",
         {0, "g", 0, "k", 0, "l", 0})
      .insn("use", {"g", "k", "m"}, "b[m, k, g] = tile[7 - m]",
            {0, "g", 0, "k", 1, "m", 0});
  k.tag("g", "g.0").tag("l", "l.0").tag("m", "l.0");
  return k.kernel;
}

// The same, but each k has a value of its own in the one storage.
inline Kernel reusedTiles() {
  TestKernel k("reused_tiles");
  k.domain("[n] -> { [g] : 0 <= g < n }")
      .domain("{ [k] : 0 <= k < 3 }")
      .domain("{ [l] : 0 <= l < 8 }")
      .domain("{ [m] : 0 <= m < 8 }")
      .array("a", {"8", "3", "n"})
      .array("b", {"8", "3", "n"})
      .temporary("tile", {"8", "3"}, AddressSpace::Local);
  k.insn("load", {"g", "k", "l"}, "tile[l, k] = a[l, k, g]",
         {0, "g", 0, "k", 0, "l", 0})
      .insn("use", {"g", "k", "m"}, "b[m, k, g] = tile[7 - m, k]",
            {0, "g", 0, "k", 1, "m", 0});
  k.tag("g", "g.0").tag("l", "l.0").tag("m", "l.0");
  Variable tile = *k.kernel.findVariable("tile");
  tile.axes[1] = {Expr(), ReusedAxis{}, "k"};
  k.kernel.setVariable(std::make_shared<const Variable>(tile));
  return k.kernel;
}

// do j: t(j) = a(j, i);  do h: b(h, i) = t(h) + t(h + 1), t private.
inline Kernel privateRow() {
  TestKernel k("private_row");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [j] : 0 <= j < 5 }")
      .domain("{ [h] : 0 <= h < 4 }")
      .array("a", {"5", "n"})
      .array("b", {"4", "n"})
      .temporary("t", {"5"}, AddressSpace::Private);
  k.insn("fill", {"i", "j"}, "t[j] = a[j, i]", {0, "i", 0, "j", 0})
      .insn("use", {"i", "h"}, "b[h, i] = t[h] + t[h + 1]",
            {0, "i", 1, "h", 0});
  k.tag("i", "g.0");
  return k.kernel;
}

// t = a(i);  b(i) = t*t;  where a(i) > 0.5: c(i) = t
inline Kernel guarded() {
  TestKernel k("guarded");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .array("c", {"n"})
      .temporary("t");
  k.insn("take", {"i"}, "t = a[i]", {0, "i", 0})
      .insn("square", {"i"}, "b[i] = t*t", {0, "i", 1})
      .insn("keep", {"i"}, "c[i] = t", {0, "i", 2}, {"a[i] > 0.5"});
  k.tag("i", "g.0");
  return k.kernel;
}

// do i: do j < i: x(i) = x(i) - l(i, j)*x(j), a loop's first iterations apart.
inline Kernel triangular() {
  TestKernel k("triangular");
  k.domain("[n] -> { [i] : 1 <= i < n }")
      .domain("[i] -> { [j] : 0 <= j < i }")
      .array("l", {"n", "n"})
      .array("x", {"n"});
  k.insn("solve", {"i", "j"}, "x[i] = x[i] - l[i, j]*x[j]",
         {0, "i", 0, "j", 0});
  k.kernel.slabs["i"] = {2, 1};
  return k.kernel;
}

// t = a(i);  b(i) = t + 1, four iterations side by side.
inline Kernel interleaved() {
  TestKernel k("interleaved");
  k.domain("[n] -> { [o, i] : 0 <= o < n and 0 <= i < 4 }")
      .array("a", {"4*n"})
      .array("b", {"4*n"})
      .temporary("t");
  k.insn("take", {"o", "i"}, "t = a[i + 4*o]", {0, "i + 4*o", 0})
      .insn("give", {"o", "i"}, "b[i + 4*o] = t + 1", {0, "i + 4*o", 1});
  k.tag("i", "ilp");
  return k.kernel;
}

// m = len(i);  do j < m: c(i) = c(i) + w(j)
inline Kernel ragged() {
  TestKernel k("ragged");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [j] : 0 <= j < m }")
      .array("len", {"n"}, Type::integer(4))
      .array("c", {"n"});
  k.insn("bound", {"i"}, "m = len[i]", {0, "i", 0})
      .insn("add", {"i", "j"}, "c[i] = c[i] + j", {0, "i", 1, "j", 0});
  k.tag("i", "g.0");
  return k.kernel;
}

// s = f(0);  b(l, g) = s + a(l, g): all work-items compute s.
inline Kernel replicated() {
  TestKernel k("replicated");
  k.domain("[n] -> { [g, l] : 0 <= g < n and 0 <= l < 4 }")
      .array("f", {"1"})
      .array("a", {"4", "n"})
      .array("b", {"4", "n"})
      .temporary("s", {}, AddressSpace::Private);
  k.insn("take", {}, "s = f[0]", {0})
      .insn("add", {"g", "l"}, "b[l, g] = s + a[l, g]", {1, "g", 0, "l", 0});
  k.tag("g", "g.0").tag("l", "l.0");
  return k.kernel;
}

// s = a(i);  t = a(i) + 1;  b(i) = s + t
inline Kernel pair() {
  TestKernel k("pair");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .temporary("s")
      .temporary("t");
  k.insn("first", {"i"}, "s = a[i]", {0, "i", 0})
      .insn("second", {"i"}, "t = a[i] + 1", {0, "i", 1})
      .insn("both", {"i"}, "b[i] = s + t", {0, "i", 2});
  return k.kernel;
}

// do i: x(i) = x(i - 1) + 1
inline Kernel chain() {
  TestKernel k("chain");
  k.domain("[n] -> { [i] : 1 <= i < n }").array("x", {"n"});
  k.insn("step", {"i"}, "x[i] = x[i - 1] + 1", {0, "i", 0});
  return k.kernel;
}

// do i; do j: x(i, j) = x(i - 1, j + 1) + 1: i must be outside.
inline Kernel skewed() {
  TestKernel k("skewed");
  k.domain("[n] -> { [i, j] : 1 <= i < n and 0 <= j < n - 1 }")
      .array("x", {"n", "n"});
  k.insn("step", {"i", "j"}, "x[i, j] = x[i - 1, j + 1] + 1",
         {0, "i", 0, "j", 0});
  return k.kernel;
}

inline void putAfter(Kernel &kernel, const std::string &id,
                     const std::string &first) {
  for (InstructionPtr &insn : kernel.instructions)
    if (insn->id == id) {
      auto later = std::make_shared<Instruction>(*insn);
      later->dependsOn.insert(first);
      insn = later;
    }
}

// b(i) = a(i);  c(i) = a(i), the second after the first as a script says.
inline Kernel ordered() {
  TestKernel k("ordered");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .array("c", {"n"});
  k.insn("first", {"i"}, "b[i] = a[i]", {0, "i", 0})
      .insn("second", {"i"}, "c[i] = a[i]", {0, "i", 1});
  putAfter(k.kernel, "second", "first");
  return k.kernel;
}

// The same with a script's barrier in between.
inline Kernel fenced() {
  Kernel kernel = ordered();
  kernel.name = "fenced";
  auto fence = std::make_shared<Instruction>(*kernel.instructions[1]);
  fence->id = "fence";
  fence->body = BarrierBody{};
  kernel.instructions.push_back(fence);
  putAfter(kernel, "second", "fence");
  return kernel;
}

} // namespace loopyc

#endif
