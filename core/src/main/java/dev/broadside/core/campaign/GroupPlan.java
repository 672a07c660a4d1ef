package dev.broadside.core.campaign;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.Subscription;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The members of a group and what each waits for. There are no cycles, and no member waits for an
/// unknown one: [GroupDocument] reads it and refuses these.
///
/// @param name a short name
/// @param members in the order in which they are written
/// @param startAt it does not begin before this; its next time if it is repeated
/// @param settings the fields of the group as a whole: notified channels, and times
public record GroupPlan(
    String name, List<Member> members, Optional<Instant> startAt, Settings settings) {
  public GroupPlan {
    members = List.copyOf(members);
  }

  /// A group that begins at once and notifies no channel.
  public GroupPlan(String name, List<Member> members) {
    this(name, members, Optional.empty(), Settings.NONE);
  }

  /// Whether a member is a job or a study, by its name.
  public Kind kindOf(String member) {
    return members.stream()
        .filter(one -> one.name().equals(member))
        .map(Member::kind)
        .findFirst()
        .orElseThrow();
  }

  /// When it begins, and how often.
  public Timetable timetable() {
    return new Timetable(startAt, settings);
  }

  /// How often it begins, in words; empty if it does so once.
  public Optional<String> repeats() {
    return timetable().repeats();
  }

  /// The channels that are notified about the group as a whole.
  public List<Subscription> subscriptions() {
    return JobDocument.NOTIFY.in(settings);
  }

  /// This plan, to begin at another time.
  public GroupPlan at(Instant other) {
    return new GroupPlan(name, members, Optional.of(other), settings);
  }

  /// This plan as a run of a definition.
  GroupPlan of(String definition) {
    return with(JobDocument.DEFINITION, definition);
  }

  /// Whether it is disabled, and waits until a user enables it.
  public boolean disabled() {
    return ScheduleFields.DISABLED.in(settings);
  }

  /// This plan, disabled or enabled. If it is enabled and its time has passed, it begins at its
  /// next time.
  public GroupPlan switched(boolean off, Instant now) {
    GroupPlan switched = with(ScheduleFields.DISABLED, off);
    boolean late = !off && startAt.filter(now::isAfter).isPresent();
    return late ? timetable().repeated(now).map(switched::at).orElse(switched) : switched;
  }

  private <T> GroupPlan with(JobField<T> field, T value) {
    Map<String, String> given = new TreeMap<>(settings.given());
    given.put(field.declared().name(), field.write(value));
    return new GroupPlan(name, members, startAt, new Settings(given));
  }

  /// One member.
  ///
  /// @param name unique within the group
  /// @param jobClass the id of its job class
  /// @param after all of these must be met before it begins
  public record Member(String name, Kind kind, String jobClass, List<Dependency> after) {
    public Member {
      after = List.copyOf(after);
    }
  }

  /// The kinds of members.
  public enum Kind {
    JOB,
    STUDY;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What a member waits for.
  ///
  /// @param member the other member's name
  /// @param the end that it must have
  public record Dependency(String member, Condition on) {}

  /// The end of another member that a member waits for.
  public enum Condition {
    /// It ended with a result that counts.
    SUCCESS,
    /// It ended in any other way. If it was skipped, neither this nor success is met.
    FAILURE,
    /// It ended or was skipped.
    ALWAYS;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Condition> of(String word) {
      return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    }

    /// Whether it is met; empty while that is not known.
    Optional<Boolean> met(MemberState state) {
      return switch (state) {
        case MemberState.Ended ended ->
            Optional.of(
                switch (this) {
                  case SUCCESS -> ended.success();
                  case FAILURE -> !ended.success();
                  case ALWAYS -> true;
                });
        case MemberState.Skipped _ -> Optional.of(this == ALWAYS);
        case MemberState.Waiting _, MemberState.Starting _, MemberState.Going _ -> Optional.empty();
      };
    }
  }
}
