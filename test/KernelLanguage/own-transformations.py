# Scripts make kernels of other instructions; what comes out is made anew, and
# --check compares with what it says then.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    """
    sq(v) := v*v
    <> t = 3*x[i]                   {id=t}
    y[i] = sum(j, sq(a[i,j])) + t   {id=y}
    z[i] = if(y[i] > 1.5, 1, y[i]) {id=z, dep=y, tags=last}
    w[i] = 5 {id=w}
    """, name="whole", assumptions="n >= 1")
knl = lp.add_dtypes(knl, {"x, a": np.float64})
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")

# Tags stay.
doubled = lp.map_instructions(
    knl.copy(name="doubled"), "id:y",
    lambda insn: insn.copy(expression=f"2*({insn.expression})",
                           tags=insn.tags | {"changed"}))
print(doubled)
# CHECK: KERNEL: doubled
# CHECK: i_inner: l.0
# CHECK-NEXT: i_outer: g.0
# CHECK: y[i_inner + 16*i_outer] = 2.0d0*(sum(j, sq(a[i_inner + 16*i_outer, j])) + t)  {id=y, tags=changed}
# CHECK: flow   t -> y

removed = lp.remove_instructions(knl.copy(name="removed"), {"y"})
assert "y" not in removed.id_to_insn and len(removed.insns) == 3
assert removed.insns[0].id == "t"

renamed = lp.replace_instruction_ids(knl.copy(name="renamed"),
                                     {"y": ["first"]})
assert "first" in renamed.id_to_insn

early = lp.set_instruction_priority(knl.copy(name="early"), "id:w", 10)
print([insn.id for insn in early.insns])
# CHECK: ['w', 't', 'y', 'z']

# Temporaries may be set in more iterations; arrays would be raced for.
inner = lp.add_inames_to_insn(
    lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }",
                   "<> t = x[i] {id=t}\n y[i,j] = t + j", name="inner"),
    "j", "id:t")
print(inner.id_to_insn["t"].within_inames == {"i", "j"})
# CHECK: True

# All at once, with texts among the instructions.
own = knl.copy(
    name="own", domains=["{ [p,q]: 0<=p<n and 0<=q<m }"], assumptions="n >= 2",
    instructions=[
        lp.Assignment("y[p]", "sum(q, a[p,q]) + z[p]", id="s",
                      depends_on={"r"}),
        "z[p] = 2*x[p] {id=r}"],
    args=[lp.GlobalArg("a, x", np.float64), "..."])
print(own)
# CHECK: KERNEL: own
# CHECK: [n] -> { [] : n >= 2 }
# CHECK: z[p] = 2.0d0*x[p]  {id=r}
# CHECK-NEXT: y[p] = sum(q, a[p, q]) + z[p]  {id=s}

# As they are written: the nest keeps its order.
steps = lp.make_kernel(
    "{ [t,i]: 0<=t<8 and 1<=i<n }",
    "for t, i\n u[i] = u[i-1] + 0.5*u[i]\nend", [lp.GlobalArg("u", np.float64)
                                           , "..."], name="steps",
    seq_dependencies=True)
steps = lp.map_instructions(steps, "id:*", lambda insn: insn.copy(
    expression=f"({insn.expression})/2"))
print(steps)
# CHECK: KERNEL: steps
# CHECK: for t
# CHECK-NEXT: for i
# CHECK-NEXT: u[i] = (u[i - 1] + 0.5d0*u[i]) / 2.0d0  {id=insn}


def refused(what):
    try:
        what()
        print("accepted")
    except (lp.LoopyError, TypeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])


# What comes out is proved.
refused(lambda: knl.copy(instructions=["y[j] = x[i] {inames=i_inner:j}"]))
# CHECK: LoopyIndexError 'x[i]' of instruction 'insn' is outside of its array
refused(lambda: lp.map_instructions(knl, "id:z", lambda insn: insn.copy(
    depends_on=())))
# CHECK-NEXT: VariableAccessNotOrdered nothing orders these: {{.*}}
refused(lambda: lp.map_instructions(knl, "id:none", lambda insn: insn))
# CHECK-NEXT: LoopyError map_instructions: no instruction of kernel 'whole' is meant; print the kernel to see ids and tags
refused(lambda: lp.map_instructions(knl, "id:y", lambda insn: 3))
# CHECK-NEXT: TypeError map_instructions: the function must return the instruction, or what insn.copy(...) made of it, found 3
refused(lambda: knl.insns[0].copy(color="red"))
# CHECK-NEXT: TypeError Instruction.copy has no argument 'color'; it has id, assignee, expression,
refused(lambda: knl.copy(schedule=[]))
# CHECK-NEXT: TypeError LoopKernel.copy changes 'name', 'domains', 'instructions', 'substitutions', 'args', 'temporary_variables' and 'assumptions', not 'schedule'
refused(lambda: lp.remove_instructions(knl, {"nothing"}))
# CHECK-NEXT: LoopyError remove_instructions: kernel 'whole' has no instruction 'nothing'
refused(lambda: lp.add_inames_to_insn(inner, "j", "id:nothing"))
# CHECK-NEXT: LoopyError add_inames_to_insn: no instruction of kernel 'inner' is meant
refused(lambda: lp.replace_instruction_ids(knl, {"y": ["a", "b"]}))
# CHECK-NEXT: LoopyError replace_instruction_ids: one new id for 'y' was expected, as ["new"], found 2

# CHECK-DAG: check: whole: opencl: ok
# CHECK-DAG: check: doubled: opencl: ok
# CHECK-DAG: check: doubled: c: ok
# CHECK-DAG: check: removed: opencl: ok
# CHECK-DAG: check: renamed: opencl: ok
# CHECK-DAG: check: early: opencl: ok
# CHECK-DAG: check: inner: c: ok
# CHECK-DAG: check: own: opencl: ok
# CHECK-DAG: check: own: c: ok
# CHECK-DAG: check: steps: c: ok
RESULT = [knl, doubled, removed.copy(), renamed, early,
          lp.add_dtypes(inner, {"x": np.float64}), own, steps]
