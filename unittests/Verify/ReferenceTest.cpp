#include "../Scheduling.h"
#include "Helpers.h"

#include "loopyc/Verify/Scan.h"
#include "loopyc/Verify/ScheduleRun.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::verify;

static ArgumentContents integers(const std::vector<int64_t> &values) {
  ArgumentContents result{
      Type::integer(4), {static_cast<int64_t>(values.size())}, {}};
  for (int64_t value : values)
    result.elements.push_back(Value::integer(value));
  return result;
}

static std::vector<int64_t> valuesOf(const ArgumentContents &contents) {
  std::vector<int64_t> result;
  for (const Value &value : contents.elements)
    result.push_back(value.re);
  return result;
}

static int count(const std::vector<Conflict> &all, Conflict::Kind kind) {
  return static_cast<int>(
      std::count_if(all.begin(), all.end(), [&](const Conflict &conflict) {
        return conflict.kind == kind;
      }));
}

TEST(Reference, RunsInstancesInReferenceOrder) {
  TestKernel k("sums");
  k.domain("[n] -> { [i] : 1 <= i < n }").array("x", {"n"}, Type::integer(4));
  k.insn("s", {"i"}, "x[i] = x[i] + x[i - 1]", {0, "i", 0});
  Contents contents;
  contents.sizes["n"] = 4;
  contents.arguments["x"] = integers({1, 2, 3, 4});
  Trace trace = ReferenceProgram(k.kernel).run(contents);
  EXPECT_EQ(valuesOf(contents.arguments["x"]),
            (std::vector<int64_t>{1, 3, 6, 10}));
  std::vector<Conflict> conflicts = conflictsOf(trace);
  EXPECT_EQ(count(conflicts, Conflict::Kind::Flow), 2);
  EXPECT_EQ(conflicts.size(), 2u);
}

TEST(Reference, LoopBoundsThatTheKernelComputes) {
  TestKernel k("ragged");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [j] : 0 <= j < m }")
      .array("len", {"n"}, Type::integer(4))
      .array("c", {"n"}, Type::integer(4));
  k.insn("bound", {"i"}, "m = len[i]", {0, "i", 0})
      .insn("add", {"i", "j"}, "c[i] = c[i] + j", {0, "i", 1, "j", 0});
  Contents contents;
  contents.sizes["n"] = 3;
  contents.arguments["len"] = integers({2, 0, 4});
  contents.arguments["c"] = integers({0, 0, 0});
  Trace trace = ReferenceProgram(k.kernel).run(contents);
  EXPECT_EQ(valuesOf(contents.arguments["c"]), (std::vector<int64_t>{1, 0, 6}));
  EXPECT_EQ(trace.instances.size(), 3u + 6u);
}

// do k = lo(i), 1: m = len(k); do j < m, where the first i has no k. Bounds
// that are not reached are not read; the point (k, j) is one of the next i's.
TEST(Reference, LoopBoundsInsideOfEmptyLoops) {
  TestKernel k("nested");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .temporary("first", {}, AddressSpace::Auto, Type::integer(4))
      .temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[first] -> { [k] : first <= k < 2 }")
      .domain("[m] -> { [j] : 0 <= j < m }")
      .array("lo", {"n"}, Type::integer(4))
      .array("len", {"2"}, Type::integer(4))
      .array("c", {"n"}, Type::integer(4));
  k.insn("start", {"i"}, "first = lo[i]", {0, "i", 0})
      .insn("bound", {"i", "k"}, "m = len[k]", {0, "i", 1, "k", 0})
      .insn("add", {"i", "k", "j"}, "c[i] = c[i] + 1",
            {0, "i", 1, "k", 1, "j", 0});
  k.tag("i", "g.0");
  Contents contents;
  contents.sizes["n"] = 3;
  contents.arguments["lo"] = integers({2, 0, 2});
  contents.arguments["len"] = integers({1, 2});
  contents.arguments["c"] = integers({0, 0, 0});
  Contents device = contents;
  ReferenceProgram reference(k.kernel);
  Trace trace = reference.run(contents);
  EXPECT_EQ(valuesOf(contents.arguments["c"]), (std::vector<int64_t>{0, 3, 0}));
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ScheduleProgram(scheduled, reference)
      .run(device, trace, Interleaving::LastAhead);
  EXPECT_EQ(valuesOf(device.arguments["c"]), (std::vector<int64_t>{0, 3, 0}));
}

// A bound that is reached must have a value.
TEST(Reference, LoopBoundsThatAreUndefined) {
  TestKernel k("late");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [j] : 0 <= j < m }")
      .array("len", {"n"}, Type::integer(4))
      .array("c", {"n"}, Type::integer(4));
  k.insn("add", {"i", "j"}, "c[i] = c[i] + 1", {0, "i", 0, "j", 0})
      .insn("bound", {"i"}, "m = len[i]", {0, "i", 1});
  Contents contents;
  contents.sizes["n"] = 2;
  contents.arguments["len"] = integers({1, 1});
  contents.arguments["c"] = integers({0, 0});
  EXPECT_THROW(ReferenceProgram(k.kernel).run(contents), RunError);
}

// Each combination of the values that the bounds have had is looked at.
TEST(Reference, LoopBoundsOfManyValuesAreGivenUp) {
  TestKernel k("boxes");
  k.domain("[n] -> { [p] : 0 <= p < n }")
      .temporary("lo", {}, AddressSpace::Auto, Type::integer(4))
      .temporary("hi", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[lo, hi] -> { [j] : lo <= j < hi }")
      .array("first", {"n"}, Type::integer(4))
      .array("last", {"n"}, Type::integer(4))
      .array("c", {"n"}, Type::integer(4));
  k.insn("low", {"p"}, "lo = first[p]", {0, "p", 0})
      .insn("high", {"p"}, "hi = last[p]", {0, "p", 1})
      .insn("add", {"p", "j"}, "c[p] = c[p] + j", {0, "p", 2, "j", 0});
  Contents contents;
  contents.sizes["n"] = 12;
  std::vector<int64_t> first, last;
  for (int p = 0; p < 12; ++p) {
    first.push_back(p);
    last.push_back(p + 1);
  }
  contents.arguments["first"] = integers(first);
  contents.arguments["last"] = integers(last);
  contents.arguments["c"] = integers(std::vector<int64_t>(12));
  ReferenceProgram program(k.kernel);
  Contents again = contents;
  EXPECT_EQ(program.run(contents, {20000}).instances.size(), 3u * 12u);
  EXPECT_THROW(program.run(again, {200}), TooLarge);
}

TEST(Reference, UpdatesHaveNoOrderButReadersOfThemDo) {
  TestKernel k("total");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("s", {"1"})
      .array("r", {"1"});
  k.insn("zero", {}, "s[0] = 0.0", {0})
      .insn("add", {"i"}, "s[0] = s[0] + a[i]", {1, "i", 0})
      .insn("out", {}, "r[0] = s[0]", {2});
  Contents contents;
  contents.sizes["n"] = 3;
  Trace trace = ReferenceProgram(k.kernel).run(contents);
  std::vector<Conflict> conflicts = conflictsOf(trace);
  EXPECT_EQ(count(conflicts, Conflict::Kind::Flow), 6);
  EXPECT_EQ(count(conflicts, Conflict::Kind::Update), 2);
}

TEST(Reference, AConditionThatReadsTheElementMakesAnUpdateAWrite) {
  TestKernel k("limited");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("s", {"1"});
  k.insn("add", {"i"}, "s[0] = s[0] + a[i]", {0, "i", 0}, {"s[0] < 3.0"});
  Contents contents;
  contents.sizes["n"] = 3;
  contents.arguments["a"] = {
      Type::real(8), {3}, {fraction(1, 1), fraction(1, 1), fraction(1, 1)}};
  contents.arguments["s"] = {Type::real(8), {1}, {fraction(0, 1)}};
  Trace trace = ReferenceProgram(k.kernel).run(contents);
  EXPECT_EQ(count(conflictsOf(trace), Conflict::Kind::Update), 0);
  EXPECT_EQ(contents.arguments["s"].elements[0], fraction(3, 1));
}

TEST(Reference, AnAccessOutsideOfItsArrayNamesTheInstance) {
  TestKernel k("outside");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"}, Type::integer(4));
  k.insn("s", {"i"}, "x[i] = x[i + 1]", {0, "i", 0});
  Contents contents;
  contents.sizes["n"] = 2;
  contents.arguments["x"] = integers({1, 2});
  try {
    ReferenceProgram(k.kernel).run(contents);
    FAIL() << "no error";
  } catch (const RunError &error) {
    EXPECT_PART("'s' (i = 1) accesses x[2], but axis 0 has 2 elements",
                error.what());
  }
}

TEST(Reference, WhatItCannotSayHasItsReason) {
  TestKernel sized("sized");
  sized.domain("{ [i] : 0 <= i < 250000 }").array("a", {"250000"});
  sized.insn("twice", {"i"}, "a[i] = 2.0*a[i]", {0, "i", 0});
  EXPECT_EQ(verdict(sized.kernel, scheduleAlone(sized.kernel)),
            "too large: more than 200000 instances");
  TestKernel k("ordered");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("at", {"n"}, Type::integer(4))
      .array("a", {"n"});
  k.insn("twice", {"i"}, "a[i] = 2.0*a[i]", {0, "at[i]", 0});
  EXPECT_EQ(verdict(k.kernel, scheduleAlone(k.kernel)),
            "data decide in which order its iterations run");
}

TEST(Scan, VisitsEachPointOfAUnionOnce) {
  poly::Set set = poly::Set::parse(
      "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i and (i + j) mod 2 = 0; "
      "[i, j] : 2 <= i < n and j = 0 }");
  Scanner scanner(set.flat(), {"n"}, {"i", "j"});
  std::vector<std::pair<int64_t, int64_t>> points;
  scanner.scan({4}, {}, [&](const int64_t *values) {
    points.push_back({values[1], values[2]});
  });
  EXPECT_EQ(points,
            (std::vector<std::pair<int64_t, int64_t>>{
                {0, 0}, {1, 1}, {2, 0}, {2, 2}, {3, 0}, {3, 1}, {3, 3}}));
}

TEST(Value, SumsOfFractionsAreExact) {
  Type real = Type::real(8);
  Value third = fraction(1, 3), seven = fraction(7, 2);
  Value sum = apply(BinaryOp::Add, real, third, seven, real);
  EXPECT_EQ(valueStr(sum, real), "23/6");
  Value back = apply(BinaryOp::Sub, real, sum, seven, real);
  EXPECT_EQ(back, third);
  EXPECT_EQ(valueStr(apply(BinaryOp::Div, real, sum, third, real), real),
            "23/2");
  EXPECT_TRUE(apply(BinaryOp::Lt, real, fraction(-1, 2), third, real).re);
  EXPECT_EQ(apply(Intrinsic::Nint, Type::integer(4), real, {fraction(-5, 2)}),
            Value::integer(-3));
  EXPECT_EQ(apply(Intrinsic::Floor, Type::integer(4), real, {fraction(-5, 2)}),
            Value::integer(-3));
  EXPECT_FALSE(
      apply(BinaryOp::Div, real, third, fraction(0, 1), real).isDefined());
}

TEST(Value, LiteralsAreWhatWasRoundedToThem) {
  Type real = Type::real(8), single = Type::real(4);
  EXPECT_EQ(literalValue(0.375, real), fraction(3, 8));
  EXPECT_EQ(literalValue(-0.1, real), fraction(-1, 10));
  EXPECT_EQ(literalValue(0.25 / 3, real), fraction(1, 12));
  EXPECT_EQ(literalValue(0.1 + 0.2, real), fraction(3, 10));
  EXPECT_EQ(literalValue(0.1, single), fraction(1, 10));
  EXPECT_EQ(literalValue(0.1f, real), fraction(1, 10));
  EXPECT_EQ(literalValue(1e6, real), fraction(1000000, 1));
  EXPECT_NE(literalValue(3.14159265358979, real),
            literalValue(3.14159265358978, real));
}

TEST(Value, RootsOfConstantsAreWhatTheirLiteralsAre) {
  Type real = Type::real(8);
  auto root = [&](int64_t numerator, int64_t denominator) {
    return apply(Intrinsic::Sqrt, real, real,
                 {fraction(numerator, denominator)});
  };
  EXPECT_EQ(root(9, 4), fraction(3, 2));
  EXPECT_EQ(root(0, 1), fraction(0, 1));
  EXPECT_EQ(root(8, 1),
            apply(BinaryOp::Mul, real, fraction(2, 1), root(2, 1), real));
  EXPECT_EQ(root(2, 1), literalValue(std::sqrt(2.0), real));
  EXPECT_EQ(root(1, 3), literalValue(1 / std::sqrt(3.0), real));
  EXPECT_NE(root(2, 1), root(3, 1));
}

// Where Fortran has no result, there is none; sums and products wrap.
TEST(Value, OperationsOnIntegers) {
  Type type = Type::integer(8);
  auto of = [&](BinaryOp op, int64_t a, int64_t b) {
    return apply(op, type, Value::integer(a), Value::integer(b), type);
  };
  EXPECT_EQ(of(BinaryOp::FloorDiv, -7, 2), Value::integer(-4));
  EXPECT_EQ(of(BinaryOp::FloorMod, -7, 2), Value::integer(1));
  EXPECT_EQ(of(BinaryOp::Rem, -7, 2), Value::integer(-1));
  EXPECT_EQ(of(BinaryOp::Pow, 2, -1), Value::integer(0));
  EXPECT_EQ(of(BinaryOp::Pow, -1, -3), Value::integer(-1));
  EXPECT_EQ(of(BinaryOp::Pow, 0, -1), Value::invalid());
  EXPECT_EQ(of(BinaryOp::Div, INT64_MIN, -1), Value::invalid());
  EXPECT_EQ(of(BinaryOp::Add, INT64_MAX, 1), Value::integer(INT64_MIN));
  EXPECT_EQ(of(BinaryOp::Pow, 3, 64),
            of(BinaryOp::Mul, of(BinaryOp::Pow, 3, 32).re,
               of(BinaryOp::Pow, 3, 32).re));
}
