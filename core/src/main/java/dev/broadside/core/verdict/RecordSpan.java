package dev.broadside.core.verdict;

import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import java.util.List;
import java.util.Optional;

/// Records of one stream whose numbers and intervals follow one another, rolled up into one: counts
/// and distributions are sums without loss, so a span gives the same results as its records.
///
/// @param record their sum, with the key and the index of the first record and the totals of the
///   last
/// @param intervals how many records, of as many intervals
/// @param generator how the load generator fared in them
public record RecordSpan(IntervalRecord record, int intervals, Generator generator) {
  /// How the load generator fared: details that the sum of the records lacks, which has only the
  /// worst of each figure.
  ///
  /// @param limited the intervals in which it was limited
  /// @param means over all of the intervals
  public record Generator(List<Limited> limited, GeneratorMeans means) {
    public Generator {
      limited = List.copyOf(limited);
    }

    static Generator of(IntervalRecord record) {
      List<Limit> limits = GeneratorLimits.of(record);
      return new Generator(
          limits.isEmpty() ? List.of() : List.of(new Limited(record.index(), limits)),
          GeneratorMeans.of(record));
    }

    static Generator sum(List<Generator> parts) {
      return new Generator(
          parts.stream().flatMap(part -> part.limited.stream()).toList(),
          parts.stream().map(Generator::means).reduce(GeneratorMeans.NONE, GeneratorMeans::plus));
    }
  }

  /// What limited the load generator in one interval.
  public record Limited(int interval, List<Limit> limits) {
    public Limited {
      limits = List.copyOf(limits);
    }
  }

  public RecordSpan {
    if (intervals < 1) {
      throw new IllegalArgumentException("a span needs at least one record, not " + intervals);
    }
  }

  /// One record.
  public static RecordSpan of(IntervalRecord record) {
    return new RecordSpan(record, 1, Generator.of(record));
  }

  /// The intervals in which the load generator was limited.
  public List<Limited> limited() {
    return generator.limited;
  }

  /// The index after its last interval.
  public int endIndex() {
    return record.index() + intervals;
  }

  /// The number after its last record.
  public long endSeq() {
    return record.key().seq() + intervals;
  }

  /// Whether the stream has a record after it.
  private boolean goesOn() {
    return !record.last();
  }

  /// All of them as one; empty if that would lose something: there is a gap between them, they lie
  /// in several phases, one closes its stream, or they say more in words, or have other kinds of
  /// figures, than one record can hold.
  ///
  /// @param parts at least one
  public static Optional<RecordSpan> together(List<RecordSpan> parts) {
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).goesOn() || (i > 0 && !parts.get(i - 1).leadsTo(parts.get(i)))) {
        return Optional.empty();
      }
    }
    try {
      requireRoom(parts);
      return Optional.of(sum(parts));
    } catch (ArithmeticException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Checks that the sum of all counts fits, so that each single sum fits, too.
  ///
  /// @throws ArithmeticException if one record cannot hold them
  private static void requireRoom(List<RecordSpan> parts) {
    long weight = 0;
    for (RecordSpan part : parts) {
      weight = Math.addExact(weight, part.record.weight());
    }
  }

  private boolean leadsTo(RecordSpan next) {
    RecordKey key = record.key();
    RecordKey other = next.record.key();
    return endSeq() == other.seq()
        && endIndex() == next.record.index()
        && record.phase() == next.record.phase()
        && key.equals(
            new RecordKey(
                other.runId(), other.agent(), other.incarnation(), other.stream(), key.seq()));
  }

  private static RecordSpan sum(List<RecordSpan> parts) {
    IntervalRecord first = parts.getFirst().record;
    IntervalRecord last = parts.getLast().record;
    List<IntervalRecord> records = parts.stream().map(RecordSpan::record).toList();
    IntervalRecord sum =
        new IntervalRecord(
            first.key(),
            new IntervalRecord.Interval(
                first.index(),
                first.startNanos(),
                records.stream().mapToLong(IntervalRecord::lengthNanos).reduce(0, Math::addExact),
                first.phase(),
                records.stream().mapToInt(IntervalRecord::threads).max().orElse(0)),
            Tally.sum(records.stream().map(IntervalRecord::tally).toList()),
            new IntervalRecord.Total(
                last.total().transactions(),
                last.total().operations(),
                records.stream().mapToLong(record -> record.total().inFlight()).sum()),
            Told.together(records.stream().map(IntervalRecord::told).toList()),
            records.stream()
                .map(IntervalRecord::generator)
                .reduce(GeneratorSample.UNKNOWN, GeneratorSample::worse),
            false,
            records.stream()
                .map(record -> record.figures().in(record.index()))
                .reduce(FigureRow::before)
                .orElse(FigureRow.NONE));
    return new RecordSpan(
        sum,
        parts.stream().mapToInt(RecordSpan::intervals).sum(),
        Generator.sum(parts.stream().map(RecordSpan::generator).toList()));
  }
}
