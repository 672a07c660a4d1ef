package dev.broadside.kit.jdbc;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import java.time.Duration;

/// The parameters by which a job names its database. Declared once, used by every SQL job class.
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

  /// All of them, in the order in which they are shown.
  public static final Parameters ALL =
      Parameters.of(URL, USER, PASSWORD, DRIVER_PROPERTIES, ANSWER_TIMEOUT);

  private TargetParameters() {}
}
