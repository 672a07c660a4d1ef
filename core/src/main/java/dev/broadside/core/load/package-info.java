/// What load a job asks for: its phases, what makes iterations begin in each, the axis on which
/// they lie, and the limits of it all. Values and pure functions.
@NullMarked
package dev.broadside.core.load;

import org.jspecify.annotations.NullMarked;
