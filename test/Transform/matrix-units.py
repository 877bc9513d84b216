# RUN: %loopyc %S/Inputs/contractions.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %S/Inputs/contractions.f90 --transform=%s -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ERRORS
def refused(*words, **named):
    try:
        lp.use_matrix_units(*words, **named)
    except Exception as error:
        print(str(error).replace("\n", " "))
    else:
        print("not refused")


t = lp.parse_fortran(SOURCE, FILENAME)
whole = t["product"]
knl = whole
for iname, length in (("i", 32), ("j", 32), ("k", 16)):
    knl = lp.split_iname(knl, iname, length)
tile = ("i_inner", "j_inner", "k_inner")
# ERRORS: use_matrix_units: within 'writes:nothing' matches no instruction of kernel 'product'
refused(knl, "writes:nothing", *tile)
# ERRORS: kernel 'product' has no iname 'i_iner'; did you mean 'i_inner' or 'j_inner' or 'k_inner'?
refused(knl, "id:s_1", "i_iner", "j_inner", "k_inner")
# ERRORS: rows, columns and terms must be three inames, but they are 'i_inner', 'i_inner' and 'k_inner'
refused(knl, "id:s_1", "i_inner", "i_inner", "k_inner")
# ERRORS: there is no shape 'm16n16k16' of real(8); there are m8n8k4, m16n8k4, m16n8k8, m16n8k16
refused(knl, "id:s_1", *tile, shape="m16n16k16")
# ERRORS: there is no shape 'm8n8k4' of precision 'tf32'; there are m16n8k4, m16n8k8
refused(knl, "id:s_1", *tile, shape="m8n8k4", precision="tf32")
# ERRORS: precision must be 'tf32', '3xtf32' or None, found 'bf16'
refused(knl, "id:s_1", *tile, precision="bf16")
# ERRORS: 's_1' adds up real(8), which units multiply as it is; leave out precision="tf32"
refused(knl, "id:s_1", *tile, precision="tf32")
# ERRORS: warps must be 1 to 32 in all, but they are 8 by 8
refused(knl, "id:s_1", *tile, warps=(8, 8))
# ERRORS: argument 'warps' must be two integers, (2, 2)
refused(knl, "id:s_1", *tile, warps=4)
# ERRORS: 's_0' is no sum of products c = c + a*b
refused(knl, "id:s_0", *tile)
# ERRORS: rows 'i' must be an iname from 0 to a constant, a tile's; split it by a multiple of 16 and name the inner iname
refused(whole, "id:s_1", "i", "j", "k")
# ERRORS: rows 'i_inner' is tagged 'l.0' already; leave it untagged
refused(lp.tag_inames(knl, "i_inner:l.0"), "id:s_1", *tile)
# ERRORS: warps along l.1 and l.2, but 'j_outer' of 's_0' is on l.2; tag it g, or ilp, or leave it a loop
refused(lp.tag_inames(knl, "j_outer:l.2"), "id:s_1", *tile, warps=(1, 2))
# ERRORS: 's_1' is not within iname 'p_outer'
extra = lp.split_iname(t["several"], "p", 8)
refused(extra, "id:s_1", "i", "j", "p_outer")
# ERRORS: 's_1' adds {{.*}} and more, not one product; write it as c = c + a*b
refused(extra, "id:s_1", "i", "j", "k")
# ERRORS: one factor must not depend on columns 'j', and the other not on rows 'i'
refused(extra, "id:t_1", "i", "j", "k")
# ERRORS: 'c_0' adds into 'c', but units add into registers; add into a scalar of the loops over rows and columns
refused(extra, "id:c_0", "i", "j", "k")
# ERRORS: 'w_1' adds each term of 'k' to another element, so that there is no sum
refused(extra, "id:w_1", "i", "j", "k")
# ERRORS: 'q_1' adds up real(4), whose factors matrix units round to 11 bits: ask for that by precision="tf32", or for three products of such parts, about as accurate as real(4), by precision="3xtf32"
refused(extra, "id:q_1", "i", "j", "k")
# ERRORS: 'z_1' adds up complex(8), but the units take real(8), and real(4) by precision="tf32"
refused(extra, "id:z_1", "i", "j", "k")
# ERRORS: 's_1' is on matrix units already
once = lp.use_matrix_units(knl, "id:s_1", *tile)
refused(once, "id:s_1", "i_inner_block", "j_inner_block", "k_inner_block")
# ERRORS: fuse_kernels: kernel '{{.*}}' uses matrix units already; call use_matrix_units after fusing
try:
    lp.fuse_kernels([once, whole])
except Exception as error:
    print(error)

# What the warps have of a tile: 16 rows and 8 columns each, twice each way.
# CHECK: i_inner_block: ilp
# CHECK: i_inner_lane: l.1
# CHECK: i_inner_part: ilp
# CHECK: j_inner_block: ilp
# CHECK: j_inner_lane: l.0
# CHECK: j_inner_part: ilp
# CHECK: j_inner_warp: l.2
# CHECK: s = s + a[32*i_inner_block + i_inner_lane + 16*i_inner_part + 32*i_outer, 4*k_inner_block + k_inner_term + 16*k_outer]*b[{{.*}}, 16*j_inner_block + 2*j_inner_lane + j_inner_part + 8*j_inner_warp + 32*j_outer]
RESULT = lp.use_matrix_units(knl, "id:s_1", *tile, shape="m16n8k4", warps=(2, 2))
