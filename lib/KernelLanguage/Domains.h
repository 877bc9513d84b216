// Domains from text: isl's notation, where names that are no inames are
// parameters without being listed.
//
//   { [i, j]: 0 <= i, j < n }     [n] -> { [k] : 0 <= k < n and k mod 2 = 0 }
#ifndef LOOPYC_LIB_KERNELLANGUAGE_DOMAINS_H
#define LOOPYC_LIB_KERNELLANGUAGE_DOMAINS_H

#include "Text.h"

#include "loopyc/Poly/Set.h"

#include <string>
#include <vector>

namespace loopyc {
namespace language {

struct Domain {
  poly::Set set;
  std::shared_ptr<const Text> text;
};

// Throws UserError where a text is no set, or two sets have one iname.
std::vector<Domain> readDomains(const std::vector<SourcePart> &parts);

// "n >= 1 and n mod 4 = 0", or a set without dimensions; flat.
poly::Set readAssumptions(const SourcePart &part);

} // namespace language
} // namespace loopyc

#endif
