# RUN: %loopyc %s --target=c,opencl --check -o %t 2>&1 | FileCheck %s
# Functions of Loo.py that look at kernels, map their loops, and write them out.
import loopy as lp
import numpy as np


def refused(function, *args, **options):
    try:
        print("accepted:", function(*args, **options))
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


# --- map_domain

skew = lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }", "y[i,j] = 2*x[i,j] + i", [lp.GlobalArg("x", np.float64), "..."], name="skew")
skewed = lp.map_domain(skew, "{ [i,j] -> [tile,lane,s] : i = 16*tile + lane and 0 <= lane < 16 and s = i + j }")
print(skewed.domains)
# CHECK: tile, lane, s
skewed = lp.tag_inames(skewed, "tile:g.0,lane:l.0")
refused(lp.map_domain, skew, "{ [i] -> [a] : 2*a = i }")
# CHECK-NEXT: map_domain{{.*}}give no integer point to some of the loops' points
refused(lp.map_domain, skew, "{ [i] -> [a] : i <= a <= i + 1 }")
# CHECK-NEXT: do not determine the new iname 'a'
refused(lp.map_domain, skew, "{ [i, j] -> [i, s] : s = i + j }")
# CHECK-NEXT: the map '{ [i, j] -> [i, s] : s = i + j }' has no name for place 1 of its right side
refused(lp.map_domain, skew, "{ [i] > [a] }")
# CHECK-NEXT: the map '{ [i] > [a] }' is not in isl's notation
refused(lp.map_domain, skew, "{ [q] -> [a] : a = q }")
# CHECK-NEXT: map_domain: kernel 'skew' has no iname 'q'

# --- unprivatize_temporaries_with_inames

wide = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<4 }",
    """
    t[i,k] = x[i] + k {id=t}
    z[i,k] = 2*t[i,k]    {dep=t}
    """, [lp.GlobalArg("x", np.float64), lp.TemporaryVariable("t", shape="n,4"), "..."], name="wide")
narrow = lp.unprivatize_temporaries_with_inames(wide, "i,k", "t")
print([str(insn) for insn in narrow.instructions])
# CHECK-NEXT: ['t = x[i] + float64(k) {id=t}', 'z[i, k] = 2.0d0*t {id=insn}']
narrow = lp.split_iname(narrow.copy(name="narrow"), "i", 16, outer_tag="g.0", inner_tag="l.0")
print([v.shape for v in lp.unprivatize_temporaries_with_inames(wide, "i").temporary_variables.values()])
# CHECK-NEXT: [(4,)]
other = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<4 }",
    """
    t[i] = x[i]          {id=t, inames=i}
    z[i] = sum(k, t[i])*t[0] {dep=t, inames=i}
    """, [lp.GlobalArg("x", np.float64), lp.TemporaryVariable("t", shape="n"), "..."], assumptions="n >= 1", name="other")
refused(lp.unprivatize_temporaries_with_inames, other, "i", "t")
# CHECK-NEXT: 't' has no axis of which each iteration of 'i' uses an element of its own alone
twice = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    t[i] = x[i]            {id=t}
    ... gbarrier              {id=b, dep=t}
    z[i] = t[i]               {id=z, dep=b:t}
    """, [lp.GlobalArg("x", np.float64), lp.TemporaryVariable("t", shape="n"), "..."], name="twice")
refused(lp.unprivatize_temporaries_with_inames, twice, "i")
# CHECK-NEXT: 't' with one value for all iterations of 'i' has another's when it is read
refused(lp.unprivatize_temporaries_with_inames, skew, "i")
# CHECK-NEXT: no temporary has an axis of which each iteration of 'i' uses an element of its own alone

# --- gather_access_footprints

for key, elements in sorted(lp.gather_access_footprints(
        lp.make_kernel("{ [i]: 0<=i<n }", "y[2*i] = x[i+1] + p[x[i]]",
                       [lp.GlobalArg("x", np.int32), lp.GlobalArg("p", np.float64, shape="n"), "..."]),
        ignore_uncountable=True).items()):
    print(key, elements)
# CHECK-NEXT: ('x', 'read') [n] -> { [i0] : n > 0 and 0 <= i0 <= n }
# CHECK-NEXT: ('y', 'write') [n] -> { [i0] : (i0) mod 2 = 0 and 0 <= i0 <= -2 + 2n }

# --- launches and barriers

print(lp.get_subkernels(twice), lp.get_global_barrier_order(twice))
# CHECK-NEXT: ('twice', 'twice_0') ('b',)
print({name: sorted(ids) for name, ids in lp.get_subkernel_to_insn_id_map(twice).items()})
# CHECK-NEXT: {'twice': ['t'], 'twice_0': ['z']}
print(lp.find_most_recent_global_barrier(twice, "z"), lp.find_most_recent_global_barrier(twice, "t"))
# CHECK-NEXT: b None
refused(lp.find_most_recent_global_barrier, twice, "q")
# CHECK-NEXT: find_most_recent_global_barrier: kernel 'twice' has no instruction 'q'

# --- remove_unused_inames

unused = lp.make_kernel("{ [i,j,k]: 0<=i,j,k<n }", "y[i] = 1.0", name="unused")
print(lp.remove_unused_inames(unused, inames="j").all_inames())
# CHECK-NEXT: frozenset({{.*}}k
print(lp.remove_unused_inames(unused, inames=["i"]).all_inames() == unused.all_inames())
# CHECK-NEXT: True

# --- t_unit_to_python

written = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<3 }",
    """
    twice(v) := 2*v
    <> s = sum(k, w[k, i])   {id=s}
    y[i] = twice(s)          {id=y, dep=s, if=(s > 0)}
    """, [lp.GlobalArg("w", np.float64, shape="3, n", order="F"), "..."], assumptions="n >= 1", name="written")
written = lp.split_iname(written, "i", 16, outer_tag="g.0", inner_tag="l.0")
text = lp.t_unit_to_python(written, var_name="again")
print(text)
# CHECK-NEXT: import loopy as lp
# CHECK-NEXT: import numpy as np
# CHECK-EMPTY:
# CHECK-NEXT: again = lp.make_kernel(
# CHECK: lp.GlobalArg('w', np.float64, shape=('3', 'n'), dim_tags=('N0', 'N1'))
# CHECK: name='written')
# CHECK-NEXT: again = lp.tag_inames(again, {'i_inner': 'l.0', 'i_outer': 'g.0'})
scope = {}
exec(text, scope)
for part in "instructions", "domains", "assumptions", "substitutions":
    assert str(getattr(scope["again"], part)) == str(getattr(written, part)), part
refused(lp.t_unit_to_python, lp.make_kernel("{ [i]: 0<=i<n }", "m, k = argmin(i, x[i], i)", name="least"))
# CHECK: t_unit_to_python: kernel 'least' has instructions that were one, argmin say, which no text of a script says

RESULT = [skewed, narrow, scope["again"].copy(name="again")]
# CHECK-DAG: check: skew: c: ok
# CHECK-DAG: check: narrow: c: ok
# CHECK-DAG: check: again: c: ok
# CHECK-DAG: check: narrow: opencl: ok
