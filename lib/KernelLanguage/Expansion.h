// Instructions that become several, in loops of their own: what the expansions
// of SeveralResults and UserReductions share.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_EXPANSION_H
#define LOOPYC_LIB_KERNELLANGUAGE_EXPANSION_H

#include "Builder.h"

#include "loopyc/Support/FreshNames.h"

#include <optional>

namespace loopyc {
namespace language {

class Expansion {
protected:
  explicit Expansion(Building &building);
  virtual ~Expansion() = default;

  // Each instruction in turn: `expand` appends what becomes of `all[at]`.
  void run();
  virtual void expand() = 0;
  void keep();

  // What is made of the instruction begins.
  void begin(const StatementText &statement);

  NodePtr node(Node::Value value) const;
  NodePtr name(const std::string &name) const { return node(NameNode{name}); }
  // The name of a temporary of the instruction's own, of the type of what it
  // gets.
  std::string temporary(const std::string &what);

  // With the attributes of what is written, behind all that was added before.
  Attributes &add(const std::string &ownId, AssignmentText assignment);
  Attributes &addTemporary(const std::string &temporary, NodePtr value,
                           std::optional<Type> type = std::nullopt);
  Attributes &addUpdate(const std::string &temporary, NodePtr value);
  static void withoutConditions(Attributes &attributes);

  // --- inames: from the outermost
  using Inames = std::vector<std::string>;

  // What the loops over inames are over: the inames themselves, if nothing else
  // is in these loops, and else copies. They become loops of the instruction.
  Renaming takeLoops(const Inames &inames);
  // Domains for copies of the inames, with fresh names made of these, or of
  // those wanted.
  Renaming copied(const Inames &inames, const Renaming &wanted = {});
  void inLoops(Attributes &attributes, const Inames &inames,
               const Renaming &loops) const;

  Building &building;
  std::vector<StatementText> all; // as written
  FreshNames ids;
  size_t at = 0;
  // Of the instruction at `at`.
  std::string id;
  Span span;
  Part part;
  std::vector<std::string> made; // ids

private:
  // Of inames and variables; those of the kernel are looked for when a first
  // one is made.
  FreshNames &names();
  bool isUsedElsewhere(const std::string &iname) const;
  void requireNotInRules(const Inames &inames) const;

  std::optional<FreshNames> taken;
};

// What names in texts may be: of inames, data, rules.
std::set<std::string> mentionedNames(const Building &building);

// Values and assignees, then conditions.
void forEachWritten(const StatementText &statement,
                    const std::function<void(const NodePtr &)> &visit);

} // namespace language
} // namespace loopyc

#endif
