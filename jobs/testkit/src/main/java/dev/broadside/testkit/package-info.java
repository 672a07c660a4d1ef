/// Runs a job class in a unit test: plays the engine on the test's own thread, without a clock, and
/// keeps and checks every promise of the SPI.
///
/// ```java
/// JobTester tester = JobTester.onH2(new HotCounter()).with("counters", "10").threads(2);
/// tester.run(100);
/// assertEquals(100, tester.totals().operation(0).ok());
/// ```
@NullMarked
package dev.broadside.testkit;

import org.jspecify.annotations.NullMarked;
