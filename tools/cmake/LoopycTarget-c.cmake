# Target c: parallel loops; other C sources of the project stay as they are.

function(_loopyc_c_outputs prefix result)
  set(${result} "${prefix}.c" PARENT_SCOPE)
endfunction()

function(_loopyc_c_properties prefix)
  find_package(OpenMP QUIET COMPONENTS C)
  if(OpenMP_C_FOUND)
    separate_arguments(flags NATIVE_COMMAND "${OpenMP_C_FLAGS}")
    set_source_files_properties("${prefix}.c" PROPERTIES COMPILE_OPTIONS "${flags}")
  else()
    message(WARNING "no OpenMP for C: ${prefix}.c will run on one thread")
  endif()
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    _loopyc_compiler_options("${prefix}.c" "@")
  endif()
endfunction()

function(_loopyc_c_libraries result)
  find_package(OpenMP QUIET COMPONENTS C)
  set(${result} ${OpenMP_C_LIBRARIES} m PARENT_SCOPE)
endfunction()

function(_loopyc_c_header_folders result)
  set(${result} "" PARENT_SCOPE)
endfunction()
