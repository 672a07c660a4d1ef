/// Whether the figures of a run drift: trends and steps in series of bounded length, as pure
/// functions, and the sentences about them.
@NullMarked
package dev.broadside.core.drift;

import org.jspecify.annotations.NullMarked;
