#include "loopyc/IR/SetNames.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;

static const char *spelling(AxisKind kind) {
  return kind == AxisKind::Group ? "gid(" : "lid(";
}

std::string GridAxis::str() const {
  return spelling(kind) + std::to_string(number) + ")";
}

std::optional<GridAxis> loopyc::axisOf(const std::string &setName) {
  for (AxisKind kind : {AxisKind::Group, AxisKind::Local}) {
    llvm::StringRef rest = setName;
    int number = 0;
    if (rest.consume_front(spelling(kind)) && rest.consume_back(")") &&
        !rest.getAsInteger(10, number))
      return GridAxis{kind, number};
  }
  return std::nullopt;
}

// As many as the mark's number.
static std::string primes(Mark mark) {
  return std::string(static_cast<size_t>(mark), '\'');
}

std::string VarRef::str() const { return name + primes(mark); }

Expr loopyc::referenceOf(const std::string &setName, Type type) {
  if (std::optional<GridAxis> axis = axisOf(setName))
    return Expr::axis(*axis, type);
  for (Mark mark : {Mark::DoublePrime, Mark::Prime}) {
    llvm::StringRef name = setName;
    if (name.consume_back(primes(mark)))
      return Expr::marked(name.str(), mark, type);
  }
  return Expr::var(setName, type);
}

std::string loopyc::primed(const std::string &iname) {
  return VarRef{iname, Mark::Prime}.str();
}

std::map<std::string, std::string>
loopyc::markedNames(const std::vector<std::string> &inames, Mark mark) {
  std::map<std::string, std::string> result;
  for (const std::string &iname : inames)
    result[iname] = VarRef{iname, mark}.str();
  return result;
}

Substitution loopyc::markedReferences(const std::vector<std::string> &inames,
                                      Mark mark) {
  Substitution result;
  for (const std::string &iname : inames)
    result[iname] = Expr::marked(iname, mark);
  return result;
}

std::string loopyc::subscriptName(size_t axis) {
  return "axis(" + std::to_string(axis) + ")";
}

std::string loopyc::auxiliaryName(const std::string &what) {
  return " " + what;
}

bool loopyc::isAuxiliaryName(const std::string &setName) {
  return llvm::StringRef(setName).starts_with(" ");
}

bool loopyc::isProgramName(const std::string &setName) {
  return setName.find_first_of("'( ") == std::string::npos;
}
