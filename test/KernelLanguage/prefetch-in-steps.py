# RUN: %loopyc %s --target=c,opencl --check --verify -o %t 2>&1 | FileCheck %s
# What a loop of steps overwrites is fetched in each of them, without a word.
import loopy as lp
import numpy as np

heat = lp.make_kernel(
    ["{ [t]: 0<=t<nt }", "{ [i,ii]: 1<=i,ii<n-1 }"],
    """
    for t
      new[i] = u[i-1] - 2*u[i] + u[i+1] {id=laplacian}
      ... gbarrier                      {id=first, dep=laplacian}
      u[ii] = u[ii] + dt*new[ii]        {id=update, dep=first:laplacian}
      ... gbarrier                      {id=second, dep=update}
    end
    """,
    [lp.GlobalArg("u, new", np.float64, shape="n"), lp.ValueArg("dt", np.float64), "..."],
    assumptions="n >= 3 and nt >= 1", seq_dependencies=True, name="heat")
heat = lp.split_iname(heat, "i", 64, outer_tag="g.0", inner_tag="l.0")
heat = lp.split_iname(heat, "ii", 64, outer_tag="g.0", inner_tag="l.0")
heat = lp.add_prefetch(heat, "u", "i_inner", within="id:laplacian", fetch_bounding_box=True)
print(heat)
# CHECK: for t
# CHECK: u_fetch[u_dim_0] = u[
RESULT = heat
# CHECK: verify: heat: ok
# CHECK: check: heat: c: ok
# CHECK: check: heat: opencl: ok
