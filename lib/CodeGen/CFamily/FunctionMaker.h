// Part of a tree as the body of a function, with what is passed to it.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_FUNCTIONMAKER_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_FUNCTIONMAKER_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"
#include "loopyc/IR/CallMark.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/FreshNames.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// Why what the block touches cannot be passed to a function; "" if it can.
std::string obstacleToFunction(const Block &body, const KernelData &data);

class FunctionMaker {
public:
  // `outside`: names that the rest of the kernel mentions.
  FunctionMaker(KernelData &data, const CallMark &mark,
                const std::set<std::string> &outside);

  FunctionCall run(const Block &body);

private:
  // --- what the body shares with what is around it
  using Key = std::pair<std::string, std::string>; // array, where it begins
  struct View {
    Expr begin;          // in the array, without the constant
    int64_t constant = 0; // the least that is added
    std::string parameter;
  };
  struct Index {
    Key key;
    Expr begin, rest; // the rest depends on loops of the body
    int64_t constant = 0;
  };
  Index indexOf(const Storage &storage, const ArrayRef &ref) const;
  bool isInside(const Expr &e) const;

  void collectLoops(const Block &body);
  void collectLocals(const Block &body, std::set<std::string> around);
  void keepWhatIsElsewhere(const Block &body);
  void nameLocals(const Block &body);
  void collectViews(const Block &body);
  void collectViews(const Expr &e);

  // --- the body in the function's names
  Block rewritten(const Block &body);
  Expr rewritten(const Expr &e);
  Expr number(const Expr &e, const std::string &name, const Storage *storage);
  Expr variable(const Expr &e, const Storage &storage);
  Expr element(const Expr &e, const ArrayRef &ref);
  Expr pointedTo(const Expr &e, const Storage &storage);
  std::string addPointer(const Storage &storage, Expr value);
  std::string flat(const Storage &storage);
  std::string spelling(const std::string &name);
  void putInOrder();

  KernelData &data;
  const source::CallNames *known; // null: names stay
  const std::set<std::string> &outside;
  FreshNames taken;
  std::set<std::string> loops, assigned, atCall;
  std::map<std::string, Expr> renamed; // loops, and variables of its own
  std::map<std::string, std::set<const Block *>> locals; // where they are
  std::map<std::string, std::string> numbers; // parameters, by what they are
  std::map<std::string, std::string> pointers, flats; // by variable
  std::map<Key, View> views;
  std::map<std::string, std::string> origins; // parameter -> caller's name
  FunctionCall call;
};

} // namespace codegen
} // namespace loopyc

#endif
