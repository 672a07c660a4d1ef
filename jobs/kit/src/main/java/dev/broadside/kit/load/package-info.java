/// Filling tables with several connections at once, so that a load that was killed goes on where it
/// was. What the rows are belongs to the job class.
@NullMarked
package dev.broadside.kit.load;

import org.jspecify.annotations.NullMarked;
