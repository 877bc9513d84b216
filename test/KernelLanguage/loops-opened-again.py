# RUN: %loopyc %s --target=c --check --verify -Wno-serial -o %t | FileCheck %s
# RUN: FileCheck %s --check-prefix=CODE --input-file=%t.c
# RUN: not %loopyc %s --set CASE=fused --target=c -o %t 2>&1 | FileCheck %s --check-prefix=FUSED
# What the language opens twice over one iname is two loops where it runs in order,
# and one where one keeps all dependences.
import loopy as lp
import numpy as np

X = [lp.GlobalArg("x", np.float64), "..."]
RESULT = []

# CHECK-DAG: verify: turned: ok
# CHECK-DAG: check: turned: c: ok
# CODE-LABEL: static int turned_groups
# CODE: for (int i_outer = 0;
# CODE: for (int i_inner = 0;
# CODE: for (int i_outer_0 = 0;
# CODE: for (int i_inner_0 = 0;
turned = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    <> t[i] = x[i] + 1   {id=t}
    y[i] = t[n-1 - i]    {dep=t}
    """, X, name="turned")
RESULT.append(lp.split_iname(turned, "i", 5))

# Two loops, of which the second nests otherwise, in steps.
# CHECK-DAG: verify: steps: ok
# CHECK-DAG: check: steps: c: ok
steps = lp.make_kernel(
    "{ [s,i,j]: 0<=s<m and 0<=i,j<n }",
    """
    for s, i, j
      <> a[i,j] = x[s,i,j]*2       {id=a}
      <> b[i,j] = a[j,i] + s       {id=b, dep=a}
      y[s,i,j] = b[n-1 - i,j]/4    {dep=b}
    end
    """, X, name="steps")
RESULT.append(lp.prioritize_loops(lp.split_iname(steps, "j", 3), "s,j_inner,i"))

# Each work-item has loops of its own, of which copies are made.
# CHECK-DAG: verify: squared: ok
# CHECK-DAG: check: squared: c: ok
# CODE-LABEL: static void squared_group
# CODE: double a[9]
# CODE: a[8] =
# CODE: for (int k = 0;
squared = lp.make_kernel(
    "{ [e,i,j,k]: 0<=e<n and 0<=i,j,k<3 }",
    """
    for e
      <> a[i,j] = x[e,i,j]                  {id=a}
      y[e,i,k] = sum(j, a[i,j]*a[j,k])      {dep=a}
    end
    """, X, name="squared")
squared = lp.split_iname(squared, "e", 16, outer_tag="g.0", inner_tag="l.0")
RESULT.append(lp.tag_inames(squared, "i:unr, j:unr"))

# What earlier iterations set is there.
# CHECK-DAG: verify: behind: ok
# CHECK-DAG: check: behind: c: ok
# CODE-LABEL: static int behind_groups
# CODE: for (int i =
# CODE-NOT: for (
# CODE: return
behind = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    <> t[i] = x[i]**2                 {id=t}
    y[i] = t[i - 1] if i > 0 else 0   {dep=t}
    """, X, name="behind")
RESULT.append(behind)

# Launches are apart without that.
# CHECK-DAG: verify: launches: ok
# CHECK-DAG: check: launches: c: ok
# CODE-NOT: i_0
launches = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    for i
      <> t = x[i]*2       {id=t}
      ... gbarrier        {id=bar, dep=t}
      y[n-1 - i] = t      {dep=bar}
    end
    """, X, name="launches")
RESULT.append(launches)

# Whoever makes one loop of two is told that it is none.
if globals().get("CASE") == "fused":
    two = lp.make_kernel(
        "{ [i,j]: 0<=i,j<n }",
        """
        t[i] = x[i]**2       {id=t}
        y[j] = t[n-1 - j]    {dep=t}
        """, X, name="fused")
    # FUSED: error: kernel 'fused': the loop over 'i' would run against a dependence
    RESULT = lp.rename_iname(two, "j", "i", existing_ok=True)
