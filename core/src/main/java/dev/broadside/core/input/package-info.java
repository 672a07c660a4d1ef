/// What users write as JSON or YAML, read into the values of a job. Wrong input is never an
/// exception: every problem is collected, each with its place, its cause and its mend.
@NullMarked
package dev.broadside.core.input;

import org.jspecify.annotations.NullMarked;
