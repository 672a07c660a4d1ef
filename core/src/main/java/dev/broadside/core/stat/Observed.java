package dev.broadside.core.stat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.work.Observation;

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
    @Type(value = Observation.LockWaits.class, name = "lockWaits"),
  })
  public interface Written {}

  /// How many characters it has.
  public int length() {
    return switch (what) {
      case Observation.Seen seen -> seen.name().length() + seen.text().length();
      case Observation.Changed changed ->
          changed.name().length() + changed.before().length() + changed.text().length();
      case Observation.LockWaits waits -> waits.table().length();
    };
  }
}
