package dev.broadside.cli.help;

import java.util.List;

/// Under which heading help shows an option: an option's `descriptionKey` is one of these. One that
/// has none stands under [#OTHER].
public final class Heading {
  public static final String JOB = "The job";
  public static final String LOAD = "Load";
  public static final String STUDY = "Study, the same job several times";
  public static final String PLACE = "Agents and notices";
  public static final String WHEN = "Schedule";
  public static final String RESULT = "Result";
  public static final String AUTHOR = "For authors of job classes";
  public static final String HOST = "What jobs may do on this host";
  public static final String LIMITS = "Time limits";
  public static final String SERVER = "Server";

  static final String OTHER = "Options";

  /// In the order of help.
  static final List<String> ALL =
      List.of(JOB, LOAD, STUDY, PLACE, WHEN, OTHER, RESULT, AUTHOR, HOST, LIMITS, SERVER);

  private Heading() {}
}
