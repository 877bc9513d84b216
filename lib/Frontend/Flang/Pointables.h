// Variables and components that are pointers or targets: nobody would see that
// what is gathered of one is what another has, too.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_POINTABLES_H
#define LOOPYC_LIB_FRONTEND_FLANG_POINTABLES_H

#include "LowerExpr.h"

#include "loopyc/IR/Array.h"
#include "loopyc/IR/Type.h"

#include "flang/Semantics/symbol.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class Pointables {
  using Attr = Fortran::semantics::Attr;
  using Symbol = Fortran::semantics::Symbol;

public:
  // Throws Unsupported.
  void note(const Symbol &symbol, const std::string &path, Type type,
            bool isGathered) {
    if (!mayBeSame(symbol, symbol) && !symbol.attrs().test(Attr::TARGET))
      return;
    for (const Pointable &other : noted)
      if ((isGathered || other.isGathered) && other.type == type &&
          mayBeSame(symbol, *other.symbol) && !isPartOf(path, other.path) &&
          !isPartOf(other.path, path))
        throw Unsupported{"components of elements of '" + path +
                          "', which may be those of '" + other.path +
                          "', for both are pointers or targets; pass them as "
                          "arguments that are neither"};
    noted.push_back({&symbol, path, type, isGathered});
  }
  // Of a component: it is what its last part says, and a target where a
  // variable that it is part of is one, or is pointed at.
  static Pointing pointingOf(const Symbol &last, bool isInTarget = false) {
    if (last.attrs().test(Attr::POINTER))
      return Pointing::Pointer;
    return isInTarget || last.attrs().test(Attr::TARGET) ? Pointing::Target
                                                         : Pointing::None;
  }
  template <typename Parts> static Pointing pointingOf(const Parts &parts) {
    bool isInTarget = false;
    for (const auto &part : parts)
      isInTarget |= pointingOf(*part.symbol) != Pointing::None;
    return pointingOf(*parts.back().symbol, isInTarget);
  }

  // "s%cells" of "s", and the same.
  static bool isPartOf(const std::string &part, const std::string &whole) {
    return (part + "%").rfind(whole + "%", 0) == 0;
  }

private:
  static bool mayBeSame(const Symbol &a, const Symbol &b) {
    auto mayBeTarget = [](const Symbol &symbol) {
      return symbol.attrs().test(Attr::POINTER) ||
             symbol.attrs().test(Attr::TARGET);
    };
    return (a.attrs().test(Attr::POINTER) && mayBeTarget(b)) ||
           (b.attrs().test(Attr::POINTER) && mayBeTarget(a));
  }

  // What these are pointed at with.
  struct Pointable {
    const Symbol *symbol;
    std::string path;
    Type type;
    bool isGathered;
  };
  std::vector<Pointable> noted;
};

} // namespace frontend
} // namespace loopyc

#endif
