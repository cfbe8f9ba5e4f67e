# mica_folder(NAME [DEPENDS folder…] [LIBRARIES lib…]): the static library mica_NAME from src/NAME/*.cpp and *.c, and the test
# program mica_NAME_test from src/NAME/test/*_test.cpp, one ctest entry per test case.
function(mica_folder name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp *.c)
  add_library(mica_${name} STATIC ${sources})
  target_include_directories(mica_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM ARG_DEPENDS PREPEND mica_)
  target_link_libraries(mica_${name} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_LIBRARIES})
  file(GLOB tests CONFIGURE_DEPENDS test/*_test.cpp)
  if(tests)
    add_executable(mica_${name}_test ${tests})
    target_link_libraries(mica_${name}_test PRIVATE mica_${name} ${ARG_LIBRARIES} fmt::fmt GTest::gtest GTest::gtest_main)
    target_compile_definitions(mica_${name}_test PRIVATE MICA_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_compile_options(mica_${name}_test PRIVATE -O1)  # they run for moments: what counts is the time to build them
    gtest_discover_tests(mica_${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST)
  endif()
endfunction()
