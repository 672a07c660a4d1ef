/// The agent: a small, long-lived process that dials the server, forks a worker for each share of a
/// job, and keeps what the workers counted until the server has it.
///
/// [dev.broadside.client.agent.Agent] tells its life. One thread, `agent`, owns all its state;
/// links, disks and workers hand it their events.
@NullMarked
package dev.broadside.client.agent;

import org.jspecify.annotations.NullMarked;
