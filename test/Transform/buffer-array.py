# RUN: %loopyc %inputs/buffers.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/buffers.f90 --transform=%s --emit=device -o - | FileCheck %s --check-prefix=REMARK
# RUN: %loopyc %inputs/buffers.f90 --transform=%s --set CASE=errors -fsyntax-only
# RUN: not %loopyc %inputs/buffers.f90 --transform=%s --set CASE=others -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OTHERS
# RUN: not %loopyc %inputs/buffers.f90 --transform=%s --set CASE=conflict -o %t 2>&1 | FileCheck %s --check-prefix=CONFLICT
CASE = globals().get("CASE")
kernels = lp.parse_fortran(SOURCE, FILENAME)
kernels = lp.split_iname(kernels, "i", 16, outer_tag="g.0", inner_tag="l.0")


def refused(message, name, *args, **kwargs):
    try:
        lp.buffer_array(kernels[name], "y", *args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


ADD = {"init_expression": "0", "store_expression": "base + buffer"}
if CASE == "errors":
    refused("has no iname 'jj'; did you mean 'j'?", "rows", "jj")
    refused("'x' is already a name in kernel 'rows'", "rows", "j",
            temporary_name="x")
    refused("matches no instruction of kernel 'rows'", "rows", "j",
            within="writes:x")
    refused("with init_expression \"0.0d0\" and store_expression \"buffer\" the "
            "values may differ", "rows", "j", init_expression="0")
    refused("the values may differ", "rows", "j", init_expression="0",
            store_expression="base - buffer")
    refused("unknown name 'buffer'", "rows", "j", init_expression="buffer")
    refused("'y_1' does not update it by adding, as the init and store "
            "expressions suppose", "mixed", "j", **ADD)
    refused("'y_0' does not update it by adding", "products", "j", **ADD)
    refused("'y_0' uses an element, for example at (i_outer = 0, i_inner = 0, "
            "j = 0), that is in the buffer of (j = 1) meanwhile; add the "
            "iname that the iterations differ in to buffer_inames", "rows",
            "i_inner, i_outer")
    refused("'y_1' uses an element, for example at (i_outer = 0, i_inner = 0, "
            "j = 0), that is in the buffer of (i_outer = 0, i_inner = 0) "
            "meanwhile; let it use the buffer, too", "mixed", "j",
            within="id:y_0")
    # What adds to a buffer of its own, others may add to meanwhile, but none
    # may read it.
    lp.buffer_array(kernels["rows"], "y", "i_inner, i_outer", **ADD)
    refused("'y_1' uses an element, for example at (i_outer = 0, i_inner = 0, "
            "j = 0), that is in the buffer of (i_outer = 0, i_inner = 0) "
            "meanwhile; let it use the buffer, too", "mixed", "j",
            within="id:y_0", **ADD)

# OTHERS: buffers.f90:[[#]]:{{.*}}: error: {{.*}}'y_1' uses an element, for example at (i_outer = 0, i_inner = 0, j = 0), that is in the buffer of (i_outer = 0, i_inner = 0) meanwhile; let it use the buffer, too (within)
# OTHERS: buffers.f90:[[#]]:{{.*}}: note: 'y_0' uses the buffer
if CASE == "others":
    lp.buffer_array(kernels["mixed"], "y", "j", within="id:y_0")

# One element for each iteration of the loops around: a scalar.
# CHECK-LABEL: KERNEL: rows
# CHECK: y_buf: type: float64, shape: () {{.*}}for each of: (i_outer, i_inner)
# CHECK: y_buf = y[i_inner + 16*i_outer]  {id=init_y}
# CHECK-NEXT: for j
# CHECK-NEXT: y_buf = y_buf + a[i_inner + 16*i_outer, j]*x[j]
# CHECK-NEXT: end j
# CHECK-NEXT: y[i_inner + 16*i_outer] = y_buf  {id=store_y}
rows = lp.buffer_array(kernels["rows"], "y", "j")

# A sum apart, added at the end; in the remarks, since it rounds otherwise.
# CHECK-LABEL: KERNEL: sums
# CHECK: y_buf = 0.0d0
# CHECK-NEXT: for j
# CHECK-NEXT: y_buf = y_buf + a[i_inner + 16*i_outer, j]*x[j]
# CHECK-NEXT: end j
# CHECK-NEXT: y[i_inner + 16*i_outer] = y[i_inner + 16*i_outer] + y_buf
# REMARK-LABEL: sums: rows in
# REMARK: buffer_array: reassociates the additions to 'y': they are gathered in 'y_buf'
sums = lp.buffer_array(kernels["rows"], "y", "j", **ADD).copy(name="sums")

# Buffers of parts of one sum, whose iterations take turns.
# CHECK-LABEL: KERNEL: parts
# CHECK: y_buf: type: float64, shape: (16), {{.*}}for each of: (i_outer, j_outer)
# CHECK: y_buf[y_init_0] = 0.0d0
# CHECK: y_buf[i_inner] = y_buf[i_inner] + a[i_inner + 16*i_outer, j_inner + 4*j_outer]*x[j_inner + 4*j_outer]
# CHECK: y[16*i_outer + y_store_0] = y[16*i_outer + y_store_0] + y_buf[y_store_0]
parts = lp.split_iname(kernels["rows"], "j", 4)
parts = lp.buffer_array(parts, "y", "i_inner, j_inner", **ADD)
parts = parts.copy(name="parts")

# The axes that vary, with the bounding box; reads, writes, and a guard.
# CHECK-LABEL: KERNEL: mixed
# CHECK: tile: type: float64, shape: (3),
# CHECK: y_init_1: unr
# CHECK-NEXT: y_store_1: unr
# CHECK: for y_init_1
# CHECK-NEXT: tile[y_init_1] = y[i_inner + 16*i_outer, y_init_1]
# CHECK: tile[0] = tile[0] + a[i_inner + 16*i_outer, j]
# CHECK-NEXT: tile[1] = 2.0d0*tile[0] - tile[1]
# CHECK-NEXT: if a[i_inner + 16*i_outer, j] > 0.5d0
# CHECK-NEXT: tile[2] = tile[1]*a[i_inner + 16*i_outer, j]
# CHECK: for y_store_1
# CHECK-NEXT: y[i_inner + 16*i_outer, y_store_1] = tile[y_store_1]
mixed = lp.buffer_array(kernels["mixed"], "y", "j", temporary_name="tile",
                        default_tag="unr", fetch_bounding_box=True)

# CHECK-LABEL: KERNEL: products
# CHECK: y_buf = 1.0d0
# CHECK: y[i_inner + 16*i_outer] = y[i_inner + 16*i_outer]*y_buf
products = lp.buffer_array(kernels["products"], "y", "j", init_expression="1",
                           store_expression="base*buffer")

# What is only read is not stored.
# CHECK-LABEL: KERNEL: only_read
# CHECK: x_buf: type: float64, shape: (m)
# CHECK-NOT: store_x
only_read = lp.buffer_array(kernels["rows"], "x", "j").copy(name="only_read")

RESULT = [rows, sums, parts, mixed, products, only_read]

# In their order, tiles may take from each other; work-groups have none.
# CONFLICT: buffers.f90:[[#]]:{{.*}}: error: kernel 'running': a dependence crosses work-groups (gid(0)), which nothing synchronises: the flow dependence on 'y' from writing {{.*}} ('store_y') to reading {{.*}} ('init_y')
if CASE == "conflict":
    RESULT = lp.buffer_array(kernels["running"], "y", "i_inner")
