#include "../Scheduling.h"
#include "../TestKernel.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

const Target &onOpenCL = *findTarget("opencl");
const Target &onCUDA = *findTarget("cuda");
const Target &onC = *findTarget("c");

std::string deviceText(const ScheduledKernel &kernel, const Target &target,
                       const CodeGenOptions &options = {}) {
  for (const GeneratedFile &file : generate({kernel}, {&target}, options))
    if (file.kind == OutputKind::Device)
      return file.text;
  return "";
}

std::string deviceText(const Kernel &kernel, const Target &target) {
  return deviceText(scheduleAlone(kernel), target);
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_TRUE(contains(text, part)) << "no '" << (part) << "' in\n" << (text)
#define EXPECT_LACKS(text, part)                                               \
  EXPECT_FALSE(contains(text, part)) << "'" << (part) << "' in\n" << (text)

TestKernel splitCopy() {
  TestKernel k("copy");
  k.domain("[n] -> { [o, i] : 0 <= i < 4 and 0 <= 4 o + i < n and o >= 0 }");
  k.array("x", {"n"}).array("y", {"n"});
  k.insn("s", {"o", "i"}, "y[4*o + i] = x[4*o + i]", {0, "4*o + i", 0});
  return k;
}

TEST(Generate, UnrolledCopiesAreGuardedOnlyWhereNeeded) {
  TestKernel k = splitCopy();
  k.tag("i", "unr");
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_CONTAINS(text, "    y[4 * o] = x[4 * o];\n    if (4 * o + 1 < n) {");
  EXPECT_CONTAINS(text, "if (4 * o + 3 < n) {\n      y[4 * o + 3]");
  EXPECT_CONTAINS(text, "for (int o = 0; 4 * o < n; ++o)");
}

TEST(Generate, DivisibilityLeavesNoGuards) {
  TestKernel k = splitCopy();
  k.tag("i", "unr").assume("[n] -> { : n mod 4 = 0 and n >= 4 }");
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_LACKS(text, "if (");
}

TEST(Generate, AReductionIsALoop) {
  TestKernel k("sums");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [k] : 0 <= k < 16 }");
  k.array("a", {"n", "16"}).array("y", {"n"});
  k.insn("s", {"i"}, "y[i] = 0.5d0*sum(k, a[i, k])", {0, "i", 0});
  k.tag("i", "g.0");
  for (const Target *target : {&onOpenCL, &onCUDA, &onC}) {
    std::string text = deviceText(k.kernel, *target);
    EXPECT_CONTAINS(text, "double acc_k = 0.0;");
    EXPECT_CONTAINS(text, "for (int k = 0; k < 16; ++k) {");
    EXPECT_CONTAINS(text, "acc_k = acc_k + a[");
    EXPECT_CONTAINS(text, "= 0.5 * acc_k;");
  }
}

static TestKernel sineAndCosine(Type type) {
  TestKernel k("both");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}, type).array("y", {"n"}, type);
  k.temporary("s", {}, AddressSpace::Auto, type);
  k.call("both", {"i"}, Routine::SinCos, {"s", "x[i]"}, {"x[i]"}, {0, "i", 0})
      .insn("use", {"i"}, "y[i] = s", {0, "i", 1});
  return k;
}

TEST(Generate, ACallAssignsSeveralResults) {
  Kernel kernel = sineAndCosine(Type::real(8)).kernel;
  std::string text = deviceText(kernel, onOpenCL);
  EXPECT_CONTAINS(text, "double result, result_;\n");
  EXPECT_CONTAINS(text, "result = sincos(x[i], &result_);\n");
  EXPECT_CONTAINS(text, "s = result;\n");
  EXPECT_CONTAINS(text, "x[i] = result_;\n");
  text = deviceText(kernel, onCUDA);
  EXPECT_CONTAINS(text, "sincos(x[i], &result, &result_);\n");
  text = deviceText(kernel, onC);
  EXPECT_CONTAINS(text, "const double result = sin(x[i]);\n");
  EXPECT_CONTAINS(text, "const double result_ = cos(x[i]);\n");
  EXPECT_CONTAINS(text, "x[i] = result_;\n");
}

TEST(Generate, ACallInSinglePrecision) {
  Kernel kernel = sineAndCosine(Type::real(4)).kernel;
  EXPECT_CONTAINS(deviceText(kernel, onOpenCL), "result = sincos(x[i]");
  EXPECT_CONTAINS(deviceText(kernel, onCUDA), "sincosf(x[i], &result");
  EXPECT_CONTAINS(deviceText(kernel, onC), "const float result = sinf(x[i]);");
}

TEST(Generate, HardwareAxesAreGuarded) {
  TestKernel k = splitCopy();
  k.tag("o", "g.0").tag("i", "l.0");
  std::string opencl = deviceText(k.kernel, onOpenCL);
  EXPECT_CONTAINS(opencl, "reqd_work_group_size(4, 1, 1)");
  EXPECT_CONTAINS(opencl, "if (4 * gid(0) + lid(0) < n) {");
  std::string cuda = deviceText(k.kernel, onCUDA);
  EXPECT_CONTAINS(cuda, "__launch_bounds__(4)");
  std::string c = deviceText(k.kernel, onC);
  EXPECT_CONTAINS(c, "#pragma omp parallel for\n");
  EXPECT_CONTAINS(c, "for (int lid_0 = 0; lid_0 < min_i32(");
}

// v is assigned before the barrier and used after it.
ScheduledKernel acrossBarrier(bool inLoop) {
  TestKernel k("across");
  k.domain("[n] -> { [t] : 0 <= t < n }");
  k.array("a", {"16"}).array("b", {"16"});
  k.temporary("v", {}, AddressSpace::Private);
  k.kernel.domains.push_back(poly::Set::parse("{ [i] : 0 <= i < 16 }"));
  k.insn("w", {"i"}, "v = a[i]", {0, "i", 0});
  k.insn("r", {"i"}, "b[i] = v", {0, "i", 1});
  Substitution lid{{"i", Expr::axis({AxisKind::Local, 0})}};
  auto onLid = [&](size_t n) {
    return mapExprs(k.kernel.instructions[n],
                    [&](const Expr &e) { return substitute(e, lid); });
  };
  poly::Set items =
      poly::Set::parse("[i, t, n] -> { : 0 <= i < 16 and 0 <= t < n }")
          .rename({{"i", "lid(0)"}});
  poly::Set steps = poly::Set::parse("[t, n] -> { : 0 <= t < n }");
  ScheduledKernel s;
  s.kernel = k.kernel;
  s.axes = {{{AxisKind::Local, 0}, Expr::integer(16)}};
  s.context = items.project({"t", "n"});
  if (!inLoop) {
    items = items.project({"t", "n"});
    steps = poly::Set::universe();
  }
  std::vector<ScheduleNode> nodes;
  nodes.push_back({StatementRun{{onLid(0)}, items}});
  nodes.push_back({BarrierPoint{true, false, "", steps}});
  nodes.push_back({StatementRun{{onLid(1)}, items}});
  if (inLoop)
    s.body.push_back({ScheduleLoop{"t", {}, nodes}});
  else
    s.body = nodes;
  return s;
}

TEST(Generate, CRunsWorkItemsBetweenBarriers) {
  std::string text = deviceText(acrossBarrier(true), onC);
  EXPECT_CONTAINS(text, "  double v[16];\n  for (int t = 0; t < n; ++t) {\n"
                        "    for (int lid_0 = 0; lid_0 < 16; ++lid_0) {\n"
                        "      v[lid_0] = a[lid_0];\n");
  EXPECT_CONTAINS(text, "      b[lid_0] = v[lid_0];\n");
  EXPECT_LACKS(text, "barrier");
}

TEST(Generate, DevicesKeepBarriers) {
  ScheduledKernel kernel = acrossBarrier(true);
  std::string opencl = deviceText(kernel, onOpenCL);
  EXPECT_CONTAINS(opencl, "double v = a[lid(0)];\n    "
                          "barrier(CLK_LOCAL_MEM_FENCE);\n");
  std::string cuda = deviceText(acrossBarrier(false), onCUDA);
  EXPECT_CONTAINS(cuda, "  __syncthreads();\n");
}

TEST(Generate, ReservedNamesAreRenamed) {
  TestKernel k("kernel");
  k.domain("[n] -> { [int] : 0 <= int < n }");
  k.array("float", {"n"}).array("lid", {"n"}).array("select", {"n"});
  k.insn("s", {"int"}, "float[int] = lid[int] + select[int]", {0, "int", 0});
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_CONTAINS(text, "float_[int_] = lid_[int_] + select_[int_];");
  EXPECT_CONTAINS(text, "void kernel_kernel(");
}

TEST(Generate, FullUnrollingIsFast) {
  TestKernel k("product");
  k.domain("{ [i, j, k] : 0 <= i, j, k < 16 }");
  k.array("a", {"16", "16"}).array("b", {"16", "16"}).array("c", {"16", "16"});
  k.insn("s", {"i", "j", "k"}, "c[i, j] = c[i, j] + a[i, k]*b[k, j]",
         {0, "i", 0, "j", 0, "k", 0});
  for (const char *iname : {"i", "j", "k"})
    k.tag(iname, "unr");
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_LACKS(text, "for (int");
  EXPECT_CONTAINS(text, "c[255] = c[255] + a[255] * b[255];");
}

TEST(Generate, TooManyCopiesAreRefused) {
  TestKernel k("huge");
  k.domain("{ [i] : 0 <= i < 100000 }").array("a", {"100000"});
  k.insn("s", {"i"}, "a[i] = 1.0", {0, "i", 0});
  k.tag("i", "unr");
  EXPECT_THROW(deviceText(k.kernel, onOpenCL), UserError);
}

Kernel withAxisTag(TestKernel k, const std::string &name, AxisTag first) {
  for (VariablePtr &arg : k.kernel.arguments)
    if (arg->name == name) {
      Variable changed = *arg;
      changed.axes[0].tag = first;
      changed.axes[1].tag = NestedAxis{0};
      arg = std::make_shared<const Variable>(changed);
    }
  return k.kernel;
}

TestKernel lanes() {
  TestKernel k("lanes");
  k.domain("[n] -> { [o, v] : 0 <= v < 4 and 0 <= o < n }");
  k.array("x", {"4", "n"}, Type::real(4)).value("a", Type::real(4));
  k.insn("s", {"o", "v"}, "x[v, o] = a*x[v, o]", {0, "o", 0, "v", 0});
  k.tag("v", "vec");
  return k;
}

TEST(Generate, OneOperationOnShortVectors) {
  Kernel kernel = withAxisTag(lanes(), "x", VectorAxis{});
  std::string opencl = deviceText(kernel, onOpenCL);
  EXPECT_CONTAINS(opencl, "__global float4 *x");
  EXPECT_CONTAINS(opencl, "x[o] = a * x[o];");
  std::string c = deviceText(kernel, onC);
  EXPECT_CONTAINS(c, "#pragma omp simd\n    for (int v = 0; v < 4; ++v)");
}

TEST(Generate, ScalarAccessToShortVectorsIsByComponent) {
  TestKernel k = lanes();
  k.tag("v", "unr");
  Kernel kernel = withAxisTag(k, "x", VectorAxis{});
  EXPECT_CONTAINS(deviceText(kernel, onOpenCL), "x[o].s3 = a * x[o].s3;");
  EXPECT_CONTAINS(deviceText(kernel, onCUDA), "x[o].w = a * x[o].w;");
}

TEST(Generate, SeparateArraysAreArguments) {
  TestKernel k = lanes();
  k.tag("v", "unr");
  ScheduledKernel scheduled = scheduleAlone(withAxisTag(k, "x", SeparateAxis{}));
  EXPECT_CONTAINS(deviceText(scheduled, onC), "x_s2[o] = a * x_s2[o];");
  auto arguments = describeArguments(scheduled, onC);
  ASSERT_EQ(arguments.size(), 6u); // n, x_s0 to x_s3, a
  EXPECT_EQ(arguments[2].name, "x_s1");
  EXPECT_EQ(arguments[2].separate, std::vector<int64_t>{1});
  EXPECT_EQ(arguments[2].declaration, "float *x_s1");
}

TEST(Generate, SeparateArraysWantConstantIndices) {
  TestKernel k = lanes();
  k.tag("v", "for");
  ScheduledKernel scheduled = scheduleAlone(withAxisTag(k, "x", SeparateAxis{}));
  EXPECT_THROW(deviceText(scheduled, onC), UserError);
}

TEST(Generate, LiteralsKeepTheirPrecision) {
  TestKernel k("literals");
  k.array("a", {"2"}, Type::real(4)).array("b", {"2"});
  k.domain("{ [i] : 0 <= i < 2 }");
  k.insn("s", {"i"}, "a[i] = 0.1", {0, "i", 0});
  k.insn("t", {"i"}, "b[i] = 0.1", {0, "i", 1});
  std::string text = deviceText(k.kernel, onC);
  EXPECT_CONTAINS(text, "a[i] = 0.1f;");
  EXPECT_CONTAINS(text, "b[i] = 0.1;");
}

TEST(Generate, GuardedStatementsShareTheirCondition) {
  TestKernel k("guards");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"}).array("z", {"n"});
  k.insn("p", {"i"}, "y[i] = 1.0", {0, "i", 0}, {"x[i] > 0.0"});
  k.insn("q", {"i"}, "z[i] = 2.0", {0, "i", 1}, {"x[i] > 0.0"});
  k.insn("r", {"i"}, "y[i] = 3.0", {0, "i", 2}, {"not (x[i] > 0.0)"});
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_CONTAINS(text, "    if (x[i] > 0.0) {\n      y[i] = 1.0;\n"
                        "      z[i] = 2.0;\n    } else {\n      y[i] = 3.0;\n");
}

// The first statement changes what the guard reads: the second tests anew.
TEST(Generate, AChangedConditionIsTestedAgain) {
  TestKernel k("guards");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"});
  k.insn("p", {"i"}, "x[i] = x[i] - 1.0", {0, "i", 0}, {"x[i] > 0.0"});
  k.insn("q", {"i"}, "y[i] = 2.0", {0, "i", 1}, {"x[i] > 0.0"});
  std::string text = deviceText(k.kernel, onOpenCL);
  EXPECT_CONTAINS(text, "    }\n    if (x[i] > 0.0) {\n      y[i] = 2.0;\n");
}

// Two temporaries in one piece of local memory, as large as the larger.
TEST(Generate, TemporariesShareStorage) {
  TestKernel k("shared");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"16"}).array("b", {"16"});
  k.temporary("s", {"16"}, AddressSpace::Local);
  k.temporary("t", {"16"}, AddressSpace::Local, Type::real(4));
  k.insn("w", {"i"}, "s[i] = a[i]", {0, "i", 0});
  k.insn("r", {"j"}, "b[j] = s[15 - j]", {1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  for (VariablePtr &temporary : k.kernel.temporaries) {
    Variable changed = *temporary;
    changed.baseStorage = "base";
    temporary = std::make_shared<const Variable>(changed);
  }
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  std::string opencl = deviceText(scheduled, onOpenCL);
  EXPECT_CONTAINS(opencl, "__local __attribute__((aligned(8))) "
                          "char base[128];");
  EXPECT_CONTAINS(opencl, "__local double *const s = "
                          "(__local double *) base;");
  EXPECT_CONTAINS(opencl, "b[lid(0)] = s[15 - lid(0)];");
  EXPECT_CONTAINS(deviceText(scheduled, onCUDA),
                  "__shared__ __align__(8) int8_t base[128];");
}

TEST(Generate, HeaderDeclaresTheLaunchersOfAllTargets) {
  ScheduledKernel scheduled = scheduleAlone(splitCopy().kernel);
  CodeGenOptions options;
  options.prefix = "two-words";
  auto files = generate({scheduled}, {&onOpenCL, &onC}, options);
  std::string header;
  for (const GeneratedFile &file : files)
    if (file.kind == OutputKind::Header)
      header = file.text;
  EXPECT_CONTAINS(header, "#ifndef LOOPYC_GENERATED_TWO_WORDS_H");
  EXPECT_CONTAINS(header, "int copy_launch_opencl(cl_command_queue queue, "
                          "int32_t n, cl_mem x, cl_mem y, cl_event *event);");
  EXPECT_CONTAINS(header,
                  "int copy_launch_c(int32_t n, const double *x, double *y);");
}

TEST(Generate, TwoKernelsOfOneNameAreRefused) {
  ScheduledKernel scheduled = scheduleAlone(splitCopy().kernel);
  EXPECT_THROW(generate({scheduled, scheduled}, {&onC}, {}), UserError);
}

} // namespace
