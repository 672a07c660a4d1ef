package dev.broadside.server.collect;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.row.StoredRecord;
import java.util.Optional;

/// Checks sealed records before they are used: undamaged, of a known run, from their own agent, and
/// within the run's bounds.
record RecordCheck(Codec codec) {
  /// The result of a check.
  sealed interface Verdict {
    record Good(IntervalRecord record) implements Verdict {}

    record Bad(String sentence) implements Verdict {}

    /// Its run is unknown, has ended, or has no share for this agent.
    record Stranger(String sentence) implements Verdict {}
  }

  Verdict check(SealedRecord sealed, String agent, Optional<RunPlan> plan) {
    RecordKey key = sealed.key();
    if (!key.agent().equals(agent)) {
      return new Verdict.Bad("a record of another agent, " + shown(key.agent()));
    }
    Optional<String> stream = plan.flatMap(run -> run.stream(agent));
    if (stream.isEmpty()) {
      return new Verdict.Stranger(
          "a record of run " + shown(key.runId()) + ", in which this agent has no share");
    }
    if (!plan.orElseThrow().closed().isEmpty()) {
      return new Verdict.Stranger(
          "a record of run " + shown(key.runId()) + ", " + plan.get().closed());
    }
    if (!key.stream().equals(stream.get())) {
      return new Verdict.Bad(
          "a record of stream " + shown(key.stream()) + ", which is no stream of the run");
    }
    // A worker seals one record of each interval at most.
    if (key.seq() > plan.get().lastIndex()) {
      return new Verdict.Bad("a record with number " + key.seq() + ", beyond the end of its run");
    }
    try {
      IntervalRecord record = codec.open(sealed);
      return within(record, plan.get())
          ? new Verdict.Good(record)
          : new Verdict.Bad(
              "a record of interval " + record.index() + ", which its run does not have");
    } catch (ProtocolException e) {
      return new Verdict.Bad("a damaged record: " + shown("" + e.getMessage()));
    }
  }

  private static boolean within(IntervalRecord record, RunPlan plan) {
    return record.index() <= plan.lastIndex()
        && record.tally().operations().size() <= plan.operations().size();
  }

  /// A record from the store; empty if it is damaged, so that the audit reports it as missing.
  Optional<RecordSpan> open(StoredRecord record) {
    return record.opened(codec);
  }

  /// Text from outside, bounded and escaped for a message.
  static String shown(String text) {
    return PlainText.line(text, 200);
  }
}
