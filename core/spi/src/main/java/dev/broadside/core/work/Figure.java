package dev.broadside.core.work;

import dev.broadside.core.param.PlainText;

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
/// @param unit the unit; empty for a plain number
/// @param label a few words for tables and charts
/// @param help one sentence that explains it; may be empty
/// @param section the heading under which it is shown
/// @param everyAttempt whether additions of failed attempts count, too; otherwise only those of the
///   last attempt of an iteration that ends ok
/// @param eachTransaction whether its amount for each transaction that ended well is shown, too
/// @param shareOf the id of the figure of which it is shown as a share, such as a processor's whole
///   time. If that has another unit, it is divided by it, as in milliseconds for each read. [#TIME]
///   for a share of the measured time; empty if its own amount is shown
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
  /// The most figures of a record.
  public static final int MOST = 500;

  /// For how long the target has been up since it was started again within the run; unknown if it
  /// was not. Declare it if you can tell: each start is marked where it was.
  public static final Figure UP =
      last("target.up", "s", "up for")
          .in("Target, uptime")
          .help("For how long the target has been up since it was started again within the run.");

  /// The prefix of the ids of figures for the time of one kind of transaction, before its name.
  public static final String TRANSACTION = "transaction.";

  /// The prefix of the ids of figures for the number of one kind that did not end well, before its
  /// name.
  public static final String NOT_OK = "not-ok.";

  /// The heading of figures that are shown beside the table of transactions.
  public static final String HEADLINE = "Headline";

  /// The id that stands for the measured time: of figures that are a share of it, an amount in `ns`
  /// is shown as a share of that time, and another amount per minute. No figure has this id.
  public static final String TIME = "run.time";

  public static final int LONGEST_ID = 80;
  public static final int LONGEST_LABEL = 80;
  public static final int LONGEST_HELP = 400;

  /// How values of threads, agents and intervals are combined.
  public enum Kind {
    /// How often something happened: adds up, and is checked against the worker's own total.
    COUNT,
    /// An amount, such as bytes: adds up.
    SUM,
    /// A reading; the highest counts.
    WORST,
    /// A reading; the mean over agents and intervals counts.
    MEAN,
    /// A reading; the newest counts, or the highest of several at the same time.
    LAST,
    /// Whole numbers from 0 to 3.6 billion, each kept to three digits.
    DISTRIBUTION,
    /// A length of time: added in nanoseconds, shown in milliseconds.
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

  /// A reading, by the highest.
  public static Figure worst(String id, String unit, String label) {
    return of(id, Kind.WORST, unit, label);
  }

  /// A reading, by the mean.
  public static Figure mean(String id, String unit, String label) {
    return of(id, Kind.MEAN, unit, label);
  }

  /// A reading, by the newest.
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

  /// Whether it is shown as a share of the measured time.
  public boolean ofTime() {
    return shareOf.equals(TIME);
  }

  /// Whether it is shown per minute.
  public boolean byMinute() {
    return ofTime() && !unit.equals("ns");
  }

  /// A part of the measured time in its unit: nanoseconds, or minutes.
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

  /// This figure, which also counts attempts that failed.
  public Figure ofEveryAttempt() {
    return new Figure(id, kind, unit, label, help, section, true, eachTransaction, shareOf);
  }

  /// This figure, also shown per transaction.
  public Figure alsoPerTransaction() {
    return new Figure(id, kind, unit, label, help, section, everyAttempt, true, shareOf);
  }

  /// This figure, shown as a share of another one.
  public Figure asShareOf(String other) {
    return new Figure(id, kind, unit, label, help, section, everyAttempt, eachTransaction, other);
  }
}
