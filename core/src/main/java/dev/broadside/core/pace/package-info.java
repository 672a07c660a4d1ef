/// When the next iteration is meant to begin, and which share has which part of the load: pure
/// functions of time and counts.
@NullMarked
package dev.broadside.core.pace;

import org.jspecify.annotations.NullMarked;
