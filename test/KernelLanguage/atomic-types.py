# Whether an instruction is an update is seen once all types are found, of what
# it reads, too.
# RUN: %loopyc %s --target=c,opencl --check -o %t | FileCheck %s
import loopy as lp
import numpy as np

DATA = [lp.GlobalArg("node", np.int32, shape="ne, 3"), lp.GlobalArg("w", np.float64),
        lp.ValueArg("nv", np.int32), "..."]
TEXT = """
    for e
      <> t[k] = 0 {id=first}
      t[i] = t[i] + w[e,i] {id=add, dep=first}
      out[node[e,j]] = out[node[e,j]] + t[j] {id=scatter, dep=add, atomic}
    end
    """


def made(out):
    return lp.make_kernel("{ [e,i,j,k]: 0<=e<ne and 0<=i,j,k<3 }", TEXT,
                          [lp.GlobalArg("out", out, shape="nv"), *DATA], name="scatter")


knl = made(np.float64)
print(knl)
# CHECK: t: type: float64
# CHECK: out[node[e, j]] = out[node[e, j]] + t[j]  {id=scatter, atomic}
try:
    made(np.float32)
except lp.LoopyError as error:
    print(error)
# CHECK: what is atomic is an update of one operation, x = x + ..., and this is none, for its value is converted to float32; write cast(np.float32, ...)
RESULT = lp.split_iname(knl, "e", 16, outer_tag="g.0", inner_tag="l.0")
# CHECK: check: scatter: c: ok
# CHECK: check: scatter: opencl: ok
