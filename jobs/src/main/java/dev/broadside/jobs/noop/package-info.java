/// The job class that does nothing: what it measures is the agent itself.
@NullMarked
package dev.broadside.jobs.noop;

import org.jspecify.annotations.NullMarked;
