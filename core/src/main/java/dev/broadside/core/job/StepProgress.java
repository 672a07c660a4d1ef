package dev.broadside.core.job;

import java.time.Duration;
import java.util.Locale;

/// How far a share is with a step, and the sentences for it.
///
/// @param detail what is being done within the step, in the job class's words; empty if it says
///   nothing
/// @param done how much of it is done
/// @param total how much there is to do; 0 if unknown
public record StepProgress(ShareStep step, String detail, long done, long total) {
  private static final Duration LONG = Duration.ofMinutes(2);

  /// The beginning of a step.
  public static StepProgress begin(ShareStep step) {
    return new StepProgress(step, "", 0, 0);
  }

  /// The step without its progress: `preparing the target: load orders`.
  public String what() {
    return detail.isEmpty() ? step.words() : step.words() + ": " + detail;
  }

  /// Why a share without progress cannot go on, and what to do: `opening connections, 1 of 3, made
  /// no progress for 60 s; see that ...`.
  public String overdue(Duration limit) {
    return soFar() + ", made no progress for " + span(limit) + "; " + step.mend();
  }

  private String soFar() {
    return total > 0 ? String.format(Locale.ROOT, "%s, %,d of %,d", what(), done, total) : what();
  }

  /// A length of time for people: `25 s`, `10 min`.
  public static String span(Duration span) {
    if (span.compareTo(Duration.ofSeconds(1)) < 0 && !span.isZero()) {
      return span.toMillis() + " ms";
    }
    return span.compareTo(LONG) < 0 ? span.toSeconds() + " s" : span.toMinutes() + " min";
  }
}
