# Target cuda.

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

function(_loopyc_cuda_outputs prefix result)
  set(outputs "${prefix}.cu")
  if(NOT LOOPYC_CUDA STREQUAL "linked")
    list(APPEND outputs "${prefix}_cuda.c")
  endif()
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

# P.cu holds kernels for P_cuda.c, and nothing to link.
function(_loopyc_cuda_properties prefix)
  if(LOOPYC_CUDA STREQUAL "linked")
    _loopyc_compiler_options("${prefix}.cu" "--options-file=")
    return()
  endif()
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
  set(options "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LoopycCompilerOptions.cmake")
  add_custom_command(OUTPUT "${prefix}.fatbin.inc"
    COMMAND "${CMAKE_COMMAND}" "-DFILE=${prefix}.cu" -P "${options}"
    COMMAND "${CMAKE_CUDA_COMPILER}" ${flags} ${architectures} "--options-file=${prefix}.cu.options"
      -fatbin "${prefix}.cu" -o "${prefix}.fatbin"
    COMMAND "${CMAKE_COMMAND}" "-DIMAGE=${prefix}.fatbin" -P "${embed}"
    DEPENDS "${prefix}.cu" "${embed}" "${options}" VERBATIM)
  cmake_path(GET prefix FILENAME name)
  set_source_files_properties("${prefix}_cuda.c" PROPERTIES
    COMPILE_DEFINITIONS "LOOPYC_CUDA_IMAGE=\"${name}.fatbin.inc\""
    OBJECT_DEPENDS "${prefix}.fatbin.inc")
endfunction()

function(_loopyc_cuda_libraries result)
  set(${result} "" PARENT_SCOPE)
endfunction()

function(_loopyc_cuda_header_folders result)
  set(${result} "" PARENT_SCOPE)
endfunction()
