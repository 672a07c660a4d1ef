package dev.broadside.cli.term;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.param.PlainText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// Figures under headings such as `Host of db, disk sda`, of which there are too many for a table:
/// a line for each heading, under the words before its comma.
final class FoldedFigures {
  private static final String COMMA = ", ";
  private static final int DIGITS = 4;

  /// Larger numbers are whole.
  private static final double LARGE = 1_000;

  private FoldedFigures() {}

  /// Whether a figure is one of these.
  static boolean isFolded(FigureDocument one) {
    return one.figure().section().contains(COMMA);
  }

  /// Devices that did nothing share one line.
  ///
  /// @param width of a line, which is broken behind commas
  static List<String> lines(List<FigureDocument> figures, int width) {
    Map<String, Map<String, List<FigureDocument>>> folds = new LinkedHashMap<>();
    for (FigureDocument one : FigureDocument.told(figures)) {
      if (isFolded(one)) {
        String[] heading = one.figure().section().split(COMMA, 2);
        folds
            .computeIfAbsent(heading[0], _ -> new LinkedHashMap<>())
            .computeIfAbsent(heading[1], _ -> new ArrayList<>())
            .add(one);
      }
    }
    List<String> lines = new ArrayList<>();
    folds.forEach((fold, headings) -> {
      lines.add("");
      lines.add(PlainText.line(fold));
      List<String> idle = new ArrayList<>();
      headings.forEach((name, all) -> {
        if (all.stream().allMatch(FoldedFigures::isStill)) {
          idle.add(name);
        } else {
          lines.addAll(
              broken(PlainText.line(name), all.stream().map(FoldedFigures::words).toList(), width));
        }
      });
      if (!idle.isEmpty()) {
        lines.addAll(broken("always 0", idle, width));
      }
    });
    return lines;
  }

  private static boolean isStill(FigureDocument one) {
    return one.number().orElse(0) == 0 && one.share().orElse(0) == 0;
  }

  private static List<String> broken(String name, List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder("  %-10s  ".formatted(name));
    String indent = " ".repeat(line.length());
    int last = words.size() - 1;
    for (int i = 0; i <= last; i++) {
      String word = PlainText.line(words.get(i)) + (i < last ? "," : "");
      boolean begun = line.length() > indent.length();
      if (begun && DisplayWidth.of(line.toString()) + 1 + DisplayWidth.of(word) > width) {
        lines.add(line.toString());
        line = new StringBuilder(indent + word);
      } else {
        line.append(begun ? " " : "").append(word);
      }
    }
    lines.add(line.toString());
    return lines;
  }

  private static String words(FigureDocument one) {
    String value =
        one.number().isEmpty()
            ? "-"
            : one.share().isPresent()
                ? Figures.percent(one.share())
                : told(one.number(), one.numberUnit());
    String each =
        one.perTransaction().isPresent()
            ? " (" + told(one.perTransaction(), one.figure().unit()) + " per tx)"
            : "";
    return one.figure().label() + " " + value + each;
  }

  /// The number that stands for a figure, in a few digits.
  static String told(FigureDocument one) {
    return number(one.number()) + (one.numberUnit().equals("%") ? " %" : "");
  }

  /// A plain number, in a few digits.
  static String told(double number) {
    return number(OptionalDouble.of(number));
  }

  private static String told(OptionalDouble value, String unit) {
    return Figures.bytes(value, unit).orElseGet(() -> number(value) + behind(unit));
  }

  /// To four digits: more say nothing here, and the result has them.
  private static String number(OptionalDouble value) {
    double exact = value.orElse(0);
    double rounded =
        BigDecimal.valueOf(exact)
            .round(new MathContext(DIGITS, RoundingMode.HALF_UP))
            .doubleValue();
    boolean large = Math.abs(exact) >= LARGE;
    return Figures.number(OptionalDouble.of(large ? Math.rint(exact) : rounded))
        .replaceAll("(\\.\\d*?)0+$", "$1")
        .replaceAll("\\.$", "");
  }

  private static String behind(String unit) {
    return unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit;
  }
}
