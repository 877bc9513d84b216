# Reductions of scalars that their loops compute, as sums over sources are written;
# loops of an instruction's own; shapes that fixed parameters say.
# RUN: %loopyc %s --target=c,opencl --check -Wno-serial | FileCheck %s
# RUN: %loopyc %s --target=c --check -Wno-serial --set SEQ=True | FileCheck %s --check-prefix=SEQ
# RUN: not %loopyc %s --target=c --set DUP=jdim 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %s --target=c --set "DUP=idim->" 2>&1 | FileCheck %s --check-prefix=NAMELESS
# RUN: not %loopyc %s --target=c --set "DUP=" 2>&1 | FileCheck %s --check-prefix=NONE
# REQUIRES: opencl
import loopy as lp
import numpy as np

dup, seq = globals().get("DUP", "idim"), bool(globals().get("SEQ", False))
# UNKNOWN: error: 'jdim' is no iname, of which there could be a copy; did you mean 'idim'?
# NAMELESS: error: a name was expected behind '->'
# NONE: error: the attribute 'dup' names inames, as dup=i or dup=i->k
points = lp.make_kernel(
    ["{ [itgt]: 0<=itgt<nt }", "{ [isrc]: 0<=isrc<ns }", "{ [idim]: 0<=idim<dim }"],
    f"""
    for itgt, isrc
        <> d[idim] = t[idim,itgt] - s[idim,isrc] {{dup={dup}}}
        <> is_self = isrc == own[itgt]
        <> r = sqrt(sum(idim, d[idim]**2))
        <> pair = if(is_self, 0, w[isrc]/r)
    end
    pot[itgt] = 0.25*simul_reduce(sum, isrc, pair) {{inames=itgt}}
    """,
    [lp.GlobalArg("t", np.float64, shape="3, nt"), lp.GlobalArg("s", np.float64, shape="3, ns"),
     lp.GlobalArg("w", np.float64, shape="ns"), lp.GlobalArg("own", np.int32, shape="nt"), "..."],
    name="points", fixed_parameters=dict(dim=3))
# CHECK-LABEL: KERNEL: points
# CHECK: d: {{.*}}shape: (3)
# CHECK: for itgt
# CHECK: insn_acc = 0
# CHECK: for isrc
# CHECK: for idim_0
# CHECK: insn_acc = insn_acc + pair
# CHECK: end isrc
# CHECK-NEXT: pot[itgt] = 0.25d0*insn_acc

# A count has one value, behind the loop.
# CHECK-LABEL: KERNEL: least
# CHECK: for k
# CHECK: insn_acc = min(insn_acc, v)
# CHECK: end k
# CHECK: y[i] = insn_acc + float64(count)
# SEQ-LABEL: KERNEL: least
# SEQ: insn_acc = inf
# SEQ: for k
# SEQ: insn_acc = min(insn_acc, v)
# SEQ: end k
least = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<m }",
    """
    for i
        <int32> count = 0 {id=zero}
        for k
            <> v = a[i,k]*2 + 1 {id=v}
            count = count + 1 {id=count, dep=zero}
        end
        y[i] = min(k, v) + count {dep=count:v}
    end
    """, [lp.GlobalArg("a", np.float64, shape="n, m"), "..."], name="least",
    assumptions="m >= 1", seq_dependencies=seq)
print(points)
print(least)
# CHECK: check: points: c: ok
# CHECK: check: points: opencl: ok
# CHECK: check: least: c: ok
# SEQ: check: least: c: ok
RESULT = [lp.split_iname(points, "itgt", 16, outer_tag="g.0", inner_tag="l.0"), least]
