// New inames in the place of old ones, throughout a kernel or in a part of its
// instructions: what splitting, joining, chunking, renaming, duplicating and
// affine maps of inames have in common.
#ifndef LOOPYC_LIB_TRANSFORM_INAMEMAP_H
#define LOOPYC_LIB_TRANSFORM_INAMEMAP_H

#include "loopyc/Transform/Common.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

struct InameMap {
  const char *transformation = "";
  std::vector<std::string> olds;
  // What stands in an old iname's place in loop nests and priorities.
  std::map<std::string, std::vector<std::string>> places;
  Substitution values; // old iname -> expression of new ones
  poly::Set equations; // flat: { olds, news : old = f(news), ... }
  poly::Set bounds = poly::Set::universe(); // flat: on news
  // The new inames depend on several old ones: their domains become one.
  bool coupled = false;
  // The new inames exist already, with fitting domains.
  bool existing = false;
  // Components that take the place of a loop component that is just the old
  // iname (of a map of one): their order is that of its value. They do so
  // where all instructions in the source loop are mapped.
  std::map<std::string, ReferenceTime> timePlaces;

  std::vector<std::string> news() const;
};

// Which instructions are to be changed: those that `within` selects among the
// instructions within any of `inames`.
struct Selection {
  std::vector<bool> chosen; // by index in Kernel::instructions
  bool complete = true;     // no other instruction is within the inames

  bool any() const;
};
Selection select(const Kernel &kernel, const std::vector<std::string> &inames,
                 const InstructionFilter &within);
// UserError if `within` selects none.
Selection selectWithin(const Kernel &kernel,
                       const std::vector<std::string> &inames,
                       const InstructionFilter &within,
                       const char *transformation);

// Domains, instructions, rules and priorities rewritten. Where the selection is
// complete, tags and slabs of the old inames are gone; otherwise the old
// inames stay for the instructions that are not chosen.
Kernel applyInameMap(const Kernel &kernel, const InameMap &map,
                     const Selection &selection);

// Removes those of `candidates` that no instruction is within and no other
// domain mentions.
void dropUnusedInames(Kernel &kernel,
                      const std::vector<std::string> &candidates);

// The name given, which must be free, or a fresh one made of `fallback`.
std::string newInameName(const Kernel &kernel, const std::string &given,
                         const std::string &fallback,
                         const char *transformation);

// Stores the tag; that of a plain loop is none.
void setInameTag(Kernel &kernel, const std::string &iname, const InameTag &tag);

// Splitting, joining and mapping need a plain loop.
void requirePlainLoop(const Kernel &kernel, const std::string &iname,
                      const char *transformation);

} // namespace loopyc

#endif
