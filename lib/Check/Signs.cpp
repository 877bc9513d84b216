#include "Signs.h"

using namespace loopyc;
using namespace loopyc::check;

namespace {

class SignFinder {
public:
  SignFinder(const Bounds &bounds, const KernelObjects &objects)
      : kernel(bounds.subject()), objects(objects),
        writers(bounds.allWriters()) {
    for (const AccessInfo &access : bounds.everyAccess())
      for (const Expr &subscript : access.location)
        if (subscript)
          places.push_back(subscript);
    for (const poly::Set &domain : kernel.domains)
      for (const std::string &name : domain.params())
        if (!kernel.hasIname(name))
          places.push_back(Expr::var(name));
    for (const InstructionPtr &insn : kernel.instructions) {
      for (const Expr &value : insn->values())
        look(value);
      for (const Expr &predicate : insn->predicates)
        look(predicate);
    }
  }

  std::map<std::string, SignLevel> find() const {
    // Values go on through arguments to places, but not to divisors: most
    // arguments would depend on each other.
    NameSet never = sources(places, true), rarely = sources(divisors, false);
    for (const std::string &corrected : NameSet(never))
      if (isCorrected(corrected))
        for (const std::string &name : sources(values(corrected), true))
          (isInteger(name) ? never : rarely).insert(name);
    std::map<std::string, SignLevel> levels;
    for (const Object &object : objects.objects)
      if (!never.count(object.name) && takesSigns(object))
        levels[object.name] = rarely.count(object.name) ? SignLevel::All
                                                        : SignLevel::Harmless;
    return levels;
  }

private:
  // Integer scalars are sizes, or count.
  static bool takesSigns(const Object &object) {
    Type type = object.dummy->type;
    return type.isReal() || type.isComplex() ||
           (type.isAnyInteger() && object.isArray());
  }

  // Those have values in a range of their own (IndexValues.h).
  bool isInteger(const std::string &name) const {
    const Object *object = objects.find(name);
    return object && object->dummy->type.isInteger();
  }

  void look(const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *binary = node.getIf<Binary>())
        look(*binary, node.type());
      else if (const auto *call = node.getIf<Call>())
        look(*call);
      return true;
    });
  }

  void look(const Binary &binary, Type type) {
    switch (binary.op) {
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Rem:
      divisors.push_back(binary.b);
      break;
    case BinaryOp::Pow:
      if (!binary.b.type().isInteger())
        divisors.push_back(binary.a);
      else if (type.isInteger()) // 0**(-1)
        places.push_back(binary.b);
      break;
    default:
      break;
    }
  }

  void look(const Call &call) {
    switch (call.fn) {
    case Intrinsic::Sqrt:
    case Intrinsic::Log:
    case Intrinsic::Log10:
    case Intrinsic::Acosh:
    case Intrinsic::Gamma:
    case Intrinsic::LogGamma:
      divisors.push_back(call.args[0]);
      break;
    case Intrinsic::Ishft:
    case Intrinsic::Scale:
    case Intrinsic::Btest: // by a number of bits
      places.push_back(call.args[1]);
      break;
    default:
      break;
    }
  }

  // Names that the expressions depend on, through temporaries, and through
  // what is assigned to arguments if `throughArguments`.
  NameSet sources(const std::vector<Expr> &expressions,
                  bool throughArguments) const {
    NameSet names;
    for (const Expr &e : expressions)
      names.merge(namesIn(e));
    return writers.sources(names, Flow::Values, [&](const std::string &name) {
      VariablePtr variable = kernel.findVariable(name);
      return variable && !isCorrected(name) &&
             (throughArguments || variable->isTemporary());
    });
  }

  // Is a negative value of the scalar made another one?
  //   k = max(k, 1)    if (k < 1) k = 1
  bool isCorrected(const std::string &name) const {
    VariablePtr variable = kernel.findVariable(name);
    if (!variable || !variable->isScalar() || !variable->isTemporary() ||
        !variable->type.isInteger())
      return false;
    for (const Instruction *insn : writers.of(name)) {
      for (const Expr &value : insn->values())
        if (const auto *call = value.getIf<Call>();
            call && call->fn == Intrinsic::Max)
          return true;
      for (const Expr &predicate : insn->predicates)
        if (writers.sources(namesIn(predicate), Flow::Values).count(name))
          return true;
    }
    return false;
  }

  std::vector<Expr> values(const std::string &name) const {
    std::vector<Expr> result;
    for (const Instruction *insn : writers.of(name))
      for (const Expr &value : insn->values())
        result.push_back(value);
    return result;
  }

  const Kernel &kernel;
  const KernelObjects &objects;
  const Writers &writers;
  // Subscripts, bounds and counts of bits; divisors and what roots are of.
  std::vector<Expr> places, divisors;
};

} // namespace

std::map<std::string, SignLevel>
check::signLevels(const Bounds &bounds, const KernelObjects &objects) {
  return SignFinder(bounds, objects).find();
}
