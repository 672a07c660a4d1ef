/// Confidence intervals of differences between runs, and change points in a history of runs. Pure
/// functions; randomness is passed in.
@NullMarked
package dev.broadside.core.compare;

import org.jspecify.annotations.NullMarked;
