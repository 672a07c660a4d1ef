/// What each phase of a run did, what it left to the next one, and what never ended, computed from
/// the counts in records only.
@NullMarked
package dev.broadside.core.phase;

import org.jspecify.annotations.NullMarked;
