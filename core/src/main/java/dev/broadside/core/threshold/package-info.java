/// Conditions on a run's figures: thresholds as people write them, judged by its intervals while it
/// runs and by the whole run in the end.
@NullMarked
package dev.broadside.core.threshold;

import org.jspecify.annotations.NullMarked;
