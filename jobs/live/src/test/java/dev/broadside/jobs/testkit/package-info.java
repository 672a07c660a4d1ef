/// The databases on which the bundled jobs are tested, what these count themselves, and what lies
/// between them and a driver.
@NullMarked
package dev.broadside.jobs.testkit;

import org.jspecify.annotations.NullMarked;
