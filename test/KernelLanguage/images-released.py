# A launcher's image of one axis lives until the kernel has read it: PoCL's kernels
# look at it when they run, which is long after the launcher is through where an
# earlier launch takes its time.
# REQUIRES: opencl
# DEFINE: %{check} = %loopyc %s -o %t --target=opencl --check -Wno-serial --param n=1999
# RUN: rm -rf %t.cache
# RUN: env POCL_CACHE_DIR=%t.cache %{check} | FileCheck %s
# RUN: env POCL_CACHE_DIR=%t.cache %{check} | FileCheck %s
# CHECK: check: decay: opencl: ok
import numpy as np

import loopy as lp

knl = lp.make_kernel(
    "{ [i, j, k]: 1 <= i < n and 0 <= j, k < n }",
    """
    s[j] = sum(k, u[j + k])  {id=first}
    ... gbarrier             {id=then, dep=first}
    y[i] = 0.5*y[i - 1] + c[2*i + 1]*s[i]  {dep=then}
    """,
    [lp.GlobalArg("s, y", np.float64, shape="n"),
     lp.GlobalArg("u", np.float64, shape="2*n"),
     lp.ImageArg("c", np.float64, shape="2*n"), "..."],
    name="decay", seq_dependencies=True, assumptions="n >= 1")
RESULT = lp.split_iname(knl, "j", 64, outer_tag="g.0", inner_tag="l.0")
