/// Programs of their own that show one thing at length, beside nobody: a long run, several targets,
/// where the time goes.
@NullMarked
package dev.broadside.bench.trials;

import org.jspecify.annotations.NullMarked;
