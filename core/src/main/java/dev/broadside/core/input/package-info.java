/// What users write as JSON or YAML, read into the values of a job. Wrong input never throws an
/// exception: every problem is collected with its place, its cause and what to do about it.
@NullMarked
package dev.broadside.core.input;

import org.jspecify.annotations.NullMarked;
