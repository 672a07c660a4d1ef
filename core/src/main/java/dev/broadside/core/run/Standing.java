package dev.broadside.core.run;

import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.List;

/// Where a share is, and what its principal is told of that.
///
/// Not safe for use by several threads.
final class Standing {
  private final List<ShareEffect> effects;

  /// What the worker said on its way that nothing later says again.
  private final List<ShareStatus> milestones = new ArrayList<>();

  private ShareStatus status = new ShareStatus.Forking();
  private long generation;

  /// @param generation of the newest order heard
  /// @param effects takes reports
  Standing(long generation, List<ShareEffect> effects) {
    this.generation = generation;
    this.effects = effects;
  }

  ShareStatus status() {
    return status;
  }

  long generation() {
    return generation;
  }

  /// An order was heard.
  void heard(long newer) {
    generation = newer;
  }

  void report() {
    report(status);
  }

  private void report(ShareStatus said) {
    effects.add(new ShareEffect.Report(generation, said));
  }

  /// Tells everything again that may have been lost.
  void repeat() {
    milestones.stream().filter(passed -> !passed.equals(status)).forEach(this::report);
    report();
  }

  void become(ShareStatus next) {
    status = next;
    report();
  }

  /// Becomes what the worker says.
  void pass(ShareStatus said) {
    if (said instanceof ShareStatus.Forked
        || said instanceof ShareStatus.Loading
        || said instanceof ShareStatus.Prepared
        || said instanceof ShareStatus.Running) {
      milestones.add(said);
    }
    become(said);
  }

  /// It delivered its load, and will not verify the target. The principal may have missed that the
  /// load came to its end.
  void unverified(String why) {
    milestones.add(status);
    become(new ShareStatus.Verified(Verification.impossible(why)));
  }

  /// What broke only for want of a principal is as one that came to its end, when it is told next.
  void notBroken() {
    if (status instanceof ShareStatus.Broken(var _, var _, long lastSeq, var _)) {
      status = new ShareStatus.Finished(lastSeq);
    }
  }

  /// The share is gone.
  void gone(ShareStatus last) {
    milestones.clear();
    become(last);
  }

  boolean failed() {
    return status.failed();
  }

  /// Whether there is no load any more, nor ever will be.
  boolean over() {
    return failed() || finished() || status instanceof ShareStatus.Verified;
  }

  /// Whether the load has ended as it was to, and nothing more was said.
  boolean finished() {
    return status instanceof ShareStatus.Finished;
  }

  /// Whether its threads are open, or at work.
  boolean ready() {
    return status instanceof ShareStatus.Ready || status instanceof ShareStatus.Running;
  }
}
