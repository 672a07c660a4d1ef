/// The load of a job: its phases, what makes iterations begin in each, their time axis, and the
/// limits. Values and pure functions.
@NullMarked
package dev.broadside.core.load;

import org.jspecify.annotations.NullMarked;
