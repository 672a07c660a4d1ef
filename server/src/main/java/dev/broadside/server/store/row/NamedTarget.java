package dev.broadside.server.store.row;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.param.ConnectionParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A named target database, without its secrets. Its fields are those of
/// [dev.broadside.core.input.TargetDocument].
///
/// @param maxConnections of all jobs together; 0 for any number
/// @param maxRate iterations per second of all jobs together; 0 for any number
/// @param exclusive whether it has one job at a time
/// @param guarded whether a submission has to repeat its name
public record NamedTarget(
    String name,
    String url,
    String user,
    String driverProperties,
    List<String> labels,
    String note,
    long maxConnections,
    double maxRate,
    boolean exclusive,
    @JsonProperty("protected") boolean guarded) {
  public NamedTarget {
    labels = List.copyOf(labels);
  }

  /// Its values for a job class, by the name of the parameter.
  public Map<String, String> address() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(ConnectionParameters.URL.name(), url);
    texts.put(ConnectionParameters.USER.name(), user);
    texts.put(ConnectionParameters.DRIVER_PROPERTIES.name(), driverProperties);
    return texts;
  }

  /// Where its address leads.
  public TargetAddress place() {
    return TargetAddress.of(url, driverProperties);
  }

  /// Whether it has any limit for jobs.
  public boolean limited() {
    return guarded || exclusive || maxConnections > 0 || maxRate > 0;
  }
}
