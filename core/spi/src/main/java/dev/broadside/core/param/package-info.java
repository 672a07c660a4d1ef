/// Typed parameters: declared once, and read by the form, the command line, YAML and the
/// documentation.
///
/// Wrong input is never an exception here. It is a list of [dev.broadside.core.param.Problem]s,
/// each naming the place, the cause and the mend, so that a user sees all of them at once.
@NullMarked
package dev.broadside.core.param;

import org.jspecify.annotations.NullMarked;
