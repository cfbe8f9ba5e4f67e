# mica_folder(NAME [DEPENDS folder…] [LIBRARIES lib…] [TEST_DEPENDS folder…] [WITHOUT room]): the static library mica_NAME from the C and C++ sources in src/NAME and its rooms, and the test
# program mica_NAME_test from src/NAME/test/*_test.cpp, one ctest entry per test case.
#
# The headers of the standard library that nearly every source includes are precompiled once (MICA_PRECOMPILE): parsing them is two thirds of
# the work. They hold nothing of the project, so that a change of its headers compiles no more than before.
set(MICA_COMMON_HEADERS <algorithm> <cmath> <cstdint> <deque> <filesystem> <fstream> <functional> <limits> <map> <memory> <optional> <set> <span>
    <string> <string_view> <unordered_map> <unordered_set> <utility> <vector> <fmt/format.h>)

# The first target of a kind compiles the headers, and the others take them from it.
function(mica_precompile target kind)
  if(NOT MICA_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY MICA_PRECOMPILED_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${MICA_COMMON_HEADERS} ${ARGN})
    set_property(GLOBAL PROPERTY MICA_PRECOMPILED_${kind} ${target})
  endif()
endfunction()

function(mica_folder name)
  cmake_parse_arguments(ARG "" "WITHOUT" "DEPENDS;LIBRARIES;TEST_DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.c)
  list(FILTER sources EXCLUDE REGEX "/test/")
  if(ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${ARG_WITHOUT}/")
  endif()
  add_library(mica_${name} STATIC ${sources})
  target_include_directories(mica_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM ARG_DEPENDS PREPEND mica_)
  list(TRANSFORM ARG_TEST_DEPENDS PREPEND mica_)
  target_link_libraries(mica_${name} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_LIBRARIES})
  if("${sources}" MATCHES "\\.cpp")
    mica_precompile(mica_${name} library)
  endif()
  file(GLOB tests CONFIGURE_DEPENDS test/*_test.cpp)
  if(tests)
    add_executable(mica_${name}_test ${tests})
    target_link_libraries(mica_${name}_test PRIVATE mica_${name} ${ARG_TEST_DEPENDS} ${ARG_LIBRARIES} fmt::fmt GTest::gtest GTest::gtest_main)
    # For the tests alone that read files of the repository: objects of the others are the same wherever it lies.
    foreach(test ${tests})
      file(STRINGS ${test} places REGEX MICA_SOURCE_DIR)
      if(places)
        set_source_files_properties(${test} PROPERTIES COMPILE_DEFINITIONS MICA_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
      endif()
    endforeach()
    target_compile_options(mica_${name}_test PRIVATE -O1)  # they run for moments: what counts is the time to build them
    mica_precompile(mica_${name}_test test <gtest/gtest.h>)
    gtest_discover_tests(mica_${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST)
  endif()
endfunction()
