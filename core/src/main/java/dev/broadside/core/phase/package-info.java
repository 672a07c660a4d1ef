/// What each phase of a run did, what it left to the next one, and what never ended: read from the
/// counts of records alone.
@NullMarked
package dev.broadside.core.phase;

import org.jspecify.annotations.NullMarked;
