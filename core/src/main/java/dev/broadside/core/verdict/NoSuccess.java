package dev.broadside.core.verdict;

import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.OutcomeCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The verdict on a run in which nothing ended well: it has measured nothing and has failed, even
/// if all counts balance.
public final class NoSuccess {
  private static final String NOTHING = "nothing ended well in the measured phases";
  private static final int LONGEST_MESSAGE = 300;

  private NoSuccess() {}

  /// Why a run failed although it came to its planned end, in one sentence without a full stop;
  /// empty if something ended well, or nothing was due.
  ///
  /// @param measured how the iterations of the measured phases came out
  /// @param underWay whether an iteration was under way in them
  /// @param errors the kinds of failure
  public static Optional<String> of(
      OutcomeCounts measured, boolean underWay, List<ErrorSample> errors) {
    boolean due = underWay || measured.arrivals() + measured.ended() > 0;
    return measured.ok() > 0 || !due
        ? Optional.empty()
        : Optional.of(NOTHING + ": " + outcomes(measured) + cause(errors));
  }

  private static String outcomes(OutcomeCounts measured) {
    List<String> words = new ArrayList<>();
    if (measured.failed() > 0) {
      words.add(counted(measured.failed(), "transaction") + " failed");
    }
    if (measured.uncertain() > 0) {
      words.add(counted(measured.uncertain(), "transaction") + " stayed uncertain");
    }
    if (measured.dropped() > 0) {
      words.add(counted(measured.dropped(), "arrival") + " never began");
    }
    return words.isEmpty()
        ? "what was under way did not end before the planned end"
        : String.join(", ", words);
  }

  private static String counted(long number, String thing) {
    return Counted.of(number, thing)
        .replaceFirst("^\\d+", String.format(Locale.ROOT, "%,d", number));
  }

  private static String cause(List<ErrorSample> errors) {
    return errors.stream()
        .max(Comparator.comparingLong(ErrorSample::count))
        .map(error ->
            (error.operation().isEmpty() ? "" : ", most often in " + error.operation())
                + ": "
                + PlainText.line(error.message(), LONGEST_MESSAGE))
        .orElse("");
  }
}
