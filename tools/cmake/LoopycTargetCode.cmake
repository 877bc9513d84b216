# What each of loopyc's targets (opencl, cuda, c) writes, and how that is
# compiled and linked.

# Those that were asked for.
function(_loopyc_choose_targets caller asked result)
  if(NOT asked)
    set(asked opencl)
  endif()
  foreach(target IN LISTS asked)
    if(NOT target MATCHES "^(opencl|cuda|c)$")
      message(FATAL_ERROR "${caller}: TARGETS knows no '${target}'; it takes opencl, cuda and c")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES asked)
  set(${result} "${asked}" PARENT_SCOPE)
endfunction()

# How CUDA kernels get into the program: compiled by nvcc and linked; loaded
# from an image that nvcc made; loaded by NVRTC, which needs no CUDA to build.
function(_loopyc_choose_cuda caller asked result)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT asked MATCHES "^(linked|image|loaded)?$")
    message(FATAL_ERROR "${caller}: CUDA knows no '${asked}'; it takes linked, image and loaded")
  elseif(asked MATCHES "linked|image" AND NOT "CUDA" IN_LIST languages)
    message(FATAL_ERROR "${caller}: CUDA ${asked} needs nvcc, and the project has not enabled CUDA; do that, or say CUDA loaded")
  elseif(NOT asked AND "CUDA" IN_LIST languages)
    set(asked linked)
  elseif(NOT asked)
    set(asked loaded)
  endif()
  set(${result} "${asked}" PARENT_SCOPE)
endfunction()

# The outputs beside the stub.
function(_loopyc_outputs prefix result)
  set(outputs "${prefix}.h")
  if("opencl" IN_LIST LOOPYC_TARGETS)
    list(APPEND outputs "${prefix}.cl" "${prefix}_host.c")
  endif()
  if("cuda" IN_LIST LOOPYC_TARGETS)
    list(APPEND outputs "${prefix}.cu")
    if(NOT LOOPYC_CUDA STREQUAL "linked")
      list(APPEND outputs "${prefix}_cuda.c")
    endif()
  endif()
  if("c" IN_LIST LOOPYC_TARGETS)
    list(APPEND outputs "${prefix}.c")
  endif()
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

# P.cu holds kernels for P_cuda.c, and nothing to link.
function(_loopyc_cuda_properties prefix)
  set_source_files_properties("${prefix}.cu" PROPERTIES HEADER_FILE_ONLY TRUE)
  if(NOT LOOPYC_CUDA STREQUAL "image")
    return()
  endif()
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CUDA_FLAGS}")
  set(architectures)
  if(CMAKE_CUDA_ARCHITECTURES MATCHES "^(all|all-major|native)$")
    set(architectures "-arch=${CMAKE_CUDA_ARCHITECTURES}")
  elseif(CMAKE_CUDA_ARCHITECTURES)
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
      string(REGEX MATCH "^[0-9]+[a-z]?" number "${architecture}")
      list(APPEND architectures "-gencode=arch=compute_${number},code=[compute_${number},sm_${number}]")
    endforeach()
  endif()
  set(embed "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LoopycEmbed.cmake")
  add_custom_command(OUTPUT "${prefix}.fatbin.inc"
    COMMAND "${CMAKE_CUDA_COMPILER}" ${flags} ${architectures} -fatbin "${prefix}.cu" -o "${prefix}.fatbin"
    COMMAND "${CMAKE_COMMAND}" "-DIMAGE=${prefix}.fatbin" -P "${embed}"
    DEPENDS "${prefix}.cu" "${embed}" VERBATIM)
  cmake_path(GET prefix FILENAME name)
  set_source_files_properties("${prefix}_cuda.c" PROPERTIES
    COMPILE_DEFINITIONS "LOOPYC_CUDA_IMAGE=\"${name}.fatbin.inc\""
    OBJECT_DEPENDS "${prefix}.fatbin.inc")
endfunction()

# The parallel loops of the C target; other C sources of the project stay as
# they are.
function(_loopyc_code_properties prefix)
  if("cuda" IN_LIST LOOPYC_TARGETS AND NOT LOOPYC_CUDA STREQUAL "linked")
    _loopyc_cuda_properties("${prefix}")
  endif()
  if("c" IN_LIST LOOPYC_TARGETS)
    find_package(OpenMP QUIET COMPONENTS C)
    if(OpenMP_C_FOUND)
      separate_arguments(flags NATIVE_COMMAND "${OpenMP_C_FLAGS}")
      set_source_files_properties("${prefix}.c" PROPERTIES COMPILE_OPTIONS "${flags}")
    else()
      message(WARNING "no OpenMP for C: ${prefix}.c will run on one thread")
    endif()
  endif()
  if("opencl" IN_LIST LOOPYC_TARGETS)
    find_package(OpenCL REQUIRED) # P.h, which all others include, needs it
    set_source_files_properties("${prefix}_host.c" "${prefix}.c" "${prefix}.cu"
      "${prefix}_cuda.c" PROPERTIES INCLUDE_DIRECTORIES "${OpenCL_INCLUDE_DIRS}")
  endif()
endfunction()

# Through the properties themselves: target_link_libraries would have to match
# the signature that the project uses.
function(_loopyc_link target)
  set(libraries loopyc::runtime)
  if("opencl" IN_LIST LOOPYC_TARGETS)
    find_package(OpenCL REQUIRED)
    list(APPEND libraries ${OpenCL_LIBRARIES})
  endif()
  if("c" IN_LIST LOOPYC_TARGETS)
    find_package(OpenMP QUIET COMPONENTS C)
    list(APPEND libraries ${OpenMP_C_LIBRARIES} m)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${libraries})
  get_target_property(type ${target} TYPE)
  if(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY")
    list(TRANSFORM libraries REPLACE "(.+)" "$<LINK_ONLY:\\1>")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${libraries})
  endif()
endfunction()
