# RUN: %loopyc %S/../CodeGen/launches.f90 --transform=%s --stop-after=transform | FileCheck %s
# The fewest barriers: between the nests, and none where nothing crosses. What
# is printed has the seed's words.
knl, = lp.parse_fortran(SOURCE, FILENAME)
for name in ["i", "j"]:
    knl = lp.split_iname(knl, name, 16, outer_tag="g.0", inner_tag="l.0")

# CHECK-LABEL: == refused
print("== refused")
# CHECK: a dependence crosses work-groups (gid(0)){{.*}} let insert_global_barriers(knl) cut the kernel into launches
try:
    lp.get_one_linearized_kernel(knl)
except Exception as error:
    print(error)

# CHECK-LABEL: == inserted
print("== inserted")
# CHECK-COUNT-2: ... gbarrier  {
# CHECK-NOT: ... gbarrier
knl = lp.insert_global_barriers(knl)
print(knl)

# CHECK-LABEL: == linear
# CHECK: for t
# CHECK-NEXT: CALL KERNEL advance(extra_args=['r'], extra_inames=['t'])
# CHECK: RETURN FROM KERNEL advance
# CHECK-NEXT: ... gbarrier
# CHECK-NEXT: CALL KERNEL advance_0(extra_args=['r'], extra_inames=['t'])
# CHECK: RETURN FROM KERNEL advance_0
# CHECK-NEXT: ... gbarrier
# CHECK-NEXT: CALL KERNEL advance_1(extra_args=['r'], extra_inames=['t'])
print("== linear")
print(lp.get_one_linearized_kernel(knl).linearization)

# CHECK-LABEL: == again
# CHECK-NEXT: True
print("== again")
print(str(lp.insert_global_barriers(knl)) == str(knl))
RESULT = [knl]
