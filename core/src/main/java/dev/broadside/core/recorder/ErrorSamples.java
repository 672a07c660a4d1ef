package dev.broadside.core.recorder;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.work.Failure;
import java.util.ArrayList;
import java.util.List;

/// The kinds of failure met in one interval, at most [IntervalRecord#MAX_ERRORS]; what is beyond is
/// counted by its class in the outcome counts only. Safe for use by several threads: failing is
/// slow already, so a lock does no harm.
final class ErrorSamples {
  private final List<ErrorSample> samples = new ArrayList<>();

  synchronized void add(Failure failure, long atMillis) {
    for (int i = 0; i < samples.size(); i++) {
      ErrorSample one = samples.get(i);
      if (one.errorClass() == failure.errorClass()
          && one.vendorCode() == failure.vendorCode()
          && one.sqlState().equals(failure.sqlState())
          && one.operation().equals(failure.operation())) {
        samples.set(i, one.plus(ErrorSample.of(failure, one.message(), atMillis)));
        return;
      }
    }
    if (samples.size() < IntervalRecord.MAX_ERRORS) {
      String message = PlainText.line(failure.message(), Integer.MAX_VALUE);
      samples.add(ErrorSample.of(failure, message, atMillis));
    }
  }

  synchronized List<ErrorSample> drain() {
    List<ErrorSample> all = List.copyOf(samples);
    samples.clear();
    return all;
  }
}
