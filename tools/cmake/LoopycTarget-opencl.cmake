# Target opencl: kernels that the host part loads; what includes P.h needs
# OpenCL's headers.

function(_loopyc_opencl_outputs prefix result)
  set(${result} "${prefix}.cl" "${prefix}_host.c" PARENT_SCOPE)
endfunction()

function(_loopyc_opencl_properties prefix)
  find_package(OpenCL REQUIRED)
  set_source_files_properties("${prefix}_host.c" "${prefix}.c" "${prefix}.cu"
    "${prefix}_cuda.c" PROPERTIES INCLUDE_DIRECTORIES "${OpenCL_INCLUDE_DIRS}")
endfunction()

function(_loopyc_opencl_libraries result)
  find_package(OpenCL REQUIRED)
  set(${result} ${OpenCL_LIBRARIES} PARENT_SCOPE)
endfunction()

function(_loopyc_opencl_header_folders result)
  find_package(OpenCL REQUIRED)
  set(${result} "${OpenCL_INCLUDE_DIRS}" PARENT_SCOPE)
endfunction()
