/// Draws keys of rows: seeded by the thread's own generator, without allocation, in constant time.
@NullMarked
package dev.broadside.kit.draw;

import org.jspecify.annotations.NullMarked;
