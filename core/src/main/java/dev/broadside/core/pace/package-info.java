/// When the next iteration is meant to begin, and which part of a whole is whose: pure functions of
/// time and counts.
@NullMarked
package dev.broadside.core.pace;

import org.jspecify.annotations.NullMarked;
