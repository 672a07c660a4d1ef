/// What a job is and what happens to it: the immutable specification, the visible state, and the
/// pure function that moves one state to the next.
@NullMarked
package dev.broadside.core.job;

import org.jspecify.annotations.NullMarked;
