package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.CommaList;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Secret;
import java.util.List;
import java.util.Optional;

/// Every field of a target, which is a database with a name: jobs give the name, and users need not
/// give its password again. Declared once, for the options of the command line, the bodies of the
/// API and their schema, the page's form, and the error messages.
public final class TargetDocument {
  /// More connections than any job can have.
  private static final long MOST_CONNECTIONS = (long) Bounds.MAX_AGENTS * Bounds.MAX_THREADS;

  private static final int MOST_LABELS = 20;

  public static final JobField<String> NAME =
      JobField.of(
          Group.IDENTITY,
          "Name",
          Parameter.text("name", "Jobs refer to it by this name.")
              .atMost(Bounds.MAX_NAME)
              .matching(
                  "[A-Za-z0-9][A-Za-z0-9._-]*",
                  "letters, digits, dots, dashes and underscores behind a letter or digit"));

  public static final JobField<String> URL =
      JobField.of(Group.PLACE, "URL", ConnectionParameters.TARGET_URL);

  public static final JobField<String> USER =
      JobField.of(Group.PLACE, "User", ConnectionParameters.USER);

  public static final JobField<Secret> PASSWORD =
      JobField.of(Group.PLACE, "Password", ConnectionParameters.PASSWORD);

  public static final JobField<String> DRIVER_PROPERTIES =
      JobField.of(Group.PLACE, "Driver properties", ConnectionParameters.DRIVER_PROPERTIES);

  public static final JobField<List<String>> LABELS =
      JobField.of(
              Group.ABOUT,
              "Labels",
              Parameter.text(
                      "labels", "Words to find it by, separated by commas: staging,team=orders")
                  .atMost(Bounds.MAX_TEXT)
                  .matching("[^\\p{Cntrl}]*", "plain characters on one line")
                  .preset(""))
          .meaning(
              text -> Optional.of(CommaList.parts(text)).filter(all -> all.size() <= MOST_LABELS),
              CommaList::joined,
              "give at most " + MOST_LABELS + " words")
          .as(Form.LIST);

  public static final JobField<String> NOTE =
      JobField.of(
          Group.ABOUT,
          "Note",
          Parameter.text("note", "What others should know about it.")
              .atMost(Bounds.MAX_TEXT)
              .matching("[^\\p{Cntrl}]*", "plain characters on one line")
              .preset(""));

  public static final JobField<Long> MAX_CONNECTIONS =
      JobField.of(
          Group.LIMITS,
          "Connections at most",
          Parameter.whole(
                  "max-connections",
                  "Connections of all jobs together; a job for which there is no room"
                      + " waits. 0 for no limit")
              .between(0, MOST_CONNECTIONS)
              .preset(0));

  public static final JobField<Double> MAX_RATE =
      JobField.of(
          Group.LIMITS,
          "Rate at most",
          Parameter.decimal(
                  "max-rate",
                  "Iterations per second of all jobs together, each of which must"
                      + " then have a rate. 0 for no limit")
              .between(0, Rate.MAX_PER_SECOND)
              .preset(0));

  public static final JobField<Boolean> EXCLUSIVE =
      JobField.of(
          Group.LIMITS,
          "Exclusive",
          Parameter.flag("exclusive", "One job at a time; the others wait."));

  public static final JobField<Boolean> PROTECTED =
      JobField.of(
          Group.LIMITS,
          "Protected",
          Parameter.flag("protected", "A job on it has to confirm its name."));

  /// All of them, in the order in which they are shown.
  public static final List<JobField<?>> ALL =
      List.of(
          NAME,
          URL,
          USER,
          PASSWORD,
          DRIVER_PROPERTIES,
          LABELS,
          NOTE,
          MAX_CONNECTIONS,
          MAX_RATE,
          EXCLUSIVE,
          PROTECTED);

  private TargetDocument() {}
}
