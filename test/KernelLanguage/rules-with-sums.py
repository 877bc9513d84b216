# Rules whose values have sums in them are staged, and assignments of sums
# become such rules. The range of a sum is that in the loops around it, and what
# it depends on counts as read.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=37 --param m=21 -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=1 --param m=1 -Wno-serial | FileCheck %s --check-prefix=VALUES
# VALUES-NOT: FAIL
# VALUES: check: others: c: ok
import loopy as lp
import numpy as np

made = []


def kernel(name, domains, text, transform):
    knl = transform(lp.make_kernel(domains, text, ["..."], name=name))
    print("---", name)
    print(knl.stringify())
    made.append(lp.add_dtypes(knl, dict.fromkeys({"a", "b"} & set(knl.arg_dict), np.float64)))


def refused(name, domains, text, transform):
    try:
        transform(lp.make_kernel(domains, text, ["..."], name=name))
    except lp.LoopyError as error:
        print("refused:", error)


# The array in the sum of a rule: the rule is expanded, its sum a loop.
# CHECK-LABEL: --- staged
# CHECK: a_fetch[a_dim_0, a_dim_1] = a[a_dim_0 + 8*i_outer, a_dim_1 + 4*k_outer]
# CHECK: acc_k_outer_k_inner + a_fetch[i_inner, k_inner]*scale()
def staged(knl):
    knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
    knl = lp.split_iname(knl, "k", 4)
    return lp.add_prefetch(knl, "a", "i_inner, k_inner", default_tag="l.auto")


kernel("staged", "{ [i,k]: 0<=i<n and 0<=k<m }",
       """
       scale := 2
       f(x) := sum(k, a[x,k]*scale)
       y[i] = f(i) + b[i]
       """, staged)

# The rule itself, for each value it is used with.
# CHECK-LABEL: --- computed
# CHECK: f_0[x] = sum(k, a[x, k])
# CHECK: y[i, j] = f_0[j]*f_0[j + 1]
kernel("computed", "{ [i,j,k]: 0<=i,j<n and 0<=k<m }",
       """
       f(x) := sum(k, a[x,k])
       y[i,j] = f(j)*f(j + 1)
       """, lambda knl: lp.precompute(knl, "f", "j", default_tag=None))

# A sum becomes the value of a rule; in a loop over its iname, it has another.
# CHECK-LABEL: --- plain
# CHECK: t_subst := sum(k, a[i, k])
# CHECK: y[i] = t_subst()*t_subst() + b[i]
kernel("plain", "{ [i,k]: 0<=i<n and 0<=k<m }",
       """
       <> t = sum(k, a[i,k])
       y[i] = t*t + b[i]
       """, lambda knl: lp.assignment_to_subst(knl, "t"))

# CHECK-LABEL: --- named
# CHECK: t_subst(i_0) := sum(k_0, a[i_0, k_0])
# CHECK: y[j, k] = t_subst(j)*t_subst(k)
kernel("named", "{ [i,j,k]: 0<=i,j,k<n }",
       """
       <> t[i] = sum(k, a[i,k])
       y[j,k] = t[j]*t[k]
       """, lambda knl: lp.assignment_to_subst(knl, "t"))

# A range that differs with a loop: in the same iteration, and there alone.
# CHECK-LABEL: --- triangle
# CHECK: t_subst := sum(k, a[k])
# CHECK-LABEL: --- rows
# CHECK: for i
# CHECK: f_0[x] = sum(k, a[k]*b[x])
triangle = "{ [i,j,k]: 0<=i,j<n and 0<=k<=i }"
kernel("triangle", triangle,
       """
       <> t = sum(k, a[k]) {inames=i}
       y[i] = t*b[i]
       """, lambda knl: lp.assignment_to_subst(knl, "t"))
kernel("rows", triangle,
       """
       f(x) := sum(k, a[k]*b[x])
       y[i,j] = f(j)
       """, lambda knl: lp.precompute(knl, "f", "j", default_tag=None))

# CHECK: refused: assignment_to_subst: {{.*}}'insn_0' reads 't' in another iteration of 'i', where the reduction of 'insn' has another range
refused("other", triangle,
        """
        <> t[i] = sum(k, a[k])
        y[j] = t[j]
        """, lambda knl: lp.assignment_to_subst(knl, "t"))
# CHECK: refused: assignment_to_subst: {{.*}}'insn_0' reads 't' in an iteration of 'i', where the reduction of 'insn' has another range
refused("other", triangle,
        """
        <> t = sum(k, a[k])
        y[i] = t*b[i]
        """, lambda knl: lp.assignment_to_subst(knl, "t"))
# CHECK: refused: precompute: {{.*}}a reduction in the values has another range in each iteration of 'i', which can therefore not be swept
refused("swept", triangle,
        """
        f(x) := sum(k, a[k]*b[x])
        y[i,j] = f(j)
        """, lambda knl: lp.precompute(knl, "f", "i, j", default_tag=None))

# What bounds it may be another number by then.
# CHECK: refused: assignment_to_subst: {{.*}}the value that 'one' gives to 't' and 'two' reads depends on l, which 'next' overwrites in between
refused("bound", ["{ [i]: 0<=i<n }", "[l] -> { [k]: 0<=k<l and k<50 }"],
        """
        for i
          <int32> l = p[i] {id=first, dep=*}
          <> t = sum(k, a[k]) {id=one, dep=*first}
          l = q[i] {id=next, dep=*one}
          y[i] = t + sum(k, b[k]) {id=two, dep=*next:one}
        end
        """, lambda knl: lp.assignment_to_subst(knl, "t"))

# Of accesses in several loops, one may read no more than the other does: then
# the loop that it is in alone is none to load in.
# CHECK-LABEL: --- others
# CHECK: for k
# CHECK-NEXT: for a_dim_0
# CHECK-NEXT: a_fetch[a_dim_0] = a[a_dim_0, k]
# CHECK: z[j, k] = a_fetch[j]
both = "{ [i,j,k]: 0<=i,j<n and 0<=k<m }"
kernel("others", both,
       """
       y[i,k] = a[i,k]
       z[j,k] = a[j,k]*b[k]
       """, lambda knl: lp.add_prefetch(knl, "a", "i", default_tag=None))
# CHECK: refused: add_prefetch: {{.*}}'insn' uses it, but is not within 'j', in whose loop the values are computed; sweep 'j', too
refused("more", both,
        """
        y[i,k] = a[i,k]
        z[j,k] = a[j + 1,k]*b[k]
        """, lambda knl: lp.add_prefetch(knl, "a", "i", default_tag=None))

RESULT = made

# CHECK-DAG: check: staged: opencl: ok
# CHECK-DAG: check: staged: c: ok
# CHECK-DAG: check: computed: opencl: ok
# CHECK-DAG: check: computed: c: ok
# CHECK-DAG: check: plain: c: ok
# CHECK-DAG: check: named: opencl: ok
# CHECK-DAG: check: named: c: ok
# CHECK-DAG: check: triangle: c: ok
# CHECK-DAG: check: rows: c: ok
# CHECK-DAG: check: others: c: ok
