/// What comes next for a job that has its agents, and for whom it waits: pure functions of one
/// situation, which the coordinator carries out.
@NullMarked
package dev.broadside.server.steps;

import org.jspecify.annotations.NullMarked;
