package dev.broadside.core.work;

import dev.broadside.core.param.PlainText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What is counted, measured or timed in each interval of a run, declared once: recorder, records,
/// sums, results, exports and the page loop over the declarations.
///
/// A job class declares its own in its [JobDescription], such as
///
/// ```
/// Figure.count("orders.late", "orders", "Late orders").help("orders that missed their day")
/// ```
///
/// and adds to them by [Iteration#add] or answers for them in [JobShare#gauge]. Figures of several
/// agents with the same id are one and the same, and are merged by their kind.
///
/// @param id names it in results and exports, for ever: a small letter, then letters, digits and
///   `._@-`
/// @param kind how its values add up
/// @param unit what it is counted in; empty if it is a plain number
/// @param label a few words for tables and charts
/// @param help one sentence for a reader who does not know the figure; may be empty
/// @param section the heading under which it is shown
/// @param everyAttempt whether what an attempt adds counts although the attempt failed; otherwise
///   only what the last attempt of an iteration adds that ends ok
/// @param eachTransaction whether its amount for each transaction that ended well is shown, too
/// @param shareOf the id of another figure: this one is shown as a share of it, such as of a
///   processor's whole time, or, if the units differ, as an amount for each, such as milliseconds
///   for each read. [#TIME] for a share of the measured time; empty to show the amount itself
public record Figure(
    String id,
    Kind kind,
    String unit,
    String label,
    String help,
    String section,
    boolean everyAttempt,
    boolean eachTransaction,
    String shareOf) {
  /// The most figures of a record; a record with more is refused.
  public static final int MOST = 500;

  /// How long the target has been up since it was restarted during the run; unknown if it was not
  /// restarted. Results mark each restart on the time axis.
  public static final Figure UP =
      last("target.up", "s", "up for")
          .in("Target, uptime")
          .help("For how long the target has been up since it was started again within the run.");

  /// Begins the id of the duration of one kind of transaction; the name of the kind follows.
  public static final String TRANSACTION = "transaction.";

  /// Begins the id of the number of transactions of one kind that did not end well; the name
  /// follows.
  public static final String NOT_OK = "not-ok.";

  /// The heading of figures that are shown beside the table of transactions.
  public static final String HEADLINE = "Headline";

  /// Stands for the measured time in [#shareOf]: an amount in `ns` is shown as a share of that
  /// time, and any other amount per minute. No figure has this id.
  public static final String TIME = "run.time";

  /// Ends the id of a figure that says for how many milliseconds a source was watched. An amount
  /// that is a share of such a figure is shown per second of that time, since the source may be
  /// read less often than intervals end.
  public static final String WATCHED = ".watched";

  public static final int LONGEST_ID = 80;
  public static final int LONGEST_LABEL = 80;
  public static final int LONGEST_HELP = 400;

  /// How values of threads, agents and intervals are merged.
  public enum Kind {
    /// How often something happened: adds up, and is checked against the worker's own total.
    COUNT,
    /// An amount, such as bytes: adds up.
    SUM,
    /// A reading; the highest one counts.
    WORST,
    /// A reading; the mean over agents and intervals counts.
    MEAN,
    /// A reading; the newest one counts, and among those of the same time the highest.
    LAST,
    /// Whole numbers from 0 to 3.6 billion, each kept to three digits.
    DISTRIBUTION,
    /// How long something took: added in nanoseconds, shown in milliseconds.
    DURATION;

    /// Whether its values are amounts that add up.
    public boolean adds() {
      return this == COUNT || this == SUM;
    }

    /// Whether it is read when an interval is sealed, and nothing is added to it meanwhile.
    public boolean gauge() {
      return this == WORST || this == MEAN || this == LAST;
    }

    /// Whether each value that is added is kept.
    public boolean spreads() {
      return this == DISTRIBUTION || this == DURATION;
    }
  }

  public Figure {
    if (!id.matches("[a-z][A-Za-z0-9._@-]{0," + (LONGEST_ID - 1) + "}")
        || !(shareOf.isEmpty() || shareOf.matches("[a-z][A-Za-z0-9._@-]{0,79}"))) {
      throw new IllegalArgumentException(
          "a figure's id is not a small letter and then up to "
              + (LONGEST_ID - 1)
              + " letters, digits, dots, dashes, underscores and @");
    }
    text(unit, LONGEST_LABEL, "unit", id);
    text(label, LONGEST_LABEL, "label", id);
    text(help, LONGEST_HELP, "help", id);
    text(section, LONGEST_LABEL, "section", id);
    if (label.isBlank() || section.isBlank()) {
      throw new IllegalArgumentException("figure " + id + " has no label or no section");
    }
  }

  private static void text(String text, int longest, String what, String id) {
    if (text.length() > longest || text.codePoints().anyMatch(PlainText::hidden)) {
      throw new IllegalArgumentException(
          "the "
              + what
              + " of figure "
              + id
              + " is not one line of up to "
              + longest
              + " characters");
    }
  }

  public static Figure count(String id, String unit, String label) {
    return of(id, Kind.COUNT, unit, label);
  }

  public static Figure sum(String id, String unit, String label) {
    return of(id, Kind.SUM, unit, label);
  }

  /// A reading; the highest one counts.
  public static Figure worst(String id, String unit, String label) {
    return of(id, Kind.WORST, unit, label);
  }

  /// A reading; the mean counts.
  public static Figure mean(String id, String unit, String label) {
    return of(id, Kind.MEAN, unit, label);
  }

  /// A reading; the newest one counts.
  public static Figure last(String id, String unit, String label) {
    return of(id, Kind.LAST, unit, label);
  }

  public static Figure distribution(String id, String unit, String label) {
    return of(id, Kind.DISTRIBUTION, unit, label);
  }

  /// How long transactions of one kind take.
  public static Figure ofTransaction(String name) {
    return duration(TRANSACTION + name, "Transaction " + name).in("Transactions");
  }

  /// How many transactions of one kind failed, or ended uncertain, and were not repeated.
  public static Figure ofFailed(String name) {
    return count(NOT_OK + name, "transactions", "Not ok: " + name)
        .in("Transactions")
        .ofEveryAttempt();
  }

  public static Figure duration(String id, String label) {
    return of(id, Kind.DURATION, "ms", label);
  }

  private static Figure of(String id, Kind kind, String unit, String label) {
    return new Figure(id, kind, unit, label, "", "The job's own", false, false, "");
  }

  /// Ids that begin alike and end in texts from elsewhere, such as the names of series, in their
  /// order. What an id cannot hold becomes `_`, and those that become equal are numbered.
  public static List<String> ids(String start, List<String> texts) {
    Set<String> ids = new LinkedHashSet<>(List.of(start + WATCHED));
    for (String text : texts) {
      String id = start + "." + text.replaceAll("[^A-Za-z0-9._@-]", "_");
      for (int number = 1; !ids.add(numbered(id, number)); number++) {}
    }
    return ids.stream().skip(1).toList();
  }

  private static String numbered(String id, int number) {
    String end = number == 1 ? "" : "_" + number;
    return id.substring(0, Math.min(id.length(), LONGEST_ID - end.length())) + end;
  }

  /// Whether it is shown per second of the time for which its source was watched.
  public boolean ofWatched() {
    return shareOf.endsWith(WATCHED);
  }

  /// Whether it is shown per second.
  public boolean bySecond() {
    return kind.adds() && (shareOf.isEmpty() || ofWatched());
  }

  /// Whether it is shown as a share of the measured time, or per minute.
  public boolean ofTime() {
    return shareOf.equals(TIME);
  }

  /// Whether it is shown per minute.
  public boolean byMinute() {
    return ofTime() && !unit.equals("ns");
  }

  /// The measured time in the unit that this figure is divided by: minutes, or nanoseconds.
  public double ofTime(double seconds) {
    return byMinute() ? seconds / 60 : seconds * 1e9;
  }

  public Figure help(String sentence) {
    return new Figure(
        id, kind, unit, label, sentence, section, everyAttempt, eachTransaction, shareOf);
  }

  public Figure in(String heading) {
    return new Figure(id, kind, unit, label, help, heading, everyAttempt, eachTransaction, shareOf);
  }

  /// Counts attempts that failed, too.
  public Figure ofEveryAttempt() {
    return new Figure(id, kind, unit, label, help, section, true, eachTransaction, shareOf);
  }

  public Figure alsoPerTransaction() {
    return new Figure(id, kind, unit, label, help, section, everyAttempt, true, shareOf);
  }

  /// Shown as a share of another figure.
  public Figure asShareOf(String other) {
    return new Figure(id, kind, unit, label, help, section, everyAttempt, eachTransaction, other);
  }
}
