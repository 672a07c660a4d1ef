/// The figures of docs/performance.md, a class each, and the programs that print them; start at
/// [dev.broadside.bench.figures.SideBySide].
@NullMarked
package dev.broadside.bench.figures;

import org.jspecify.annotations.NullMarked;
