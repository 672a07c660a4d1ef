package dev.broadside.core.input;

import dev.broadside.core.calendar.Moment;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import java.time.Instant;
import java.util.Optional;

/// When something begins and ends, and how often: a job, or a group of them.
///
/// @param startAt not before; of what repeats itself, its next time
/// @param settings of which those of [ScheduleFields] count
public record Timetable(Optional<Instant> startAt, Settings settings) {

  /// Whether it may begin.
  public sealed interface Gate {
    record Open() implements Gate {}

    /// It goes on waiting.
    ///
    /// @param reason for the user
    record Waits(String reason) implements Gate {}

    /// It leaves its time out, and waits for the next one.
    record Skips(String reason) implements Gate {}

    /// Its time is over.
    record Closed(String reason) implements Gate {}
  }

  private static final String DISABLED = "disabled; begins when somebody enables it";

  public static Timetable of(JobSpec spec) {
    return new Timetable(spec.startAt(), spec.settings());
  }

  /// When it is to be stopped at the latest.
  public Optional<Instant> stopAt() {
    return ScheduleFields.STOP_AT.given(settings).map(moment -> ((Moment.Exact) moment).at());
  }

  /// An instant for people, in its zone.
  public String shown(Instant at) {
    return Moment.shown(at, ScheduleFields.ZONE.in(settings));
  }

  /// What it is repeated by, with its zone: `0 2 * * * Europe/Berlin`.
  public Optional<String> repeats() {
    return ScheduleFields.REPEAT
        .given(settings)
        .map(repeat -> repeat.text() + " " + ScheduleFields.ZONE.in(settings).getId());
  }

  /// Its next time after an instant; empty where it is not repeated, or is to have stopped by then.
  public Optional<Instant> repeated(Instant now) {
    Instant after = startAt.filter(now::isBefore).orElse(now);
    return ScheduleFields.REPEAT
        .given(settings)
        .flatMap(one -> one.after(after, ScheduleFields.ZONE.in(settings)))
        .filter(this::mayBegin);
  }

  /// Whether it may begin at a time, as far as its stop goes.
  boolean mayBegin(Instant at) {
    return stopAt().filter(stop -> !at.isBefore(stop)).isEmpty();
  }

  /// Why it waits whose time has not come: `begins at 2026-11-23 02:00 Europe/Berlin`.
  public String begins() {
    return "begins at " + shown(startAt.orElseThrow());
  }

  /// Why what runs is stopped, once its stop has come.
  public Optional<String> stops(Instant now) {
    return stopAt().filter(at -> !now.isBefore(at)).map(at -> "its stop time, " + shown(at));
  }

  /// Whether it may begin now.
  ///
  /// @param earlier a run of the same definition that goes on
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
