// How inames are implemented, and in which order their loops nest.
#include "InameMap.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Glob.h"
#include "loopyc/Transform/Inames.h"

#include <algorithm>
#include <set>

using namespace loopyc;

static std::vector<std::string> matchingInames(const Kernel &kernel,
                                               const std::string &pattern,
                                               bool ignoreNonexistent,
                                               const char *transformation) {
  std::vector<std::string> all = kernel.inames();
  if (std::find(all.begin(), all.end(), pattern) != all.end())
    return {pattern};
  std::vector<std::string> found;
  for (const std::string &iname : all)
    if (globMatches(pattern, iname))
      found.push_back(iname);
  if (found.empty() && !ignoreNonexistent)
    throw UserError(std::string(transformation) + ": kernel '" + kernel.name +
                    "' has no iname that matches '" + pattern + "'" +
                    suggestion(pattern, all));
  return found;
}

Kernel
loopyc::tagInames(const Kernel &kernel,
                  const std::vector<std::pair<std::string, InameTag>> &tags,
                  bool force, bool ignoreNonexistent) {
  Kernel result = kernel;
  for (const auto &[pattern, tag] : tags)
    for (const std::string &iname :
         matchingInames(kernel, pattern, ignoreNonexistent, "tag_inames")) {
      InameTag old = result.tagOf(iname);
      // l.auto leaves the choice open.
      bool changes = !old.isPlain() && !old.isOpen() && !(old == tag);
      if (changes && !force)
        throw UserError("tag_inames: iname '" + iname + "' is already tagged " +
                        old.str() + " and cannot become " + tag.str() +
                        "; pass force=True to replace the tag");
      setInameTag(result, iname, tag);
    }
  return result;
}

Kernel loopyc::untagInames(const Kernel &kernel,
                           const std::vector<std::string> &inames,
                           const std::optional<InameTag> &tag) {
  Kernel result = kernel;
  for (const std::string &pattern : inames)
    for (const std::string &iname :
         matchingInames(kernel, pattern, false, "untag_inames")) {
      if (tag && !(result.tagOf(iname) == *tag))
        throw UserError("untag_inames: iname '" + iname + "' is tagged " +
                        result.tagOf(iname).str() + ", not " + tag->str());
      result.inameTags.erase(iname);
    }
  return result;
}

// Of two lists the first wins: the second is in vain where they differ.
static void warnOfContradiction(const std::vector<std::string> &wanted,
                                const std::vector<std::string> &earlier) {
  auto place = [&](const std::string &iname) {
    return std::find(earlier.begin(), earlier.end(), iname);
  };
  for (size_t outer = 0; outer < wanted.size(); ++outer)
    for (size_t inner = outer + 1; inner < wanted.size(); ++inner)
      if (place(wanted[inner]) < place(wanted[outer]) &&
          place(wanted[outer]) != earlier.end())
        warn("transform", "prioritize_loops: '" + wanted[outer] +
                              "' should be outside of '" + wanted[inner] +
                              "', but an earlier prioritize_loops asked for "
                              "the opposite, which holds; ask once for the "
                              "order that you want");
}

Kernel loopyc::prioritizeLoops(const Kernel &kernel,
                               const std::vector<std::string> &given) {
  if (given.empty())
    throw UserError("prioritize_loops needs at least one iname");
  std::vector<std::string> inames;
  std::set<std::string> seen;
  for (const std::string &text : given) {
    inames.push_back(resolveIname(kernel, text, "prioritize_loops"));
    if (!seen.insert(inames.back()).second)
      throw UserError("prioritize_loops: iname '" + inames.back() +
                      "' is listed twice");
  }
  Kernel result = kernel;
  auto &lists = result.loopPriority;
  for (const auto &earlier : lists)
    warnOfContradiction(inames, earlier);
  if (std::find(lists.begin(), lists.end(), inames) == lists.end())
    lists.push_back(std::move(inames));
  return result;
}

Kernel loopyc::removeUnusedInames(const Kernel &kernel,
                                  const std::vector<std::string> &among) {
  Kernel result = kernel;
  std::set<std::string> asked;
  for (const std::string &iname : among)
    asked.insert(resolveIname(kernel, iname, "remove_unused_inames"));
  // Inner domains mention the inames of outer ones: from the last to the first.
  std::vector<std::string> inames = kernel.inames();
  std::reverse(inames.begin(), inames.end());
  if (!asked.empty())
    std::erase_if(inames, [&](const std::string &iname) {
      return !asked.count(iname);
    });
  dropUnusedInames(result, inames);
  return result;
}
