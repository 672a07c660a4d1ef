/// Clocks and timers, which are passed in: only this package asks the JVM for the time.
@NullMarked
package dev.broadside.core.time;

import org.jspecify.annotations.NullMarked;
