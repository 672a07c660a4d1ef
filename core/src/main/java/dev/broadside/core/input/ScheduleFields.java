package dev.broadside.core.input;

import dev.broadside.core.calendar.Repetition;
import dev.broadside.core.calendar.WrittenMoment;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// The fields of a [JobDocument] that say when and how often a server runs the job, and their
/// meaning together.
public final class ScheduleFields {
  /// The most copies. More runs are a study or a repetition.
  private static final int MOST_COPIES = 1_000;

  public static final JobField<WrittenMoment> START_AT =
      JobField.of(
              Group.WHEN,
              "Start at",
              Parameter.text(
                      "at",
                      "Earliest start: 2026-11-23 02:00 Europe/Berlin, 2026-11-23T01:00:00Z, or "
                          + "+2h. By default as soon as possible.")
                  .atMost(Bounds.MAX_NAME))
          .meaning(WrittenMoment::of, WrittenMoment::text, WrittenMoment.FORMS)
          .at("startAt")
          .ofOptional(spec -> spec.startAt().map(WrittenMoment.Exact::new));

  /// The server's coordinator uses it.
  public static final JobField<WrittenMoment> STOP_AT =
      JobField.of(
              Group.WHEN,
              "Stop at",
              Parameter.text(
                      "until",
                      "Stop the job at this time if it is still running, and do not start it "
                          + "later; results so far are kept. Written like the start.")
                  .atMost(Bounds.MAX_NAME))
          .meaning(WrittenMoment::of, WrittenMoment::text, WrittenMoment.FORMS)
          .at("stopAt");

  public static final JobField<ZoneId> ZONE =
      JobField.of(
              Group.WHEN,
              "Time zone",
              Parameter.text(
                      "zone",
                      "Time zone of start, stop and repetition where they name none, such as "
                          + "Europe/Berlin.")
                  .atMost(Bounds.MAX_NAME)
                  .preset("UTC"))
          .meaning(ScheduleFields::zone, ZoneId::getId, "write one as Europe/Berlin or UTC");

  public static final JobField<Repetition> REPEAT =
      JobField.of(
              Group.WHEN,
              "Repeat",
              Parameter.text(
                      "repeat",
                      "Cron expression by which the job is repeated: minute, hour, day of "
                          + "month, month, day of week, such as 0 2 * * 1-5; or @daily. When a run "
                          + "starts, the next one is scheduled.")
                  .atMost(Bounds.MAX_NAME))
          .meaning(Repetition::of, Repetition::text, Repetition.FORMS);

  public static final JobField<Long> COPIES =
      JobField.of(
              Group.WHEN,
              "Copies",
              Parameter.whole("copies", "Number of runs, one after another.")
                  .between(1, MOST_COPIES)
                  .preset(1))
          .excludes(REPEAT, "a repeated job has no number of copies", "give one of the two");

  public static final JobField<Duration> SPACING =
      JobField.of(
              Group.WHEN,
              "Spacing",
              Parameter.span("spacing", "Time from the start of one copy to the start of the next.")
                  .between(Duration.ZERO, Duration.ofDays(366))
                  .preset(Duration.ZERO))
          .needs(COPIES, "there is only one copy", "give copies, too");

  public static final JobField<Overlap> OVERLAP =
      JobField.of(
              Group.WHEN,
              "While one runs",
              Parameter.choice(
                      "overlap",
                      "What happens when a run or copy is due while the previous one is still "
                          + "running.")
                  .option("queue", "it waits until that one has ended")
                  .option("skip", "it is left out")
                  .option("together", "it starts anyway")
                  .preset("queue"))
          .meaning(
              word ->
                  List.of(Overlap.values()).stream().filter(o -> o.word().equals(word)).findFirst(),
              Overlap::word,
              "");

  public static final JobField<Boolean> DISABLED =
      JobField.of(
          Group.WHEN,
          "Disabled",
          Parameter.flag("disabled", "Do not start the job until it is enabled.").preset(false));

  /// All of them, in the order in which they are shown.
  static final List<JobField<?>> ALL =
      List.of(START_AT, STOP_AT, ZONE, REPEAT, COPIES, SPACING, OVERLAP, DISABLED);

  private ScheduleFields() {}

  /// What the next run does while the one before it still runs.
  public enum Overlap {
    QUEUE,
    SKIP,
    TOGETHER;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static Optional<ZoneId> zone(String text) {
    try {
      return Optional.of(ZoneId.of(text.strip()));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// Reads the times in a document, and the settings that follow from them.
  ///
  /// @param now when the document was written
  public static Timetable read(JsonFields fields, Instant now) {
    Optional<WrittenMoment> start = fields.given(START_AT);
    Optional<WrittenMoment> stop = fields.given(STOP_AT);
    Optional<ZoneId> named =
        fields.given(ZONE).or(() -> start.or(() -> stop).flatMap(WrittenMoment::zone));
    ZoneId zone = named.orElse(ZoneOffset.UTC);
    Optional<Instant> startAt = at(fields, START_AT, start, now, zone);
    Optional<Instant> stopAt = at(fields, STOP_AT, stop, now, zone);
    Map<String, String> settings = new TreeMap<>();
    named.ifPresent(one -> settings.put(ZONE.declared().name(), ZONE.write(one)));
    stopAt.ifPresent(at -> settings.put(STOP_AT.declared().name(), at.toString()));
    Optional<Repetition> repeat = fields.given(REPEAT).filter(one -> happens(fields, one));
    // The overlap is read even if nothing repeats, so that a wrong word is always reported.
    Overlap overlap = overlap(fields);
    if (repeat.isPresent() || fields.get(COPIES) > 1) {
      settings.put(OVERLAP.declared().name(), OVERLAP.write(overlap));
    }
    Instant earliest = startAt.orElse(now).minusNanos(1);
    Optional<Instant> first = repeat.flatMap(one -> one.after(earliest, zone)).or(() -> startAt);
    if (stopAt.isPresent() && !stopAt.get().isAfter(first.orElse(Instant.MIN))) {
      fields.wrong(STOP_AT.path(), "it comes before the start", "give a later time");
    }
    repeat.ifPresent(one -> settings.put(REPEAT.declared().name(), REPEAT.write(one)));
    return new Timetable(first, new Settings(settings));
  }

  private static Overlap overlap(JsonFields fields) {
    Overlap overlap = fields.get(OVERLAP);
    if (overlap == Overlap.SKIP && fields.get(COPIES) > 1) {
      fields.wrong(OVERLAP.path(), "a copy has one time only", "write queue or together");
    }
    return overlap;
  }

  private static boolean happens(JsonFields fields, Repetition repetition) {
    boolean happens = repetition.happens();
    if (!happens) {
      fields.wrong(REPEAT.path(), "no such day ever comes", "name a day that its months have");
    }
    return happens;
  }

  private static Optional<Instant> at(
      JsonFields fields,
      JobField<WrittenMoment> field,
      Optional<WrittenMoment> moment,
      Instant now,
      ZoneId zone) {
    return moment.flatMap(one ->
        switch (one.from(now, zone)) {
          case WrittenMoment.Found.At(Instant instant) -> Optional.of(instant);
          case WrittenMoment.Found.Never(String sentence) -> {
            fields.wrong(field.path(), sentence, "give another time");
            yield Optional.empty();
          }
        });
  }

  /// Adds a problem for each time that has passed.
  ///
  /// @param known the times that were accepted before; these may have passed by now
  public static void refusePast(
      JsonFields fields, Timetable times, Optional<Timetable> known, Instant now) {
    if (!times.startAt().equals(known.flatMap(Timetable::startAt))) {
      refusePast(fields, START_AT, times.startAt(), now);
    }
    if (!times.stopAt().equals(known.flatMap(Timetable::stopAt))) {
      refusePast(fields, STOP_AT, times.stopAt(), now);
    }
  }

  private static void refusePast(
      JsonFields fields, JobField<WrittenMoment> field, Optional<Instant> time, Instant now) {
    time.filter(at -> at.isBefore(now))
        .ifPresent(at ->
            fields.wrong(
                field.path(),
                "it was " + WrittenMoment.distance(Duration.between(at, now)) + " ago",
                "give a time to come, such as +2h, or leave it out"));
  }

  /// The job that runs after one that begins, or that will never begin: its next repetition or
  /// copy. Empty if there is none.
  ///
  /// @param id of the job
  public static Optional<JobSpec> next(String id, JobSpec spec, Instant now) {
    Optional<JobSpec> next =
        REPEAT.given(spec).isPresent() ? repeated(spec, now) : copied(spec, now);
    Timetable times = Timetable.of(spec);
    return next.filter(one -> one.startAt().filter(times::mayBegin).isPresent())
        .map(one -> with(one, JobDocument.DEFINITION, JobDocument.definition(id, spec)));
  }

  /// A repeated job at its next time after an instant; empty if its repetition has ended by then.
  public static Optional<JobSpec> repeated(JobSpec spec, Instant now) {
    return Timetable.of(spec).repeated(now).map(at -> spec.withStartAt(Optional.of(at)));
  }

  /// Removes all fields of the schedule from a document.
  public static void forget(ObjectNode document) {
    ALL.forEach(field -> document.remove(field.path()));
  }

  /// Replaces the times in a document by fixed ones: `+2h` counts from when it was written, and
  /// each run of a repeated job has its own time.
  public static void pin(ObjectNode document, Timetable times) {
    pin(document, START_AT, times.startAt());
    pin(document, STOP_AT, times.stopAt());
  }

  private static void pin(
      ObjectNode document, JobField<WrittenMoment> field, Optional<Instant> at) {
    at.filter(_ -> document.has(field.path()))
        .ifPresent(one -> document.put(field.path(), field.write(new WrittenMoment.Exact(one))));
  }

  private static Optional<JobSpec> copied(JobSpec spec, Instant now) {
    long copies = COPIES.in(spec);
    if (copies <= 1) {
      return Optional.empty();
    }
    Instant at = spec.startAt().orElse(now).plus(SPACING.in(spec));
    return Optional.of(with(spec.withStartAt(Optional.of(at)), COPIES, copies - 1));
  }

  /// The job with another value of one of its settings.
  public static <T> JobSpec with(JobSpec spec, JobField<T> field, T value) {
    Map<String, String> given = new TreeMap<>(spec.settings().given());
    given.put(field.declared().name(), field.write(value));
    return spec.withSettings(new Settings(given));
  }
}
