package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.util.List;
import java.util.Map;

/// The status of a share, as its agent reports it.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = ShareStatus.Forking.class, name = "forking"),
  @Type(value = ShareStatus.Forked.class, name = "forked"),
  @Type(value = ShareStatus.Preparing.class, name = "preparing"),
  @Type(value = ShareStatus.Loading.class, name = "loading"),
  @Type(value = ShareStatus.Prepared.class, name = "prepared"),
  @Type(value = ShareStatus.Opening.class, name = "opening"),
  @Type(value = ShareStatus.Ready.class, name = "ready"),
  @Type(value = ShareStatus.Running.class, name = "running"),
  @Type(value = ShareStatus.Finished.class, name = "finished"),
  @Type(value = ShareStatus.Verified.class, name = "verified"),
  @Type(value = ShareStatus.Rejected.class, name = "rejected"),
  @Type(value = ShareStatus.Broken.class, name = "broken"),
  @Type(value = ShareStatus.Released.class, name = "released"),
  @Type(value = ShareStatus.Unclaimed.class, name = "unclaimed"),
})
public sealed interface ShareStatus {

  /// The load is ahead or under way.
  sealed interface Underway extends ShareStatus {}

  /// The agent does not have the share any more.
  sealed interface Gone extends ShareStatus {}

  /// Whether the share has failed: it will count nothing more.
  default boolean failed() {
    return this instanceof Rejected || this instanceof Broken;
  }

  /// The pack is being fetched, or the worker is being started.
  record Forking() implements Underway {}

  /// The worker is up and has taken the plan.
  ///
  /// @param environment facts about the worker for the result: JVM, flags, pack
  record Forked(Map<String, String> environment) implements Underway {
    public Forked {
      Message.bounded(environment, "the worker's environment");
      environment = Map.copyOf(environment);
    }
  }

  /// The target is being prepared.
  record Preparing() implements Underway {}

  /// The target is being loaded; reported by the first share if the others may help.
  record Loading(Facts facts) implements Underway {
    public Loading {
      Message.bounded(facts.texts(), "a fact");
    }
  }

  /// The target is prepared; or the share has loaded its part of it, if it helped.
  record Prepared(Facts facts) implements Underway {
    public Prepared {
      Message.bounded(facts.texts(), "a fact");
    }
  }

  /// Threads are being opened.
  record Opening() implements Underway {}

  /// All threads are open and wait for the common start.
  ///
  /// @param clockOffsetNanos the server's wall clock minus this agent's, as measured
  /// @param clockErrorNanos the bound of that measurement's error
  record Ready(long clockOffsetNanos, long clockErrorNanos) implements Underway {}

  /// The threads are at work.
  ///
  /// @param firstStartEpochNanos when the first iteration began, on the server's wall clock
  record Running(long firstStartEpochNanos) implements Underway {}

  /// All threads have ended and every record is sealed.
  ///
  /// @param lastSeq the sequence number of the record that closes the incarnation; -1 if no load
  ///   was run
  record Finished(long lastSeq) implements ShareStatus {}

  /// The target has been checked, and cleaned up if the job asks for it.
  record Verified(Verification verification) implements ShareStatus {
    public Verified {
      if (verification.checks().size() > Message.MOST_TEXTS) {
        throw new IllegalArgumentException("more than " + Message.MOST_TEXTS + " checks");
      }
      for (Verification.Check check : verification.checks()) {
        if (check.name().length() > Message.LONGEST_TEXT
            || check.detail().length() > Message.LONGEST_TEXT) {
          throw new IllegalArgumentException("a check is longer than " + Message.LONGEST_TEXT);
        }
      }
    }
  }

  /// The job is refused, since its input is wrong. No load was begun.
  record Rejected(List<Problem> problems) implements ShareStatus {
    public Rejected {
      problems = Message.bounded(problems);
    }
  }

  /// The share cannot go on: the worker died, or a step failed.
  ///
  /// @param reason one sentence
  /// @param lastWords the end of what the worker wrote
  /// @param lastSeq the sequence number of the record that closes the incarnation, made by the
  ///   agent from the worker's counters; -1 if no load was run
  /// @param resumable whether the share itself is sound: its agent was stopped or restarted, and
  ///   the next process of that agent may take it up again, by [ShareGoal.Resume]
  record Broken(String reason, String lastWords, long lastSeq, boolean resumable)
      implements ShareStatus {
    /// A share that cannot be resumed.
    public Broken(String reason, String lastWords, long lastSeq) {
      this(reason, lastWords, lastSeq, false);
    }

    public Broken {
      Bounds.text(reason, Bounds.MAX_TEXT, "the reason");
      Bounds.text(lastWords, 4 * Bounds.MAX_TEXT, "the last words");
    }
  }

  /// The share is gone from the agent.
  record Released() implements Gone {}

  /// The agent keeps records of a run that the server does not know. Reported only in answer to a
  /// [ShareGoal.Stop] of an unknown run.
  ///
  /// @param records how many records no server has acknowledged
  /// @param sinceEpochMillis since when they are unclaimed, on the agent's wall clock
  record Unclaimed(long records, long sinceEpochMillis) implements Gone {
    public Unclaimed {
      if (records < 0 || sinceEpochMillis < 0) {
        throw new IllegalArgumentException(
            records + " unclaimed records since " + sinceEpochMillis + " cannot be");
      }
    }
  }
}
