// Texts to kernels: what is read, found and refused, and where errors point.
#include "loopyc/KernelLanguage/MakeKernel.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/KernelLanguage/DeclaredFunction.h"
#include "loopyc/KernelLanguage/Types.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;
using language::KernelSource;
using language::SourcePart;

static SourcePart part(const std::string &text) {
  SourcePart part;
  part.text = text;
  part.file = std::make_shared<const std::string>("k.py");
  return part;
}

static KernelSource sourceOf(const std::string &domain,
                             const std::string &instructions) {
  KernelSource source;
  source.domains = {part(domain)};
  source.instructions = {part(instructions)};
  return source;
}

static Kernel make(const std::string &domain, const std::string &instructions) {
  return language::makeKernel(sourceOf(domain, instructions));
}

// "line:column: message" of the error.
static std::string errorOf(const KernelSource &source) {
  try {
    language::makeKernel(source);
  } catch (const UserError &error) {
    const Diagnostic &first = error.diagnostics().front();
    return std::to_string(first.range.line) + ":" +
           std::to_string(first.range.column) + ": " + first.message;
  }
  return "";
}

static std::string errorOf(const std::string &domain,
                           const std::string &instructions) {
  return errorOf(sourceOf(domain, instructions));
}

static bool begins(const std::string &text, const std::string &with) {
  return text.compare(0, with.size(), with) == 0;
}

static std::string valueOf(const Kernel &kernel, size_t insn) {
  return kernel.instructions[insn]->values().front().str();
}

TEST(MakeKernel, FindsWhatIsNotSaid) {
  Kernel kernel = make("{ [i]: 0<=i<n }", "out[i] = 2*a[i]");
  ASSERT_EQ(kernel.arguments.size(), 3u);
  EXPECT_EQ(kernel.arguments[0]->name, "a");
  EXPECT_TRUE(isOpen(kernel.arguments[0]->type));
  EXPECT_EQ(kernel.arguments[0]->axes[0].extent.str(), "n");
  EXPECT_EQ(kernel.arguments[1]->name, "n");
  EXPECT_TRUE(kernel.arguments[1]->isValue());
  EXPECT_EQ(kernel.arguments[1]->type, Type::integer(4));
  EXPECT_EQ(kernel.instructions[0]->id, "insn");
  EXPECT_EQ(valueOf(kernel, 0), "2*a[i]");
}

TEST(MakeKernel, TypesFollow) {
  Kernel kernel = make("{ [i]: 0<=i<n }", "<> t = a[i]/2\n"
                                          "b[i] = t + 1.5*i");
  Kernel typed = language::withTypes(kernel, {{"a", Type::real(4)}});
  EXPECT_EQ(typed.findVariable("t")->type, Type::real(4));
  // float32 + float64, which 1.5*i is
  EXPECT_EQ(typed.findVariable("b")->type, Type::real(8));
  typed = language::withTypes(kernel, {{"a", Type::integer(4)}});
  EXPECT_EQ(typed.findVariable("t")->type, Type::real(8));
}

TEST(MakeKernel, LiteralsTakeTheTypeOfWhatElseIsAssigned) {
  Kernel kernel =
      make("{ [i]: 0<=i<n }", "<> acc = 0 {id=init}\n"
                              "acc = acc + a[i] {id=add, dep=init}\n"
                              "out = acc {dep=add, inames=}");
  Kernel typed = language::withTypes(kernel, {{"a", Type::real(4)}});
  EXPECT_EQ(typed.findVariable("acc")->type, Type::real(4));
  EXPECT_TRUE(typed.instructions[1]->update());
}

TEST(MakeKernel, Precedence) {
  Kernel kernel =
      make("{ [i]: 0<=i<8 }", "a[i] = -x[i]**2 + y[i] % 3 // 2 * (1 - z[i])");
  EXPECT_EQ(valueOf(kernel, 0), "-x[i]**2 + y[i] % 3 // 2*(1 - z[i])");
}

TEST(MakeKernel, BlocksGiveConditionsAndLoops) {
  Kernel kernel = make("{ [i]: 0<=i<n }", R"(
    for i
      if a[i] > 0
        b[i] = 1 {id=one}
      elif c[i] > 0
        b[i] = 2 {id=two, dep=one}
      else
        b[i] = 3 {id=three, dep=two}
      end
    end
  )");
  ASSERT_EQ(kernel.instructions.size(), 3u);
  EXPECT_EQ(kernel.instructions[0]->predicates.size(), 1u);
  EXPECT_EQ(kernel.instructions[1]->predicates.size(), 2u);
  EXPECT_EQ(kernel.instructions[2]->predicates.size(), 2u);
  EXPECT_EQ(kernel.instructions[2]->inames, std::vector<std::string>{"i"});
}

TEST(MakeKernel, ReductionsAndRules) {
  Kernel kernel = make("{ [i,j,k]: 0<=i,j,k<n }",
                       "f(x) := x*a[i, x]\n"
                       "y[i] = sum(j, f(j)) + max([k], a[i, k])");
  EXPECT_EQ(valueOf(kernel, 0), "sum(j, f(j)) + max([k], a[i, k])");
  EXPECT_EQ(kernel.rules[0].value.str(), "x*a[i, x]");
  EXPECT_EQ(kernel.instructions[0]->inames, std::vector<std::string>{"i"});
}

TEST(MakeKernel, ExtentsReachToTheLargestSubscript) {
  Kernel kernel = make("{ [i]: 0<=i<n }", "b[i] = a[2*i + 1] + a[i]");
  EXPECT_EQ(kernel.findVariable("a")->axes[0].extent.str(), "2*n");
  EXPECT_TRUE(
      begins(errorOf("{ [i,j]: 0<=i<n and 0<=j<m }", "b[i,j] = a[i] + a[j]"),
             "1:1: the extent of axis 0 of 'a' cannot be found"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = a[p[i]]"),
                     "1:1: the extent of axis 0 of 'a' cannot be found: the "
                     "subscript 'p[i]' is data"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = a[i - 1]"),
                     "1:1: 'a[i - 1]' of instruction 'insn' is outside"));
}

TEST(MakeKernel, OrderFollowsDependences) {
  Kernel kernel = make("{ [i,j]: 0<=i,j<n }", "y[j] = 2*x[j]\n"
                                              "x[i] = a[i]");
  // The only writer of x comes before its reader.
  EXPECT_EQ(kernel.instructions[0]->id, "insn_0");
  EXPECT_EQ(kernel.instructions[1]->id, "insn");
}

TEST(MakeKernel, ConflictsAreRefused) {
  std::string error =
      errorOf("{ [i,j]: 0<=i,j<n }", "out[j,i] = a[i,j] {id=t}\n"
                                     "out[i,j] = 2*out[i,j] {dep=t}");
  EXPECT_TRUE(begins(error, "2:1: nothing orders these: 't' writes out[j, i]"))
      << error;
  EXPECT_NE(error.find("a dependence acts within the loops that both"),
            std::string::npos);
  // In the order in which they are written.
  KernelSource source = sourceOf("{ [i]: 1<=i<n }", "x[i] = x[i-1] + 1");
  EXPECT_NE(errorOf(source), "");
  source.isSequential = true;
  EXPECT_EQ(errorOf(source), "");
}

TEST(MakeKernel, UnorderedWritersAreRefused) {
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "x[i] = 1\nx[i] = 2"),
                     "2:1: nothing orders these: 'insn' writes x[i]"));
  EXPECT_EQ(errorOf("{ [i]: 0<=i<n }", "x[i] = 1 {id=a}\nx[i] = 2 {dep=a}"),
            "");
}

TEST(MakeKernel, ErrorsPointIntoTheText) {
  EXPECT_EQ(errorOf("{ [i]: 0<=i<n }", "\n  b[i] = a[i +]"),
            "2:15: an operand was expected, but ']' was found");
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = sinn(a[i])"),
                     "1:8: 'sinn' is no function"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = a[i] {dep=x}"),
                     "1:18: no instruction has the id 'x'"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = a[i] {deps=x}"),
                     "1:14: an instruction has no attribute 'deps'; did you "
                     "mean 'dep'"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "b[i] = a[i, 0] + a[i]"),
                     "1:18: 'a' has 2 subscripts, and here 1"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "for i\n  b[i] = 1\n"),
                     "3:1: 'end' was expected, for the block of 'for'"));
  EXPECT_TRUE(
      begins(errorOf("{ [i]: 0<=i<n }", "b[i = 1"), "1:2: '[' has no partner"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i< }", "b[i] = 1"), "1:1: the set"));
}

TEST(MakeKernel, WhatHasNoEndIsRefused) {
  EXPECT_TRUE(begins(errorOf("{ [i]: i<n }", "s = sum(i, a[0])"),
                     "1:1: iname 'i' has no smallest value"));
  EXPECT_TRUE(begins(errorOf("{ [i,j]: i=j and i>=0 }", "a[i] = 1"),
                     "1:1: iname 'i' has no largest value"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "f(x) := g(x)\n"
                                                "g(x) := 1 + f(x)\n"
                                                "a[i] = f(i)"),
                     "1:1: rule 'f' uses itself"));
}

TEST(MakeKernel, OneLoopAroundAll) {
  EXPECT_TRUE(begins(
      errorOf("{ [i,j,k]: 0<=i,j,k<n }", "a[i,j] = 1\nb[j,k] = 2\nc[k,i] = 3"),
      "1:1: no loop can be around all of these"));
  EXPECT_TRUE(begins(errorOf("{ [i]: 0<=i<n }", "a[i] = 1 {id=a}\n"
                                                "s = 1 {id=b, dep=a}\n"
                                                "c[i] = s {id=c, dep=b}"),
                     "2:1: instruction 'b' comes between"));
}

// --- functions in C

static ExternalSignature signature(Type argument, const std::string &name) {
  ExternalSignature result;
  result.arguments = {argument, Type::integer(4)};
  result.result = argument;
  result.nameInTarget = name;
  return result;
}

static KernelSource callingF() {
  KernelSource source =
      sourceOf("{ [i]: 0<=i<n }", "y[i] = f(x[i], 2) + f(z[i], i)");
  source.externals["f"] = std::make_shared<language::DeclaredFunction>(
      "f", std::vector<ExternalSignature>{signature(Type::real(4), "f_s"),
                                          signature(Type::real(8), "f_d")});
  return source;
}

TEST(ExternalFunction, IsFoundOnceTypesAre) {
  Kernel open = language::makeKernel(callingF());
  EXPECT_TRUE(isOpen(open.findVariable("y")->type));
  EXPECT_EQ(externalCalls(open).size(), 1u);
  Kernel half =
      language::withTypes(open, {{"x", Type::real(4)}, {"z", Type::real(4)}});
  EXPECT_EQ(half.findVariable("y")->type, Type::real(4));
  EXPECT_EQ(externalCalls(half).size(), 1u);
  Kernel both =
      language::withTypes(open, {{"x", Type::real(4)}, {"z", Type::real(8)}});
  EXPECT_EQ(both.findVariable("y")->type, Type::real(8));
  ASSERT_EQ(externalCalls(both).size(), 2u);
  EXPECT_EQ(externalCalls(both)[0].signature->nameInTarget, "f_s");
  EXPECT_EQ(externalCalls(both)[1].signature->nameInTarget, "f_d");
}

TEST(ExternalFunction, TakesWhatItSays) {
  Kernel open = language::makeKernel(callingF());
  EXPECT_THROW(language::withTypes(open, {{"x", Type::complex(8)},
                                          {"z", Type::real(4)}}),
               UserError);
  KernelSource source = callingF();
  source.externals.clear();
  EXPECT_EQ(language::unknownFunctions(source), std::set<std::string>{"f"});
}

TEST(ExternalFunction, CallsAreAlikeByFunctionAndTypes) {
  Kernel open = language::makeKernel(callingF());
  auto typed = [&](int x, int z) {
    return language::withTypes(
        open, {{"x", Type::real(x)}, {"z", Type::real(z)}});
  };
  auto valueOf = [](const Kernel &kernel) {
    return kernel.instructions.front()->assignment().value;
  };
  EXPECT_EQ(valueOf(typed(4, 4)), valueOf(typed(4, 4)));
  EXPECT_NE(valueOf(typed(4, 4)), valueOf(typed(8, 8)));
  Expr call = valueOf(typed(4, 4)).getIf<Binary>()->a;
  EXPECT_TRUE(withOperands(call, operands(call)).same(call));
  EXPECT_EQ(call.str(), "f(x[i], 2)");
}
