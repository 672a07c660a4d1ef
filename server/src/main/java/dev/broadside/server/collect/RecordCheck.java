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

/// Judges sealed records before anything believes them: whole, of a known run, from the agent whose
/// they are, and within the run's bounds.
final class RecordCheck {
  private final Codec codec;

  /// What was found.
  sealed interface Verdict {
    record Good(IntervalRecord record) implements Verdict {}

    record Bad(String sentence) implements Verdict {}

    /// It is of no run, or of none of which this agent has a share.
    record Stranger(String sentence) implements Verdict {}
  }

  RecordCheck(Codec codec) {
    this.codec = codec;
  }

  Verdict check(SealedRecord sealed, String agent, Optional<RunPlan> plan) {
    RecordKey key = sealed.key();
    if (!key.agent().equals(agent)) {
      return new Verdict.Bad("a record of another agent, " + shown(key.agent()));
    }
    Optional<String> stream = plan.flatMap(run -> run.stream(agent));
    if (stream.isEmpty()) {
      return new Verdict.Stranger(
          "a record of run " + shown(key.runId()) + ", of which this agent has no share");
    }
    if (!plan.orElseThrow().closed().isEmpty()) {
      return new Verdict.Stranger(
          "a record of run " + shown(key.runId()) + ", " + plan.get().closed());
    }
    if (!key.stream().equals(stream.get())) {
      return new Verdict.Bad("a record of stream " + shown(key.stream()) + ", which no run has");
    }
    // A worker seals one record of each interval at most.
    if (key.seq() > plan.get().lastIndex()) {
      return new Verdict.Bad("a record with number " + key.seq() + ", which its run has not");
    }
    try {
      IntervalRecord record = codec.open(sealed);
      return within(record, plan.get())
          ? new Verdict.Good(record)
          : new Verdict.Bad("a record of interval " + record.index() + ", which its run has not");
    } catch (ProtocolException e) {
      return new Verdict.Bad("a damaged record: " + shown("" + e.getMessage()));
    }
  }

  private static boolean within(IntervalRecord record, RunPlan plan) {
    return record.index() <= plan.lastIndex()
        && record.tally().operations().size() <= plan.operations().size();
  }

  /// A record from the store; empty where it is damaged, which the audit then misses it for.
  Optional<RecordSpan> open(StoredRecord record) {
    return record.opened(codec);
  }

  /// Text from outside as it may stand in a sentence.
  static String shown(String text) {
    return PlainText.line(text, 200);
  }
}
