package dev.broadside.core.input;

import dev.broadside.core.calendar.WrittenMoment;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import java.time.Instant;
import java.util.Optional;

/// When a job or a group of jobs begins and ends, and how often.
///
/// @param startAt it does not begin before this; the next time if it is repeated
/// @param settings settings, of which those of [ScheduleFields] are used
public record Timetable(Optional<Instant> startAt, Settings settings) {

  /// Whether it may begin.
  public sealed interface Gate {
    record Open() implements Gate {}

    /// It waits.
    ///
    /// @param reason for the user
    record Waits(String reason) implements Gate {}

    /// It skips its time and waits for the next one.
    record Skips(String reason) implements Gate {}

    /// Its time has passed.
    record Closed(String reason) implements Gate {}
  }

  private static final String DISABLED = "disabled; begins when somebody enables it";

  public static Timetable of(JobSpec spec) {
    return new Timetable(spec.startAt(), spec.settings());
  }

  /// The time at which it is stopped.
  public Optional<Instant> stopAt() {
    return ScheduleFields.STOP_AT
        .given(settings)
        .map(moment -> ((WrittenMoment.Exact) moment).at());
  }

  /// An instant for people, in its zone.
  public String shown(Instant at) {
    return WrittenMoment.shown(at, ScheduleFields.ZONE.in(settings));
  }

  /// Its cron expression with its zone: `0 2 * * * Europe/Berlin`.
  public Optional<String> repeats() {
    return ScheduleFields.REPEAT
        .given(settings)
        .map(repeat -> repeat.text() + " " + ScheduleFields.ZONE.in(settings).getId());
  }

  /// Its next time after an instant; empty if it is not repeated, or its stop comes before that.
  public Optional<Instant> repeated(Instant now) {
    Instant after = startAt.filter(now::isBefore).orElse(now);
    return ScheduleFields.REPEAT
        .given(settings)
        .flatMap(one -> one.after(after, ScheduleFields.ZONE.in(settings)))
        .filter(this::mayBegin);
  }

  /// Whether a time is before its stop.
  boolean mayBegin(Instant at) {
    return stopAt().filter(stop -> !at.isBefore(stop)).isEmpty();
  }

  /// Why it waits for its time: `begins at 2026-11-23 02:00 Europe/Berlin`.
  public String begins() {
    return "begins at " + shown(startAt.orElseThrow());
  }

  /// Why a running job is stopped, once its stop time has come.
  public Optional<String> stops(Instant now) {
    return stopAt().filter(at -> !now.isBefore(at)).map(at -> "its stop time, " + shown(at));
  }

  /// Whether it may begin now.
  ///
  /// @param earlier a run of the same definition that still runs
  public Gate gate(Instant now, Optional<String> earlier) {
    Optional<Instant> stop = stopAt().filter(at -> !at.isAfter(now));
    if (stop.isPresent()) {
      return new Gate.Closed("it had not begun when it was to stop, at " + shown(stop.get()));
    }
    if (ScheduleFields.DISABLED.in(settings)) {
      return new Gate.Waits(DISABLED);
    }
    if (startAt.filter(now::isBefore).isPresent()) {
      return new Gate.Waits(begins());
    }
    return earlier.map(this::behind).orElseGet(Gate.Open::new);
  }

  private Gate behind(String earlier) {
    return ScheduleFields.OVERLAP
        .given(settings)
        .<Gate>map(overlap ->
            switch (overlap) {
              case TOGETHER -> new Gate.Open();
              case QUEUE ->
                  new Gate.Waits("begins when the run before it, " + earlier + ", has ended");
              case SKIP ->
                  new Gate.Skips("left out a time, since run " + earlier + " still went on");
            })
        .orElseGet(Gate.Open::new);
  }
}
