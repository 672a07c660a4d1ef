package dev.broadside.cli.term;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Figures under headings such as `Host of db, disk sda`, of which there are too many for a table:
/// a line for each heading, under the words before its comma.
final class FoldedFigures {
  private static final String COMMA = ", ";

  private FoldedFigures() {}

  /// Whether a figure is one of these.
  static boolean isFolded(FigureDocument one) {
    return one.figure().section().contains(COMMA);
  }

  static List<String> lines(List<FigureDocument> figures) {
    Map<String, Map<String, String>> folds = new LinkedHashMap<>();
    for (FigureDocument one : FigureDocument.told(figures)) {
      if (isFolded(one)) {
        String[] heading = one.figure().section().split(COMMA, 2);
        folds
            .computeIfAbsent(heading[0], _ -> new LinkedHashMap<>())
            .merge(heading[1], words(one), (before, word) -> before + COMMA + word);
      }
    }
    List<String> lines = new ArrayList<>();
    folds.forEach((fold, headings) -> {
      lines.add("");
      lines.add(PlainText.line(fold));
      headings.forEach((name, words) ->
          lines.add("  %-10s  %s".formatted(PlainText.line(name), PlainText.line(words))));
    });
    return lines;
  }

  private static String words(FigureDocument one) {
    String value =
        one.number().isEmpty()
            ? "-"
            : one.share().isPresent()
                ? Figures.percent(one.share())
                : Figures.number(one.number()) + behind(one.numberUnit());
    String each =
        one.perTransaction().isPresent()
            ? " (" + Figures.number(one.perTransaction()) + behind(one.figure().unit()) + " per tx)"
            : "";
    return one.figure().label() + " " + value + each;
  }

  private static String behind(String unit) {
    return unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit;
  }
}
