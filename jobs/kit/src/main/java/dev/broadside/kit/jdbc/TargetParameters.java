package dev.broadside.kit.jdbc;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import java.time.Duration;

/// The parameters by which a job names its database. Declared once, used by every job class on a
/// database.
public final class TargetParameters {
  /// A secret among properties. Where a submission holds one it must be refused by the server,
  /// which knows no more of a target than these declarations: what it takes it keeps and shows.
  /// Agents check the rest.
  private static final String NO_SECRET = "(?![\\s\\S]*(?i:password|pwd|secret|token)\\d?\\s*=)";

  public static final Parameter.Text URL =
      Parameter.text(
              "url",
              "JDBC URL of the database, such as jdbc:mysql://HOST:3306/DB, without user and password")
          .matching(
              NO_SECRET + "(?:jdbc:oracle:thin:@)?[^@%\\s]*",
              "a JDBC URL without user and password, which are parameters of their own, and without"
                  + " blanks and percent signs");

  public static final Parameter.Text USER =
      Parameter.text("user", "Database user").preset("").atMost(200);

  public static final Parameter.Hidden PASSWORD =
      Parameter.secret("password", "The user's password");

  public static final Parameter.Text DRIVER_PROPERTIES =
      Parameter.text(
              "driver-properties",
              "Properties for the JDBC driver, on top of the tuned ones: name=value,name=value")
          .preset("")
          .atMost(4_000)
          .matching(
              NO_SECRET + "[\\s\\S]*",
              "name=value,name=value without a secret: the properties are shown with the result");

  public static final Parameter.Span ANSWER_TIMEOUT =
      Parameter.span(
              "answer-timeout",
              "A connection on which one iteration lasts longer than this is broken off")
          .preset(Duration.ofMinutes(5))
          .between(Duration.ofSeconds(1), Duration.ofDays(1));

  /// For job classes that load tables; declared by them beside [#ALL].
  public static final Parameter.Whole LOAD_THREADS =
      Parameter.whole("load-threads", "How many connections load the tables")
          .between(1, 256)
          .preset(4);

  /// For job classes whose tables serve the next run too; declared by them beside [#ALL].
  public static final Parameter.Choice CLEAN_UP =
      Parameter.choice(
              "clean-up",
              "What happens to the tables after the run",
              new Parameter.Option("keep", "They stay, and the next run need not load"),
              new Parameter.Option(
                  "drop", "Those that this job uses are dropped, if one of our jobs made them"))
          .preset("keep");

  /// What every such job class has, in the order in which they are shown.
  public static final Parameters ALL =
      Parameters.of(URL, USER, PASSWORD, DRIVER_PROPERTIES, ANSWER_TIMEOUT);

  private TargetParameters() {}

  /// How many connections load; 0 where nothing is loaded.
  public static int loadThreads(ParameterValues values) {
    return values.has(LOAD_THREADS) ? Math.toIntExact(values.get(LOAD_THREADS)) : 0;
  }

  /// Whether the tables are to be dropped after the run.
  public static boolean drops(ParameterValues values) {
    return values.has(CLEAN_UP) && values.get(CLEAN_UP).equals("drop");
  }
}
