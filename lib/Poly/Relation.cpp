#include "loopyc/Poly/Relation.h"

#include "Check.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Nesting.h"

#include <isl/map.h>
#include <isl/set.h>

using namespace loopyc;
using namespace loopyc::poly;

static const char *const example =
    "; write, for example, '[n] -> { [i, j] -> [t, s] : t = i + j and s = j }'";

static Names namesOf(isl_map *map, isl_dim_type side, const std::string &text) {
  Names names;
  int count = checkedSize(isl_map_dim(map, side), "dim");
  for (int k = 0; k < count; ++k) {
    const char *name = isl_map_get_dim_name(map, side, k);
    if (!name) {
      isl_map_free(map);
      throw UserError("the map '" + excerpt(text) + "' has no name for place " +
                      std::to_string(k + 1) + " of its " +
                      (side == isl_dim_in ? "left" : "right") +
                      " side; each has one that the other side does not have" +
                      example);
    }
    names.push_back(name);
  }
  return names;
}

Relation poly::parseRelation(const std::string &text) {
  requireShallow(text, "the map");
  isl_map *map = isl_map_read_from_str(context(), text.c_str());
  if (!map) {
    const char *message = isl_ctx_last_error_msg(context());
    std::string reason = message ? message : "syntax error";
    isl_ctx_reset_error(context());
    throw UserError("the map '" + excerpt(text) +
                    "' is not in isl's notation (" + reason + ")" + example);
  }
  Relation result;
  result.from = namesOf(map, isl_dim_in, text);
  result.to = namesOf(map, isl_dim_out, text);
  Names all = result.from;
  all.insert(all.end(), result.to.begin(), result.to.end());
  isl_set *set = isl_set_flatten(isl_map_wrap(map));
  for (size_t k = 0; set && k < all.size(); ++k)
    set = isl_set_set_dim_name(set, isl_dim_set, static_cast<unsigned>(k),
                               all[k].c_str());
  result.pairs = Set(checked(set, "parseRelation")).flat();
  return result;
}
