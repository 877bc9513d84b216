#include "loopyc/IR/Routines.h"

using namespace loopyc;

namespace {

struct Row {
  Routine routine;
  const char *name;
  size_t arguments; // reals of one type, which is that of the results
  std::vector<Intrinsic> results;
};

} // namespace

static const Row &rowOf(Routine routine) {
  static const Row sinCos = {
      Routine::SinCos, "sincos", 1, {Intrinsic::Sin, Intrinsic::Cos}};
  switch (routine) {
  case Routine::SinCos:
    return sinCos;
  }
  return sinCos;
}

const char *loopyc::routineName(Routine routine) { return rowOf(routine).name; }

std::vector<Expr> loopyc::resultsOf(Routine routine,
                                    const std::vector<Expr> &arguments) {
  std::vector<Expr> results;
  for (Intrinsic fn : rowOf(routine).results)
    results.push_back(Expr::call(fn, arguments, arguments.at(0).type()));
  return results;
}

std::string loopyc::misuseOf(Routine routine,
                             const std::vector<Expr> &arguments) {
  const Row &row = rowOf(routine);
  if (arguments.size() != row.arguments)
    return std::string(row.name) + " takes " + std::to_string(row.arguments) +
           " arguments, not " + std::to_string(arguments.size());
  for (const Expr &argument : arguments)
    if (argument.type() != Type::real(4) && argument.type() != Type::real(8))
      return std::string(row.name) + " takes real(4) or real(8), but " +
             argument.str() + " is of type " + argument.type().str();
  return "";
}
