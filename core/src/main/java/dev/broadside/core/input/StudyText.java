package dev.broadside.core.input;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.CommaList;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Axes and searches of a study, as users write them in one line. A text that cannot be read gives
/// nothing; the field's declaration says what to write instead.
final class StudyText {
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*\\.\\.\\s*(\\d{1,9}(?:\\.\\d{1,9})?)");

  private StudyText() {}

  /// Numbers of load threads, one for each step: `1, 2, 4`.
  static Optional<List<Integer>> threads(String text) {
    List<Integer> counts = new ArrayList<>();
    for (String part : COMMA.split(text.strip(), -1)) {
      if (!part.matches("\\d{1,9}")) {
        return Optional.empty();
      }
      counts.add(Integer.parseInt(part));
    }
    boolean good =
        counts.stream().allMatch(n -> n >= 1 && n <= Bounds.MAX_THREADS)
            && counts.size() <= StudyPlan.MAX_STEPS
            && new HashSet<>(counts).size() == counts.size();
    return good ? Optional.of(List.copyOf(counts)) : Optional.empty();
  }

  /// Axes with their values: `scale=1,10; rate=100,200`.
  static Optional<List<StudyAxis>> axes(String text) {
    List<StudyAxis> axes = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      int equals = part.indexOf('=');
      List<String> values = CommaList.parts(part.substring(equals + 1));
      if (equals < 1 || values.isEmpty()) {
        return Optional.empty();
      }
      axes.add(new StudyAxis(part.substring(0, equals).strip(), values));
    }
    return Optional.of(List.copyOf(axes));
  }

  /// The text of some axes, which can be read again.
  static String along(List<StudyAxis> axes) {
    return axes.stream()
        .map(axis -> axis.name() + "=" + CommaList.joined(axis.values()))
        .collect(Collectors.joining("; "));
  }

  /// The text of a search, which can be read again.
  static String range(KneePlan plan) {
    return plain(plan.from()) + ".." + plain(plan.to());
  }

  private static String plain(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }

  /// The range of the search for the knee: `100..20000`.
  static Optional<KneePlan> knee(String text) {
    Matcher range = RANGE.matcher(text.strip());
    try {
      return range.matches()
          ? Optional.of(
              new KneePlan(
                  Double.parseDouble(range.group(1)), Double.parseDouble(range.group(2)), 5))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
