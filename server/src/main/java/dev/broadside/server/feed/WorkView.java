package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job, a study or a group as the HTTP API, the page and the command line show it. Immutable,
/// JSON-ready, without secrets. The fields that all of them have stand beside a kind's own.
public sealed interface WorkView permits JobView, StudyView, GroupView {
  WorkHead head();

  /// What every kind has.
  ///
  /// @param state in a word
  /// @param reason what it waits for, or why it failed, was cancelled or was lost; empty otherwise
  /// @param tells channels that are notified of it as a whole, such as `ops:failed`
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record WorkHead(
      String id,
      String name,
      String state,
      String reason,
      Instant submittedAt,
      Optional<Instant> endedAt,
      List<String> tells) {
    public WorkHead {
      tells = List.copyOf(tells);
    }
  }

  /// What a job, or each step of a study, runs.
  ///
  /// @param definition the definition that it is a run of; its own id if none was given
  /// @param target the named database that it goes to, if it names one
  /// @param parameters the job class's parameters, secrets redacted
  /// @param seed the seed of all random draws of its load threads
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record AskedView(
      String definition,
      String jobClass,
      String title,
      String pack,
      Optional<String> target,
      Map<String, String> parameters,
      @JsonFormat(shape = JsonFormat.Shape.STRING) long seed) {
    /// @param title the job class's
    public static AskedView of(String definition, String title, JobSpec spec) {
      return new AskedView(
          definition,
          spec.jobClass(),
          title,
          spec.pack(),
          Optional.of(JobDocument.TARGET.in(spec)).filter(name -> !name.isEmpty()),
          spec.shownParameters(),
          spec.seed());
    }
  }

  /// When it begins, and how often.
  ///
  /// @param disabled whether it waits until somebody enables it
  /// @param beginsAt its start time, while it waits for that
  /// @param repeats the rule by which it is repeated, with the zone: `0 2 * * 1-5 Europe/Berlin`
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record TimesView(boolean disabled, Optional<Instant> beginsAt, Optional<String> repeats) {}

  default String id() {
    return head().id();
  }

  default String name() {
    return head().name();
  }

  default String state() {
    return head().state();
  }

  default String reason() {
    return head().reason();
  }

  default Instant submittedAt() {
    return head().submittedAt();
  }

  default Optional<Instant> endedAt() {
    return head().endedAt();
  }
}
