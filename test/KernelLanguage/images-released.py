# A launcher's image of one axis lives until the kernel has read it, however soon
# the launcher is through: PoCL's kernels look at it when they run. The second run
# finds the kernel compiled.
# REQUIRES: opencl
# DEFINE: %{check} = %loopyc %s -o %t --target=opencl --check -Wno-serial --param n=5
# RUN: rm -rf %t.cache
# RUN: env POCL_CACHE_DIR=%t.cache %{check} | FileCheck %s
# RUN: env POCL_CACHE_DIR=%t.cache %{check} | FileCheck %s
# RUN: env POCL_CACHE_DIR=%t.cache %{check} | FileCheck %s
# CHECK: check: decay: opencl: ok
import numpy as np

import loopy as lp

knl = lp.make_kernel(
    "{ [i, j, k]: 1 <= i < n and 0 <= j, k < n }",
    """
    s[j] = sum(k, w[k]*u[j + k]) {id=first}
    y[i] = 0.5*y[i - 1] + c[2*i + 1] {dep=first}
    """,
    [lp.GlobalArg("s, w, u, y", np.float64, shape="2*n + 40"),
     lp.ImageArg("c", np.float64, shape="2*n + 40"), "..."],
    name="decay", seq_dependencies=True, assumptions="n >= 1")
RESULT = lp.split_iname(knl, "j", 7, outer_tag="g.0", inner_tag="l.0")
