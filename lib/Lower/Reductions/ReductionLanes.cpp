#include "Reductions/ReductionLanes.h"

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

Inames ReductionLanes::outer() const {
  Inames result = around;
  result.insert(result.end(), elements.begin(), elements.end());
  return result;
}

Inames
ReductionLanes::outerAnd(std::initializer_list<const Lanes *> lanes) const {
  Inames result = outer();
  for (const Lanes *list : lanes)
    for (const Lane &lane : *list)
      result.push_back(lane.iname);
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

// t[copies; groups, items, elements]: in one work-item's registers but for the
// copies, whose number is constant.
ReductionLanes::Arrays ReductionLanes::registers(const PartialResult &of,
                                                 const std::string &suffix,
                                                 const Lanes &copies) {
  std::vector<Axis> axes;
  for (const Lane &lane : copies) {
    bool isVector = kernel().tagOf(lane.iname).isVector();
    axes.push_back({lane.range.count,
                    isVector ? AxisTag(VectorAxis{}) : NestedAxis{0}, ""});
  }
  for (const auto *lanes : {&groups, &items})
    for (const Lane &lane : *lanes)
      axes.push_back({Expr(), ReusedAxis{}, lane.iname});
  for (const std::string &iname : elements)
    axes.push_back({Expr(), ReusedAxis{}, iname});
  return temporaries(of, suffix, AddressSpace::Private, axes);
}

PartialResult::Places
ReductionLanes::at(const PartialResult &of, const Arrays &registers,
                   std::vector<Expr> copies,
                   const std::vector<Expr> &groupOffsets,
                   const std::vector<Expr> &itemOffsets) const {
  std::vector<Expr> subscripts = std::move(copies);
  subscripts.insert(subscripts.end(), groupOffsets.begin(), groupOffsets.end());
  subscripts.insert(subscripts.end(), itemOffsets.begin(), itemOffsets.end());
  for (const std::string &iname : elements)
    subscripts.push_back(Expr::var(iname));
  return elementsOf(of, registers, subscripts);
}
