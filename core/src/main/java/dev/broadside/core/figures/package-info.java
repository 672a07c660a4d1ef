/// How figures are shown in results: those that are declared, and latencies; rounding, and lines of
/// CSV.
@NullMarked
package dev.broadside.core.figures;

import org.jspecify.annotations.NullMarked;
