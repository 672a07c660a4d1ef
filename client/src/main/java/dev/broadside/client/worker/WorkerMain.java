package dev.broadside.client.worker;

/// The main class of a worker JVM.
///
/// ```
/// java <WorkerFlags> -cp <class path> dev.broadside.client.worker.WorkerMain --pack FILE --drivers DIR --counters FILE
/// ```
///
/// ## What a worker hears and says
///
/// Frames of [WorkerFrames] on standard input and output. The first message it hears is
/// `ShareOrder(runId, generation, Fork(plan))`; the others follow in the order of
/// [dev.broadside.core.wire.ShareGoal]. An order whose generation is not above the newest one heard
/// is ignored. What it says, each as a [dev.broadside.core.wire.Message.ShareReport] with the
/// generation of the order that it answers:
///
/// | order | answers |
/// |---|---|
/// | Fork | Forked(environment), or Rejected, or Broken |
/// | Prepare | Preparing; Progress...; Prepared(facts), or Rejected, or Broken |
/// | Open | Opening; Ready(0, 0), or Rejected, or Broken |
/// | Run | Running(firstStart); Records, one per interval; Finished(lastSeq) |
/// | Stop | while the load runs: Finished(lastSeq) as soon as the threads have ended; before: Finished(-1) |
/// | Verify | Verified(verification), or Broken |
/// | Release | Released, and it exits with status 0 |
///
/// Every clock reading, in Run and in Running, is of this host's wall clock: agents convert. When
/// Finished is said, every record has been handed over before it. A worker that is Broken stays
/// until it is released or killed.
///
/// ## How it ends
///
/// It exits with 0 after Release; with 0, too, within the plan's grace when its standard input
/// ends, since its agent is dead then; with 2 where its arguments or its first message are not
/// those of this contract; with 3 when it runs out of memory (by the JVM's flag). Whatever job code
/// prints goes to standard error, which the agent reads.
public final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] line) {
    WorkerArguments.parse(line);
  }
}
