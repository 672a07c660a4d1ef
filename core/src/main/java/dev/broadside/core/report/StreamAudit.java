package dev.broadside.core.report;

import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Follows the records of one incarnation: whether all have come, and whether their sums agree.
///
/// Records may come in any order and more than once. Not safe for use by several threads.
final class StreamAudit {
  private final String who;
  private final TreeMap<Long, Claim> early = new TreeMap<>();
  private final List<String> contradictions = new ArrayList<>();
  private OutcomeCounts summed = OutcomeCounts.NONE;
  private long nextSeq;
  private Optional<Long> lastSeq = Optional.empty();
  private long untimed;

  /// What a record says of itself and of all before it.
  private record Claim(OutcomeCounts delta, OutcomeCounts cumulative) {}

  StreamAudit(String who) {
    this.who = who;
  }

  /// Takes a record in; false where it was known already.
  boolean add(IntervalRecord record) {
    long seq = record.key().seq();
    if (seq < nextSeq || early.containsKey(seq)) {
      return false;
    }
    OutcomeCounts delta = record.tally().transactions().counts();
    early.put(seq, new Claim(delta, record.cumulative()));
    untimed += delta.ok() - record.tally().transactions().service().count();
    if (record.last()) {
      lastSeq = Optional.of(seq);
    }
    for (Optional<Claim> next = take(); next.isPresent(); next = take()) {
      advance(next.get());
    }
    return true;
  }

  private Optional<Claim> take() {
    return Optional.ofNullable(early.remove(nextSeq));
  }

  private void advance(Claim claim) {
    summed = summed.plus(claim.delta());
    if (!summed.equals(claim.cumulative()) && contradictions.isEmpty()) {
      contradictions.add(
          who + ": the counts up to record " + nextSeq + " do not add up to the total it states");
    }
    nextSeq++;
  }

  /// What is missing, each in one sentence.
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!early.isEmpty()) {
      missing.add(
          who + ": records from " + nextSeq + " to " + (early.firstKey() - 1) + " are missing");
    }
    if (lastSeq.isEmpty()) {
      missing.add(who + ": the closing record is missing after record " + (nextSeq - 1));
    }
    if (untimed > 0) {
      missing.add(who + ": the latencies of " + untimed + " transactions are missing");
    }
    return missing;
  }

  /// What contradicts, each in one sentence.
  List<String> contradictions() {
    List<String> all = new ArrayList<>(contradictions);
    if (complete() && summed.begun() != summed.ended()) {
      all.add(who + ": begun " + summed.begun() + " but ended " + summed.ended());
    }
    if (untimed < 0) {
      all.add(who + ": " + -untimed + " more latencies than transactions");
    }
    return all;
  }

  boolean complete() {
    return early.isEmpty() && lastSeq.equals(Optional.of(nextSeq - 1));
  }
}
