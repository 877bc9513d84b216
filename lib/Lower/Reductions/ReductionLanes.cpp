#include "Reductions/ReductionLanes.h"

#include <algorithm>

using namespace loopyc;

Lanes ReductionLanes::lanesOf(const Inames &inames) {
  Lanes result;
  for (const std::string &iname : inames) {
    Lane lane;
    lane.range = rangeOf(kernel(), iname);
    std::string base = iname + "_lane";
    lane.iname =
        writer.addIname(base, lane.range.offsets(base), kernel().tagOf(iname));
    result.push_back(std::move(lane));
  }
  return result;
}

std::vector<Expr> ReductionLanes::positions(const Lanes &lanes) {
  std::vector<Expr> result;
  for (const Lane &lane : lanes)
    result.push_back(Expr::var(lane.iname));
  return result;
}

std::vector<Expr> ReductionLanes::offsetsIn(const Inames &inames) const {
  std::vector<Expr> result;
  for (const std::string &iname : inames)
    result.push_back(fold(Expr::var(iname) - rangeOf(kernel(), iname).low));
  return result;
}

void ReductionLanes::keepInside(const Inames &inames) {
  for (size_t i = 0; i < elements.size(); ++i) {
    const std::string iname = elements[i];
    if (std::find(inames.begin(), inames.end(), iname) == inames.end())
      continue;
    const InameRange range = rangeOf(kernel(), iname);
    auto copy = [&](const std::string &base) {
      return writer.addIname(base, range.offsets(base), kernel().tagOf(iname));
    };
    elementsBefore[i] = copy(iname + "_before");
    elements[i] = copy(iname + "_behind");
    ofNest[iname] = fold(Expr::var(elements[i]) + range.low);
  }
}

Inames ReductionLanes::outer(const Inames &ofElements) const {
  Inames result = around;
  result.insert(result.end(), ofElements.begin(), ofElements.end());
  return result;
}

void ReductionLanes::append(std::initializer_list<const Lanes *> lanes,
                            Inames &inames) {
  for (const Lanes *list : lanes)
    for (const Lane &lane : *list)
      inames.push_back(lane.iname);
}

Inames
ReductionLanes::outerAnd(std::initializer_list<const Lanes *> lanes) const {
  Inames result = outer();
  append(lanes, result);
  return result;
}

Inames
ReductionLanes::outerBefore(std::initializer_list<const Lanes *> lanes) const {
  Inames result = outer(elementsBefore);
  append(lanes, result);
  return result;
}

Inames ReductionLanes::sharers() const {
  Inames result;
  for (const std::string &iname : outer())
    if (InameTag tag = kernel().tagOf(iname);
        tag.isLocal() || tag.isInnermost())
      result.push_back(iname);
  return result;
}

ReductionLanes::Arrays
ReductionLanes::temporaries(const PartialResult &of, const std::string &suffix,
                            AddressSpace space, const std::vector<Axis> &axes) {
  Arrays result;
  for (const PartialValue &value : of.values)
    result.push_back(writer.addTemporary(value.name + suffix, value.type, space,
                                         axes, of.range));
  return result;
}

PartialResult::Places
ReductionLanes::elementsOf(const PartialResult &of, const Arrays &arrays,
                           const std::vector<Expr> &subscripts) {
  PartialResult::Places result;
  for (size_t i = 0; i < arrays.size(); ++i) {
    Type type = of.values[i].type;
    result.push_back(subscripts.empty()
                         ? Expr::var(arrays[i], type)
                         : Expr::array(arrays[i], subscripts, type));
  }
  return result;
}

// t[copies, elements that stay in the nest; groups, items, other elements]: in
// one work-item's registers but for those in front, whose number is constant.
ReductionLanes::Arrays ReductionLanes::registers(const PartialResult &of,
                                                 const std::string &suffix,
                                                 const Lanes &copies) {
  std::vector<Axis> axes;
  for (const Lane &lane : copies) {
    bool isVector = kernel().tagOf(lane.iname).isVector();
    axes.push_back({lane.range.count,
                    isVector ? AxisTag(VectorAxis{}) : NestedAxis{0}, ""});
  }
  for (size_t i = 0; i < elements.size(); ++i)
    if (isKept(i))
      axes.push_back(
          {rangeOf(kernel(), elements[i]).count, NestedAxis{0}, ""});
  for (const auto *lanes : {&groups, &items})
    for (const Lane &lane : *lanes)
      axes.push_back({Expr(), ReusedAxis{}, lane.iname});
  for (size_t i = 0; i < elements.size(); ++i)
    if (!isKept(i))
      axes.push_back({Expr(), ReusedAxis{}, elements[i]});
  return temporaries(of, suffix, AddressSpace::Private, axes);
}

PartialResult::Places
ReductionLanes::at(const PartialResult &of, const Arrays &registers,
                   std::vector<Expr> copies,
                   const std::vector<Expr> &groupOffsets,
                   const std::vector<Expr> &itemOffsets,
                   const Inames &ofElements) const {
  std::vector<Expr> subscripts = std::move(copies);
  const std::vector<Expr> offsets = offsetsIn(ofElements);
  for (size_t i = 0; i < elements.size(); ++i)
    if (isKept(i))
      subscripts.push_back(offsets[i]);
  subscripts.insert(subscripts.end(), groupOffsets.begin(), groupOffsets.end());
  subscripts.insert(subscripts.end(), itemOffsets.begin(), itemOffsets.end());
  for (size_t i = 0; i < elements.size(); ++i)
    if (!isKept(i))
      subscripts.push_back(Expr::var(ofElements[i]));
  return elementsOf(of, registers, subscripts);
}
