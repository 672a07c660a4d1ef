/// Typed parameters: declared once, and read by the form, the command line, YAML and the
/// documentation.
///
/// Wrong input never throws an exception here. It is a list of [dev.broadside.core.param.Problem]s,
/// each with the place, the cause and what to do, so that a user sees all of them at once.
@NullMarked
package dev.broadside.core.param;

import org.jspecify.annotations.NullMarked;
