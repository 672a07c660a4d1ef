/// What must hold of a run's figures: thresholds as people write them, held against its intervals
/// while it runs and against the whole of it in the end.
@NullMarked
package dev.broadside.core.threshold;

import org.jspecify.annotations.NullMarked;
