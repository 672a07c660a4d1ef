package dev.broadside.core.stat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.work.Observation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An observation, and when it was made.
///
/// @param atMillis when, on the run's time axis; before 0 if before the load began
public record Observed(long atMillis, Observation what) {

  /// The words by which observations are told apart where they are written, since the types that
  /// job classes see know no encoding.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @Type(value = Observation.Seen.class, name = "seen"),
    @Type(value = Observation.Changed.class, name = "changed"),
    @Type(value = Observation.Explained.class, name = "explained"),
    @Type(value = Observation.Slow.class, name = "slow"),
    @Type(value = Observation.StatementTable.class, name = "statements"),
    @Type(value = Observation.LockWaits.class, name = "lockWaits"),
  })
  public interface Written {}

  /// These observations with all lock waits for one table added up, at the time of the first. A
  /// record that stands for many intervals has no room for the lock waits of each reading.
  static List<Observed> together(List<Observed> all) {
    Map<Object, Observed> together = new LinkedHashMap<>();
    for (Observed one : all) {
      Object key = one.what() instanceof Observation.LockWaits waits ? waits.table() : one;
      together.merge(key, one, Observed::plus);
    }
    return List.copyOf(together.values());
  }

  private Observed plus(Observed later) {
    return what instanceof Observation.LockWaits mine
            && later.what instanceof Observation.LockWaits others
        ? new Observed(
            atMillis, new Observation.LockWaits(mine.table(), mine.sessions() + others.sessions()))
        : this;
  }

  /// How many characters it has.
  public int length() {
    return switch (what) {
      case Observation.Seen seen -> seen.name().length() + seen.text().length();
      case Observation.Changed changed ->
          changed.name().length() + changed.before().length() + changed.text().length();
      case Observation.Explained explained -> explained.text().length();
      case Observation.Slow slow -> length(slow.spent()) + slow.connection().length();
      case Observation.StatementTable table ->
          table.note().length()
              + table.rows().stream()
                  .mapToInt(row -> row.operation().length() + row.text().length())
                  .sum();
      case Observation.LockWaits waits -> waits.table().length();
    };
  }

  private static int length(Observation.Slow.Spent spent) {
    return spent.operation().length() + spent.operations().stream().mapToInt(String::length).sum();
  }

  /// Whether it is about a slow iteration.
  public boolean slow() {
    return what instanceof Observation.Slow;
  }

  private long slowMicros() {
    return what instanceof Observation.Slow slow ? slow.serviceMicros() : 0;
  }

  /// The slowest iterations among some observations, the slowest first.
  public static List<Observed> slowest(List<Observed> some, int most) {
    return some.stream()
        .filter(Observed::slow)
        .sorted(Comparator.comparingLong(Observed::slowMicros).reversed())
        .limit(most)
        .toList();
  }
}
