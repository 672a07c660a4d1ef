/// The worker: the JVM that an agent forks for one share of one job, and what the agent needs to
/// fork it.
///
/// [dev.broadside.client.worker.WorkerProcess] is the agent's side and
/// [dev.broadside.client.worker.WorkerMain] the worker's; both speak
/// [dev.broadside.core.wire.Message] through [dev.broadside.client.worker.WorkerFrames] over the
/// worker's standard streams. Within the worker, [dev.broadside.client.worker.LoadEngine] goes
/// through the phases of a share and [dev.broadside.client.worker.LoadThread] does the work.
@NullMarked
package dev.broadside.client.worker;

import org.jspecify.annotations.NullMarked;
