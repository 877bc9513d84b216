// Random sequences of iname transformations never change what a kernel
// computes; a refusal is fine.
#include "Helpers.h"

#include <random>

using namespace loopyc;

namespace {

class Sequence {
public:
  Sequence(const Kernel &kernel, unsigned seed)
      : kernel(kernel), random(seed) {}

  const Kernel &run(int steps) {
    for (int step = 0; step < steps; ++step)
      try {
        kernel = next();
      } catch (const UserError &) {
        ++refusals;
      }
    return kernel;
  }

  std::string log;
  int refusals = 0;

private:
  int below(int n) { return static_cast<int>(random() % n); }

  static poly::PwAff at(const std::string &name) {
    return poly::PwAff::name(name);
  }

  std::string iname() {
    std::vector<std::string> all = kernel.inames();
    return all[below(static_cast<int>(all.size()))];
  }

  InstructionFilter filter() {
    int choice = below(static_cast<int>(kernel.instructions.size()) + 1);
    if (choice == static_cast<int>(kernel.instructions.size()))
      return {};
    log += " within " + kernel.instructions[choice]->id;
    return byId(kernel.instructions[choice]->id);
  }

  Kernel next() {
    std::string i = iname(), j = iname();
    log += "; " + i + " " + j;
    SplitOptions options;
    switch (below(7)) {
    case 0:
      log += " split";
      options.within = filter();
      return splitIname(kernel, i, 1 + below(5), options);
    case 1:
      log += " join";
      return joinInames(kernel, {i, j}, "", {}, filter());
    case 2:
      log += " duplicate";
      return i == j ? duplicateInames(kernel, {i}, filter())
                    : duplicateInames(kernel, {i, j}, filter());
    case 3:
      log += " rename";
      return renameIname(kernel, i, kernel.freshName("r"), false, filter());
    case 4:
      log += " move";
      return renameIname(kernel, i, j, true, filter());
    case 5:
      log += " chunk";
      options.within = filter();
      return chunkIname(kernel, i, 1 + below(4), options);
    default: {
      log += " map";
      std::string u = kernel.freshName("u"), v = kernel.freshName("v");
      if (i == j)
        return affineMapInames(kernel, {i}, {u},
                               at(u).eq(poly::PwAff::constant(3) - at(i)));
      return affineMapInames(
          kernel, {i, j}, {u, v},
          at(u).eq(at(i) - at(j).scaled(2)).intersect(at(v).eq(at(j))));
    }
    }
  }

  Kernel kernel;
  std::mt19937 random;
};

} // namespace

TEST(Sequences, KeepTheMeaning) {
  int refusals = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Kernel before = seed % 2 ? triangle() : rectangle();
    Sequence sequence(before, seed);
    const Kernel &after = sequence.run(6);
    SCOPED_TRACE(std::to_string(seed) + sequence.log);
    expectSame(before, after, {1, 5});
    refusals += sequence.refusals;
  }
  EXPECT_LT(refusals, 60 * 6 / 2);
}
