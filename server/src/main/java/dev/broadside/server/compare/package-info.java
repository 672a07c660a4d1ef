/// Comparisons of runs, and histories of definitions. Reads results and records, and changes no
/// jobs.
@NullMarked
package dev.broadside.server.compare;

import org.jspecify.annotations.NullMarked;
