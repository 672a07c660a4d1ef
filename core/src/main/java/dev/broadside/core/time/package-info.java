/// Time as something passed in: the JVM is asked for the time here and nowhere else.
@NullMarked
package dev.broadside.core.time;

import org.jspecify.annotations.NullMarked;
