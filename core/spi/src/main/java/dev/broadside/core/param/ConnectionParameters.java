package dev.broadside.core.param;

import java.util.List;

/// The parameters by which a job class names its database and user. They have these names in every
/// job class that connects, so that a server can fill them in from a target that was named once.
public final class ConnectionParameters {
  /// Matches a text without a secret among its properties. The server has to refuse such a secret,
  /// since it stores and shows what it accepts, and knows nothing of a target but these
  /// declarations. Agents check the rest.
  private static final String NO_SECRET = "(?![\\s\\S]*(?i:password|pwd|secret|token)\\d?\\s*=)";

  private static final String SHAPE =
      "without blanks or percent signs, and without user and password, which are parameters of"
          + " their own";

  public static final Parameter.Text URL =
      Parameter.text(
              "url",
              "JDBC URL of the database, such as jdbc:mysql://HOST:3306/DB, without user and"
                  + " password")
          .matching(NO_SECRET + "(?:jdbc:oracle:thin:@)?[^@%\\s]*", "a JDBC URL " + SHAPE);

  /// For job classes of which some transactions only read.
  public static final Parameter.Text READS_TO =
      Parameter.text(
              "reads-to",
              "JDBC URL of a replica, or of several as its driver takes them, for the transactions"
                  + " that only read; user and properties are those of url")
          .preset("")
          .matching(NO_SECRET + "(?:jdbc:(?:oracle:thin:@)?[^@%\\s]*)?", "a JDBC URL " + SHAPE);

  /// The URL of a named target, which is declared before any job class is known.
  public static final Parameter.Text TARGET_URL =
      URL.matching(
          NO_SECRET + "jdbc:(?:oracle:thin:@)?[^@%\\s]*", "a URL that begins with jdbc:, " + SHAPE);

  public static final Parameter.Text USER =
      Parameter.text("user", "Database user").preset("").atMost(200);

  public static final Parameter.Hidden PASSWORD =
      Parameter.secret("password", "The user's password");

  public static final Parameter.Text PASSWORD_COMMAND =
      Parameter.text(
              "password-command",
              "A program of the agent that prints the user's password, and is asked again before it"
                  + " expires: its path and its words, which are no secret")
          .preset("")
          .atMost(2_000);

  public static final Parameter.Text DRIVER_PROPERTIES =
      Parameter.text(
              "driver-properties",
              "Properties for the JDBC driver, on top of the tuned ones: name=value,name=value")
          .preset("")
          .atMost(4_000)
          .matching(
              NO_SECRET + "[\\s\\S]*",
              "name=value,name=value without a secret: the properties are shown with the result");

  /// For job classes that load tables.
  public static final Parameter.Whole LOAD_THREADS =
      Parameter.whole("load-threads", "Connections of each agent that load the tables")
          .between(1, 256)
          .preset(4);

  /// For job classes whose tables serve the next run too.
  public static final Parameter.Choice CLEAN_UP =
      Parameter.choice("clean-up", "What happens to the tables after the run")
          .option("keep", "They stay, and the next run need not load")
          .option("drop", "Those that this job uses are dropped, if one of our jobs made them")
          .preset("keep");

  /// What a named target says instead of the job.
  public static final List<Parameter<?>> OF_TARGET =
      List.of(URL, USER, PASSWORD, DRIVER_PROPERTIES);

  private ConnectionParameters() {}

  /// Whether a named target says this instead of the job.
  public static boolean ofTarget(String name) {
    return OF_TARGET.stream().anyMatch(one -> one.name().equals(name));
  }
}
