/// Metrics of a server, its agents and running jobs for monitoring systems.
@NullMarked
package dev.broadside.server.metrics;

import org.jspecify.annotations.NullMarked;
