# Where all of an address is one iname again, that was joined of several, nothing is divided.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl --check -Wno-serial -o %t | FileCheck %s --check-prefix=RAN
# RUN: FileCheck %s --input-file=%t.cl
import loopy as lp
import numpy as np

# CHECK-LABEL: void rows(
# CHECK: y[lid(0)] = x[lid(0)] * 2.0;
# RAN: check: rows: opencl: ok
rows = lp.make_kernel("{ [i,j]: 0<=i<5 and 0<=j<7 }", "y[i,j] = x[i,j]*2",
                      [lp.GlobalArg("x", np.float64), "..."], name="rows")
rows = lp.join_inames(rows, "i,j", "k", tag="l.0")

# Strides of another order want the parts.
# CHECK-LABEL: void columns(
# CHECK: y[lid(0)] = x[lid(0) / 7 + 5 * (lid(0) % 7)] * 2.0;
# RAN: check: columns: opencl: ok
columns = lp.make_kernel("{ [i,j]: 0<=i<5 and 0<=j<7 }", "y[i,j] = x[i,j]*2",
                         [lp.GlobalArg("x", np.float64, order="F"), "..."], name="columns")
columns = lp.join_inames(columns, "i,j", "k", tag="l.0")

# Groups of groups.
# CHECK-LABEL: void tiles(
# CHECK: y[8 * gid(0) + lid(0)] = x[8 * gid(0) + lid(0)] * 2.0;
# RAN: check: tiles: opencl: ok
tiles = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i]*2",
                       [lp.GlobalArg("x", np.float64), "..."],
                       assumptions="n mod 16 = 0", name="tiles")
tiles = lp.split_iname(lp.split_iname(tiles, "i", 16), "i_inner", 8, inner_tag="l.0")
tiles = lp.join_inames(tiles, "i_outer,i_inner_outer", "g", tag="g.0")
RESULT = [rows, columns, tiles]
