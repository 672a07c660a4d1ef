/// The agent: a small, long-lived process that joins a server, dials it, and keeps the connection
/// up.
///
/// [dev.broadside.client.agent.Agent] tells its life. One thread, `agent`, owns all its state;
/// links, disks and workers hand it their events. What it does for a job is in `client.share`.
@NullMarked
package dev.broadside.client.agent;

import org.jspecify.annotations.NullMarked;
