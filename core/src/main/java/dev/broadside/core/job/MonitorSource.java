package dev.broadside.core.job;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Something that a user wants to have read beside the load, onto the axis of the job.
///
/// @param name begins the ids of its figures
/// @param what where its figures come from
/// @param unit of its figures; empty if they are plain numbers, or say their unit themselves
/// @param interval the shortest time between two readings
/// @param agent the agent that reads it; empty for the job's first one
public record MonitorSource(
    String name, What what, String unit, Duration interval, Optional<String> agent) {

  /// Where figures come from.
  public sealed interface What {}

  /// An instant query of a Prometheus server.
  ///
  /// @param by the label by which several series are told apart; empty if it is one number
  public record Prometheus(URI url, String query, Optional<String> by) implements What {}

  /// The metrics that an exporter writes for Prometheus.
  ///
  /// @param url of the page with the text
  public record Exporter(URI url, List<Metric> metrics) implements What {
    public Exporter {
      metrics = List.copyOf(metrics);
    }
  }

  /// A query of the job's own database: one number, or rows of a name and a number.
  public record Sql(String statement) implements What {}

  /// A program on the agent's host that writes one number.
  public record Command(List<String> words) implements What {
    public Command {
      words = List.copyOf(words);
    }
  }

  /// The counters of a further database, such as a replica.
  ///
  /// @param place a JDBC URL, or the name of a target
  public record Database(String place) implements What {
    /// Whether it is an address, and no name.
    public boolean address() {
      return place.startsWith("jdbc:");
    }
  }

  /// Whether a job class reads it, through its driver.
  public boolean ofDatabase() {
    return what instanceof Sql || what instanceof Database;
  }

  /// Begins the ids of the figures of all of them.
  public static final String PREFIX = "mon.";

  /// The start of the ids of its figures, without a dot behind it.
  public String id() {
    return PREFIX + name;
  }

  /// Whether a figure would be one of its.
  public boolean tells(String figure) {
    return figure.equals(id()) || figure.startsWith(id() + ".");
  }

  /// The name of the secret in which the agent gets address and password of a named target.
  public String secret() {
    return JobSpec.MONITOR_SECRET + name;
  }

  /// A metric of an exporter. All series that match are added up.
  ///
  /// @param text as the user wrote it
  /// @param name of the metric
  /// @param labels that a series has to have
  /// @param counter whether it only grows, so that its growth counts
  public record Metric(String text, String name, Map<String, String> labels, boolean counter) {
    private static final Pattern LABEL =
        Pattern.compile("([a-zA-Z_]\\w*)=\"([^\"\\\\\\p{Cntrl}]*)\"");

    private static final Pattern FORM =
        Pattern.compile(
            "([a-zA-Z_:][\\w:]{0,199})(?:\\{((?:%1$s(?:,%1$s)*)?)})?".formatted(LABEL.pattern()));

    private static final Pattern RATE = Pattern.compile("rate\\((.*)\\)");

    /// What can be written.
    public static final String MEND =
        "write the name of a metric, with labels if need be, as in node_load1,"
            + " node_disk_reads_completed_total{device=\"sda\"} or"
            + " rate(mysql_global_status_innodb_data_reads)";

    /// Reads a metric; empty if the text does not have the form of one.
    public static Optional<Metric> of(String text) {
      Matcher rate = RATE.matcher(text);
      Matcher form = FORM.matcher(rate.matches() ? rate.group(1) : text);
      if (!form.matches()) {
        return Optional.empty();
      }
      Map<String, String> labels = new TreeMap<>();
      for (MatchResult label :
          LABEL.matcher(Optional.ofNullable(form.group(2)).orElse("")).results().toList()) {
        labels.put(label.group(1), label.group(2));
      }
      boolean counter = rate.matches() || form.group(1).endsWith("_total");
      return Optional.of(new Metric(text, form.group(1), Map.copyOf(labels), counter));
    }

    /// What it is called in an id: its name, and the values of its labels.
    public String part() {
      StringBuilder part = new StringBuilder(name);
      new TreeMap<>(labels).values().forEach(value -> part.append('.').append(value));
      return part.toString();
    }

    /// Whether it is in seconds, of which a counter has too few to be counted whole.
    public boolean seconds() {
      return name.matches(".*_seconds(_total|_sum)?");
    }

    /// Its unit, as far as its name says it.
    public String unit() {
      return name.matches(".*_bytes(_total)?") ? "B" : !seconds() ? "" : counter ? "ms" : "s";
    }
  }
}
