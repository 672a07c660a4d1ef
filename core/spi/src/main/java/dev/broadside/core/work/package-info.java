/// The job-class SPI: what an author writes, and what the engine gives in return. It needs nothing
/// but the JDK.
///
/// An author implements [dev.broadside.core.work.JobClass] (what it is, prepare, verify, clean up),
/// [dev.broadside.core.work.JobShare] (what one agent's threads share) and
/// [dev.broadside.core.work.JobThread] (one iteration), names the class in
/// `META-INF/services/dev.broadside.core.work.JobClass`, and is done. The engine owns the loop, the
/// clock, phases, pacing, retries, outcomes and statistics.
///
/// The order of calls in one job:
///
/// ```
/// one agent   JobClass.trial -> JobClass.prepare                                 facts go to everybody
/// each agent  JobClass.open -> JobShare.openThread x threads -> ready
/// each thread JobThread.iterate, again and again; after a failure: classify -> reset
/// each agent  JobThread.close x threads -> JobShare.close
/// one agent   JobClass.verify -> JobClass.cleanUp
/// ```
@NullMarked
package dev.broadside.core.work;

import org.jspecify.annotations.NullMarked;
