package dev.broadside.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Prints Markdown: tables whose rows go into docs/performance.md as they are.
public final class Report {
  private Report() {}

  public static void heading(String text) {
    System.out.printf("%n### %s%n%n", text);
  }

  public static void line(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /// The head of a table.
  public static void table(String... columns) {
    row(columns);
    System.out.println("|---".repeat(columns.length) + "|");
  }

  public static void row(String... cells) {
    List<String> safe = Arrays.stream(cells).map(cell -> cell.replace("|", "\\|")).toList();
    System.out.println("| " + String.join(" | ", safe) + " |");
  }

  /// The head of a table of figures beside a peer's.
  public static void ratios(String peer) {
    ratios(peer, "Broadside");
  }

  /// The head of a table of any two sides.
  public static void ratios(String peer, String own) {
    table("#", "figure", peer, own, "ratio, median (range)", "goal", "reached");
  }

  /// A figure beside a peer's, with the ratio's goal.
  ///
  /// @param format of one figure
  public static <T> void ratio(
      String number,
      String what,
      Interleaved<T> rounds,
      String format,
      ToDoubleFunction<T> figure,
      Goal goal) {
    String reached = reached(goal, rounds.ratio(figure).median());
    ratio(number, what, rounds, format, figure, goal + "x", reached);
  }

  /// A figure beside a peer's that has no goal.
  public static <T> void ratio(
      String number,
      String what,
      Interleaved<T> rounds,
      String format,
      ToDoubleFunction<T> figure) {
    ratio(number, what, rounds, format, figure, "", "");
  }

  private static <T> void ratio(
      String number,
      String what,
      Interleaved<T> rounds,
      String format,
      ToDoubleFunction<T> figure,
      String goal,
      String reached) {
    row(
        number,
        what,
        rounds.peer(figure).text(format),
        rounds.own(figure).text(format),
        "**" + rounds.ratio(figure).text("%.3f") + "**",
        goal,
        reached);
  }

  /// The head of a table of figures that have no peer.
  public static void figures() {
    table("#", "figure", "Broadside", "goal", "reached");
  }

  /// A figure without a peer.
  public static void figure(String number, String what, String shown, double figure, Goal goal) {
    row(number, what, "**" + shown + "**", goal.toString(), reached(goal, figure));
  }

  private static String reached(Goal goal, double figure) {
    return goal.reached(figure) ? "yes" : "no";
  }
}
