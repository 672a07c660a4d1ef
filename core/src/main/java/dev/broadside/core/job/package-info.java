/// What a job is: its immutable specification, its visible state, and the pure function from one
/// state to the next.
@NullMarked
package dev.broadside.core.job;

import org.jspecify.annotations.NullMarked;
