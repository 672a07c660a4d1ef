package dev.broadside.server.store.row;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.param.ConnectionParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A named target database, without its secrets. Its fields are those of
/// [dev.broadside.core.input.TargetDocument].
public record NamedTarget(
    String name,
    @JsonUnwrapped Address address,
    List<String> labels,
    String note,
    @JsonUnwrapped Rules rules) {
  /// How to connect to it.
  public record Address(String url, String user, String driverProperties) {
    /// By the names of a job class's parameters.
    public Map<String, String> parameters() {
      Map<String, String> texts = new LinkedHashMap<>();
      texts.put(ConnectionParameters.URL.name(), url);
      texts.put(ConnectionParameters.USER.name(), user);
      texts.put(ConnectionParameters.DRIVER_PROPERTIES.name(), driverProperties);
      return texts;
    }
  }

  /// What jobs may do to it.
  ///
  /// @param maxConnections of all jobs together; 0 for any number
  /// @param maxRate iterations per second of all jobs together; 0 for any number
  /// @param exclusive whether it has one job at a time
  /// @param guarded whether a submission has to repeat its name
  public record Rules(
      long maxConnections,
      double maxRate,
      boolean exclusive,
      @JsonProperty("protected") boolean guarded) {}

  public NamedTarget {
    labels = List.copyOf(labels);
  }

  /// Where its address leads.
  public TargetAddress place() {
    return TargetAddress.of(address.url, address.driverProperties);
  }

  /// Whether it has any limit for jobs.
  public boolean limited() {
    return rules.guarded || rules.exclusive || rules.maxConnections > 0 || rules.maxRate > 0;
  }
}
