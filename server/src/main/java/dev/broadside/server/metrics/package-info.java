/// What a monitoring system is told of a server, its agents and the jobs that run.
@NullMarked
package dev.broadside.server.metrics;

import org.jspecify.annotations.NullMarked;
