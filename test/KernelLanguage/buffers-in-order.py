# RUN: %loopyc %s --target=c,opencl --check --verify -o %t 2>&1 | FileCheck %s
# Tiles of a loop whose iterations have an order: a tile's buffer is filled when
# the tile before has brought its own back.
import loopy as lp
import numpy as np

rows = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 1<=k<m }", "z[i,k] = z[i,k] + a[i,k]*z[i,k-1]",
    [lp.GlobalArg("z, a", np.float64, shape="n, m"), "..."],
    assumptions="m >= 1", seq_dependencies=True, name="rows")
rows = lp.split_iname(rows, "i", 16, outer_tag="g.0", inner_tag="l.0")
rows = lp.split_iname(rows, "k", 16)
tiles = lp.buffer_array(rows, "z", "k_inner", default_tag=None)
print(tiles)
# CHECK: for k_outer
# CHECK-NEXT: for {{.*}}
# CHECK-NEXT: {{.*}}z_buf{{.*}} = z[
# CHECK: for k_inner
# CHECK: z_buf{{.*}} = z_buf{{.*}} + a[
# CHECK: end k_inner
# CHECK: z[{{.*}}] = z_buf
# CHECK: end k_outer

# Tiles of tiles, and a loop that begins elsewhere.
halves = lp.make_kernel(
    "{ [k]: 3<=k<m }", "z[k] = z[k] + a[k]*z[k-1]",
    [lp.GlobalArg("z, a", np.float64, shape="m"), "..."],
    assumptions="m >= 3", seq_dependencies=True, name="halves")
halves = lp.split_iname(halves, "k", 16)
halves = lp.split_iname(halves, "k_outer", 2)
halves = lp.buffer_array(halves, "z", "k_inner", default_tag=None)

# Beside another instruction in the loop.
beside = lp.make_kernel(
    "{ [k]: 1<=k<m }",
    """
    z[k] = z[k] + a[k]*z[k-1]
    b[k] = 2*z[k-1]
    """,
    [lp.GlobalArg("z, a", np.float64, shape="m"), "..."],
    assumptions="m >= 1", seq_dependencies=True, name="beside")
beside = lp.split_iname(beside, "k", 8)
beside = lp.buffer_array(beside, "z", "k_inner", default_tag=None)

# Backwards in memory, what a tile leaves is what another tile reads later.
try:
    lp.buffer_array(lp.affine_map_inames(rows, "k_outer", "c", "c = -k_outer"), "z", "k_inner", default_tag=None)
    print("accepted")
except lp.LoopyError as error:
    print(str(error).splitlines()[0])
RESULT = [tiles, halves, beside]
# CHECK: verify: rows: ok
# CHECK: verify: halves: ok
# CHECK: verify: beside: ok
# CHECK-COUNT-6: check: {{.*}}: ok
