/// Draws keys of rows, unique ids and texts: seeded by the thread's own generator, in constant
/// time.
@NullMarked
package dev.broadside.kit.draw;

import org.jspecify.annotations.NullMarked;
