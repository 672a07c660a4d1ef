/// How an agent and a worker are two processes: forking, the worker's main class, the frames on its
/// standard streams, and what is known of a worker that died.
///
/// [dev.broadside.client.process.WorkerProcess] is the agent's side,
/// [dev.broadside.client.process.WorkerMain] the worker's; both speak
/// [dev.broadside.core.wire.Message] through [dev.broadside.client.process.WorkerFrames]. What a
/// share does between two orders is not here, but in `client.engine`.
@NullMarked
package dev.broadside.client.process;

import org.jspecify.annotations.NullMarked;
