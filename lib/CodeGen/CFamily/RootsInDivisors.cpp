// fast_math="rsqrt": quotients by roots, also of roots that a private scalar
// holds since a statement before.
//   r = sqrt(x); f = q/r    ->    r = sqrt(x); f = q*x**(-0.5)
#include "CFamily/FastMath.h"
#include "CFamily/FastMathPasses.h"
#include "CFamily/References.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// place = value holds, for statements under at least these predicates.
struct Definition {
  Expr place, value;
  std::vector<Predicate> predicates;
  std::vector<Expr> references; // of all of these
  bool isPrivate = true;        // does nobody else write what it reads?
};

class RootPass {
public:
  explicit RootPass(const KernelData &data) : data(data) {}

  void run(Block &block) {
    for (Node &node : block)
      match(
          node.value, [&](Loop &loop) { runLoop(loop); },
          [&](Guard &guard) {
            std::vector<Definition> before = known;
            run(guard.body);
            known = std::move(before);
            forget(assignedIn(guard.body));
          },
          [&](Execute &execute) { runStatement(execute); },
          [&](const Barrier &) {
            known.erase(std::remove_if(known.begin(), known.end(),
                                       [](const Definition &each) {
                                         return !each.isPrivate;
                                       }),
                        known.end());
          },
          [](const FunctionCall &call) { failOnCall(call); });
  }

private:
  void runLoop(Loop &loop) {
    forget(assignedIn(loop.body));
    std::vector<Definition> before = known;
    run(loop.body);
    known = std::move(before);
  }

  void runStatement(Execute &execute) {
    if (execute.vectorIname.empty())
      execute.insn = mapExprs(execute.insn, [&](const Expr &e) {
        return quotientsByRoots(e, [&](const Expr &reference) {
          return valueOf(withValues(reference, execute.values), execute);
        });
      });
    for (const Expr &assignee : assigneesOf(execute))
      forget(assignee);
    learn(execute);
  }

  Expr valueOf(const Expr &reference, const Execute &execute) const {
    for (const Definition &each : known)
      if (each.place == reference && isUnder(execute, each.predicates))
        return each.value;
    return Expr();
  }

  static std::vector<Predicate> predicatesOf(const Execute &execute) {
    std::vector<Predicate> result;
    for (const Predicate &predicate : execute.insn->predicates)
      result.push_back(withValues(predicate, execute.values));
    return result;
  }

  static bool isUnder(const Execute &execute,
                      const std::vector<Predicate> &predicates) {
    if (predicates.empty())
      return true;
    std::vector<Predicate> own = predicatesOf(execute);
    return own.size() >= predicates.size() &&
           std::equal(predicates.begin(), predicates.end(), own.begin());
  }

  void learn(const Execute &execute) {
    constexpr size_t most = 64;
    const auto *assignment = std::get_if<Assignment>(&execute.insn->body);
    if (!assignment || !execute.vectorIname.empty() || known.size() >= most)
      return;
    Definition made{withValues(assignment->assignee, execute.values),
                    withValues(assignment->value, execute.values),
                    predicatesOf(execute),
                    {},
                    true};
    if (!isPrivatePlace(made.place) || !isByRoot(made.value))
      return;
    std::vector<Expr> all = made.predicates;
    all.push_back(made.value);
    made.references = referencesIn(all);
    if (mayMeet(made.references, made.place))
      return;
    made.isPrivate = std::all_of(
        made.references.begin(), made.references.end(),
        [&](const Expr &reference) { return isPrivateOrFixed(reference); });
    known.push_back(std::move(made));
  }

  // Would it make a product of a quotient?
  static bool isByRoot(const Expr &value) {
    if (!value.type().isReal())
      return false;
    Expr quotient = Expr::binary(BinaryOp::Div, Expr::real(1, value.type()),
                                 value, value.type());
    return !quotientsByRoots(quotient, [](const Expr &) { return Expr(); })
                .same(quotient);
  }

  const Storage *storageOf(const Expr &reference) const {
    if (const auto *var = reference.getIf<VarRef>())
      return data.find(var->name);
    const auto *element = reference.getIf<ArrayRef>();
    return element ? data.find(element->name) : nullptr;
  }

  bool isPrivatePlace(const Expr &place) const {
    const Storage *storage = storageOf(place);
    const auto *element = place.getIf<ArrayRef>();
    return storage && storage->isPrivate() &&
           (!element || std::all_of(element->subscripts.begin(),
                                    element->subscripts.end(),
                                    [](const Expr &index) {
                                      return asInteger(index).has_value();
                                    }));
  }

  // Inames are no data.
  bool isPrivateOrFixed(const Expr &reference) const {
    const Storage *storage = storageOf(reference);
    return !storage || storage->isPrivate() || !storage->written;
  }

  void forget(const Expr &assignee) {
    known.erase(std::remove_if(known.begin(), known.end(),
                               [&](const Definition &each) {
                                 return mayMeet(each.place, assignee) ||
                                        mayMeet(each.references, assignee);
                               }),
                known.end());
  }

  void forget(const std::set<std::string> &names) {
    for (const std::string &name : names)
      forget(Expr::var(name));
  }

  const KernelData &data;
  std::vector<Definition> known;
};

} // namespace

void codegen::putRootsIntoProducts(Block &block, const KernelData &data) {
  RootPass(data).run(block);
}
