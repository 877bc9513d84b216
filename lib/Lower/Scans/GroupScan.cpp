#include "Scans/GroupScan.h"

#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;

using Values = Composition::Values;

// As many reads of local memory as in steps of two, and half the barriers.
static constexpr int64_t lanesAStep = 4;

Instruction GroupScan::made(const Running &of, const std::string &suffix,
                            const Inames &inames, const Expr &assignee,
                            const Expr &value) const {
  Instruction insn;
  insn.id = of.id + suffix;
  insn.inames = inames;
  insn.range = of.range;
  insn.tags = {reductionStepTag};
  insn.body = assign(assignee, value);
  return insn;
}

// --- what the iterations of one work-item do

Nest GroupScan::copyUpdates(
    const Inames &shared, const InameCopies &copies,
    const std::function<Values(const Running &)> &pieceOf) {
  Nest nest;
  for (const Running &of : all) {
    Values piece = pieceOf(of);
    Substitution temporaries;
    for (const std::string &id : of.computed)
      if (!llvm::is_contained(of.updates, id))
        for (const Expr &assignee : editor.instruction(id).assignees()) {
          const std::string &name = assignee.getIf<VarRef>()->name;
          if (temporaries.count(name))
            continue;
          Variable copy = *editor.kernel().findVariable(name);
          temporaries[name] =
              Expr::var(editor.addTemporary(name + "_ahead", copy.type,
                                            copy.space, {}, copy.range),
                        copy.type);
        }
    auto change = [&](const Instruction &insn) {
      auto withName = [&](std::string suffix) {
        Instruction result = insn;
        result.id += suffix;
        return result;
      };
      std::vector<Instruction> made;
      if (!llvm::is_contained(of.updates, insn.id))
        made.push_back(withName("_ahead"));
      else if (!of.scan->composition.isLinear()) {
        Substitution s{{of.scan->variable, piece[0]}};
        made.push_back(withName("_piece"));
        made.back().body =
            assign(piece[0], substitute(insn.values().front(), s));
      } else {
        // b = a*b + ..., as s would be; and its factor.
        Substitution s{{of.scan->variable, piece[1]}};
        made.push_back(withName("_piece"));
        made.back().body =
            assign(piece[1], substitute(insn.values().front(), s));
        const Expr &factor = of.factors.at(insn.id);
        made.push_back(withName("_factor"));
        made.back().body =
            assign(piece[0], Expr::binary(BinaryOp::Mul, factor, piece[0]));
      }
      for (Instruction &copy : made)
        copy = *mapExprs(
            std::make_shared<const Instruction>(copy),
            [&](const Expr &e) { return substitute(e, temporaries); });
      return made;
    };
    Nest own = editor.addCopies(body, of.computed, shared, copies, change);
    llvm::append_range(nest.ids, own.ids);
  }
  return nest;
}

void GroupScan::beginPieces(const Nest &nest, const ScanLevel &level) {
  Inames inames = level.inames;
  Expr lane, instance;
  if (memory.hasItems()) {
    inames.push_back(memory.laneIname());
    lane = Expr::var(inames.back());
  }
  if (memory.hasInner()) {
    inames.push_back(memory.instanceIname(editor.kernel().tagOf(shape.inner)));
    instance = Expr::var(inames.back());
  }
  for (const Running &of : all) {
    Values piece = memory.at(of.piece, of.scan->type, level, lane, instance);
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < piece.size(); ++i)
      editor.addBefore(nest,
                       made(of, "_nothing", inames, piece[i], nothing[i]));
  }
}

Nest GroupScan::sumLanes(const Inames &shared, const InameCopies &copies,
                         const ScanLevel &level) {
  for (Running &of : all)
    of.piece = memory.registers(of, "_piece", /*hasLanes=*/true,
                                of.scan->composition.width(),
                                /*hasInstances=*/true);
  Nest nest = copyUpdates(shared, copies, [&](const Running &of) {
    return memory.at(of.piece, of.scan->type, level);
  });
  beginPieces(nest, level);
  if (memory.hasInner())
    dealInOrder(nest, level);
  else
    for (Running &of : all)
      of.sum = of.piece;
  return nest;
}

// Iterations that run side by side in a work-item come in any order there.
// Through local memory, each lane gets as many that follow each other:
//   tile[rank of (lane, instance)] = piece
//   sum = tile[instances*lane + 0] then ... + 1 then ...
void GroupScan::dealInOrder(Nest &nest, const ScanLevel &level) {
  std::string lane = memory.laneIname();
  std::string instance =
      memory.instanceIname(editor.kernel().tagOf(shape.inner));
  Inames inames = with(with(level.inames, lane), instance);
  Expr l = Expr::var(lane), k = Expr::var(instance);
  for (Running &of : all) {
    memory.addTile(of);
    Values piece = memory.at(of.piece, of.scan->type, level, l, k);
    Values to = memory.tileAt(of, level, memory.rank(l, k));
    for (size_t i = 0; i < piece.size(); ++i)
      editor.addBehind(nest, made(of, "_put", inames, to[i], piece[i]));
  }
  lane = memory.laneIname();
  inames = with(level.inames, lane);
  l = Expr::var(lane);
  for (Running &of : all) {
    of.sum = memory.registers(of, "_sum", /*hasLanes=*/true,
                              of.scan->composition.width());
    Values sum = memory.at(of.sum, of.scan->type, level, l);
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBehind(nest,
                       made(of, "_sum_nothing", inames, sum[i], nothing[i]));
  }
  instance = memory.instanceIname({InameTagKind::Unroll});
  inames.push_back(instance);
  for (const Running &of : all) {
    Values sum = memory.at(of.sum, of.scan->type, level, l);
    Values next = of.scan->composition.composed(
        sum,
        memory.tileAt(of, level, memory.rankInOrder(l, Expr::var(instance))));
    // What comes last is composed of what comes first.
    for (size_t i = sum.size(); i-- > 0;)
      editor.addBehind(nest, made(of, "_sum", inames, sum[i], next[i]));
  }
}

// --- in a group, through local memory: what each lane and those ahead of it do

// Of pieces of `distance` lanes, four become one:
//   sum = t[l - 3*distance] then ... then t[l - distance] then sum
//   t'[l] = sum
void GroupScan::stepLanes(Nest &nest, const ScanLevel &level, int64_t distance,
                          int from) {
  std::string iname = memory.laneIname();
  Expr lane = Expr::var(iname);
  Inames inames = with(level.inames, iname);
  std::string suffix = "_" + std::to_string(distance);
  for (const Running &of : all) {
    Values sum = memory.at(of.sum, of.scan->type, level, lane);
    for (int64_t back = distance;
         back < std::min(lanesAStep * distance, memory.lanes());
         back += distance) {
      Expr isLater = Expr::binary(BinaryOp::Ge, lane, Expr::integer(back));
      Values step = of.scan->composition.composed(
          memory.sharedAt(of, level, from, lane - back), sum);
      // What comes last is composed of what comes first.
      for (size_t i = sum.size(); i-- > 0;)
        editor.addBehind(nest, made(of, suffix, inames, sum[i],
                                    Expr::select(isLater, step[i], sum[i])));
    }
    Values to = memory.sharedAt(of, level, 1 - from, lane);
    for (size_t i = 0; i < to.size(); ++i)
      editor.addBehind(nest, made(of, "_store", inames, to[i], sum[i]));
  }
}

// Two buffers: what a step reads, no other lane overwrites in it.
void GroupScan::composeLanes(Nest &nest, const ScanLevel &level) {
  for (Running &of : all)
    memory.addShared(of);
  std::string lane = memory.laneIname();
  for (const Running &of : all) {
    Values sum = memory.at(of.sum, of.scan->type, level, Expr::var(lane));
    Values to = memory.sharedAt(of, level, 0, Expr::var(lane));
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBehind(
          nest, made(of, "_store", with(level.inames, lane), to[i], sum[i]));
  }
  buffer = 0;
  for (int64_t distance = 1; distance < memory.lanes();
       distance *= lanesAStep) {
    stepLanes(nest, level, distance, buffer);
    buffer = 1 - buffer;
  }
}

// --- the group's step: s in each lane, and where the next step begins

void GroupScan::enterLanes(Nest &nest, const ScanLevel &level) {
  std::string iname = memory.laneIname();
  Expr lane = Expr::var(iname), zero = Expr::integer(0);
  Inames inames = with(level.inames, iname);
  for (const Running &of : all) {
    Type type = of.scan->type;
    Expr carry = memory.at(of.carry, type, level).front();
    Expr value = memory.at(of.value, type, level, lane).front();
    Expr ahead =
        of.scan->composition.applied(composed(of, level, lane - 1), carry);
    editor.addBehind(nest,
                     made(of, "_enter", inames, value,
                          Expr::select(Expr::binary(BinaryOp::Gt, lane, zero),
                                       ahead, carry)));
  }
  Expr end = Expr::integer(memory.lanes() - 1);
  for (const Running &of : all) {
    Expr carry = memory.at(of.carry, of.scan->type, level).front();
    editor.addBehind(nest, made(of, "_step", level.inames, carry,
                                of.scan->composition.applied(
                                    composed(of, level, end), carry)));
  }
}

// Each lane goes through the iterations in order, and leaves s for them where
// it finds what they do.
//   next = tile[r] applied to s;  tile[r] = s;  s = next
void GroupScan::passThroughTile(Nest &nest, const ScanLevel &level) {
  std::string lane = memory.laneIname();
  std::string instance = memory.instanceIname({InameTagKind::Unroll});
  Inames inames = with(with(level.inames, lane), instance);
  Expr l = Expr::var(lane);
  Rank rank = memory.rankInOrder(l, Expr::var(instance));
  for (const Running &of : all) {
    Type type = of.scan->type;
    Expr value = memory.at(of.value, type, level, l).front();
    Expr next = memory
                    .at(memory.registers(of, "_next", /*hasLanes=*/true, 1),
                        type, level, l)
                    .front();
    Values tile = memory.tileAt(of, level, rank);
    editor.addBehind(nest, made(of, "_next", inames, next,
                                of.scan->composition.applied(tile, value)));
    editor.addBehind(nest, made(of, "_pass", inames, tile.front(), value));
    editor.addBehind(nest, made(of, "_go_on", inames, value, next));
  }
}

std::vector<Expr> GroupScan::runningValues(Nest &nest, const ScanLevel &level,
                                           const ScanLevel &ownLevel) {
  std::vector<Expr> values;
  if (!memory.hasInner()) {
    for (const Running &of : all)
      values.push_back(memory.at(of.value, of.scan->type, ownLevel).front());
    return values;
  }
  passThroughTile(nest, level);
  Inames inames = with(with(ownLevel.inames, shape.item), shape.inner);
  Rank rank = memory.rank(memory.itemOffset(shape.item),
                          memory.innerOffset(shape.inner));
  for (const Running &of : all) {
    std::string name =
        editor.addTemporary(of.scan->variable + "_here", of.scan->type,
                            AddressSpace::Private, {}, of.range);
    values.push_back(Expr::var(name, of.scan->type));
    editor.addBefore(body, made(of, "_here", inames, values.back(),
                                memory.tileAt(of, ownLevel, rank).front()));
  }
  return values;
}
