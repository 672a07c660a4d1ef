/// The figures of results, declared ones and measures, and how they are written: rounding, and
/// lines of CSV.
@NullMarked
package dev.broadside.core.figures;

import org.jspecify.annotations.NullMarked;
