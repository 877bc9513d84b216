#include "Mapping/MappingScript.h"

#include "loopyc/Lower/InsertGlobalBarriers.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Parameters.h"
#include "loopyc/Transform/Precompute.h"

using namespace loopyc;

std::string loopyc::quoted(const std::string &name) {
  return "\"" + name + "\"";
}

MappingScript::Parts MappingScript::split(const std::string &iname,
                                          int64_t length, InameTag outer,
                                          InameTag inner, int64_t align) {
  Parts parts{knl.freshName(iname + "_outer"), knl.freshName(iname + "_inner")};
  SplitOptions options;
  options.outerTag = outer;
  options.innerTag = inner;
  if (align != 0)
    options.align = align;
  knl = splitIname(knl, iname, length, options);
  std::string line = "knl = lp.split_iname(knl, " + quoted(iname) + ", " +
                     std::to_string(length);
  if (!outer.isPlain())
    line += ", outer_tag=" + quoted(outer.str());
  if (!inner.isPlain())
    line += ", inner_tag=" + quoted(inner.str());
  if (align != 0)
    line += ", align=" + std::to_string(align);
  text.push_back(line + ")");
  return parts;
}

void MappingScript::tag(const std::string &iname, InameTag tag) {
  knl = tagInames(knl, {{iname, tag}});
  text.push_back("knl = lp.tag_inames(knl, " + quoted(iname + ":" + tag.str()) +
                 ")");
}

//   i  ->  i_outer on g, i_inner on l.0
//   i  ->  i_outer a loop, i_inner  ->  i_inner_outer on g, ... on l.0
//   i  ->  i_outer a loop, i_inner on l.0;  i on l.1
//   i  ->  i_outer on g, i_inner  ->  i_inner_outer ilp, ... on l.0
std::vector<std::string> MappingScript::map(const LoopMapping &mapping) {
  const InameTag item{InameTagKind::Local, mapping.itemAxis};
  if (mapping.axis < 0) {
    if (mapping.block > 0)
      split(mapping.iname, mapping.block, {}, item, mapping.align);
    else
      tag(mapping.iname, item);
    return {};
  }
  const InameTag group{InameTagKind::Group, mapping.axis};
  std::string iname = mapping.iname;
  int64_t align = mapping.align;
  if (mapping.mostGroups > 0) {
    int64_t length = mapping.block * mapping.mostGroups;
    bool hasItems = mapping.block > 1;
    iname =
        split(iname, length, {}, hasItems ? InameTag() : group, align).inner;
    align = 0; // where parts of it begin, too
    if (!hasItems)
      return {};
  }
  if (mapping.sideBySide > 1 && mapping.block == 1) {
    split(iname, mapping.sideBySide, group, {InameTagKind::IlpUnroll});
    return {};
  }
  if (mapping.sideBySide > 1) {
    Parts parts =
        split(split(iname, mapping.block * mapping.sideBySide, group, {}, align)
                  .inner,
              mapping.block, {InameTagKind::IlpUnroll}, item);
    return {parts.outer, parts.inner};
  }
  if (mapping.block > 1)
    return {split(iname, mapping.block, group, item, align).inner};
  tag(iname, group);
  return {};
}

void MappingScript::stage(const std::string &array,
                          const std::vector<std::string> &inames) {
  PrefetchOptions options;
  options.sweepInames = inames;
  options.temporaryName = knl.freshName(array + "_fetch");
  knl = addPrefetch(knl, {array, {}}, options);
  std::string sweep;
  for (const std::string &iname : inames)
    sweep += (sweep.empty() ? "" : ", ") + quoted(iname);
  text.push_back("knl = lp.add_prefetch(knl, " + quoted(array) + ", [" + sweep +
                 "])");
  const VariablePtr tile = knl.findVariable(options.temporaryName);
  auto length = tile && tile->visibleAxes() == 2 && tile->axes[0].extent
                    ? asInteger(tile->axes[0].extent)
                    : std::nullopt;
  if (!length)
    return;
  const int64_t row = *length | 1;
  const std::vector<AxisTagging> strides{
      AxisTag(StrideAxis{Expr::integer(1)}),
      AxisTag(StrideAxis{Expr::integer(row)})};
  knl = tagArrayAxes(knl, tile->name, strides);
  text.push_back("knl = lp.tag_array_axes(knl, " + quoted(tile->name) +
                 ", \"stride:1,stride:" + std::to_string(row) + "\")");
}

static InstructionFilter withId(const std::string &id) {
  return
      [id](const Kernel &, const Instruction &insn) { return insn.id == id; };
}

void MappingScript::addBarrier(const LaunchEnd &end) {
  knl = loopyc::addBarrier(knl, withId(end.before), withId(end.after));
  text.push_back("knl = lp.add_barrier(knl, " + quoted("id:" + end.before) +
                 ", " + quoted("id:" + end.after) + ")");
}

void MappingScript::insertGlobalBarriers(DependenceMemo &memo) {
  std::vector<std::string> remarks;
  Kernel cut = loopyc::insertGlobalBarriers(knl, remarks, memo);
  if (remarks.empty())
    return;
  knl = std::move(cut);
  text.push_back("knl = lp.insert_global_barriers(knl)");
  said.insert(said.end(), remarks.begin(), remarks.end());
}

void MappingScript::fitGroups() {
  if (knl.options.values.count("fit_groups"))
    return;
  knl = setOptions(knl, {{"fit_groups", "True"}});
  text.push_back("knl = lp.set_options(knl, fit_groups=True)");
}
