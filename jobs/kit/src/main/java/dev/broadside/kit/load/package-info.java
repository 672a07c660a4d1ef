/// Filling tables with several connections at once, so that a load that was killed continues. The
/// job class defines the rows.
@NullMarked
package dev.broadside.kit.load;

import org.jspecify.annotations.NullMarked;
