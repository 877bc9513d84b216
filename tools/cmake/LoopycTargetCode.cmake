# What loopyc's targets write, and how that is compiled and linked. Each has a
# file LoopycTarget-NAME.cmake beside this one, with the functions
#
#   _loopyc_NAME_outputs(prefix result)     files beside the stub and the header
#   _loopyc_NAME_properties(prefix)         how they are compiled
#   _loopyc_NAME_libraries(result)          what they are linked with
#   _loopyc_NAME_header_folders(result)     include folders for the header
#
# The first of the list is the default.
set(_loopyc_known_targets opencl cuda c)
foreach(_loopyc_name IN LISTS _loopyc_known_targets)
  include("${CMAKE_CURRENT_LIST_DIR}/LoopycTarget-${_loopyc_name}.cmake")
endforeach()
set_property(GLOBAL PROPERTY LOOPYC_KNOWN_TARGETS "${_loopyc_known_targets}")

# Those that were asked for.
function(_loopyc_choose_targets caller asked result)
  get_property(known GLOBAL PROPERTY LOOPYC_KNOWN_TARGETS)
  if(NOT asked)
    list(GET known 0 asked)
  endif()
  foreach(target IN LISTS asked)
    if(NOT target IN_LIST known)
      list(JOIN known ", " names)
      string(REGEX REPLACE ", ([^,]*)$" " and \\1" names "${names}")
      message(FATAL_ERROR "${caller}: TARGETS knows no '${target}'; it takes ${names}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES asked)
  set(${result} "${asked}" PARENT_SCOPE)
endfunction()

# The outputs beside the stub.
function(_loopyc_outputs prefix result)
  set(outputs "${prefix}.h")
  foreach(name IN LISTS LOOPYC_TARGETS)
    cmake_language(CALL _loopyc_${name}_outputs "${prefix}" own)
    list(APPEND outputs ${own})
  endforeach()
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

function(_loopyc_code_properties prefix)
  foreach(name IN LISTS LOOPYC_TARGETS)
    cmake_language(CALL _loopyc_${name}_properties "${prefix}")
  endforeach()
endfunction()

# What loopyc writes into a file's first comment for its compiler becomes a file
# of options, which the compiler reads: they are not known before the build.
function(_loopyc_compiler_options file reads)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LoopycCompilerOptions.cmake")
  add_custom_command(OUTPUT "${file}.options"
    COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" -P "${script}"
    DEPENDS "${file}" "${script}" VERBATIM)
  set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS "${reads}${file}.options")
  set_property(SOURCE "${file}" APPEND PROPERTY OBJECT_DEPENDS "${file}.options")
endfunction()

# Through the properties themselves: target_link_libraries would have to match
# the signature that the project uses.
function(_loopyc_link target)
  set(libraries loopyc::runtime)
  foreach(name IN LISTS LOOPYC_TARGETS)
    cmake_language(CALL _loopyc_${name}_libraries own)
    list(APPEND libraries ${own})
  endforeach()
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${libraries})
  get_target_property(type ${target} TYPE)
  if(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY")
    list(TRANSFORM libraries REPLACE "(.+)" "$<LINK_ONLY:\\1>")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${libraries})
  endif()
endfunction()
