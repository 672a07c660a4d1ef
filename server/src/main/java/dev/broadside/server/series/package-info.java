/// A run's intervals, reduced to what charts draw: bounded, however long the run is.
@NullMarked
package dev.broadside.server.series;

import org.jspecify.annotations.NullMarked;
